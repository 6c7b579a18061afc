/* The list of the commands. */
#pragma once
#include "cli/command.h"

/* In the order of the help; NULL ends the list. */
extern const struct command *const commands[];

/* The command with that name, a constant; NULL when there is none. */
const struct command *commands_find(const char *name);
