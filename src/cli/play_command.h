/* `kingscorner play`: plays on one's own terminal. */
#pragma once
#include "cli/command.h"

extern const struct command command_play;
