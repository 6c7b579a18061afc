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
    int prompted;       /* columns of the prompt that stands on the caller's last line, and 1; 0: it does not */
    bool wanted;        /* the prompt is to stand behind what is told */
    bool unanswered;    /* a line was typed, and nothing has been told since */
    int64_t prompt_due; /* so long the prompt waits for the answer, monotonic ms; 0: it does not */
    bool missed;        /* lines were dropped because the caller did not read */
    bool hidden;        /* typing is hidden now */
    bool overlong;      /* something of the line found no room: it will be refused as a whole */
};

void plain_init(struct plain *p);

/* Appends UTF-8 lines in a charset, each "\n" as end; controls are left out. */
void plain_lines(enum charset cs, const char *end, const char *lines, struct text *out);

/* Lines that come while the prompt may be standing: over it where nothing has been typed, else on a line of their own.
 */
void plain_tell(struct plain *p, const struct caller *caller, const char *lines, struct text *out);

/* The prompt, and what was typed so far where we echo; nothing when it stands already. */
void plain_prompt(struct plain *p, const struct caller *caller, const char *prompt, struct text *out);

/* One key: its echo goes to out. true when a whole line was typed: p->line.text, to be cleared by plain_taken(); what
 * is overlong is no line to act on. */
bool plain_key(struct plain *p, const struct caller *caller, const struct key *k, const char *prompt, struct text *out);
void plain_taken(struct plain *p);

/* What was typed so far is dropped: the next prompt stands on a line of its own. */
void plain_drop(struct plain *p, const struct caller *caller, struct text *out);

/* The typing is a password from here, or no more. */
void plain_hide(struct plain *p, struct conn *conn, bool hide);
