/* Waiting for the disk. Who waits longer than WAIT_MS hears why, once, and hears again when it goes on; and the time of
 * a table stands still meanwhile, so that nobody loses a turn or a seat because a write took long. Times are
 * monotonic milliseconds. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define NEVER INT64_MAX
#define WAIT_WORDS "The house waits for its disk. Nothing is lost: the game goes on by itself."
#define WAIT_OVER "The disk answers again: the game goes on."
#define WAIT_MS 1000 /* a shorter wait is none */

struct wait {
    int64_t since;      /* when what is not on disk yet was sent; NEVER: everything is on disk */
    int64_t stopped_ms; /* how long time has stood still in all waits that are over */
    bool told;
};

void wait_init(struct wait *w);
void wait_begin(struct wait *w, int64_t now); /* something is on its way, or is tried again */

/* It is written; or, with written false, given up: those who were told why they wait then hear nothing yet. Returns
 * true when they are to hear WAIT_OVER. */
bool wait_end(struct wait *w, int64_t now, bool written);

bool wait_is_long(const struct wait *w, int64_t now);

/* true once in each wait, as soon as it is long: WAIT_WORDS is to be said. */
bool wait_tick(struct wait *w, int64_t now);
int64_t wait_due(const struct wait *w); /* when wait_tick() says so; NEVER: not */

/* Time as the table counts it: without the long waits. And the monotonic time at which the table's time is `then`, if
 * no other wait comes before; NEVER stays NEVER. */
int64_t wait_time(const struct wait *w, int64_t now);
int64_t wait_until(const struct wait *w, int64_t now, int64_t then);
