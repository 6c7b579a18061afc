/* What the house remembers, and the only user of SQLite. One writer thread takes jobs in order and commits all that
 * wait in one transaction (at most 256 jobs or 5 ms); each job's done() is called on the loop's thread when it is on
 * disk. Reads run on a second, read-only connection with a thread of its own. Knows nothing of cards or screens: moves
 * and rules are text here. Ids are given out by the caller of the store through store_next_id(), so that jobs need not
 * wait for one another.
 *
 * Everything is called on the loop's thread. What is passed in is copied before the call returns. done() is called
 * exactly once, on the loop's thread, never from inside the call that it answers; a store_done may be NULL where nobody
 * wants to know. Every queue is bounded: a full one answers STORE_BUSY. A job that does not come to STORE_OK has
 * changed nothing. */
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
    STORE_NONE,    /* there is no such account, table or round */
    STORE_TAKEN,   /* the handle or key belongs to somebody already */
    STORE_WRONG,   /* the password is not that one */
    STORE_GUESSED, /* too many wrong passwords of late: this one was not looked at */
    STORE_ENOUGH,  /* so much was asked for of late by the same account or from the same origin: later */
    STORE_BUSY,    /* a queue is full: try again */
    STORE_FAILED   /* SQLite refused, or the call contradicts what is kept, a bug of ours; logged */
};

/* For a job that has no more to say than whether it is on disk. */
typedef void store_done(void *arg, enum store_result result);

/* Opens or creates the database file (0600), refuses one from a newer program or a damaged one and changes nothing in
 * it, migrates it, starts the threads. Holds a lock on "<path>.lock", beside the file that a link leads to,
 * until store_close(), so that no second host uses the same file. pool hashes passwords, outlives the store, and may be
 * NULL where nobody uses one. NULL with a whole sentence in e when it cannot. */
struct store *store_open(struct event_base *base, const struct clock *clock, struct pool *pool, const char *path,
                         struct err *e);

/* Finishes every job, calls every done(), also of what these done()s ask for; closes. Passwords that are still with the
 * pool are answered STORE_BUSY; the pool is freed afterwards. On the loop's thread, not inside a done(). */
void store_close(struct store *s);

/* Jobs not yet on disk: 0 means everything is. */
size_t store_pending(const struct store *s);

/* The next id for a table or a round, from 1: greater than that of any that is on disk or was given out since the store
 * was opened. */
int64_t store_next_id(struct store *s);
