/* Turns what a terminal is believed to show into a new frame, with the fewest bytes. The terminal owns it. */
#pragma once
#include "term/canvas.h"
#include "term/cursor.h"
#include "term/kind.h"

#include <stdbool.h>

struct text;

struct differ {
    int cols, rows;      /* the part of the screen that frames use */
    struct cell *belief; /* row by row; an unknown cell has a character that no frame has */
    struct cursor cursor;
    struct rendition rendition; /* in force for the next character */
    unsigned rendition_style;   /* the style that it is right for; no cell's style when it was set for a space */
    unsigned space_style;       /* the style whose spaces it is right for */
    bool rendition_known;
};

/* Sets the size, as of a canvas, and forgets everything. d was zeroed before the first call. */
void differ_resize(struct differ *d, int cols, int rows);

/* Frees the belief and zeroes d. */
void differ_clear(struct differ *d);

/* From here on nothing is known about the screen. */
void differ_forget(struct differ *d);

/* The terminal was just cleared with the default rendition, and its cursor is in the top left corner. */
void differ_cleared(struct differ *d);

/* Appends the bytes that turn the belief into frame, which has the same size: asserted. From then on that is the
 * belief. The frame's cursor is ignored. The bottom right cell of the terminal stays blank unless wrapping is off
 * (?7l), because a character there may scroll the screen (H52). */
void differ_frame(struct differ *d, const struct terminal_kind *kind, const struct canvas *frame, struct text *out);

/* Moves the cursor to x, y, which is on the screen. */
void differ_place(struct differ *d, const struct terminal_kind *kind, int x, int y, struct text *out);
