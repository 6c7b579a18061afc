/* The inside of the store, for its own files: what a store is made of, and how a job gets to its thread. */
#pragma once
#include "base/purse.h"
#include "store/guess.h"
#include "store/known.h"
#include "store/worker.h"

#include <sys/queue.h>

struct secret;
LIST_HEAD(secrets, secret);

struct store {
    const struct clock *clock;
    struct pool *pool;
    struct inbox *inbox;
    struct worker *writer;
    struct worker *reader; /* who is calling: short questions, for which people wait at the door */
    struct worker *pages;  /* figures, the hall, records: they may take long */
    char *path;
    int lock;
    int64_t last_id;
    struct guesses guesses;
    struct purses made_by_origin, made_by_customer; /* new accounts */
    struct purses changes;                          /* of keys and passwords, by account */
    uint8_t known_key[KNOWN_KEY_BYTES];
    int accounts_burst;
    size_t looking;         /* accounts to be made, whose names are being looked up */
    struct secrets hashing; /* those that the pool has */
};

/* A cleared job of size bytes that starts with a struct job. */
void *job_new(struct store *s, size_t size, enum store_result (*run)(struct job *j, struct db *db),
              void (*tell)(struct job *j), void *arg);

/* A job with no more to say than its result. */
void *job_new_plain(struct store *s, size_t size, enum store_result (*run)(struct job *j, struct db *db),
                    store_done *done, void *arg);

void job_write(struct job *j);
void job_read(struct job *j);
void job_read_page(struct job *j);

/* Answers without doing anything, later: for a refusal from inside the call that asks. */
void job_refuse(struct job *j, enum store_result result);

/* run's answer when all that it had to do was one query. */
static inline enum store_result store_result_of(bool well)
{
    return well ? STORE_OK : STORE_FAILED;
}
