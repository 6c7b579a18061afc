/* Turns the house's clock while the loop runs, and logs when the loop stood still and which lines were left out. Part
 * of whoever runs the loop. */
#pragma once

struct clock_house;
struct event;
struct event_base;

struct heartbeat {
    struct clock_house *clock;
    struct event *timer;
};

/* From here on, on the loop of base, four times a second. To be called right before the loop runs: what building took
 * is no hole. clock must live until heartbeat_stop(). */
void heartbeat_start(struct heartbeat *b, struct event_base *base, struct clock_house *clock);

/* Never again. Cleared memory, not started yet, is fine; and so is a second time. */
void heartbeat_stop(struct heartbeat *b);
