/* The database of the house, and the only user of SQLite. One writer thread does jobs in order and commits everything
 * that waits in one transaction (at most 256 jobs or 5 ms); the done() of a job runs on the loop's thread when the job
 * is on disk. Reads run on read-only connections, each with a thread of its own. The store knows nothing of cards or
 * screens: moves and rules are text here. The caller takes ids from store_next_id(), so that jobs need not wait for one
 * another.
 *
 * The rules for every function of store/ that takes a done():
 * - Call it on the loop's thread. It copies its arguments before it returns.
 * - done() runs exactly once, on the loop's thread, never inside the call itself. A store_done may be NULL.
 * - Every queue is bounded: a full queue answers STORE_BUSY.
 * - A job that does not end with STORE_OK has changed nothing. */
#pragma once
#include "base/err.h"
#include "store/result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct clock;
struct event_base;
struct pool;

/* Opens or creates the database file (0600), migrates it and starts the threads. Refuses a damaged file and a file of a
 * newer program, and changes neither. Holds a lock on "<path>.lock" until store_close(), so that no second host uses
 * the file; where path is a symbolic link, the lock lies beside the file that it leads to. base, clock and pool outlive
 * the store. pool hashes passwords and may be NULL where nobody uses one. The caller closes the store with
 * store_close(). NULL: it failed, and e holds a whole sentence. */
struct store *store_open(struct event_base *base, const struct clock *clock, struct pool *pool, const char *path,
                         struct err *e);

/* Finishes every job, calls every done(), also for the jobs that these done()s submit, then closes and frees s. A
 * password that is still with the pool is answered with STORE_BUSY; free the pool afterwards. Call it on the loop's
 * thread, not inside a done(). NULL is fine. */
void store_close(struct store *s);

/* The number of jobs that are not on disk yet: 0 means that everything is. */
size_t store_pending(const struct store *s);

/* The next id for a table or a round, from 1: greater than every id on disk and every id given out since the store was
 * opened. */
int64_t store_next_id(struct store *s);
