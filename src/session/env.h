/* What all sessions share, and the limits that hold for each. */
#pragma once
#include "base/bucket.h"
#include "base/text.h"
#include "term/canvas.h"

#include <stdint.h>
#include <sys/queue.h>

struct clock;
struct event_base;
struct session;
struct session_common;

#define SESSION_TURN_US 5000      /* of frames in one turn of the loop; the others' come in the next ones */
#define SESSION_BYTES_PER_S 65536 /* of frames to one caller: after a large one the pause is longer */
#define SESSION_NEWS_MS 500       /* between two frames to one caller that show only what many look at */
#define SESSION_WHOLE_MS 250      /* between two whole frames to one caller, after the first few */
#define SESSION_WHOLE_BURST 6
#define SESSION_SIZE_MS 100     /* sizes that come faster than this are waited out */
#define SESSION_SIZE_MAX_MS 500 /* but not longer than this */
#define SESSION_COLS_MIN 39     /* 40 columns, one of them spared on terminals that wrap at once */
#define SESSION_ROWS_MIN 12

/* Made once; outlives all sessions. */
struct session_env {
    struct event_base *base;
    const struct clock *clock;
    int keys_per_s, keys_burst; /* keys beyond it are dropped, in plain mode and text fields lines beyond it wait */
    int idle_s;                 /* no key for so long: goodbye; 0: never */
    int frame_ms;               /* least time between two frames to one caller; 0: no limit of any kind */
    const struct session_common *common; /* NULL: nothing */

    struct canvas *frame;  /* the one frame being drawn */
    struct text out;       /* and its bytes */
    struct session *first; /* every visit */
    struct session_queue {
        struct session *first, *last;
    } answers, others; /* who waits to be drawn: because of a key; because of anything else */
    struct session_news {
        uint64_t version; /* counts the news */
        TAILQ_HEAD(session_watchers, session) watchers;
        struct event *timer;
        struct bucket work;
    } news;
    struct event *turn;
    int64_t (*work_us)(void); /* monotonic microseconds, for SESSION_TURN_US */
    uint32_t visits;          /* so far */
    struct session *to_end;   /* session_end_all() goes on here, with these last words */
    const char *last_words;
    int last_status;
};
