/* What a screen is, and what works on every screen. */
#pragma once
#include "base/text.h"
#include "term/canvas.h"
#include "term/keys.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct session;

/* One screen. state is `size` bytes of zeros made at push and freed some time after pop, never while one of these
 * functions runs. Every function may be NULL except draw and say. */
struct screen {
    const char *name;
    size_t size;
    void (*enter)(struct session *s, void *state, const void *arg); /* arg as given to session_push */
    void (*leave)(struct session *s, void *state);                  /* popped, or the visit ends */
    void (*back)(struct session *s, void *state);                   /* the screen above it was popped */

    void (*draw)(struct session *s, void *state, struct canvas *c); /* the whole frame */
    /* k has passed key_settle(). true: it meant something. After false, with nothing done, a capital comes again as the
     * small letter. */
    bool (*key)(struct session *s, void *state, const struct key *k);

    void (*say)(struct session *s, void *state, struct text *out); /* plain mode: where am I, what can I do, in lines */
    void (*line)(struct session *s, void *state, const char *line); /* plain mode: a line was typed, clean */
    const char *(*prompt)(struct session *s, void *state);          /* plain mode; NULL or absent: "> " */

    int64_t (*due)(struct session *s, void *state);    /* monotonic ms when it wants to be drawn again (a clock);
                                                          INT64_MAX: never */
    uint64_t (*sight)(struct session *s, void *state); /* what the screen shows of that which many look at, as a number
                                                          (digest.h): after session_news() the screen is drawn again if
                                                          the number has changed */
    bool (*secret)(struct session *s, void *state);    /* plain mode: what is being typed is a password */
    bool (*typing)(struct session *s, void *state);    /* text is being typed: a key is first of all a character */
    bool text_field;                                   /* every key may be text; bracketed paste is switched on */
    bool letters; /* a letter may be text: the screen gets it before what works everywhere */
    bool late;    /* first drawn when `due` says so: most often it has been popped by then. Lines wait for the screen
                   * that follows */
    bool mouse;   /* takes clicks, of a person who wants the mouse */
};

/* What works on every screen. Each may be NULL. */
struct session_common {
    /* Asked before the top screen. true: the key, or the line of plain mode, is done with. letter: a character that is
     * not being typed as text, in a mode with pictures. */
    bool (*key)(struct session *s, const struct key *k, bool letter);
    bool (*line)(struct session *s, const char *line);
    /* With pictures: a key meant nothing, as did so many before it in a row. */
    void (*unknown)(struct session *s, const struct key *k, int before);
    void (*draw)(struct session *s, struct canvas *c); /* over the screen's frame */
};
