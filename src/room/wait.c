#include "room/wait.h"

void wait_init(struct wait *w)
{
    *w = (struct wait){ .since = NEVER };
}

void wait_begin(struct wait *w, int64_t now)
{
    if (w->since == NEVER) w->since = now;
}

bool wait_is_long(const struct wait *w, int64_t now)
{
    return w->since != NEVER && now - w->since > WAIT_MS;
}

static int64_t stopped(const struct wait *w, int64_t now)
{
    return w->stopped_ms + (wait_is_long(w, now) ? now - w->since : 0);
}

bool wait_end(struct wait *w, int64_t now, bool written)
{
    w->stopped_ms = stopped(w, now);
    w->since = NEVER;
    bool over = written && w->told;
    if (written) w->told = false;
    return over;
}

bool wait_tick(struct wait *w, int64_t now)
{
    if (w->told || !wait_is_long(w, now)) return false;
    w->told = true;
    return true;
}

int64_t wait_due(const struct wait *w)
{
    return w->since != NEVER && !w->told ? w->since + WAIT_MS + 1 : NEVER;
}

int64_t wait_time(const struct wait *w, int64_t now)
{
    return now - stopped(w, now);
}

int64_t wait_until(const struct wait *w, int64_t now, int64_t then)
{
    return then != NEVER ? then + stopped(w, now) : NEVER;
}
