/* Calls the lobby when something is due there. It is a member of the struct that built the lobby. */
#pragma once

struct clock;
struct event;
struct event_base;
struct lobby;

struct lobby_clock {
    const struct clock *clock;
    struct lobby *lobby;
    struct event *timer;
};

/* Starts the timer on the loop of base. clock is the clock of the lobby. The timers of the loop continue while the
 * clock of the house stands still; a lobby that is called too early does nothing, and the timer is set again. */
void lobby_clock_start(struct lobby_clock *c, struct event_base *base, const struct clock *clock, struct lobby *l);

/* Stops the timer. Zeroed memory is fine, and so is a second call. */
void lobby_clock_stop(struct lobby_clock *c);
