/* One line of text that a person edits: a text field on a screen, or the command line of plain mode. */
#pragma once
#include "term/canvas.h"
#include "term/keys.h"

#include <stdbool.h>

#define EDITOR_MAX_BYTES 512

struct editor {
    char text[EDITOR_MAX_BYTES]; /* UTF-8, sanitized (base/clean.h), NUL-terminated */
    int len, at;                 /* in bytes; at is the cursor and stands on the first byte of a character */
    int max;                     /* the most bytes that text may have, below EDITOR_MAX_BYTES */
    bool secret;                 /* the text is drawn as stars */
};

/* Empties e. max is 1 to EDITOR_MAX_BYTES - 1: asserted. Nothing is allocated. */
void editor_init(struct editor *e, int max, bool secret);

/* Replaces the text with the clean characters of text, up to max bytes, and puts the cursor at its end. */
void editor_set(struct editor *e, const char *text);

enum editor_result {
    EDITOR_EDITED,  /* the text or the cursor may have changed */
    EDITOR_ENTERED, /* Enter was pressed */
    EDITOR_LEFT,    /* Escape was pressed */
    EDITOR_IGNORED  /* the key has no meaning here */
};

/* Applies one key: text, paste, Backspace, Delete, arrows, Home, End, Ctrl-U, Ctrl-A, Ctrl-E, Ctrl-W, and the word keys
 * of key_settle(). Delete at the end of the line works like Backspace, because some terminals send it for that key
 * (H5). Enter and the line end of a burst are EDITOR_ENTERED. A tab and the line end of a bracketed paste become
 * spaces. A character that exceeds max is dropped. Any other key with Alt is ignored. */
enum editor_result editor_key(struct editor *e, const struct key *k);

/* Draws cols columns (1 or more: asserted) at x, y, scrolled so that the cursor is visible, and puts the canvas's
 * cursor there. */
void editor_draw(const struct editor *e, struct canvas *c, int x, int y, int cols);
