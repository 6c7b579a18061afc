/* `kingscorner replay`: tells a record move by move. */
#pragma once
#include "cli/command.h"

extern const struct command command_replay;
