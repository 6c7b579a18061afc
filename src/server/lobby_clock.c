#include "server/lobby_clock.h"

#include "base/clock.h"
#include "room/lobby.h"

#include <assert.h>
#include <event2/event.h>

static void set_timer(void *arg)
{
    struct lobby_clock *c = arg;
    int64_t due = lobby_due(c->lobby);
    if (due == INT64_MAX) {
        event_del(c->timer);
        return;
    }
    int64_t now = clock_mono_ms(c->clock), wait = due > now ? due - now : 0; /* it may be long past */
    struct timeval tv = { .tv_sec = wait / 1000, .tv_usec = wait % 1000 * 1000 };
    event_add(c->timer, &tv);
}

static void on_lobby_timer(evutil_socket_t fd, short what, void *arg)
{
    struct lobby_clock *c = arg;
    (void)fd;
    (void)what;
    lobby_tick(c->lobby);
    set_timer(c);
}

void lobby_clock_start(struct lobby_clock *c, struct event_base *base, const struct clock *clock, struct lobby *l)
{
    c->clock = clock;
    c->lobby = l;
    c->timer = evtimer_new(base, on_lobby_timer, c);
    assert(c->timer != NULL);
    lobby_set_on_due(l, set_timer, c);
    set_timer(c);
}

void lobby_clock_stop(struct lobby_clock *c)
{
    if (c->timer == NULL) return;
    lobby_set_on_due(c->lobby, NULL, NULL);
    event_free(c->timer);
    c->timer = NULL;
}
