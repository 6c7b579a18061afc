/* The first question to somebody who comes without a key: log in, a new account, or a guest. */
#pragma once
#include "session/session.h"

extern const struct screen screen_welcome;
