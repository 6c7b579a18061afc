/* Randomness, passed in. A struct random is either the system's (unpredictable: deal keys, first dealers) or a seeded
 * sequence, which is the same everywhere (computer players, simulations, tests). */
#pragma once
#include <stddef.h>
#include <stdint.h>

struct random {
    uint64_t s[4]; /* state of xoshiro256**; all zero: the system's random bytes */
};

/* The system's random bytes (libsodium). Call sodium_init() once at the start. */
struct random random_system(void);

/* The sequence of a seed. */
struct random random_seeded(uint64_t seed);

void random_bytes(struct random *r, void *out, size_t n);

/* A number from 0 to n-1, all equally likely. n is at least 1: asserted. */
uint32_t random_below(struct random *r, uint32_t n);
