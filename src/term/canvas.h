/* A screenful of cells in memory. Screens draw the whole frame into one; the terminal's differ decides what is sent.
 * Everything drawn is clipped to the canvas, and no control or format character can get into a cell: this is the
 * sanitizer's last gate. Coordinates are 0-based columns x and rows y, and may lie outside. */
#pragma once
#include "term/style.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cell {
    uint32_t ch : 21;    /* a character; 0: the right half of a wide one */
    uint32_t style : 11; /* enum style or STYLE_ANSI() */
};

struct area {
    int x, y, cols, rows;
};

static inline bool area_has(struct area a, int x, int y)
{
    return x >= a.x && x < a.x + a.cols && y >= a.y && y < a.y + a.rows;
}

#define CANVAS_COLS_MAX 500
#define CANVAS_ROWS_MAX 200

struct canvas {
    int cols, rows;
    int cursor_x, cursor_y; /* where the terminal's real cursor shall stand; -1: hidden */
    unsigned ground;        /* 0, or STYLE_ON_FELT: added to the style of all that is drawn */
    struct cell *cells;     /* row by row */
};

/* Blank, cursor hidden. cols 1 to CANVAS_COLS_MAX, rows 1 to CANVAS_ROWS_MAX: asserted. canvas_free(NULL) is fine. */
struct canvas *canvas_new(int cols, int rows);
void canvas_free(struct canvas *c);

/* Another size (asserted as above), and blank. Memory grows and never shrinks. */
void canvas_resize(struct canvas *c, int cols, int rows);

/* Blank cells of STYLE_PLAIN, no felt, cursor hidden. */
void canvas_clear(struct canvas *c);

/* One character; a wide one takes two cells (at an edge that cuts it: a space), one of width 0 or that is not a
 * clean_character() is left out. */
void canvas_put(struct canvas *c, int x, int y, unsigned style, uint32_t ch);

/* UTF-8 text, cut by whole characters at the right edge (canvas_text) or after cols columns (canvas_text_cut);
 * canvas_bytes draws n bytes of it, canvas_add formats it first. Returns the columns it took, those that lie left of
 * the canvas too. */
int canvas_text(struct canvas *c, int x, int y, unsigned style, const char *text);
int canvas_text_cut(struct canvas *c, int x, int y, unsigned style, const char *text, int cols);
int canvas_bytes(struct canvas *c, int x, int y, unsigned style, const char *text, size_t n);
int canvas_add(struct canvas *c, int x, int y, unsigned style, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Fills an area with one character of width 1; any other fills it with spaces. */
void canvas_fill(struct canvas *c, struct area a, unsigned style, uint32_t ch);

/* Another style for what is there. */
void canvas_restyle(struct canvas *c, struct area a, unsigned style);

/* The cell at x, y, valid until the canvas is resized; outside the canvas a blank one. */
const struct cell *canvas_at(const struct canvas *c, int x, int y);

/* The rows as UTF-8 text, trailing blanks cut, "\n" after each; what golden screens and tests read. */
struct text;
void canvas_dump(const struct canvas *c, struct text *out);
