/* What the files of session/ share and nobody else sees: session.c (the visit: keys, time, the connection), input.c
 * (what is typed, as fast as it may come), stack.c (its screens), frame.c (what is sent, and when) and news.c (what
 * many look at). */
#pragma once
#include "base/bucket.h"
#include "base/clock.h"
#include "session/plain.h"
#include "session/session.h"

#include <stddef.h>

#define SESSION_AHEAD_MAX                                                                                              \
    4096 /* bytes of lines that are told before the last ones have left: often an echo is on its way */
#define SESSION_HERE "[Kings Corner: yes]"
#define SESSION_IDLE_WARNING "Are you still there? The line closes in one minute unless you press a key."

/* One screen on the stack; the screen's own state follows. */
struct layer {
    struct layer *below;
    const struct screen *screen;
    _Alignas(max_align_t) char state[];
};

/* Bytes that were typed faster than they may act. */
struct held {
    struct event *resume;
    size_t n;
    uint8_t bytes[];
};

struct session {
    struct session *prev, *next;
    struct session *queue_prev, *queue_next; /* of those who wait for their turn to be drawn, while queue is not NULL */
    struct session_queue *queue;
    TAILQ_ENTRY(session) watcher; /* while watches */
    uint64_t sight;               /* as last drawn */
    uint64_t news_seen;           /* so many news are in it, */
    int64_t news_seen_ms;         /* since then */
    struct session_env *env;
    struct conn *conn; /* NULL when it has closed */
    struct terminal *terminal;
    struct plain *plain; /* NULL unless in plain mode */
    struct keys keys;
    struct layer *top, *grave;
    struct event *frame, *timer;
    void *visitor;
    void (*ended)(void *visitor);
    struct bucket key_bucket, drag_bucket, byte_bucket, text_bucket, whole_bucket;
    struct held *held;    /* NULL most of the time */
    int64_t frame_due_ms; /* the next one may be sent */
    int64_t key_at_ms;
    int64_t size_at_ms, size_due_ms; /* of the newest size told; when it is to be used, INT64_MAX: it is in use */
    int64_t storm_until_ms;          /* those that wait are used by then */
    int64_t here_until_ms;           /* so long the answer to Are You There is seen */
    uint32_t number;                 /* of this visit */
    uint32_t burst;                  /* session_burst() */
    int64_t screen_due; /* as the top screen said when the timer was set: one that always wants the next second is never
                           past it */
    size_t ahead;       /* bytes told since everything had last left for the caller */
    int cols, rows;     /* as told last */
    int depth;
    int unknown; /* keys in a row that meant nothing */
    bool dirty, say, ending, finishing, idle_warned, mouse;
    bool pressed; /* the next frame answers a key */
    bool watches; /* it stands in the queue of news.c */
};

static inline int64_t session_now(const struct session *s)
{
    return clock_mono_ms(s->env->clock);
}

/* stack.c: what was popped is freed when no screen's function can be running any more. */
void session_bury(struct session *s);
void session_pop_all(struct session *s);

/* input.c: the connection's input. Takes all; what may not act yet is kept, and the connection holds back what is
 * behind it. session_input_clear(): what is kept is forgotten. */
void session_input(void *owner, const uint8_t *bytes, size_t n);
void session_input_clear(struct session *s);

/* session.c: text is being typed: nothing of it may be lost. One key. One turn to be drawn or to speak. */
bool session_is_typing(struct session *s);
void session_key(void *session, const struct key *k);
void session_turn(struct session *s);

/* frame.c: what was put together goes to the caller. */
void session_send(struct session *s);

/* Something is to be sent: at the end of this turn of the loop, or when the last frame is old enough. */
void session_schedule(struct session *s);
void session_unschedule(struct session *s);

/* Its time has come: it waits for its turn among all others. Those whose key is answered go first, in the order of
 * asking. */
void session_enqueue(struct session *s);

/* Gives turns for SESSION_TURN_US at most, then the loop has its own: to read keys above all. */
void session_give_turns(struct session_env *env);

/* news.c: a frame of the screen on top has been drawn. session_news_leave(): this visit looks at nothing any more. */
void session_news_drawn(struct session *s);
void session_news_leave(struct session *s);
void session_news_init(struct session_env *env);
void session_news_clear(struct session_env *env);

/* The note that answers Are You There is on the screen. */
static inline bool session_is_here(const struct session *s)
{
    return s->here_until_ms != 0;
}
bool session_wants_frame(const struct session *s);
void session_send_frame(struct session *s);

/* Another screen is on top: it is drawn, or says where we are. */
void session_top_changed(struct session *s);

/* The plain prompt of the top screen, a constant of it. */
const char *session_prompt(struct session *s);
