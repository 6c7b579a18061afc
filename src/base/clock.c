#include "base/clock.h"

#include <stdbool.h>
#include <time.h>

static int64_t read_ms(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int64_t system_mono_ms(const struct clock *c)
{
    (void)c;
    return read_ms(CLOCK_MONOTONIC);
}

static int64_t system_boot_ms(const struct clock *c)
{
    (void)c;
    return read_ms(CLOCK_BOOTTIME);
}

static int64_t system_wall_s(const struct clock *c)
{
    (void)c;
    return (int64_t)time(NULL);
}

const struct clock clock_system = { .mono_ms = system_mono_ms, .boot_ms = system_boot_ms, .wall_s = system_wall_s };

/* --- days --- */

#define LAST_S INT64_C(253402300799) /* the last second of the year 9999 */

void clock_day(char out[CLOCK_DAY], int64_t wall_s)
{
    struct tm day;
    time_t s = (time_t)(wall_s < 0 ? 0 : wall_s > LAST_S ? LAST_S : wall_s);
    strftime(out, CLOCK_DAY, "%Y-%m-%d", gmtime_r(&s, &day));
}

/* --- the clock of the house --- */

static int64_t house_boot_ms(const struct clock *c)
{
    return clock_boot_ms(((const struct clock_house *)c)->real);
}

static int64_t house_wall_s(const struct clock *c)
{
    return clock_wall_s(((const struct clock_house *)c)->real);
}

/* Remembers each reading: after a hole the time continues from the last one and never goes back. */
static int64_t house_mono_ms(const struct clock *c)
{
    struct clock_house *h = (struct clock_house *)c;
    int64_t now = clock_boot_ms(h->real);
    if (now - h->turn_ms <= CLOCK_HOLE_MS && now > h->read_ms) h->read_ms = now;
    return h->read_ms - h->held_ms;
}

void clock_house_init(struct clock_house *h, const struct clock *real)
{
    int64_t now = clock_boot_ms(real);
    *h = (struct clock_house){
        .clock = { .mono_ms = house_mono_ms, .boot_ms = house_boot_ms, .wall_s = house_wall_s },
        .real = real,
        .turn_ms = now,
        .read_ms = now,
    };
}

int64_t clock_house_turn(struct clock_house *h)
{
    int64_t now = clock_boot_ms(h->real);
    bool hole = now - h->turn_ms > CLOCK_HOLE_MS, back = now < h->read_ms;
    int64_t missed = hole || back ? now - h->read_ms : 0;
    h->held_ms += missed;
    h->turn_ms = h->read_ms = now;
    return hole ? missed : 0;
}

/* --- the clock of the tests --- */

static int64_t fake_mono_ms(const struct clock *c)
{
    return ((const struct clock_fake *)c)->ms;
}

static int64_t fake_boot_ms(const struct clock *c)
{
    const struct clock_fake *f = (const struct clock_fake *)c;
    return f->ms + f->slept_ms;
}

static int64_t fake_wall_s(const struct clock *c)
{
    return ((const struct clock_fake *)c)->s;
}

void clock_fake_init(struct clock_fake *f, int64_t ms, int64_t s)
{
    *f = (struct clock_fake){
        .clock = { .mono_ms = fake_mono_ms, .boot_ms = fake_boot_ms, .wall_s = fake_wall_s },
        .ms = ms,
        .s = s,
    };
}
