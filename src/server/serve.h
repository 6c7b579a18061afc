/* The host: everything put together in order, run, drained, taken down. */
#pragma once
#include "server/config.h"

/* Runs until a signal ends it (server/signals.h), then drains: nobody new is let in, everybody is told, everything is
 * on disk, within 5 s. A second such signal cuts the draining short. Returns the exit status: 0 drained, 1 could not
 * start or keep everything (logged). Once it listens it prints how to connect on standard output, one line a door.
 * Nobody has to read that or the log. It raises RLIMIT_NOFILE to the hard limit and lets nobody dump its memory
 * (PR_SET_DUMPABLE). */
int serve(const struct config *config);
