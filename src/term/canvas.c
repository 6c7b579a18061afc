#include "term/canvas.h"

#include "base/clean.h"
#include "base/mem.h"
#include "base/text.h"
#include "base/utf8.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cell blank = { .ch = ' ', .style = STYLE_PLAIN };

static bool is_inside(const struct canvas *c, int x, int y)
{
    return x >= 0 && x < c->cols && y >= 0 && y < c->rows;
}

static struct cell *cell_at(struct canvas *c, int x, int y)
{
    return &c->cells[y * c->cols + x];
}

struct canvas *canvas_new(int cols, int rows)
{
    struct canvas *c = mem_new(sizeof *c);
    canvas_resize(c, cols, rows);
    return c;
}

void canvas_free(struct canvas *c)
{
    if (c == NULL) return;
    free(c->cells);
    free(c);
}

void canvas_resize(struct canvas *c, int cols, int rows)
{
    assert(cols >= 1 && cols <= CANVAS_COLS_MAX && rows >= 1 && rows <= CANVAS_ROWS_MAX);
    if (cols * rows > c->cols * c->rows)
        c->cells = mem_resize(c->cells, (size_t)cols * (size_t)rows * sizeof *c->cells);
    c->cols = cols;
    c->rows = rows;
    canvas_clear(c);
}

void canvas_clear(struct canvas *c)
{
    for (int i = 0; i < c->cols * c->rows; i++) c->cells[i] = blank;
    c->cursor_x = c->cursor_y = -1;
    c->ground = 0;
}

/* Before the cell is overwritten: the other half of a wide character becomes a space. */
static void break_wide(struct canvas *c, int x, int y)
{
    struct cell *cell = cell_at(c, x, y);
    if (cell->ch == 0 && x > 0) cell[-1].ch = ' ';
    if (x + 1 < c->cols && cell[1].ch == 0) cell[1].ch = ' ';
}

/* Adds the ground to a style, but not to the colours of art. */
static unsigned on_ground(const struct canvas *c, unsigned style)
{
    return (STYLE_IS_ANSI(style) ? style : style | c->ground) & CELL_STYLE_MASK;
}

static void set_cell(struct canvas *c, int x, int y, unsigned style, uint32_t ch)
{
    if (!is_inside(c, x, y)) return;
    break_wide(c, x, y);
    *cell_at(c, x, y) = (struct cell){ .ch = ch & CELL_CHARACTER_MASK, .style = on_ground(c, style) };
}

/* Draws a character of that width; half a wide one at the edge becomes a space. */
static void put_wide(struct canvas *c, int x, int y, unsigned style, uint32_t ch, int width)
{
    if (width == 2 && !(is_inside(c, x, y) && is_inside(c, x + 1, y))) {
        set_cell(c, x, y, style, ' ');
        set_cell(c, x + 1, y, style, ' ');
        return;
    }
    set_cell(c, x, y, style, ch);
    if (width == 2) set_cell(c, x + 1, y, style, 0);
}

/* The columns of a character; 0: it may not be drawn. */
static int width_of(uint32_t ch)
{
    if (ch >= 0x20 && ch < 0x7F) return 1;
    if ((ch >= 0x2500 && ch < 0x25A0) || (ch >= 0x2660 && ch < 0x2668))
        return 1; /* lines, blocks, suits: most of a table */
    return clean_character(ch) ? utf8_width(ch) : 0;
}

void canvas_put(struct canvas *c, int x, int y, unsigned style, uint32_t ch)
{
    int width = width_of(ch);
    if (width > 0) put_wide(c, x, y, style, ch, width);
}

/* The part of an area that lies on the canvas; sizes below 0 count as 0. */
static struct area clip(const struct canvas *c, struct area a)
{
    int64_t right = (int64_t)a.x + (a.cols > 0 ? a.cols : 0), bottom = (int64_t)a.y + (a.rows > 0 ? a.rows : 0);
    int x = a.x > 0 ? a.x : 0, y = a.y > 0 ? a.y : 0;
    int end_x = right < c->cols ? (int)right : c->cols, end_y = bottom < c->rows ? (int)bottom : c->rows;
    return (struct area){ .x = x, .y = y, .cols = end_x - x, .rows = end_y - y };
}

/* Before a run of a row is overwritten: it can cut a wide character in two at its ends only. */
static void break_run(struct canvas *c, struct area run)
{
    break_wide(c, run.x, run.y);
    break_wide(c, run.x + run.cols - 1, run.y);
}

/* Draws n characters of printable ASCII: most text is that, and a column a byte is found without tables. */
static void put_ascii(struct canvas *c, int x, int y, unsigned style, const char *text, int n)
{
    struct area in = clip(c, (struct area){ x, y, n, 1 });
    if (in.cols <= 0 || in.rows <= 0) return;
    struct cell *run = cell_at(c, in.x, y);
    break_run(c, in);
    style = on_ground(c, style);
    for (int i = 0; i < in.cols; i++) run[i] = (struct cell){ .ch = (uint8_t)text[in.x - x + i], .style = style };
}

/* Draws whole characters until the next one would pass column `end`. */
static int put_text(struct canvas *c, int x, int y, unsigned style, const char *text, size_t n, int end)
{
    int at = x;
    for (size_t took; n > 0 && at < end; text += took, n -= took) {
        uint32_t ch;
        took = utf8_ascii_run(text, n < (size_t)(end - at) ? n : (size_t)(end - at));
        if (took > 0) {
            put_ascii(c, at, y, style, text, (int)took);
            at += (int)took;
            continue;
        }
        took = utf8_decode(text, n, &ch);
        int width = width_of(ch);
        if (width == 0) continue;
        if (at + width > end) break;
        put_wide(c, at, y, style, ch, width);
        at += width;
    }
    return at - x;
}

int canvas_text(struct canvas *c, int x, int y, unsigned style, const char *text)
{
    return put_text(c, x, y, style, text, strlen(text), c->cols);
}

int canvas_text_cut(struct canvas *c, int x, int y, unsigned style, const char *text, int cols)
{
    if (cols <= 0 || x >= c->cols) return 0;
    return put_text(c, x, y, style, text, strlen(text), cols < c->cols - x ? x + cols : c->cols);
}

int canvas_bytes(struct canvas *c, int x, int y, unsigned style, const char *text, size_t n)
{
    return put_text(c, x, y, style, text, n, c->cols);
}

int canvas_add(struct canvas *c, int x, int y, unsigned style, const char *format, ...)
{
    char line[CANVAS_COLS_MAX * 4 + 1];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    return canvas_text(c, x, y, style, line);
}

void canvas_fill(struct canvas *c, struct area a, unsigned style, uint32_t ch)
{
    struct area in = clip(c, a);
    struct cell cell = { .ch = (width_of(ch) == 1 ? ch : ' ') & CELL_CHARACTER_MASK, .style = on_ground(c, style) };
    if (in.cols <= 0) return;
    for (int y = in.y; y < in.y + in.rows; y++) {
        struct cell *run = cell_at(c, in.x, y);
        break_run(c, (struct area){ in.x, y, in.cols, 1 });
        for (int i = 0; i < in.cols; i++) run[i] = cell;
    }
}

void canvas_restyle(struct canvas *c, struct area a, unsigned style)
{
    struct area in = clip(c, a);
    style = on_ground(c, style);
    for (int y = in.y; y < in.y + in.rows; y++) {
        struct cell *row = cell_at(c, 0, y);
        for (int x = in.x; x < in.x + in.cols; x++) {
            row[x].style = style;
            if (row[x].ch == 0 && x > 0) row[x - 1].style = style;
            if (x + 1 < c->cols && row[x + 1].ch == 0) row[x + 1].style = style;
        }
    }
}

const struct cell *canvas_at(const struct canvas *c, int x, int y)
{
    return is_inside(c, x, y) ? &c->cells[y * c->cols + x] : &blank;
}

void canvas_dump(const struct canvas *c, struct text *out)
{
    for (int y = 0; y < c->rows; y++) {
        const struct cell *row = &c->cells[y * c->cols];
        int end = c->cols;
        while (end > 0 && row[end - 1].ch == ' ') end--;
        for (int x = 0; x < end; x++) {
            char bytes[4];
            if (row[x].ch != 0) text_put(out, bytes, utf8_encode(row[x].ch, bytes));
        }
        text_put(out, "\n", 1);
    }
}
