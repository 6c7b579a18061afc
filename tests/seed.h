/* The seed of a test that plays with chance: SEED of the environment, or a new one each time. It is printed, so that a
 * failure can be had again. */
#pragma once
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/random.h"

static inline struct random seed_random(const char *test)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const char *given = getenv("SEED");
    uint64_t seed = given != NULL ? strtoull(given, NULL, 10)
                                  : (uint64_t)now.tv_nsec * 1000003u ^ (uint64_t)now.tv_sec ^ (uint64_t)getpid() << 32;
    printf("%s: SEED=%llu\n", test, (unsigned long long)seed);
    return random_seeded(seed);
}
