/* Buckets by whoever pays: an origin, an account, a name. Fixed memory, whatever strangers do. Nobody shares a bucket
 * with anybody else, and no stranger can empty another's: where there is no room for one more, the bucket that is
 * nearest to full is filled and given away. Cleared memory with a key is a set of full buckets. */
#pragma once
#include "base/bucket.h"

#include <stddef.h>
#include <stdint.h>

#define PURSE_SETS 256
#define PURSE_WAYS 8 /* buckets in a set; the key decides who falls into which set */

struct purse {
    struct bucket bucket;
    uint64_t whose;
};

struct purses {
    uint8_t key[16]; /* so that nobody can choose their set */
    struct purse at[PURSE_SETS][PURSE_WAYS];
};

void purses_init(struct purses *p);

/* A number for n bytes, by the key of these purses. */
uint64_t purse_number(const struct purses *p, const void *bytes, size_t n);

/* As bucket_take() and the others, of the bucket of `whose`, any number. One `struct purses` is used with one interval
 * and burst. purse_give_back() does nothing when the bucket has been given away meanwhile. */
int purse_level(struct purses *p, uint64_t whose, int64_t now_ms, int64_t interval_us, int burst);
int purse_take(struct purses *p, uint64_t whose, int64_t now_ms, int64_t interval_us, int burst, int want);
void purse_give_back(struct purses *p, uint64_t whose, int64_t interval_us, int n);
