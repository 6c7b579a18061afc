/* The inside of the store, for its own files. */
#pragma once
#include "base/purse.h"
#include "store/guess.h"
#include "store/known.h"

#include <sys/queue.h>

struct inbox;
struct secret;
struct worker;
LIST_HEAD(secrets, secret);

struct store {
    const struct clock *clock;
    struct pool *pool;
    struct inbox *inbox;
    struct worker *writer;
    struct worker *reader; /* short questions about callers, who wait for the answer at the login */
    struct worker *pages;  /* statistics and records, which may take long */
    char *path;
    int lock; /* descriptor of the lock file */
    int64_t last_id;
    struct guesses guesses;
    struct purses made_by_origin, made_by_customer; /* limits on new accounts */
    struct purses changes;                          /* limits on changes of keys and passwords, by account */
    uint8_t known_key[KNOWN_KEY_BYTES];
    int accounts_burst;     /* 0: ACCOUNTS_BURST */
    size_t names_asked;     /* accounts to be made, whose names are being looked up */
    struct secrets hashing; /* the secrets that the pool has */
};
