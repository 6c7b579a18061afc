#include "store/password.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/pool.h"
#include "store/inside.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The hash of 128 random bits that nobody has kept, at today's cost: what a password is compared with where there is
 * none. */
static const char nobody[crypto_pwhash_STRBYTES] =
    "$argon2id$v=19$m=19456,t=2,p=1$7/ukO7t2XwKH6RSvgxgPcg$nhPubP8/WlwwB9RRqw7DNyTn/DAT8dvn0r8tlT5CIqM";

const char *password_why(const char *password)
{
    size_t n = strnlen(password, PASSWORD_MAX + 1);
    if (n < PASSWORD_MIN) return "A password has at least 8 characters.";
    if (n > PASSWORD_MAX) return "A password has at most 128 bytes.";
    return NULL;
}

struct secret *secret_new(const char *password)
{
    struct secret *x = mem_new(sizeof *x);
    /* A longer one must not become right by being cut. */
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
    return crypto_pwhash_str(x->hash, x->password, strlen(x->password), PASSWORD_PASSES, PASSWORD_MEMORY) == 0;
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
    /* A hash from a time when less was thought enough is replaced while the password is at hand. */
    bool stale = x->well && crypto_pwhash_str_needs_rehash(x->hash, PASSWORD_PASSES, PASSWORD_MEMORY) != 0;
    if (!stale || !make_hash(x)) x->hash[0] = '\0';
    sodium_memzero(x->password, sizeof x->password);
}

static void worked(void *arg, bool ran)
{
    struct secret *x = arg;
    if (x->owner != NULL) {
        LIST_REMOVE(x, link);
        if (ran) {
            x->then(x->owner, x);
        } else {
            x->owner->result = STORE_BUSY;
            x->owner->tell(x->owner);
        }
    }
    secret_free(x);
}

static void submit(struct secret *x, uint64_t whose, void (*work)(void *arg), struct job *owner,
                   void (*then)(struct job *owner, const struct secret *x))
{
    struct store *s = owner->store;
    assert(s->pool != NULL);
    x->owner = owner;
    x->then = then;
    if (pool_submit(s->pool, whose, work, worked, x)) {
        LIST_INSERT_HEAD(&s->hashing, x, link);
    } else {
        secret_free(x);
        job_refuse(owner, STORE_BUSY);
    }
}

void secret_hash(struct secret *x, uint64_t whose, struct job *owner,
                 void (*then)(struct job *owner, const struct secret *x))
{
    submit(x, whose, hash_work, owner, then);
}

void secret_check(struct secret *x, uint64_t whose, const char *hash, struct job *owner,
                  void (*then)(struct job *owner, const struct secret *x))
{
    snprintf(x->hash, sizeof x->hash, "%s", hash);
    submit(x, whose, check_work, owner, then);
}

void secrets_give_up(struct store *s)
{
    while (!LIST_EMPTY(&s->hashing)) {
        struct secret *x = LIST_FIRST(&s->hashing);
        struct job *owner = x->owner;
        LIST_REMOVE(x, link);
        x->owner = NULL;
        owner->result = STORE_BUSY;
        owner->tell(owner);
    }
}

size_t secrets_waiting(const struct store *s)
{
    size_t n = 0;
    struct secret *x;
    LIST_FOREACH(x, &s->hashing, link) n++;
    return n;
}
