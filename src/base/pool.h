/* Worker threads for what would block the loop: Argon2id, computer players. A job is self-contained; its answer comes
 * back on the loop's thread. The queue is bounded: a full one says so at once. */
#pragma once
#include <stdbool.h>

struct event_base;
struct pool;

/* threads 1 to 64; queue: jobs that may wait. */
struct pool *pool_new(struct event_base *base, int threads, int queue);

/* Jobs that are running finish, those that wait are dropped after done(arg, false); then frees the pool. */
void pool_free(struct pool *p);

/* work(arg) runs on a worker, then done(arg, true) on the loop's thread. false: the queue is full and neither runs.
 * arg belongs to the job until done() has it back. */
bool pool_submit(struct pool *p, void (*work)(void *arg), void (*done)(void *arg, bool ran), void *arg);
