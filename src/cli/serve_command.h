/* `kingscorner serve`: runs the host. */
#pragma once
#include "cli/command.h"

extern const struct command command_serve;
