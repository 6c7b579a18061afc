/* Playing deals by number and counting what comes of them. The figures depend on the plan alone: each deal has chance
 * of its own, drawn from its number, and sums are of whole numbers, so neither threads nor order change them. Prints
 * nothing. */
#pragma once
#include "games/game.h"

#include <stdatomic.h>

#define SIM_THREADS_MAX 64
#define SIM_RANDOM 0 /* a strength: any legal move, each as likely */

struct sim_plan {
    const struct game *game;
    struct rules rules;
    int seats;
    int strength[SEATS_MAX + 1]; /* by seat: SIM_RANDOM, or 1 to 3 as think() has them */
    int budget_ms;               /* of a thought, as think() has it */
    uint32_t first, last;        /* the deals, both ends included */
};

struct sim_seat {
    int64_t won;             /* patience: won; table: lowest points of the round, alone or shared (T11) */
    int64_t points, squares; /* the sum of the result's points, and of their squares */
    int least, most;         /* of the points */
};

struct sim_tally {
    int64_t games, moves;
    int64_t unended;                     /* table: rounds in which nobody went out (T10) */
    struct sim_seat seat[SEATS_MAX + 1]; /* [1] for a patience */
};

/* "random", "beginner", "regular", "expert"; -1 when there is no such mind. And back; a constant. */
int sim_strength(const char *mind);
const char *sim_mind(int strength);

/* Plays one deal of the plan and adds it to the tally. false: *stop became true in the middle, nothing was added. */
bool sim_play(const struct sim_plan *plan, uint32_t number, const atomic_bool *stop, struct sim_tally *tally);

void sim_add(struct sim_tally *sum, const struct sim_tally *more);

/* --- on threads --- */

struct sim_run;

/* Starts playing. threads 1 to SIM_THREADS_MAX. They inherit the caller's blocked signals. The plan must outlive the
 * run. */
struct sim_run *sim_run_new(const struct sim_plan *plan, int threads);

/* Becomes readable when all has been played, or after a stop. */
int sim_run_fd(const struct sim_run *run);

/* Games played so far. */
int64_t sim_run_games(const struct sim_run *run);

/* Games that are being played are given up, no more are begun. */
void sim_run_stop(struct sim_run *run);

/* Waits for the threads, sums up what they played, frees the run. */
void sim_run_free(struct sim_run *run, struct sim_tally *tally);
