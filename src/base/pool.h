/* Worker threads for what would block the loop. One pool is for one kind of work: passwords, computer players, hints,
 * pars have a pool each, so that no kind ever waits for another. A job is self-contained; its answer comes back on the
 * loop's thread. The queue is bounded, and a full one says so at once. In the queue everybody has a turn: who sent many
 * jobs gets one done, then the others have theirs. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct event_base;
struct pool;

struct pool_size {
    int threads; /* 1 to 64 */
    int queue;   /* jobs that may wait, at least 1 */
    int share;   /* of them of one sender; 0: as many as there is room for */
    int nice;    /* 0 to 19: how far the threads stand back where processors are scarce */
};

struct pool *pool_new(struct event_base *base, const struct pool_size *size);

/* Jobs that are running finish, those that wait are dropped after done(arg, false); then frees the pool. */
void pool_free(struct pool *p);

/* work(arg) runs on a worker, then done(arg, true) on the loop's thread. whose: a number for who pays for it, as of an
 * origin (origin.h); 0 is the house itself, which has no share that it could use up. false: the queue, or the sender's
 * share of it, is full and neither runs. arg belongs to the job until done() has it back. */
bool pool_submit(struct pool *p, uint64_t whose, void (*work)(void *arg), void (*done)(void *arg, bool ran), void *arg);
