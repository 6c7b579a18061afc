/* `kingscorner deal`: prints the deck of a deal. */
#pragma once
#include "cli/command.h"

extern const struct command command_deal;
