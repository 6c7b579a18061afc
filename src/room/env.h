/* What the tables of a house are given: clock, store, pools, chance, and the settings. */
#pragma once
#include "base/random.h"

#include <stdint.h>

struct clock;
struct event_base;
struct pool;
struct store;

struct lobby_env {
    struct event_base *base;
    const struct clock *clock;
    struct pool *moves, *hints, *pars; /* computer players think there; hints and pars of deals are looked for; NULL: at
                                          once, for tests */
    struct store *store;               /* NULL: nothing is kept and every move counts as on disk at once, for tests */
    struct random random;              /* deal keys, first dealers, names of computer players */
    int pace_ms; /* PACE_FAST: before a computer player's move, so that moves can be followed one by one */
    int turn_s;  /* time for a turn at tables with two or more people (T17); 0: none */
    int grace_s; /* an absent player's seat is kept this long while another person waits (T16) */
    int tables_max;
    int tables_per_origin; /* of them opened from one origin (origin_customer()); 0: as many as there are */
};
