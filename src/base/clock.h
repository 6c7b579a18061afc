/* Time, passed in: the host uses a struct clock_house over clock_system, tests set a struct clock_fake by hand. */
#pragma once
#include <stdint.h>

struct clock {
    int64_t (*mono_ms)(const struct clock *); /* see clock_mono_ms() */
    int64_t (*boot_ms)(const struct clock *); /* see clock_boot_ms() */
    int64_t (*wall_s)(const struct clock *);  /* see clock_wall_s() */
};

/* The machine's clocks (clock_gettime(2)): CLOCK_MONOTONIC, CLOCK_BOOTTIME, CLOCK_REALTIME. Any thread may read it. */
extern const struct clock clock_system;

/* Milliseconds since some start, never going back: the time for every deadline. A struct clock_house leaves out the
 * time in which the loop stood still. */
static inline int64_t clock_mono_ms(const struct clock *c)
{
    return c->mono_ms(c);
}

/* Milliseconds since the machine started, never going back: real time, for rate limits and bans. It includes the time
 * in which the machine slept, and the time that clock_mono_ms() leaves out. The two clocks cannot be compared. */
static inline int64_t clock_boot_ms(const struct clock *c)
{
    return c->boot_ms(c);
}

/* Seconds since 1970-01-01 UTC. It may jump by years, forward and back: for what is stored and shown, never for a
 * deadline. */
static inline int64_t clock_wall_s(const struct clock *c)
{
    return c->wall_s(c);
}

#define CLOCK_DAY 11 /* bytes of "2026-12-01" with its NUL */

/* Writes the day of a wall-clock time in UTC. A time before 1970 gives 1970-01-01, a time after the year 9999 gives
 * 9999-12-31. */
void clock_day(char out[CLOCK_DAY], int64_t wall_s);

/* The time of a house whose loop may stand still: it was stopped by a signal, the machine slept, a virtual machine was
 * paused, or there was too much to do. Nobody could answer meanwhile, so no deadline may come nearer. A timer on the
 * loop calls clock_house_turn(); when more than CLOCK_HOLE_MS have passed since the last call, that is a hole. During a
 * hole clock_mono_ms() keeps the value of the last reading, and continues from there with the next turn. It does the
 * same when real time goes back, as after a move of the program to another machine. Only the loop's thread may use
 * it. */
#define CLOCK_HOLE_MS 1000

struct clock_house {
    struct clock clock;       /* first: its address is the clock to pass */
    const struct clock *real; /* the clock below, which must outlive this one */
    int64_t turn_ms;          /* real time of the last turn */
    int64_t read_ms;          /* real time of the last reading or turn */
    int64_t held_ms;          /* the length of all holes so far */
};

/* real must live as long as h. The first turn is now. */
void clock_house_init(struct clock_house *h, const struct clock *real);

/* Call this a few times a second. Returns the length of the hole that ends now, in milliseconds; 0 when there was
 * none. */
int64_t clock_house_turn(struct clock_house *h);

/* For tests: call clock_fake_init(), then set the numbers by hand. Real time is ms + slept_ms. */
struct clock_fake {
    struct clock clock; /* first: its address is the clock to pass */
    int64_t ms, s, slept_ms;
};
void clock_fake_init(struct clock_fake *f, int64_t ms, int64_t s);
