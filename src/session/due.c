#include "session/due.h"

#include <event2/event.h>

#define IDLE_WARNING_MS 60000

int64_t session_earliest(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

int64_t session_idle_due(const struct session *s)
{
    if (s->env->idle_s == 0) return INT64_MAX;
    int64_t end = s->key_at_ms + (int64_t)s->env->idle_s * 1000;
    return s->idle_warned ? end : end - IDLE_WARNING_MS;
}

void session_wind_timer(struct session *s)
{
    int64_t due = session_earliest(session_earliest(session_idle_due(s), s->screen_due), s->size_due_ms);
    if (s->keys.deadline) due = session_earliest(due, s->keys.deadline);
    if (session_is_here(s)) due = session_earliest(due, s->here_until_ms);
    if (due == INT64_MAX) {
        event_del(s->timer);
        return;
    }
    int64_t wait = due - session_now(s);
    if (wait < 0) wait = 0;
    struct timeval tv = { .tv_sec = (time_t)(wait / 1000), .tv_usec = (suseconds_t)(wait % 1000 * 1000) };
    event_add(s->timer, &tv);
}

void session_set_timer(struct session *s)
{
    s->screen_due = s->top->screen->due && s->plain == NULL ? s->top->screen->due(s, s->top->state) : INT64_MAX;
    session_wind_timer(s);
}
