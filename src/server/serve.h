/* The host: everything put together in order, run, drained, taken down. */
#pragma once
#include "base/err.h"
#include "server/config.h"

/* Runs until SIGTERM or SIGINT. Returns the exit status: 0 drained, 1 could not start (logged). Blocks those signals in every
 * thread it starts. */
int serve(const struct config *config);
