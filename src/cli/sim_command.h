/* `kingscorner sim`: plays deals with computer players. */
#pragma once
#include "cli/command.h"

extern const struct command command_sim;
