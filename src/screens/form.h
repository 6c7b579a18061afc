/* A form: fields one after the other, each checked as it is left, then one question to the store. A form is rows of
 * data and one function that asks the store. Secret fields are drawn as stars, not echoed in plain mode, and wiped when
 * the form goes. Knows nobody's account: sign.c has the forms. */
#pragma once
#include "session/session.h"
#include "term/editor.h"

#include <stdbool.h>
#include <stdint.h>

#define FORM_FIELDS_MAX 3

struct form;
struct ticket;

struct form_field {
    const char *label;
    const char *prompt; /* in plain mode */
    int max;            /* bytes, below LINE_MAX_BYTES */
    bool secret;
    bool user_name; /* begins with the name that the caller logged in by, where that can be one */

    /* Why this text is refused when the field is left, a constant; NULL: it is taken. NULL for any text. */
    const char *(*why)(const char *text);

    /* Not NULL: this text has to equal the field above. The sentence is said when it does not, and both are emptied. */
    const char *differs;
};

struct form_kind {
    const char *title, *intro;
    const char *open_line;                        /* what to say on a line that is not encrypted; NULL for nothing */
    struct form_field field[FORM_FIELDS_MAX + 1]; /* ended by a label of NULL */
    void (*submit)(struct form *f);               /* every field is taken: asks the store, with form_ask() */
};

/* The state of the screen; the session owns it. */
struct form {
    struct session *session;
    struct ticket *ticket;
    const struct form_kind *kind;
    struct editor editor[FORM_FIELDS_MAX];
    int at; /* the field of the cursor */
    bool waiting, warning;
    uint32_t unseen; /* what comes in this burst (session_burst) was typed for another field: it is left out */
    char message[160];
};

/* The text of field number `field`, as typed; valid until the next key. */
const char *form_text(const struct form *f, int field);

/* Says "One moment", and keeps keys out of the fields. Returns what to pass with the question to the store;
 * form_answer() frees it. */
void *form_ask(struct form *f);

/* In the answer, with that argument: the form takes keys again. NULL: the form has gone, and nothing is to be done.
 * Else it lives until its screen leaves. */
struct form *form_answer(void *arg);

/* Says why the form is refused; the cursor stays. */
void form_refuse(struct form *f, const char *why);

/* Empties all fields from number `from` on, and puts the cursor there. */
void form_empty(struct form *f, int from);

/* For a struct screen whose state is a struct form; enter() takes the struct form_kind. Prompts are constants. */
void form_enter(struct session *s, void *state, const void *kind);
void form_leave(struct session *s, void *state);
void form_draw(struct session *s, void *state, struct canvas *c);
bool form_key(struct session *s, void *state, const struct key *k);
void form_say(struct session *s, void *state, struct text *out);
void form_line(struct session *s, void *state, const char *typed);
const char *form_prompt(struct session *s, void *state);
bool form_secret(struct session *s, void *state);
