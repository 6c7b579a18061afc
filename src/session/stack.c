#include "session/stack.h"

#include "base/mem.h"
#include "session/frame.h"
#include "session/inside.h"
#include "session/schedule.h"

#include <assert.h>
#include <stdlib.h>

void session_free_popped(struct session *s)
{
    while (s->popped != NULL) {
        struct layer *l = s->popped;
        s->popped = l->below;
        free(l);
    }
}

static void pop(struct session *s)
{
    struct layer *l = s->top;
    s->top = l->below;
    s->depth--;
    if (l->screen->leave) l->screen->leave(s, l->state);
    l->below = s->popped;
    s->popped = l;
}

static void push(struct session *s, const struct screen *screen, const void *arg)
{
    assert(s->depth < SESSION_SCREENS_MAX);
    struct layer *l = mem_new(sizeof *l + screen->size);
    l->screen = screen;
    l->below = s->top;
    s->top = l;
    s->depth++;
    if (screen->enter) screen->enter(s, l->state, arg);
}

void session_pop_all(struct session *s)
{
    while (s->top != NULL) pop(s);
}

void session_top_changed(struct session *s)
{
    s->say = false;
    session_say(s);
    if (!s->top->screen->late) session_dirty(s);
    session_schedule(s);
}

void session_push(struct session *s, const struct screen *screen, const void *arg)
{
    if (s->ending) return;
    push(s, screen, arg);
    session_top_changed(s);
}

void session_pop(struct session *s)
{
    if (s->ending || s->top == NULL) return;
    pop(s);
    assert(s->top != NULL);
    if (s->top->screen->back) s->top->screen->back(s, s->top->state);
    session_top_changed(s);
}

void session_home(struct session *s)
{
    if (s->ending || s->top == NULL || s->top->below == NULL) return;
    while (s->top->below != NULL) pop(s);
    if (s->top->screen->back) s->top->screen->back(s, s->top->state);
    session_top_changed(s);
}

void session_only(struct session *s, const struct screen *screen, const void *arg)
{
    if (s->ending) return;
    session_pop_all(s);
    push(s, screen, arg);
    session_top_changed(s);
}

const struct screen *session_top(const struct session *s, void **state)
{
    if (s->ending || s->top == NULL) return NULL;
    if (state != NULL) *state = s->top->state;
    return s->top->screen;
}
