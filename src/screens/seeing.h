/* How a person wants to see the house: the choice wins over what the terminal seems to be, and an account keeps it.
 * On every screen v leads on to the next way of seeing, F2 where keys are text, the word `view` in plain mode: nobody
 * is ever caught in one that cannot be read. */
#pragma once
#include "screens/visit.h"

/* One way of seeing, for a menu. */
struct seeing {
    const char *name; /* as an account keeps it; "": what the terminal seems to be */
    const char *about;
    const char *short_name; /* in a sentence */
    const char *told;       /* what is seen now, after "You see" */
    enum charset charset;
    bool plain;
};

/* The choice of that name; an unknown one is "". */
const struct seeing *seeing_find(const char *name);

/* For somebody who comes in: as chosen in this visit, which an account then remembers; else as the account remembers.
 * Without single keys everything stays plain. */
void seeing_begin(struct visit *v);

/* The choice behind the one that the person has made; behind the last comes "". Applied, remembered, told. */
void seeing_choose_next(struct visit *v);

/* The way of seeing behind the one that is seen: UTF-8, CP437, ASCII, plain lines, and round again. */
void seeing_go_on(struct visit *v);

/* A letter that a screen did not take as text (struct screen, letters): true when it was v. */
bool seeing_key(struct session *s, const struct key *k);

/* For session_env: v, F2 and `view` everywhere, and the sentence that a visit has to tell, on the message line. Screens
 * whose own message may be longer leave it out meanwhile. */
extern const struct session_common seeing_everywhere;
