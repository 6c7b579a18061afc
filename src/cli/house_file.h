/* The command line of `backup` and `restore`: which house, and which file. */
#pragma once
#include "server/state.h"

#include <stdbool.h>

/* Reads "[--config FILE] [--state DIR] FILE". true: state and *file are set, file is a part of argv. false: *status is
 * the exit status, and what there is to say has been said: --help, wrong usage, a configuration or a state directory
 * that is no good. */
bool house_file_read(int argc, char **argv, struct state *state, const char **file, int *status);

/* Prepares the process: what is made is for its owner only, a file that may not grow is an error of the call, and who
 * wants to end the command is heard by house_file_stop() only. */
void house_file_settle(void);

/* A signal that ends programs has come: leave everything tidy and go. */
bool house_file_stop(void);
