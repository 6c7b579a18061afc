#include "store/worker.h"

#include "base/clock.h"
#include "base/inbox.h"
#include "base/mem.h"
#include "store/db.h"
#include "store/tidy.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct worker {
    const struct clock *clock;
    struct db *db;
    struct inbox *inbox;
    size_t unanswered; /* for the loop's thread only */
    pthread_t thread;
    pthread_mutex_t lock; /* for everything below */
    pthread_cond_t wake, idle;
    struct job *first, **last;
    size_t queued, queue;
    int batch;
    bool working, stopping, keeps_tidy;
    struct tidy tidy; /* from here on for the worker's thread only */
    bool untidy;      /* something was written since the log was emptied */
    int64_t tidied_ms;
};

void job_answer(struct job *j)
{
    if (j->done != NULL) j->done(j->arg, j->result);
    free(j);
}

static void answer_all(void *arg)
{
    for (struct job *j = arg, *next; j != NULL; j = next) {
        next = j->next;
        j->next = NULL;
        j->worker->unanswered--;
        j->answer(j);
    }
}

static struct job *dequeue(struct worker *w)
{
    struct job *j = w->first;
    if (j == NULL) return NULL;
    w->first = j->next;
    if (w->first == NULL) w->last = &w->first;
    w->queued--;
    j->next = NULL;
    return j;
}

/* Waits at most ms for a job. w->wake uses the monotonic clock. */
static bool wait_ms(struct worker *w, int64_t ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += ms / 1000;
    return pthread_cond_timedwait(&w->wake, &w->lock, &until) != ETIMEDOUT;
}

static void tidy_up(struct worker *w)
{
    w->tidied_ms = clock_mono_ms(w->clock);
    w->untidy = !tidy_log(&w->tidy, w->db, w->tidied_ms);
}

/* Waits until there is a job. Is called with the lock, and releases it while the log is emptied. */
static void wait_for_job(struct worker *w)
{
    while (w->first == NULL && !w->stopping) {
        if (!w->keeps_tidy || !w->untidy) {
            pthread_cond_wait(&w->wake, &w->lock);
        } else if (!wait_ms(w, TIDY_IDLE_MS) && w->first == NULL && !w->stopping) {
            pthread_mutex_unlock(&w->lock);
            tidy_up(w);
            pthread_mutex_lock(&w->lock);
        }
    }
}

/* Waits for a job; NULL when the worker stops. */
static struct job *take_first(struct worker *w)
{
    pthread_mutex_lock(&w->lock);
    w->working = false;
    if (w->first == NULL) pthread_cond_signal(&w->idle);
    wait_for_job(w);
    struct job *j = dequeue(w);
    w->working = j != NULL;
    pthread_mutex_unlock(&w->lock);
    return j;
}

static struct job *take_another(struct worker *w)
{
    pthread_mutex_lock(&w->lock);
    struct job *j = dequeue(w);
    pthread_mutex_unlock(&w->lock);
    return j;
}

/* A job that fails rolls back its own changes only. A connection that only reads has none. */
static void run_one(struct db *db, struct job *j)
{
    if (db_only_reads(db)) {
        j->result = j->run(j, db);
        return;
    }
    j->result = STORE_FAILED;
    if (!db_run(db, "SAVEPOINT job")) return;
    j->result = j->run(j, db);
    if (!db_in_transaction(db)) return; /* SQLite has rolled back everything: the disk is full, or worse */
    if (j->result != STORE_OK && !db_run(db, "ROLLBACK TO job"))
        db_rollback(db);
    else if (!db_run(db, "RELEASE job"))
        db_rollback(db);
}

/* Runs first and the jobs after it in one transaction; returns them as a list, in order. */
static struct job *run_batch(struct worker *w, struct job *first)
{
    int64_t until = clock_mono_ms(w->clock) + WORKER_BATCH_MS;
    struct job **last = &first;
    int n = 0;
    bool begun = db_begin(w->db);
    for (struct job *j = first; j != NULL; j = take_another(w)) {
        *last = j;
        last = &j->next;
        if (begun) run_one(w->db, j);
        if (!db_in_transaction(w->db) || ++n == w->batch || clock_mono_ms(w->clock) >= until) break;
    }
    /* Without the transaction no answer is valid, not even that a name is taken. */
    if (!db_commit(w->db))
        for (struct job *j = first; j != NULL; j = j->next) j->result = STORE_FAILED;
    return first;
}

static bool keeps_tidy(struct worker *w)
{
    pthread_mutex_lock(&w->lock);
    bool yes = w->keeps_tidy;
    pthread_mutex_unlock(&w->lock);
    return yes;
}

static void *worker_thread(void *arg)
{
    struct worker *w = arg;
    for (struct job *j; (j = take_first(w)) != NULL;) {
        inbox_post(w->inbox, answer_all, run_batch(w, j));
        w->untidy = true;
        if (keeps_tidy(w) && clock_mono_ms(w->clock) - w->tidied_ms >= TIDY_LOAD_MS) tidy_up(w);
    }
    return NULL;
}

struct worker *worker_new(struct db *db, struct inbox *inbox, const struct clock *clock, size_t queue, int batch)
{
    struct worker *w = mem_new(sizeof *w);
    *w = (struct worker){ .db = db, .inbox = inbox, .clock = clock, .queue = queue, .batch = batch };
    w->last = &w->first;
    w->tidied_ms = clock_mono_ms(clock);
    pthread_mutex_init(&w->lock, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&w->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_cond_init(&w->idle, NULL);
    int failed = pthread_create(&w->thread, NULL, worker_thread, w);
    assert(!failed);
    (void)failed;
    return w;
}

void worker_keep_tidy(struct worker *w)
{
    pthread_mutex_lock(&w->lock);
    w->keeps_tidy = true;
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->lock);
}

void worker_free(struct worker *w)
{
    assert(w->unanswered == 0);
    pthread_mutex_lock(&w->lock);
    w->stopping = true;
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    db_close(w->db);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->wake);
    pthread_cond_destroy(&w->idle);
    free(w);
}

void worker_refuse(struct worker *w, struct job *j, enum store_result result)
{
    w->unanswered++;
    j->worker = w;
    j->result = result;
    inbox_post(w->inbox, answer_all, j);
}

/* false: the queue is full. */
static bool enqueue(struct worker *w, struct job *j)
{
    pthread_mutex_lock(&w->lock);
    bool fits = w->queued < w->queue;
    if (fits) {
        *w->last = j;
        w->last = &j->next;
        w->queued++;
    }
    pthread_mutex_unlock(&w->lock);
    if (fits) pthread_cond_signal(&w->wake); /* while it is locked, the thread would wake only to wait for it */
    return fits;
}

void worker_submit(struct worker *w, struct job *j)
{
    j->worker = w;
    if (enqueue(w, j))
        w->unanswered++;
    else
        worker_refuse(w, j, STORE_BUSY);
}

size_t worker_unanswered(const struct worker *w)
{
    return w->unanswered;
}

void worker_drain(struct worker *w)
{
    pthread_mutex_lock(&w->lock);
    while (w->first != NULL || w->working) pthread_cond_wait(&w->idle, &w->lock);
    pthread_mutex_unlock(&w->lock);
}
