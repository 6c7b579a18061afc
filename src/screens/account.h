/* An account, or a guest: name, password, keys, and how this person wants to see and play. */
#pragma once
#include "session/session.h"

extern const struct screen screen_account;
