/* What the house remembers, and the only user of SQLite. One writer thread takes jobs in order and commits all that
 * wait in one transaction (at most 256 jobs or 5 ms); each job's done() is called on the loop's thread when it is on
 * disk. Reads run on a second, read-only connection with a thread of its own. Knows nothing of cards or screens: moves
 * and rules are text here. Ids are given out by the caller of the store through store_next_id(), so that jobs need not wait for
 * one another. Every queue is bounded: a full one calls done() with STORE_BUSY. */
#pragma once
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct clock;
struct event_base;
struct pool;
struct store;

enum store_result {
    STORE_OK,
    STORE_NONE,  /* there is no such account */
    STORE_TAKEN, /* the handle or key belongs to somebody already */
    STORE_WRONG, /* the password is not that one */
    STORE_BUSY,  /* a queue is full: try again */
    STORE_FAILED /* SQLite refused; logged */
};

/* For a job that has no more to say than whether it is on disk. */
typedef void store_done(void *arg, enum store_result result);

/* Opens or creates the database file, migrates it (refuses one from a newer program), checks it, starts the threads.
 * pool hashes passwords and may be NULL where nobody logs in by password. NULL with e set when it cannot. */
struct store *store_open(struct event_base *base, const struct clock *clock, struct pool *pool, const char *path,
                         struct err *e);

/* Finishes every job, calls every done(), closes. On the loop's thread. */
void store_close(struct store *s);

/* Jobs not yet on disk: 0 means everything is. */
size_t store_pending(const struct store *s);

/* The next id for a table or a round: unique for ever. */
int64_t store_next_id(struct store *s);
