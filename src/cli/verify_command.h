/* `kingscorner verify`: checks a record. */
#pragma once
#include "cli/command.h"

extern const struct command command_verify;
