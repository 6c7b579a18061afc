/* What a piece of work costs the loop's thread, without a system call each time. Real time is read for next to nothing;
 * the thread's own time (CLOCK_THREAD_CPUTIME_ID) asks the kernel. Short work is charged real time. Work that took long
 * in real time may only have lost its core to another program, so it is charged the thread's time, if that is less.
 * What is charged is never less than the work took. It is at most METER_SHORT_US more, or METER_FRESH_US when the work
 * lost its core. */
#pragma once
#include <stdint.h>

#define METER_SHORT_US 200
#define METER_FRESH_US 1000 /* before work begins, a reading of the thread's time that is older is made anew */

struct meter {
    int64_t (*real_us)(void);
    int64_t (*thread_us)(void);
    int64_t read_at_us, read_us; /* the last reading of the thread's time: when, and what it was */
};

/* Where a piece of work begins: real time, and a moment of the thread's time at most METER_FRESH_US before. */
struct meter_mark {
    int64_t real_us, thread_us;
};

/* With the machine's clocks. Belongs to one thread. */
void meter_init(struct meter *m);

struct meter_mark meter_begin(struct meter *m);

/* Microseconds to be charged for what was done since the mark, at least 0. May be asked again for the same mark. */
int64_t meter_since(struct meter *m, struct meter_mark mark);
