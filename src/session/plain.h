/* Plain mode's side of a session: lines of ASCII out, one line of typing in, no escape byte either way. */
#pragma once
#include "base/text.h"
#include "net/conn.h"
#include "term/charset.h"
#include "term/editor.h"

#include <stdbool.h>
#include <stdint.h>

struct plain {
    struct editor line; /* being typed */
    int prompted;       /* 1 and the columns of the prompt on the caller's last line; 0: there is none */
    bool wanted;        /* the prompt shall follow what is sent */
    bool unanswered;    /* a line was typed, and nothing has been sent since */
    int64_t prompt_due; /* until when the prompt waits for the answer, monotonic ms; 0: it does not wait */
    bool missed;        /* lines were dropped because the caller did not read */
    bool hidden;        /* typing is hidden now */
    bool overlong;      /* the line is longer than its room: it will be refused as a whole */
};

void plain_init(struct plain *p);

/* Appends UTF-8 lines in a charset, with `end` for each "\n". Leaves out controls. */
void plain_lines(enum charset cs, const char *end, const char *lines, struct text *out);

/* Appends lines. Where the prompt stands and nothing has been typed they go over it, else on a line of their own. */
void plain_tell(struct plain *p, const struct caller *caller, const char *lines, struct text *out);

/* Appends the prompt, and what was typed so far if we echo; nothing when the prompt stands already. */
void plain_prompt(struct plain *p, const struct caller *caller, const char *prompt, struct text *out);

/* One key; appends its echo. true: a line is complete. It is p->line.text until plain_taken() clears it; if
 * p->overlong, it must not be acted on. */
bool plain_key(struct plain *p, const struct caller *caller, const struct key *k, const char *prompt, struct text *out);
void plain_taken(struct plain *p);

/* Drops what was typed so far. The next prompt stands on a line of its own. */
void plain_drop(struct plain *p, const struct caller *caller, struct text *out);

/* A password is typed from here on, or no longer: the caller's side shall not show it. */
void plain_hide(struct plain *p, struct conn *conn, bool hide);
