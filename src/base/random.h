/* Chance, passed in. A struct random is either the system's (unpredictable: deal keys, first dealers) or a seeded
 * sequence that is the same everywhere (minds, simulations, tests). */
#pragma once
#include <stddef.h>
#include <stdint.h>

struct random {
    uint64_t s[4]; /* xoshiro256** state; all zero: the system's random bytes */
};

/* The system's chance (libsodium). Call sodium_init() once at start. */
struct random random_system(void);

/* A sequence fixed by seed. */
struct random random_seeded(uint64_t seed);

void random_bytes(struct random *r, void *out, size_t n);

/* 0 to n-1, each as likely (rejection, no bias). n >= 1. */
uint32_t random_below(struct random *r, uint32_t n);
