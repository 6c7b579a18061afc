/* The time for a turn (T17). It runs only while somebody waits for the person whose turn it is, so nobody is pressed
 * for time against computer players, and a person who hangs up and comes back gains none. */
#pragma once
#include "room/inside.h"

struct turn_clock {
    uint32_t turn; /* that it counts */
    int64_t due;   /* its end, in the table's time (room_time()); NEVER: the clock is off */
    bool warned, is_up;
};

struct turn_clock *turn_clock_new(void); /* free() it */

/* Compares the turn that it counts with the turn there is: starts or stops. */
void turn_clock_look(struct room *r);

/* Looks, and then warns, or ends the turn. */
void turn_clock_tick(struct room *r, int64_t now);
int64_t turn_clock_due(const struct room *r); /* monotonic ms; NEVER */

bool turn_clock_is_up(const struct room *r); /* it is ending the turn there is */
