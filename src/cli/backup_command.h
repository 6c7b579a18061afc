/* `kingscorner backup`: writes the database to a new file. */
#pragma once
#include "cli/command.h"

extern const struct command command_backup;
