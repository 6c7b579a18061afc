/* The one screen of a text that is read: the figures, a record. It scrolls, it waits while the text is on its way, and
 * in plain mode it says the text as lines. Its owner's state begins with a struct reading, and the owner's table of
 * functions says what stands on the page. */
#pragma once
#include "session/session.h"

struct help_book;
struct reading;
struct ticket;

struct reading_kind {
    const char *title;
    int cols;                     /* the widest line of the text */
    const struct help_book *help; /* what ? opens */

    const char *(*about)(const struct reading *r); /* the right end of the title line */
    bool (*asking)(const struct reading *r);       /* the text, or a part of it, has been asked for */

    /* Adds the text. wide: on a screen with room for all columns; else the lines may be broken, or spoken. */
    void (*text)(const struct reading *r, bool wide, struct text *out);

    /* What the message line says about the page, NULL for nothing. Sets *warning when there is no text and this is the
     * reason; plain mode says it in place of the text. May be NULL. */
    const char *(*message)(const struct reading *r, bool wide, bool *warning);
    const char *comment; /* in plain mode it stands before a line that is not the text's; "" for none */
};

struct reading {
    const struct reading_kind *kind;
    struct session *session;
    struct ticket *ticket; /* for the owner's questions; the owner's state answers it */
    int from;              /* the first line shown */
};

/* In the owner's enter(); r is the beginning of its state. */
void reading_begin(struct reading *r, const struct reading_kind *kind, struct session *s);

/* An answer has come: the page is drawn again, and in plain mode said once all of it is there. */
void reading_came(struct reading *r);

/* For the owner's struct screen; state begins with a struct reading. Prompts are constants. */
void reading_leave(struct session *s, void *state);
void reading_draw(struct session *s, void *state, struct canvas *c);
bool reading_key(struct session *s, void *state, const struct key *k);
void reading_say(struct session *s, void *state, struct text *out);
void reading_line(struct session *s, void *state, const char *typed);
const char *reading_prompt(struct session *s, void *state);
