/* The threads of a house beside the loop and the store's: one pool for each kind of dear work, so that what one
 * stranger asks for never stands in the way of another kind, and in each a turn for everybody. doc/dear-work.md has the
 * whole list. */
#pragma once

struct event_base;
struct pool;

struct pools {
    struct pool *hashes; /* passwords */
    struct pool *moves;  /* computer players at tables: people wait for them */
    struct pool *hints;  /* asked for by people */
    struct pool *pars;   /* of patience deals: nobody waits for them */
};

/* As many threads as pools_open() starts. */
int pools_threads(void);

void pools_open(struct pools *p, struct event_base *base);

/* When nobody can ask any more: the store and the lobby are closed. Cleared memory has nothing to close. */
void pools_close(struct pools *p);
