/* The little line at the bottom of a table in which a move is typed, begun by : or /. It lies in a game's view: plain
 * data, and cleared memory is a line that is not there. */
#pragma once
#include "games/game.h"

#include <stdbool.h>
#include <stdint.h>

#define TYPING_TEXT 20 /* bytes, the NUL included: room for "remove b2 c3" */

struct typing {
    bool on;
    uint8_t n;              /* bytes of text */
    char text[TYPING_TEXT]; /* ASCII, NUL-terminated */
};

/* Is that a key that begins a line? */
bool typing_begins(const struct key *k);

/* A key while t->on. Backspace and Delete take the last character, of an empty line the line; Ctrl-W and Alt-Backspace
 * the last word, Ctrl-U all of it. true: a move was entered into out, and the line is gone. false: *act is the answer
 * to the key, ACT_NONE when it is none of the line's. */
bool typing_key(struct typing *t, const struct key *k, char out[TYPING_TEXT], struct act_result *act);

/* Over the message and the keys, while t->on; the canvas's cursor stands where the next character comes. */
void typing_draw(const struct typing *t, struct canvas *c);
