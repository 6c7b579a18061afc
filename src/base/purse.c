#include "base/purse.h"

#include "base/random.h"

#include <sodium.h>
#include <string.h>

_Static_assert(sizeof((struct purses){ 0 }.key) == crypto_shorthash_KEYBYTES, "the key is a key of SipHash");

void purses_init(struct purses *p)
{
    memset(p, 0, sizeof *p);
    struct random chance = random_system();
    random_bytes(&chance, p->key, sizeof p->key);
}

uint64_t purse_number(const struct purses *p, const void *bytes, size_t n)
{
    uint8_t hash[crypto_shorthash_BYTES];
    uint64_t number;
    crypto_shorthash(hash, bytes, n, p->key);
    memcpy(&number, hash, sizeof number);
    return number;
}

static struct purse *set_of(struct purses *p, uint64_t whose)
{
    return p->at[purse_number(p, &whose, sizeof whose) % PURSE_SETS];
}

/* NULL: the bucket is full, and a full bucket is not stored. */
static struct purse *purse_find(struct purses *p, uint64_t whose)
{
    struct purse *set = set_of(p, whose);
    for (int i = 0; i < PURSE_WAYS; i++)
        if (set[i].whose == whose && set[i].bucket.full_us != 0) return &set[i];
    return NULL;
}

static struct purse *purse_find_or_make(struct purses *p, uint64_t whose)
{
    struct purse *found = purse_find(p, whose), *set = set_of(p, whose), *fullest = &set[0];
    if (found != NULL) return found;
    for (int i = 1; i < PURSE_WAYS; i++)
        if (set[i].bucket.full_us < fullest->bucket.full_us) fullest = &set[i];
    *fullest = (struct purse){ .whose = whose };
    return fullest;
}

int purse_level(struct purses *p, uint64_t whose, int64_t now_ms, int64_t interval_us, int burst)
{
    const struct purse *found = purse_find(p, whose);
    return found != NULL ? bucket_level(&found->bucket, now_ms, interval_us, burst) : burst;
}

int purse_take(struct purses *p, uint64_t whose, int64_t now_ms, int64_t interval_us, int burst, int want)
{
    return bucket_take(&purse_find_or_make(p, whose)->bucket, now_ms, interval_us, burst, want);
}

void purse_give_back(struct purses *p, uint64_t whose, int64_t interval_us, int n)
{
    struct purse *found = purse_find(p, whose);
    if (found != NULL) bucket_give_back(&found->bucket, interval_us, n);
}
