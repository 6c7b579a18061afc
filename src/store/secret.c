#include "store/secret.h"

#include "base/mem.h"
#include "base/pool.h"
#include "store/inside.h"
#include "store/job.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The hash of 128 random bits that nobody kept, at today's cost. A password for an account without one is compared with
 * this. */
static const char nobody[crypto_pwhash_STRBYTES] =
    "$argon2id$v=19$m=19456,t=2,p=1$7/ukO7t2XwKH6RSvgxgPcg$nhPubP8/WlwwB9RRqw7DNyTn/DAT8dvn0r8tlT5CIqM";

struct secret *secret_new(const char *password)
{
    struct secret *x = mem_new(sizeof *x);
    /* A password that is too long must not become right because it was cut. */
    if (strnlen(password, sizeof x->password) < sizeof x->password) strcpy(x->password, password);
    return x;
}

void secret_free(struct secret *x)
{
    sodium_memzero(x, sizeof *x);
    free(x);
}

static bool make_hash(struct secret *x)
{
    return crypto_pwhash_str(x->hash, x->password, strlen(x->password), SECRET_PASSES, SECRET_MEMORY) == 0;
}

static void hash_work(void *arg)
{
    struct secret *x = arg;
    x->well = make_hash(x);
    sodium_memzero(x->password, sizeof x->password);
}

static void check_work(void *arg)
{
    struct secret *x = arg;
    bool known = x->hash[0] != '\0';
    bool fits = crypto_pwhash_str_verify(known ? x->hash : nobody, x->password, strlen(x->password)) == 0;
    x->well = known && fits;
    /* An old hash with weaker parameters is replaced now, while the password is known. */
    bool stale = x->well && crypto_pwhash_str_needs_rehash(x->hash, SECRET_PASSES, SECRET_MEMORY) != 0;
    if (!stale || !make_hash(x)) x->hash[0] = '\0';
    sodium_memzero(x->password, sizeof x->password);
}

static void on_pool_done(void *arg, bool ran)
{
    struct secret *x = arg;
    if (x->owner != NULL) {
        LIST_REMOVE(x, link);
        if (ran) {
            x->then(x->owner, x);
        } else {
            x->owner->result = STORE_BUSY;
            x->owner->answer(x->owner);
        }
    }
    secret_free(x);
}

static void secret_submit(struct secret *x, uint64_t whose, void (*work)(void *arg), struct job *owner,
                          void (*then)(struct job *owner, const struct secret *x))
{
    struct store *s = owner->store;
    assert(s->pool != NULL);
    x->owner = owner;
    x->then = then;
    if (pool_submit(s->pool, whose, work, on_pool_done, x)) {
        LIST_INSERT_HEAD(&s->hashing, x, link);
    } else {
        secret_free(x);
        job_refuse(owner, STORE_BUSY);
    }
}

void secret_hash(struct secret *x, uint64_t whose, struct job *owner,
                 void (*then)(struct job *owner, const struct secret *x))
{
    secret_submit(x, whose, hash_work, owner, then);
}

void secret_check(struct secret *x, uint64_t whose, const char *hash, struct job *owner,
                  void (*then)(struct job *owner, const struct secret *x))
{
    snprintf(x->hash, sizeof x->hash, "%s", hash);
    secret_submit(x, whose, check_work, owner, then);
}

void secrets_give_up(struct store *s)
{
    while (!LIST_EMPTY(&s->hashing)) {
        struct secret *x = LIST_FIRST(&s->hashing);
        struct job *owner = x->owner;
        LIST_REMOVE(x, link);
        x->owner = NULL;
        owner->result = STORE_BUSY;
        owner->answer(owner);
    }
}

size_t secrets_waiting(const struct store *s)
{
    size_t n = 0;
    struct secret *x;
    LIST_FOREACH(x, &s->hashing, link) n++;
    return n;
}
