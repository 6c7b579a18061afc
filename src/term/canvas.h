/* A screenful of cells in memory. A screen draws the whole frame on a canvas, and the terminal's differ decides what is
 * sent. Drawing is clipped to the canvas, and no control or format character gets into a cell: here the sanitizer is
 * applied for the last time. Coordinates are columns x and rows y from 0, and may lie outside. */
#pragma once
#include "term/style.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CELL_CHARACTER_BITS 21
#define CELL_STYLE_BITS 11
#define CELL_CHARACTER_MASK ((1u << CELL_CHARACTER_BITS) - 1)
#define CELL_STYLE_MASK ((1u << CELL_STYLE_BITS) - 1)

struct cell {
    uint32_t ch : CELL_CHARACTER_BITS; /* a character; 0: the right half of a wide character */
    uint32_t style : CELL_STYLE_BITS;  /* enum style or STYLE_ANSI() */
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
    int cursor_x, cursor_y; /* position of the terminal's cursor; -1: hidden */
    unsigned ground;        /* 0 or STYLE_ON_FELT: added to the style of everything drawn */
    struct cell *cells;     /* row by row */
};

/* A blank canvas without a cursor. cols is 1 to CANVAS_COLS_MAX, rows 1 to CANVAS_ROWS_MAX: asserted. Free it with
 * canvas_free(); NULL is fine. */
struct canvas *canvas_new(int cols, int rows);
void canvas_free(struct canvas *c);

/* Sets another size (asserted as above) and clears the canvas. The memory grows and never shrinks. */
void canvas_resize(struct canvas *c, int cols, int rows);

/* Fills the canvas with blanks of STYLE_PLAIN, without felt, and hides the cursor. */
void canvas_clear(struct canvas *c);

/* Draws one character. A wide one takes two cells; where the edge cuts it, a space is drawn. A character of width 0, or
 * that is no clean_character(), is not drawn. */
void canvas_put(struct canvas *c, int x, int y, unsigned style, uint32_t ch);

/* Draw UTF-8 text, cut between characters at the right edge or (canvas_text_cut) after cols columns. canvas_bytes draws
 * n bytes, canvas_add formats the text first. They return how many columns the text takes, with those left of the
 * canvas. */
int canvas_text(struct canvas *c, int x, int y, unsigned style, const char *text);
int canvas_text_cut(struct canvas *c, int x, int y, unsigned style, const char *text, int cols);
int canvas_bytes(struct canvas *c, int x, int y, unsigned style, const char *text, size_t n);
int canvas_add(struct canvas *c, int x, int y, unsigned style, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Fills an area with a character of width 1; any other character fills it with spaces. */
void canvas_fill(struct canvas *c, struct area a, unsigned style, uint32_t ch);

/* Sets the style of the cells in an area; their characters stay. */
void canvas_restyle(struct canvas *c, struct area a, unsigned style);

/* The cell at x, y, valid until the canvas is resized or freed. Outside of the canvas: a blank cell, a constant. */
const struct cell *canvas_at(const struct canvas *c, int x, int y);

/* Appends the rows as UTF-8 text, each without trailing blanks and with "\n": for golden screens and tests. */
struct text;
void canvas_dump(const struct canvas *c, struct text *out);
