/* A thread that owns one SQLite connection and does jobs in order, many to a transaction. Jobs come from the loop's
 * thread, and their answers go back to it. For the store's own files. */
#pragma once
#include "store/result.h"

#include <stddef.h>
#include <stdint.h>

struct clock;
struct db;
struct inbox;
struct worker;

#define WORKER_BATCH_JOBS 256 /* the most jobs that share a transaction */
#define WORKER_BATCH_MS 5     /* how long a transaction waits for more jobs */

/* One thing to do: the first member of a larger struct, which holds the arguments. It holds no pointer to memory of the
 * caller. */
struct job {
    struct job *next;
    struct store *store;
    struct worker *worker; /* the one that has the job now */
    int64_t now_s;         /* wall clock when the job was made: only the loop's thread may read the clock */

    /* Runs on the worker's thread, in a transaction. Its changes are kept only when it returns STORE_OK. */
    enum store_result (*run)(struct job *j, struct db *db);
    enum store_result result;

    /* Runs once, on the loop's thread, when run's work is on disk or refused. It frees the job or submits it again. */
    void (*answer)(struct job *j);
    store_done *done; /* for job_answer() */
    void *arg;
};

/* Starts a thread that owns db. At most queue jobs wait; at most batch, 1 to WORKER_BATCH_JOBS, share a transaction. A
 * reader has a batch of 1, because a later job must see what was written meanwhile. clock times the transactions on the
 * worker's thread, so a clock that a test moves will not do. Free it with worker_free(). */
struct worker *worker_new(struct db *db, struct inbox *inbox, const struct clock *clock, size_t queue, int batch);

/* From now on the worker empties the log of its database when it has had no job for TIDY_IDLE_MS (tidy.h). */
void worker_keep_tidy(struct worker *w);

/* Ends the thread and closes the connection. Every job has been answered: asserted. */
void worker_free(struct worker *w);

/* Takes over j. When the queue is full, j is answered with STORE_BUSY, later, like any other answer. */
void worker_submit(struct worker *w, struct job *j);

/* Answers j with result, later, and does not run it. */
void worker_refuse(struct worker *w, struct job *j, enum store_result result);

/* The number of jobs that were not answered yet. On the loop's thread. */
size_t worker_unanswered(const struct worker *w);

/* Waits until every job has run and its answer is posted. */
void worker_drain(struct worker *w);

/* The answer() of a job that has only a result: calls done, if it is set, and frees the job. */
void job_answer(struct job *j);
