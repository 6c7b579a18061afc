/* From what a terminal is believed to show to what it shall show, in the fewest bytes. Owned by the terminal. */
#pragma once
#include "term/canvas.h"
#include "term/cursor.h"
#include "term/kind.h"

#include <stdbool.h>

struct text;

struct differ {
    int cols, rows;      /* the part of the screen that frames use */
    struct cell *belief; /* row by row; what was never said is a character that no frame holds */
    struct cursor cursor;
    struct rendition rendition; /* in force for what is written next */
    unsigned rendition_style;   /* the style it does for; no cell's when it was made for a space alone */
    unsigned space_style;       /* the style whose spaces it does for */
    bool rendition_known;
};

/* d is cleared memory; rows and cols as a canvas has them. differ_clear() frees the belief. */
void differ_resize(struct differ *d, int cols, int rows);
void differ_clear(struct differ *d);

/* Nothing is known from here. */
void differ_forget(struct differ *d);

/* The terminal was just cleared in the default look, its cursor is in the top left corner. */
void differ_cleared(struct differ *d);

/* Appends what turns the belief into the frame (of the same size), and believes that from here. The frame's cursor is
 * not its business. Nothing is written to the terminal's bottom right cell unless wrapping is off there (?7l), for
 * else it may scroll (H52): it stays blank. */
void differ_frame(struct differ *d, const struct terminal_kind *kind, const struct canvas *frame, struct text *out);

/* The cursor to x, y, which is on the screen. */
void differ_place(struct differ *d, const struct terminal_kind *kind, int x, int y, struct text *out);
