/* Token buckets by whoever pays: an origin, an account, a name. The memory is fixed, whatever strangers do. Nobody
 * shares a bucket with somebody else, and no stranger can empty the bucket of another: when a set has no space for one
 * more, the bucket that is nearest to full is given away, which fills it. Zeroed memory with a key is a set of full
 * buckets. */
#pragma once
#include "base/bucket.h"

#include <stddef.h>
#include <stdint.h>

#define PURSE_SETS 256
#define PURSE_WAYS 8 /* buckets in a set; the key decides who belongs to which set */

struct purse {
    struct bucket bucket;
    uint64_t whose;
};

struct purses {
    uint8_t key[16]; /* random, so that nobody can choose a set */
    struct purse at[PURSE_SETS][PURSE_WAYS];
};

/* Call sodium_init() before. Nothing is allocated. */
void purses_init(struct purses *p);

/* A number for n bytes, by the key of p (SipHash-2-4). */
uint64_t purse_number(const struct purses *p, const void *bytes, size_t n);

/* Like bucket_level() and the others, for the bucket of whose, any number. Always pass the same interval and burst for
 * one struct purses. purse_give_back() does nothing when the bucket was given away meanwhile. */
int purse_level(struct purses *p, uint64_t whose, int64_t now_ms, int64_t interval_us, int burst);
int purse_take(struct purses *p, uint64_t whose, int64_t now_ms, int64_t interval_us, int burst, int want);
void purse_give_back(struct purses *p, uint64_t whose, int64_t interval_us, int n);
