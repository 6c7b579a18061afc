/* The command line of `backup` and `restore`: which house, and which file. */
#pragma once
#include "cli/command.h"
#include "server/state.h"

#include <stdbool.h>

/* Reads "[--config FILE] [--state DIR] FILE". true: state and *file are set; *file is a part of argv. false: *status is
 * the exit status, and the message was printed: --help, wrong usage, a bad configuration or state directory. */
bool house_file_read(const struct command *command, int argc, char **argv, struct state *state, const char **file,
                     int *status);

/* Prepares the process: new files are for their owner only, the file size limit is an error of the call, and the
 * signals that end a program are blocked for house_file_stop(). */
void house_file_settle(void);

/* true: a signal that ends programs has come, so the command should clean up and end. */
bool house_file_stop(void);
