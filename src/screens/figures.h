/* The figures of an account, and the hall of big losers. */
#pragma once
#include "session/session.h"

extern const struct screen screen_figures;
