/* What the files of session/ share and nobody else sees: session.c (the visit: keys, time, the connection), stack.c (its
 * screens) and frame.c (what is sent). */
#pragma once
#include "base/bucket.h"
#include "base/clock.h"
#include "session/plain.h"
#include "session/session.h"

#include <stddef.h>

#define SESSION_IDLE_WARNING "Are you still there? The line closes in one minute unless you press a key."

/* One screen on the stack; the screen's own state follows. */
struct layer {
    struct layer *below;
    const struct screen *screen;
    _Alignas(max_align_t) char state[];
};

struct session {
    struct session *prev, *next;
    struct session_env *env;
    struct conn *conn; /* NULL when it has closed */
    struct terminal *terminal;
    struct plain *plain; /* NULL unless in plain mode */
    struct keys keys;
    struct layer *top, *grave;
    struct event *frame, *timer;
    void *visitor;
    void (*ended)(void *visitor);
    struct bucket key_bucket, byte_bucket;
    int64_t frame_at_ms, key_at_ms;
    int64_t screen_due; /* as the top screen said when the timer was set: one that always wants the next second is never
                           past it */
    size_t ahead; /* bytes told since everything had last left for the caller */
    int depth;
    int unknown; /* keys in a row that meant nothing */
    bool dirty, say, ending, finishing, idle_warned, mouse;
};

static inline int64_t session_now(const struct session *s)
{
    return clock_mono_ms(s->env->clock);
}

/* stack.c: what was popped is freed when no screen's function can be running any more. */
void session_bury(struct session *s);
void session_pop_all(struct session *s);

/* frame.c: what was put together goes to the caller. */
void session_send(struct session *s);

/* Something is to be sent: at the end of this turn of the loop, or when the last frame is old enough. */
void session_schedule(struct session *s);
bool session_wants_frame(const struct session *s);
void session_send_frame(struct session *s);

/* Another screen is on top: it is drawn, or says where we are. */
void session_top_changed(struct session *s);

/* The plain prompt of the top screen. */
const char *session_prompt(struct session *s);
