#include "server/heartbeat.h"

#include "base/clock.h"
#include "base/log.h"

#include <assert.h>
#include <event2/event.h>
#include <stdlib.h>

#define BEAT_MS 250

static void on_beat(evutil_socket_t fd, short what, void *arg)
{
    const struct heartbeat *b = arg;
    (void)fd;
    (void)what;
    log_turn();
    int64_t hole = clock_house_turn(b->clock);
    if (hole > 0)
        log_event(LOG_WARNING, NULL, "the house stood still for %lld.%lld s; every deadline is so much later",
                  (long long)hole / 1000, (long long)hole % 1000 / 100);
}

void heartbeat_start(struct heartbeat *b, struct event_base *base, struct clock_house *clock)
{
    const struct timeval beat = { .tv_usec = BEAT_MS * 1000 };
    b->clock = clock;
    b->timer = event_new(base, -1, EV_PERSIST, on_beat, b);
    assert(b->timer != NULL);
    clock_house_turn(clock);
    event_add(b->timer, &beat);
}

void heartbeat_stop(struct heartbeat *b)
{
    if (b->timer != NULL) event_free(b->timer);
    b->timer = NULL;
}
