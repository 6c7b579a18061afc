/* How a person wants to see the house. The choice wins over what the terminal seems to be, and an account remembers it.
 * Every screen has a key for the next way of seeing: v, F2 where keys are text, the word `view` in plain mode. So
 * nobody is caught in one that cannot be read. */
#pragma once
#include "screens/visit.h"

/* One way of seeing, for a menu. */
struct seeing {
    const char *name;       /* as the account remembers it; "": what the terminal seems to be */
    const char *about;      /* for the menu */
    const char *short_name; /* in a sentence; NULL for "" */
    const char *told;       /* in a sentence after "You see"; NULL for "" */
    enum charset charset;
    bool plain;
};

/* The way of seeing of that name, a constant; of an unknown name that of "". */
const struct seeing *seeing_find(const char *name);

/* For somebody who comes in: as chosen in this visit, which an account then remembers; else as the account remembers.
 * Without single keys everything stays plain. */
void seeing_begin(struct visit *v);

/* Applies, remembers and says the choice after the person's own; "" comes after the last one. */
void seeing_choose_next(struct visit *v);

/* The same for the way of seeing after the present one: UTF-8, CP437, ASCII, plain lines, and round again. */
void seeing_go_on(struct visit *v);

/* For a letter that a screen did not take as text (struct screen, letters). true: it was v, and is obeyed. */
bool seeing_key(struct session *s, const struct key *k);

/* For session_env: v, F2 and `view` on every screen, and the note of a visit on the message line. A screen whose own
 * message may be longer leaves that out meanwhile. */
extern const struct session_common seeing_everywhere;
