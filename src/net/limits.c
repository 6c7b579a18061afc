#include "net/limits.h"

#include "base/bucket.h"
#include "base/mem.h"
#include "base/random.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>

#define CHAINS 1024 /* chains of the table of origins */

struct count {
    struct count *next;
    struct origin origin;
    int callers, unready;
};

struct limits {
    struct net_limits most;
    struct bucket handshakes;
    int callers, unready;
    uint8_t key[crypto_shorthash_KEYBYTES]; /* so that nobody can choose origins that share a chain */
    struct count *chains[CHAINS];
};

struct limits *limits_new(const struct net_limits *most)
{
    assert(most->handshakes_per_s >= 1 && most->unready >= 1 && most->unready_per_address >= 1);
    assert(most->callers >= 1 && most->callers_per_address >= 1);
    struct limits *l = mem_new(sizeof *l);
    l->most = *most;
    struct random chance = random_system();
    random_bytes(&chance, l->key, sizeof l->key);
    return l;
}

void limits_free(struct limits *l)
{
    for (int i = 0; i < CHAINS; i++) {
        for (struct count *c = l->chains[i], *next; c != NULL; c = next) {
            next = c->next;
            free(c);
        }
    }
    free(l);
}

static int64_t interval_us(const struct limits *l)
{
    return 1000000 / l->most.handshakes_per_s;
}

bool limits_may_accept(const struct limits *l, int64_t now_ms)
{
    return bucket_level(&l->handshakes, now_ms, interval_us(l), l->most.handshakes_per_s) > 0;
}

/* The link to the origin's count, or the NULL at the end of its chain. */
static struct count **find(struct limits *l, const struct origin *origin)
{
    uint8_t input[1 + sizeof origin->bytes] = { origin->family };
    for (size_t i = 0; i < sizeof origin->bytes; i++) input[1 + i] = origin->bytes[i];
    uint8_t hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, input, sizeof input, l->key);
    struct count **link = &l->chains[(hash[0] | hash[1] << 8) % CHAINS];
    while (*link != NULL && !origin_equal(&(*link)->origin, origin)) link = &(*link)->next;
    return link;
}

enum admission limits_enter(struct limits *l, const struct origin *origin, int64_t now_ms)
{
    struct count **link = find(l, origin), *c = *link;
    bucket_take(&l->handshakes, now_ms, interval_us(l), l->most.handshakes_per_s, 1);
    if (l->callers >= l->most.callers) return ADMISSION_HOUSE_FULL;
    if (c != NULL && c->callers >= l->most.callers_per_address) return ADMISSION_ORIGIN_FULL;
    if (c != NULL && c->unready >= l->most.unready_per_address) return ADMISSION_ORIGIN_BUSY;
    if (l->unready >= l->most.unready) return ADMISSION_DOOR_FULL;
    if (c == NULL) {
        c = *link = mem_new(sizeof *c);
        c->origin = *origin;
    }
    c->callers++;
    c->unready++;
    l->callers++;
    l->unready++;
    return ADMISSION_GRANTED;
}

const char *admission_why(enum admission a)
{
    switch (a) {
    case ADMISSION_GRANTED: return NULL;
    case ADMISSION_HOUSE_FULL: return "The house is full. Please try again later.";
    case ADMISSION_DOOR_FULL: return "Too many are at the door just now. Please try again in a minute.";
    case ADMISSION_ORIGIN_FULL: return "Too many callers from your address are here already.";
    case ADMISSION_ORIGIN_BUSY: return "Too many callers from your address are still logging in.";
    }
    assert(!"no such admission");
    return NULL;
}

void limits_ready(struct limits *l, const struct origin *origin)
{
    struct count *c = *find(l, origin);
    assert(c != NULL && c->unready > 0 && l->unready > 0);
    c->unready--;
    l->unready--;
}

void limits_leave(struct limits *l, const struct origin *origin, bool ready)
{
    if (!ready) limits_ready(l, origin);
    struct count **link = find(l, origin), *c = *link;
    assert(c != NULL && c->callers > 0 && l->callers > 0);
    l->callers--;
    if (--c->callers > 0) return;
    *link = c->next;
    free(c);
}

int limits_callers(const struct limits *l)
{
    return l->callers;
}
