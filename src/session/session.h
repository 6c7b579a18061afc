/* One visit: a connection, its terminal, a stack of screens. Keys go to the top screen; a frame is drawn at most once a
 * turn of the loop, only when something changed, and only when the last one has left for the caller: a slow line loses
 * frames, never memory. In plain mode the same screens speak in lines instead. Knows no screen by name. */
#pragma once
#include "base/bucket.h"
#include "base/text.h"
#include "net/conn.h"
#include "term/canvas.h"
#include "term/keys.h"
#include "term/terminal.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

struct clock;
struct event_base;
struct session;

#define SESSION_SCREENS_MAX 8
#define SESSION_TURN_US 5000      /* of frames in one turn of the loop; the others' come in the next ones */
#define SESSION_BYTES_PER_S 65536 /* of frames to one caller: a large one is followed by a longer pause */
#define SESSION_NEWS_MS 500       /* between two frames to one caller that show only what many look at */
#define SESSION_WHOLE_MS 250      /* between two whole frames to one caller, behind the first few */
#define SESSION_WHOLE_BURST 6
#define SESSION_SIZE_MS 100     /* sizes that come faster than this are waited out */
#define SESSION_SIZE_MAX_MS 500 /* but not longer than this */
#define SESSION_COLS_MIN 39     /* 40 columns, one of them spared on terminals that wrap at once */
#define SESSION_ROWS_MIN 12

/* One screen. state is `size` bytes of zeros made at push and freed some time after pop, never while one of these
 * functions runs. Every function may be NULL except draw and say. */
struct screen {
    const char *name;
    size_t size;
    void (*enter)(struct session *s, void *state, const void *arg); /* arg as given to session_push */
    void (*leave)(struct session *s, void *state);                  /* popped, or the visit ends */
    void (*back)(struct session *s, void *state);                   /* the screen above it was popped */

    void (*draw)(struct session *s, void *state, struct canvas *c);   /* the whole frame */
    bool (*key)(struct session *s, void *state, const struct key *k); /* settled (key_settle); true: it meant something.
                                        False, with nothing done: a capital comes again as the small letter */

    void (*say)(struct session *s, void *state, struct text *out); /* plain mode: where am I, what can I do, in lines */
    void (*line)(struct session *s, void *state, const char *line); /* plain mode: a line was typed, clean */
    const char *(*prompt)(struct session *s, void *state);          /* plain mode; NULL or absent: "> " */

    int64_t (*due)(struct session *s, void *state);    /* monotonic ms when it wants to be drawn again (a clock);
                                                          INT64_MAX: never */
    uint64_t (*sight)(struct session *s, void *state); /* what the screen shows of that which many look at, as a number
                                                          (digest.h): after session_news() the screen is drawn again if
                                                          the number has changed */
    bool (*secret)(struct session *s, void *state);    /* plain mode: what is being typed is a password */
    bool (*typing)(struct session *s,
                   void *state); /* text is being typed just now: a key is first of all a character */
    bool text_field;             /* every key may be text; bracketed paste is wanted */
    bool letters;                /* a letter may be text: it is the screen's before it is everybody's */
    bool late;                   /* not drawn at once, but when `due` says so: most often it is gone by then; lines
                                  * wait for the screen that follows */
    bool mouse;                  /* takes clicks, of a person who wants the mouse */
};

/* What works on every screen. Each may be NULL. */
struct session_common {
    /* Before the screen's own; true: the key, or the line of plain mode, was for this. `letter`: a character that is
     * not being typed as text, in a mode with pictures. */
    bool (*key)(struct session *s, const struct key *k, bool letter);
    bool (*line)(struct session *s, const char *line);
    /* With pictures: a key meant nothing to anybody, after so many others in a row that meant nothing either. */
    void (*unknown)(struct session *s, const struct key *k, int before);
    void (*draw)(struct session *s, struct canvas *c); /* over the screen's frame */
};

/* What all visits share; made once, outlives them. */
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
    } answers, others; /* who waits to be drawn: for an answer to a key; for anything else */
    struct session_news {
        uint64_t version; /* counts the news */
        TAILQ_HEAD(session_watchers, session) watchers;
        struct event *timer;
        struct bucket work;
    } news;
    struct event *turn;
    int64_t (*work_us)(void); /* a stopwatch, microseconds, for SESSION_TURN_US */
    uint32_t visits;          /* so far */
    struct session *to_end;   /* session_end_all() goes on here, with these last words */
    const char *last_words;
    int last_status;
};

void session_env_init(struct session_env *env, struct event_base *base, const struct clock *clock);

/* No visit may be left. */
void session_env_clear(struct session_env *env);

/* Takes over conn (sets its upcalls). ended(visitor) is called once, when the visit is over, after the screens have
 * left. The session frees itself after the connection has closed. */
struct session *session_new(struct session_env *env, struct conn *conn, const struct terminal_kind *kind, void *visitor,
                            void (*ended)(void *visitor));

/* Ends every visit, as session_end(), as many in a turn of the loop as SESSION_TURN_US allows. text must outlive that.
 */
void session_end_all(struct session_env *env, const char *text, int status);

/* Something that many look at may have changed: whoever sees that it has is drawn again, when it is their turn. Cheap,
 * as often as you like, and from anywhere. */
void session_news(struct session_env *env);

/* --- for screens: what these return lives as long as s --- */
struct session_env *session_env(const struct session *s);
void *session_visitor(struct session *s);
const struct caller *session_caller(const struct session *s); /* not from leave(): the caller may have gone */
const struct terminal_kind *session_kind(const struct session *s);
const struct clock *session_clock(const struct session *s);
bool session_plain(const struct session *s);

/* Stack at most SESSION_SCREENS_MAX deep: asserted. */
void session_push(struct session *s, const struct screen *screen, const void *arg);
void session_pop(struct session *s);
/* Plain mode: the same, and the screen that is on top then obeys the line; it does not say first where it is. */
void session_pop_to(struct session *s, const char *line);
/* Pops every screen but the lowest one, which is then on top; nothing when it is already. */
void session_home(struct session *s);
/* Pops everything and pushes screen. */
void session_only(struct session *s, const struct screen *screen, const void *arg);
/* A number that is another one as soon as a key may have been typed by somebody who saw the answer to an earlier one:
 * what came in one read, or in one paste, has the same. Never 0 while a key is given. */
uint32_t session_burst(const struct session *s);

/* The screen on top, a constant, and its state, which lives until it leaves; NULL when the visit is ending. */
const struct screen *session_top(const struct session *s, void **state);

/* Something changed: draw when it can be seen. Cheap, as often as you like. Nothing in plain mode. */
void session_dirty(struct session *s);

/* Plain mode: these lines out now (the prompt is put behind them again). In other modes nothing. */
void session_tell(struct session *s, const char *lines);

/* The same for what others do: the prompt is put behind it only where it answers a line, or where something has been
 * typed. Elsewhere it would be heard again and again; it is there again with the next key. */
void session_event(struct session *s, const char *lines);

/* Plain mode: the top screen says where we are, again. */
void session_say(struct session *s);

/* Another way of seeing, now. Between two with pictures nothing is sent before the next frame. */
void session_set_kind(struct session *s, struct terminal_kind kind);

/* Whether the person wants the mouse: at first not, for it takes away the terminal's own selecting of text. */
void session_set_mouse(struct session *s, bool on);
bool session_mouse(const struct session *s);

/* The terminal restored, text (lines) written, connection closed with status (struct conn_ops). Screens leave soon
 * after; nothing more is drawn. */
void session_end(struct session *s, const char *text, int status);
