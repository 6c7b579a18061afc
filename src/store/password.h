/* Passwords on their way through the worker pool: Argon2id (RFC 9106) with two passes over 19 MiB, which is what keeps
 * a stolen file from being guessed and also what would hold up the loop for 16 ms. A password lives in a struct secret
 * and nowhere else; it is wiped as soon as it has been used and never logged. */
#pragma once
#include "store/account.h"
#include "store/worker.h"

#include <sodium.h>
#include <sys/queue.h>

#define PASSWORD_PASSES 2
#define PASSWORD_MEMORY (19u * 1024 * 1024) /* bytes */

struct secret {
    LIST_ENTRY(secret) link;
    struct job *owner; /* who waits for it; NULL: nobody any more */
    void (*then)(struct job *owner, const struct secret *x);
    char password[PASSWORD_MAX + 1];   /* "" when longer than any can be */
    char hash[crypto_pwhash_STRBYTES]; /* to compare with; then the one to keep from now on, "" for no change */
    bool well;                         /* hashed, or the right one */
};

/* password is any string. secret_free() wipes it. */
struct secret *secret_new(const char *password);
void secret_free(struct secret *x);

/* The pool makes x's hash, or compares x with hash ("" takes as long and is never right). Then then(owner, x) runs on
 * the loop's thread, and x is freed. When the pool is full, or whose (pool.h) has its share there, owner is answered
 * STORE_BUSY instead. Takes over x. */
void secret_hash(struct secret *x, uint64_t whose, struct job *owner,
                 void (*then)(struct job *owner, const struct secret *x));
void secret_check(struct secret *x, uint64_t whose, const char *hash, struct job *owner,
                  void (*then)(struct job *owner, const struct secret *x));

/* Answers STORE_BUSY to everybody who waits for the pool; what it still does is for nobody. Not from inside their own
 * calls. */
void secrets_give_up(struct store *s);

/* How many wait for the pool. */
size_t secrets_waiting(const struct store *s);
