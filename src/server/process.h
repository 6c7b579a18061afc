/* What a process inherits from whoever started it, put in order before the house is built. */
#pragma once
#include "base/err.h"

#include <stdbool.h>

#define PROCESS_THREADS_MAX 256

/* Starts so many threads at once, for a moment: where the system gives fewer that is a sentence now, for later there
 * would be nobody to tell. n is at most PROCESS_THREADS_MAX. */
bool process_try_threads(int n, struct err *e);

/* Sets the umask; signals as server/signals.h says; libevent's warnings go to the log; RLIMIT_NOFILE is raised to the
 * hard limit. Passwords pass through this memory: no core file has it, and no other program of the same user looks into
 * it (PR_SET_DUMPABLE). callers: as many as are to be let in; too few descriptors for them are logged. threads: as many
 * as will be started, at most PROCESS_THREADS_MAX. false: the limits are too low for any house. To be called before any
 * of those threads is there. */
bool process_settle(int callers, int threads, struct err *e);
