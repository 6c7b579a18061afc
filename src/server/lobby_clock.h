/* Calls the lobby when something is due there. Part of whoever built the lobby. */
#pragma once

struct event;
struct event_base;
struct lobby;

struct lobby_clock {
    struct lobby *lobby;
    struct event *timer;
};

/* From here on, on the loop of base, by the system's clock. */
void lobby_clock_start(struct lobby_clock *c, struct event_base *base, struct lobby *l);

/* Never again. Cleared memory, not started yet, is fine; and so is a second time. */
void lobby_clock_stop(struct lobby_clock *c);
