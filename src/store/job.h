/* How a job is made and sent to its thread. For the store's own files. */
#pragma once
#include "store/worker.h"

#include <stdbool.h>
#include <stddef.h>

/* A job of size bytes of zeros that begins with a struct job. Send it with one of the functions below; from then on the
 * job belongs to the store, and answer() frees it or sends it on. */
void *job_new(struct store *s, size_t size, enum store_result (*run)(struct job *j, struct db *db),
              void (*answer)(struct job *j), void *arg);

/* The same for a job that answers with its result alone: job_answer() calls done and frees it. */
void *job_new_plain(struct store *s, size_t size, enum store_result (*run)(struct job *j, struct db *db),
                    store_done *done, void *arg);

void job_write(struct job *j);     /* on the writer's connection, in the order of the calls */
void job_read(struct job *j);      /* for short questions: somebody waits at the login */
void job_read_page(struct job *j); /* for statistics and records, which may take long */

/* Answers with result, later, and runs nothing: for a refusal inside the call that asks. */
void job_refuse(struct job *j, enum store_result result);

/* The result of a job that ran well, or not. */
static inline enum store_result store_result_of(bool well)
{
    return well ? STORE_OK : STORE_FAILED;
}
