/* The host: builds everything in order, runs, drains, and takes everything down. */
#pragma once
#include "server/config.h"

/* Runs until a signal ends it (server/signals.h). Then it drains within 5 s: nobody new is let in, everybody gets a
 * message, everything is written. A second such signal ends the draining. When it listens, it prints how to connect on
 * standard output, one line for each address; neither that nor the log needs a reader. It raises RLIMIT_NOFILE to the
 * hard limit and disables dumps of its memory (PR_SET_DUMPABLE). Returns the exit status: 0 drained, 1 it could not
 * start or could not write everything, which is logged. */
int serve(const struct config *config);
