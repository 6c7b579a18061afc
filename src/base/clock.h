/* Time, passed in: the host uses a struct clock_house over clock_system, tests move a struct clock_fake by hand. */
#pragma once
#include <stdint.h>

struct clock {
    int64_t (*mono_ms)(const struct clock *); /* the house's time, for every deadline: see clock_mono_ms() */
    int64_t (*boot_ms)(const struct clock *); /* real time, for brakes and bans: see clock_boot_ms() */
    int64_t (*wall_s)(const struct clock *);  /* see clock_wall_s() */
};

/* The machine's clocks (clock_gettime(2)): CLOCK_MONOTONIC, CLOCK_BOOTTIME, CLOCK_REALTIME. Any thread may read it. */
extern const struct clock clock_system;

/* Milliseconds since some start, never going back. A struct clock_house leaves out the time in which the loop stood
 * still. */
static inline int64_t clock_mono_ms(const struct clock *c)
{
    return c->mono_ms(c);
}

/* Milliseconds since the machine started, never going back: everything counts, also what the machine slept and what
 * clock_mono_ms() leaves out. The two have nothing to do with each other. */
static inline int64_t clock_boot_ms(const struct clock *c)
{
    return c->boot_ms(c);
}

/* Seconds since 1970-01-01 UTC. It may jump by years, forward and back: for what is kept and shown, never for a
 * deadline. */
static inline int64_t clock_wall_s(const struct clock *c)
{
    return c->wall_s(c);
}

#define CLOCK_DAY 11 /* bytes of "2026-12-01" with its end */

/* The day of a time of the wall clock in UTC; one before 1970 is shown as its first day, one beyond the year 9999 as
 * its last. */
void clock_day(char out[CLOCK_DAY], int64_t wall_s);

/* The time of a house whose loop may stand still: stopped by a signal, a machine that slept, a virtual machine that was
 * paused, a machine with too much to do. Nobody can answer meanwhile, so no deadline comes nearer. What calls
 * clock_house_turn() is a timer on the loop; when more than CLOCK_HOLE_MS have passed since the last call, that is a
 * hole. In a hole the time stands where it was last read, and goes on from there with the next turn; and so it does
 * should real time go back, which it does only for a program that is moved to another machine. All of it belongs to the
 * loop's thread. */
#define CLOCK_HOLE_MS 1000

struct clock_house {
    struct clock clock;       /* first: its address is the clock to pass */
    const struct clock *real; /* its clock_boot_ms() and clock_wall_s() are used */
    int64_t turn_ms;          /* real, at the last turn */
    int64_t read_ms;          /* real, when it was last read or turned */
    int64_t held_ms;          /* of all holes so far */
};

/* real must live as long as h. The first turn is now. */
void clock_house_init(struct clock_house *h, const struct clock *real);

/* To be called some times a second. Returns how long the loop stood still since the last call, in milliseconds; 0 when
 * that was no hole. */
int64_t clock_house_turn(struct clock_house *h);

/* For tests: start with clock_fake_init(), then set the numbers as the story goes. Real time is ms and slept_ms
 * together. */
struct clock_fake {
    struct clock clock; /* first: its address is the clock to pass */
    int64_t ms, s, slept_ms;
};
void clock_fake_init(struct clock_fake *f, int64_t ms, int64_t s);
