/* Calls the lobby when something is due there. Part of whoever built the lobby. */
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

/* From here on, on the loop of base. clock is the one that the lobby was built with. The loop's timers go on while the
 * house's time stands still: a lobby that is called too early does nothing, and the timer is set again. */
void lobby_clock_start(struct lobby_clock *c, struct event_base *base, const struct clock *clock, struct lobby *l);

/* Never again. Cleared memory, not started yet, is fine; and so is a second time. */
void lobby_clock_stop(struct lobby_clock *c);
