/* The worker threads of a house: one pool for each kind of expensive work, so that one kind never waits for another. In
 * each pool the senders take turns. doc/dear-work.md has the whole list. */
#pragma once

struct event_base;
struct pool;

struct pools {
    struct pool *hashes; /* passwords */
    struct pool *moves;  /* of computer players, for whom people wait */
    struct pool *hints;  /* for people */
    struct pool *pars;   /* of patience deals, for which nobody waits */
};

/* The number of threads that pools_open() starts. */
int pools_threads(void);

/* Starts the threads. Close the pools with pools_close(). */
void pools_open(struct pools *p, struct event_base *base);

/* Stops and frees the pools, after the store and the lobby were closed. Zeroed memory is fine. */
void pools_close(struct pools *p);
