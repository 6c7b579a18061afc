/* Calls the house's clock and the log while the loop runs, and logs when the loop stood still. It is a member of the
 * struct that runs the loop. */
#pragma once

struct clock_house;
struct event;
struct event_base;

struct heartbeat {
    struct clock_house *clock;
    struct event *timer;
};

/* Starts the timer on the loop of base, four times a second. Call it right before the loop runs, because the time
 * before is no hole. clock must live until heartbeat_stop(). */
void heartbeat_start(struct heartbeat *b, struct event_base *base, struct clock_house *clock);

/* Stops the timer. Zeroed memory is fine, and so is a second call. */
void heartbeat_stop(struct heartbeat *b);
