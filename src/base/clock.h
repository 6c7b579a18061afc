/* Time, passed in: the host uses clock_system, tests move a struct clock_fake by hand. */
#pragma once
#include <stdint.h>

struct clock {
    int64_t (*mono_ms)(const struct clock *); /* milliseconds since some start, never going back */
    int64_t (*wall_s)(const struct clock *);  /* seconds since 1970-01-01 UTC */
};

extern const struct clock clock_system;

static inline int64_t clock_mono_ms(const struct clock *c)
{
    return c->mono_ms(c);
}

static inline int64_t clock_wall_s(const struct clock *c)
{
    return c->wall_s(c);
}

/* For tests: start with clock_fake_init(), then set the two numbers as the story goes. */
struct clock_fake {
    struct clock clock; /* first: its address is the clock to pass */
    int64_t ms, s;
};
void clock_fake_init(struct clock_fake *f, int64_t ms, int64_t s);
