#include "cli/sim_run.h"

#include "base/mem.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct worker {
    struct sim_run *run;
    pthread_t thread;
    struct sim_tally tally; /* written once, when the thread ends */
};

struct sim_run {
    const struct sim_plan *plan;
    atomic_uint_fast64_t next; /* the next deal to play */
    atomic_int_fast64_t games;
    atomic_bool stop;
    atomic_int playing; /* the number of workers that play */
    int ended;          /* eventfd */
    int n;
    struct worker worker[SIM_THREADS_MAX];
};

static void *sim_thread(void *arg)
{
    struct worker *w = arg;
    struct sim_run *run = w->run;
    struct sim_tally tally = { 0 };
    while (!atomic_load_explicit(&run->stop, memory_order_relaxed)) {
        uint64_t number = atomic_fetch_add(&run->next, 1);
        if (number > run->plan->last) break;
        if (sim_play(run->plan, (uint32_t)number, &run->stop, &tally)) atomic_fetch_add(&run->games, 1);
    }
    w->tally = tally;
    if (atomic_fetch_sub(&run->playing, 1) == 1) eventfd_write(run->ended, 1);
    return NULL;
}

struct sim_run *sim_run_new(const struct sim_plan *plan, int threads)
{
    assert(threads >= 1 && threads <= SIM_THREADS_MAX && plan->first >= 1 && plan->first <= plan->last);
    struct sim_run *run = mem_new(sizeof *run);
    run->plan = plan;
    run->n = threads;
    run->ended = eventfd(0, EFD_CLOEXEC);
    assert(run->ended >= 0);
    atomic_init(&run->next, plan->first);
    atomic_init(&run->playing, threads);
    for (int i = 0; i < threads; i++) {
        run->worker[i].run = run;
        int failed = pthread_create(&run->worker[i].thread, NULL, sim_thread, &run->worker[i]);
        assert(!failed);
    }
    return run;
}

int sim_run_fd(const struct sim_run *run)
{
    return run->ended;
}

int64_t sim_run_games(const struct sim_run *run)
{
    return atomic_load(&run->games);
}

void sim_run_stop(struct sim_run *run)
{
    atomic_store(&run->stop, true);
}

void sim_run_free(struct sim_run *run, struct sim_tally *tally)
{
    *tally = (struct sim_tally){ 0 };
    for (int i = 0; i < run->n; i++) {
        pthread_join(run->worker[i].thread, NULL);
        sim_add(tally, &run->worker[i].tally);
    }
    close(run->ended);
    free(run);
}
