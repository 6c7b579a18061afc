/* Plain mode's side of a session: lines of ASCII out, one line of typing in, no escape byte either way. */
#pragma once
#include "base/text.h"
#include "net/conn.h"
#include "term/charset.h"
#include "term/line.h"

#include <stdbool.h>

struct plain {
    struct line line;   /* being typed */
    bool prompted;      /* the prompt stands on the caller's last line */
    bool missed;        /* lines were dropped because the caller did not read */
    bool hidden;        /* typing is hidden now */
};

void plain_init(struct plain *p);

/* Appends UTF-8 lines in a charset, each "\n" as end; controls are left out. */
void plain_lines(enum charset cs, const char *end, const char *lines, struct text *out);

/* Lines that come while the prompt may be standing: on a line of their own. */
void plain_tell(struct plain *p, const struct caller *caller, const char *lines, struct text *out);

/* The prompt, and what was typed so far where we echo; nothing when it stands already. */
void plain_prompt(struct plain *p, const struct caller *caller, const char *prompt, struct text *out);

/* One key: its echo goes to out. true when a whole line was typed: p->line.text, to be cleared by plain_taken(). */
bool plain_key(struct plain *p, const struct caller *caller, const struct key *k, const char *prompt, struct text *out);
void plain_taken(struct plain *p);

/* The typing is a password from here, or no more. */
void plain_hide(struct plain *p, struct conn *conn, bool hide);
