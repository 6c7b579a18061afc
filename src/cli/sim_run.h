/* A simulation on threads. */
#pragma once
#include "cli/sim.h"

struct sim_run;

/* Starts threads, 1 to SIM_THREADS_MAX: asserted. They inherit the caller's blocked signals. plan must outlive the run.
 * Free the run with sim_run_free(). */
struct sim_run *sim_run_new(const struct sim_plan *plan, int threads);

/* A descriptor of the run that becomes readable when all deals were played, or after a stop. */
int sim_run_fd(const struct sim_run *run);

/* The number of games played so far. */
int64_t sim_run_games(const struct sim_run *run);

/* Gives up the games in play and starts no more. */
void sim_run_stop(struct sim_run *run);

/* Waits for the threads, writes the sum of their results to tally, and frees the run. */
void sim_run_free(struct sim_run *run, struct sim_tally *tally);
