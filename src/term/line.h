/* One line being typed: a text field on a screen, or the command line of plain mode. */
#pragma once
#include "term/canvas.h"
#include "term/keys.h"

#include <stdbool.h>

#define LINE_MAX_BYTES 512

struct line {
    char text[LINE_MAX_BYTES]; /* UTF-8, clean, NUL-terminated */
    int len, at;               /* bytes; at: the cursor, on a character's first byte */
    int max;                   /* bytes it may hold, below LINE_MAX_BYTES */
    bool secret;               /* drawn as stars */
};

/* max 1 to LINE_MAX_BYTES - 1. */
void line_init(struct line *l, int max, bool secret);

/* Another text, the cursor behind it; as much of it as is clean and has room. */
void line_set(struct line *l, const char *text);

enum line_result { LINE_EDITED, LINE_ENTERED, LINE_LEFT, LINE_IGNORED };

/* Text, paste, Backspace, Delete (at the end of the line it is Backspace, since some terminals send it for that (H5)),
 * arrows, Home, End, Ctrl-U, Ctrl-A, Ctrl-E, Ctrl-W, and what key_settle() knows about words; Enter and a burst's line
 * end are LINE_ENTERED, Escape LINE_LEFT. A pasted tab and a line end of a bracketed paste are spaces. What finds no
 * room is left out, any other key with Alt is ignored. */
enum line_result line_key(struct line *l, const struct key *k);

/* Draws cols columns (1 or more) of it at x, y, scrolled so that the cursor is seen, and puts the canvas's cursor
 * there. */
void line_draw(const struct line *l, struct canvas *c, int x, int y, int cols);
