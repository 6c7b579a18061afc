/* `kingscorner restore`: puts a backup in place of the database. */
#pragma once
#include "cli/command.h"

extern const struct command command_restore;
