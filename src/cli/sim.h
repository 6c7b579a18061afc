/* Plays deals by number and counts the results. The figures depend on the plan alone: the random numbers of a deal come
 * from its number, and sums are of integers, so threads and order do not change them. Prints nothing. */
#pragma once
#include "games/game.h"

#include <stdatomic.h>

#define SIM_THREADS_MAX 64
#define SIM_RANDOM 0 /* a strength: any legal move, all equally likely */

struct sim_plan {
    const struct game *game;
    struct rules rules;
    int seats;
    int strength[SEATS_MAX + 1]; /* by seat: SIM_RANDOM, or 1 to 3 as for think() */
    int budget_ms;               /* for one call of think() */
    uint32_t first, last;        /* the deals, first and last included */
};

struct sim_seat {
    int64_t won;             /* patience: won; table: lowest points of the round, alone or shared (T11) */
    int64_t points, squares; /* the sum of the result's points, and of their squares */
    int least, most;         /* points */
};

struct sim_tally {
    int64_t games, moves;
    int64_t unended;                     /* table: rounds in which nobody went out (T10) */
    struct sim_seat seat[SEATS_MAX + 1]; /* [1] for a patience */
};

/* The strength of "random", "beginner", "regular" or "expert"; -1 when there is no such mind. sim_mind() is the way
 * back and returns a string constant. */
int sim_strength(const char *mind);
const char *sim_mind(int strength);

/* Plays one deal of the plan and adds the result to tally. false: *stop became true meanwhile, and nothing was added.
 */
bool sim_play(const struct sim_plan *plan, uint32_t number, const atomic_bool *stop, struct sim_tally *tally);

/* Adds more to sum. */
void sim_add(struct sim_tally *sum, const struct sim_tally *more);
