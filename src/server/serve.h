/* The host: everything put together in order, run, drained, taken down. */
#pragma once
#include "server/config.h"

/* Runs until SIGTERM, SIGINT or SIGHUP, then drains: nobody new is let in, everybody is told, everything is on disk,
 * within 5 s. A second such signal cuts the draining short. Returns the exit status: 0 drained, 1 could not start or
 * keep everything (logged). Once it listens it prints how to connect on standard output, one line a door. Blocks those
 * signals in every thread it starts; ignores SIGPIPE; raises RLIMIT_NOFILE to the hard limit. */
int serve(const struct config *config);
