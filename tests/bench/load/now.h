/* Two clocks in nanoseconds: one for schedules, one that the kernel's time stamps on received bytes are of. */
#pragma once
#include <stdint.h>
#include <time.h>

#define NS_PER_S 1000000000LL
#define NS_PER_MS 1e6

static inline int64_t now_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * NS_PER_S + t.tv_nsec;
}

static inline int64_t now_mono(void)
{
    return now_of(CLOCK_MONOTONIC);
}

static inline int64_t now_real(void)
{
    return now_of(CLOCK_REALTIME);
}
