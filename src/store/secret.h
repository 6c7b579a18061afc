/* Passwords on their way through the worker pool: Argon2id (RFC 9106) with two passes over 19 MiB. That keeps a stolen
 * database from being guessed, and it would block the loop for 16 ms. A password is kept in a struct secret and nowhere
 * else; it is wiped as soon as it has been used, and never logged. For the store's own files. */
#pragma once
#include "store/password.h"
#include "store/worker.h"

#include <sodium.h>
#include <stdbool.h>
#include <sys/queue.h>

#define SECRET_PASSES 2
#define SECRET_MEMORY (19u * 1024 * 1024) /* bytes */

struct secret {
    LIST_ENTRY(secret) link;
    struct job *owner; /* the job that waits for the pool; NULL: it was answered already */
    void (*then)(struct job *owner, const struct secret *x);
    char password[PASSWORD_MAX + 1];   /* "" when the caller's was longer than a password can be */
    char hash[crypto_pwhash_STRBYTES]; /* first the hash to compare with; then the new one to store, "" for no change */
    bool well;                         /* the hash was made, or the password was right */
};

/* A secret that holds a copy of password, any string. secret_free() wipes and frees it, unless secret_hash() or
 * secret_check() has taken it over. */
struct secret *secret_new(const char *password);
void secret_free(struct secret *x);

/* secret_hash() lets the pool hash x's password; secret_check() lets it compare the password with hash ("" takes as
 * long and is never right). Then then(owner, x) runs on the loop's thread, and x is freed. When the pool is full, or
 * when whose (pool.h) has its share there, owner is answered with STORE_BUSY instead. Both take over x. */
void secret_hash(struct secret *x, uint64_t whose, struct job *owner,
                 void (*then)(struct job *owner, const struct secret *x));
void secret_check(struct secret *x, uint64_t whose, const char *hash, struct job *owner,
                  void (*then)(struct job *owner, const struct secret *x));

/* Answers every job that waits for the pool with STORE_BUSY; what the pool still does is then discarded. Do not call it
 * inside a then(). */
void secrets_give_up(struct store *s);

/* The number of jobs that wait for the pool. */
size_t secrets_waiting(const struct store *s);
