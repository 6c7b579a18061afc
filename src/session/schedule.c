#include "session/schedule.h"

#include <event2/event.h>

void session_dequeue(struct session *s)
{
    struct session_queue *q = s->queue;
    if (q == NULL) return;
    *(s->queue_prev != NULL ? &s->queue_prev->queue_next : &q->first) = s->queue_next;
    *(s->queue_next != NULL ? &s->queue_next->queue_prev : &q->last) = s->queue_prev;
    s->queue = NULL;
}

void session_enqueue(struct session *s)
{
    struct session_queue *q = s->pressed ? &s->env->answers : &s->env->others;
    if (s->queue == q || s->ending) return;
    session_dequeue(s);
    s->queue = q;
    s->queue_prev = q->last;
    s->queue_next = NULL;
    *(q->last != NULL ? &q->last->queue_next : &q->first) = s;
    q->last = s;
    /* While the loop has its turn, env->turn is already on the timer. */
    if (!event_pending(s->env->turn, EV_TIMEOUT, NULL)) event_active(s->env->turn, EV_TIMEOUT, 0);
}

void session_wait_ms(struct session *s, int64_t ms)
{
    event_add(s->frame, &(struct timeval){ .tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000 });
}

void session_schedule(struct session *s)
{
    if (s->ending || s->conn == NULL || event_pending(s->frame, EV_TIMEOUT, NULL)) return;
    int64_t wait = (s->plain ? s->plain->prompt_due : s->frame_due_ms) - session_now(s);
    if (wait <= 0)
        session_enqueue(s);
    else
        session_wait_ms(s, wait);
}

void session_unschedule(struct session *s)
{
    event_del(s->frame);
    session_dequeue(s);
}
