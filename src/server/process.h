/* Puts in order what a process inherits from its parent, before the house is built. */
#pragma once
#include "base/err.h"

#include <stdbool.h>

#define PROCESS_THREADS_MAX 256

/* Starts n threads at once, at most PROCESS_THREADS_MAX (asserted), and ends them. false with a sentence in e: the
 * system does not give so many. Later there would be nobody to report it to. */
bool process_try_threads(int n, struct err *e);

/* Sets the umask, and signals as in server/signals.h; sends libevent's warnings to the log; raises RLIMIT_NOFILE to the
 * hard limit; disables core files and access by other programs of the same user (PR_SET_DUMPABLE), because passwords
 * pass through this memory. callers is the configured number; too few descriptors for them are logged. threads is the
 * number that will be started, at most PROCESS_THREADS_MAX. Call it before any of those threads exists. false with a
 * sentence in e: the limits are too low for any house. */
bool process_settle(int callers, int threads, struct err *e);
