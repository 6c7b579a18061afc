/* A thread that owns one SQLite connection and does jobs in order, many to a transaction. Jobs come from the loop's
 * thread and their answers go back to it. */
#pragma once
#include "store/store.h"

struct clock;
struct db;
struct inbox;
struct worker;

#define WORKER_BATCH_JOBS 256 /* the most that share a transaction */
#define WORKER_BATCH_MS 5     /* ... and how long one stays open for more */

/* One thing to do; the first member of a larger struct that says with what. It must not point to anything of the
 * caller's. */
struct job {
    struct job *next;
    struct store *store;
    struct worker *worker; /* that has it now */
    int64_t now_s;         /* when it was asked for: the clock belongs to the loop */

    /* On the worker's thread, in a transaction. Whatever does not come to STORE_OK leaves nothing behind. */
    enum store_result (*run)(struct job *j, struct db *db);
    enum store_result result;

    /* On the loop's thread, once, when run's work is on the disk or refused. The job is tell's to free or to send on.
     */
    void (*tell)(struct job *j);
    store_done *done; /* of a job whose tell is job_tell() */
    void *arg;
};

/* Takes over db. At most queue jobs wait, and at most batch, 1 to WORKER_BATCH_JOBS, share a transaction: 1 for a
 * reader, for else a job might see the books as they were before it was asked for. clock times a transaction and is
 * read on the worker's thread: a clock that a test moves meanwhile will not do. */
struct worker *worker_new(struct db *db, struct inbox *inbox, const struct clock *clock, size_t queue, int batch);

/* From now on the worker empties its database's log when it has had nothing to do for TIDY_IDLE_MS (tidy.h). */
void worker_keep_tidy(struct worker *w);

/* Only when nothing is unanswered. Closes the connection too. */
void worker_free(struct worker *w);

/* A full queue answers STORE_BUSY, later and by tell() like any other answer. */
void worker_submit(struct worker *w, struct job *j);

/* Answers result without running j; later, like any other answer. */
void worker_refuse(struct worker *w, struct job *j, enum store_result result);

/* Jobs that tell() has not been called for. On the loop's thread. */
size_t worker_unanswered(const struct worker *w);

/* Waits until every job has been done and its answer posted. */
void worker_drain(struct worker *w);

/* tell for a job that has only its result to say: calls done, if there is one, and frees the job. */
void job_tell(struct job *j);
