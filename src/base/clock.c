#include "base/clock.h"

#include <time.h>

static int64_t system_mono_ms(const struct clock *c)
{
    (void)c;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int64_t system_wall_s(const struct clock *c)
{
    (void)c;
    return (int64_t)time(NULL);
}

const struct clock clock_system = { .mono_ms = system_mono_ms, .wall_s = system_wall_s };

static int64_t fake_mono_ms(const struct clock *c)
{
    return ((const struct clock_fake *)c)->ms;
}

static int64_t fake_wall_s(const struct clock *c)
{
    return ((const struct clock_fake *)c)->s;
}

void clock_fake_init(struct clock_fake *f, int64_t ms, int64_t s)
{
    *f = (struct clock_fake){ .clock = { .mono_ms = fake_mono_ms, .wall_s = fake_wall_s }, .ms = ms, .s = s };
}
