/* The state of a session, for the files of session/ alone. */
#pragma once
#include "base/bucket.h"
#include "base/clock.h"
#include "net/conn.h"
#include "session/env.h"
#include "session/plain.h"
#include "session/screen.h"
#include "term/keys.h"
#include "term/terminal.h"

#include <stddef.h>

/* Bytes of lines that may be sent before the last ones have left: often an echo is on its way. */
#define SESSION_AHEAD_MAX 4096
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
    struct session *queue_prev, *queue_next; /* the neighbours in queue */
    struct session_queue *queue;             /* the session waits there for its turn to be drawn; NULL: it does not */
    TAILQ_ENTRY(session) watcher;            /* while watches */
    uint64_t sight;                          /* as last drawn */
    uint64_t news_seen;                      /* so many news are in it, */
    int64_t news_seen_ms;                    /* since then */
    struct session_env *env;
    struct conn *conn; /* NULL when it has closed */
    struct terminal *terminal;
    struct plain *plain; /* NULL unless in plain mode */
    struct keys keys;
    struct layer *top, *popped; /* the screens; those that left, until nothing of them can run */
    struct event *frame, *timer;
    void *visitor;
    void (*ended)(void *visitor);
    struct bucket key_bucket, drag_bucket, byte_bucket, text_bucket, whole_bucket;
    struct held *held;      /* NULL most of the time */
    int64_t frame_due_ms;   /* from when on the next frame may be sent */
    int64_t key_at_ms;      /* when the last key came */
    int64_t size_at_ms;     /* when the newest size came */
    int64_t size_due_ms;    /* when it will be used; INT64_MAX: it is in use */
    int64_t storm_until_ms; /* latest moment for that, while sizes keep coming */
    int64_t here_until_ms;  /* until when the answer to Are You There is shown; 0: it is not */
    uint32_t number;        /* of this visit */
    uint32_t burst;         /* session_burst() */
    /* What the top screen answered when the timer was set. It is kept, because a screen that wants to be drawn each
     * second always names the next one. */
    int64_t screen_due;
    size_t ahead;   /* bytes of lines sent since everything had last left for the caller */
    int cols, rows; /* the newest size */
    int depth;      /* of the stack */
    int unknown;    /* keys in a row that meant nothing */
    bool dirty, say, ending, finishing, idle_warned, mouse;
    bool pressed; /* the next frame answers a key */
    bool watches; /* it stands in the queue of news.c */
};

static inline int64_t session_now(const struct session *s)
{
    return clock_mono_ms(s->env->clock);
}

/* The note that answers Are You There is on the screen. */
static inline bool session_is_here(const struct session *s)
{
    return s->here_until_ms != 0;
}
