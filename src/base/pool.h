/* Worker threads for work that would block the loop. One pool does one kind of work: passwords, computer players, hints
 * and pars have a pool each, so that no kind waits for another. A job is self-contained, and its answer comes back on
 * the loop's thread. The queue is bounded; a full queue refuses at once. The senders take turns: after one job of a
 * sender the others have theirs. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct event_base;
struct pool;

struct pool_size {
    int threads; /* 1 to 64 */
    int queue;   /* jobs that may wait, at least 1 */
    int share;   /* how many of them may be of one sender; 0: no limit */
    int nice;    /* 0 to 19: the niceness of the threads (nice(2)) */
};

/* Starts the threads. The sizes are asserted. Free the pool with pool_free(). */
struct pool *pool_new(struct event_base *base, const struct pool_size *size);

/* Lets the running jobs finish, answers the waiting ones with done(arg, false), and frees the pool. NULL is fine. */
void pool_free(struct pool *p);

/* Runs work(arg) on a worker thread, then done(arg, true) on the loop's thread. whose is the number of the sender who
 * pays for it, such as an origin (origin.h); 0 is the house itself, which has no limit. arg belongs to the job until
 * done() gets it back. false: the queue, or the sender's share of it, is full, and neither function runs. */
bool pool_submit(struct pool *p, uint64_t whose, void (*work)(void *arg), void (*done)(void *arg, bool ran), void *arg);
