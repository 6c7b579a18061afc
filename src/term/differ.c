#include "term/differ.h"

#include "base/mem.h"
#include "base/text.h"
#include "base/utf8.h"
#include "term/charset.h"
#include "term/sgr.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define CH_UNKNOWN CELL_CHARACTER_MASK /* no character: the cell is unknown */
#define ERASE_BYTES 3                  /* ESC [ K */
#define ERASED_RUN 12                  /* so many blanks cost more than to erase them and to move on */
#define STYLE_NONE 0xFFFFu             /* no cell has this style */
#define SEEN_ON_SPACE (RENDITION_REVERSE | RENDITION_UNDERLINE)

static const struct cursor nowhere = { .x = CURSOR_UNKNOWN, .y = CURSOR_UNKNOWN };

/* The drawing of one row. */
struct drawing {
    struct differ *d;
    const struct terminal_kind *kind;
    const struct cell *want; /* the new row */
    int y;
    bool spare_corner; /* the last cell is the bottom right one, which is never written */
    struct text *out;
};

static void believe_all(struct differ *d, struct cell cell)
{
    for (int i = 0; i < d->cols * d->rows; i++) d->belief[i] = cell;
}

void differ_forget(struct differ *d)
{
    believe_all(d, (struct cell){ .ch = CH_UNKNOWN, .style = STYLE_PLAIN });
    d->cursor = nowhere;
    d->rendition_known = false;
}

void differ_resize(struct differ *d, int cols, int rows)
{
    d->belief = mem_resize(d->belief, (size_t)cols * (size_t)rows * sizeof *d->belief);
    d->cols = cols;
    d->rows = rows;
    differ_forget(d);
}

void differ_clear(struct differ *d)
{
    free(d->belief);
    *d = (struct differ){ 0 };
}

void differ_cleared(struct differ *d)
{
    believe_all(d, (struct cell){ .ch = ' ', .style = STYLE_PLAIN });
    d->cursor = (struct cursor){ .x = 0, .y = 0 };
    d->rendition = style_rendition(COLOURS_MONO, STYLE_PLAIN);
    d->rendition_style = d->space_style = STYLE_PLAIN;
    d->rendition_known = true;
}

/* Does this character take one column on all terminals? Suits, other pictures and wide characters take one or two
 * columns, depending on the terminal (H65, H66), so the position of the cursor is unknown after them. */
static bool is_steady(enum charset cs, uint32_t ch)
{
    if (ch < 0x0590 || cs != CHARSET_UTF8) return true;
    return (ch >= 0x2010 && ch < 0x2194) || (ch >= 0x2500 && ch < 0x25A0);
}

static bool is_wide(const struct drawing *g, int x)
{
    return x + 1 < g->d->cols && g->want[x + 1].ch == 0;
}

static struct rendition cell_rendition(const struct terminal_kind *kind, struct cell cell)
{
    struct rendition l = style_rendition(kind->colours, cell.style);
    return cell.ch == ' ' ? rendition_of_space(l) : l;
}

/* Do the two cells look the same on this terminal? */
static bool same_look(const struct terminal_kind *kind, struct cell a, struct cell b)
{
    if (a.ch != b.ch) return false;
    return a.style == b.style || rendition_equal(cell_rendition(kind, a), cell_rendition(kind, b));
}

static bool is_shown(const struct drawing *g, int x)
{
    return same_look(g->kind, g->want[x], g->d->belief[g->y * g->d->cols + x]);
}

/* Is the rendition in force right for this cell? */
static bool rendition_fits(const struct drawing *g, struct cell cell)
{
    if (!g->d->rendition_known) return false;
    if (cell.style == (cell.ch == ' ' ? g->d->space_style : g->d->rendition_style)) return true;
    struct rendition have = cell.ch == ' ' ? rendition_of_space(g->d->rendition) : g->d->rendition;
    return rendition_equal(have, cell_rendition(g->kind, cell));
}

/* The rendition for a cell. A space keeps the rendition in force, except for the background. */
static struct rendition rendition_for(const struct drawing *g, struct cell cell)
{
    struct rendition to = style_rendition(g->kind->colours, cell.style), have = g->d->rendition;
    if (cell.ch != ' ' || !g->d->rendition_known || to.attributes & SEEN_ON_SPACE || have.attributes & SEEN_ON_SPACE)
        return to;
    return (struct rendition){ .fg = have.fg, .bg = to.bg, .attributes = have.attributes };
}

static void set_rendition(const struct drawing *g, struct cell cell)
{
    if (rendition_fits(g, cell)) return;
    struct rendition to = rendition_for(g, cell);
    sgr_change(g->kind, g->d->rendition_known ? &g->d->rendition : NULL, to, g->out);
    g->d->rendition = to;
    g->d->rendition_style = cell.ch != ' ' ? cell.style : STYLE_NONE;
    g->d->space_style = cell.style;
    g->d->rendition_known = true;
}

static size_t encode(const struct terminal_kind *kind, uint32_t ch, char out[4])
{
    if (kind->letter_suits && ch >= 0x2600 && ch < 0x27C0) return charset_encode(CHARSET_ASCII, ch, out);
    return kind->shows_suits ? charset_encode_suits(kind->charset, ch, out) : charset_encode(kind->charset, ch, out);
}

/* Writes the character at x. Where the charset has no wide characters, that is its substitute and a space. */
static void write_character(const struct drawing *g, int x)
{
    char bytes[5];
    size_t n = encode(g->kind, g->want[x].ch, bytes);
    if (is_wide(g, x) && g->kind->charset != CHARSET_UTF8) bytes[n++] = ' ';
    text_put(g->out, bytes, n);
}

/* The position of the cursor after the cell at x was written. In the last column the terminal may be about to wrap, or
 * have wrapped, unless wrapping is off or the frame leaves one column unused. */
static struct cursor cursor_after(const struct drawing *g, int x)
{
    bool steady = is_steady(g->kind->charset, g->want[x].ch), wraps = !g->kind->alt_screen && !g->kind->wraps_at_once;
    int end = x + (is_wide(g, x) ? 2 : 1), latest = steady ? end : end + 1;
    return (struct cursor){
        .x = steady && end < g->d->cols ? end : CURSOR_UNKNOWN,
        .y = latest < g->d->cols || !wraps ? g->y : CURSOR_UNKNOWN,
    };
}

static void write_cell(const struct drawing *g, int x)
{
    set_rendition(g, g->want[x]);
    write_character(g, x);
    g->d->cursor = cursor_after(g, x);
}

/* Is writing the cells from the cursor to x again as cheap as a move, and safe? */
static bool bridge_pays(const struct drawing *g, int x)
{
    int from = g->d->cursor.x;
    if (g->d->cursor.y != g->y || from == CURSOR_UNKNOWN || from >= x) return false;
    int jump = cursor_cost(g->kind, g->d->cursor, (struct cursor){ .x = x, .y = g->y }), bytes = 0;
    for (int i = from; i < x; i++) {
        char unused[4];
        struct cell cell = g->want[i];
        if (cell.ch == 0 || is_wide(g, i) || !is_steady(g->kind->charset, cell.ch) || !rendition_fits(g, cell))
            return false;
        bytes += (int)encode(g->kind, cell.ch, unused);
        if (bytes > jump) return false;
    }
    return true;
}

static void move_to(const struct drawing *g, int x)
{
    if (g->d->cursor.x == x && g->d->cursor.y == g->y) return; /* most cells follow the one before */
    if (bridge_pays(g, x))
        while (g->d->cursor.x < x) write_cell(g, g->d->cursor.x);
    else
        differ_place(g->d, g->kind, x, g->y, g->out);
}

/* How many cells from x on, up to end, are blanks of one rendition that can be erased. */
static int blank_run(const struct drawing *g, int x, int end)
{
    int from = x;
    if (g->want[x].ch != ' ') return 0;
    struct rendition l = cell_rendition(g->kind, g->want[x]);
    if (!rendition_erasable(g->kind, l)) return 0;
    for (; x < end && g->want[x].ch == ' '; x++)
        if (g->want[x].style != g->want[from].style && !rendition_equal(cell_rendition(g->kind, g->want[x]), l)) break;
    return x - from;
}

/* The column after the last wrong cell; 0 when all cells are right. */
static int change_end(const struct drawing *g)
{
    int end = g->d->cols;
    while (end > 0 && is_shown(g, end - 1)) end--;
    return end;
}

static void erase_rest(const struct drawing *g, int x)
{
    move_to(g, x);
    set_rendition(g, g->want[x]);
    text_put(g->out, "\033[K", ERASE_BYTES);
}

/* ECH does not move the cursor. */
static void erase_run(const struct drawing *g, int x, int n)
{
    move_to(g, x);
    set_rendition(g, g->want[x]);
    char sequence[8] = "\033[", *end = text_digits(sequence + 2, n);
    *end++ = 'X';
    text_put(g->out, sequence, (size_t)(end - sequence));
}

static void draw_row(const struct drawing *g)
{
    int end = change_end(g), cols = g->d->cols;
    for (int x = 0; x < end; x++) {
        if (is_shown(g, x)) continue;
        int blanks = blank_run(g, x, cols);
        if (x + blanks == cols && (end - x > ERASE_BYTES || (g->spare_corner && end == cols))) {
            erase_rest(g, x);
            return;
        }
        if (g->kind->erases_in_colour && blanks >= ERASED_RUN && x + blanks < end) {
            erase_run(g, x, blanks);
            x += blanks - 1;
            continue;
        }
        if (g->want[x].ch == 0) x--; /* the right half cannot be written alone */
        move_to(g, x);
        write_cell(g, x);
        if (is_wide(g, x)) x++;
    }
}

/* Copies the bottom row with a blank in its last cell, and without half a character before it. */
static void spare_corner(const struct canvas *frame, struct cell *row)
{
    int last = frame->cols - 1;
    memcpy(row, &frame->cells[(frame->rows - 1) * frame->cols], (size_t)frame->cols * sizeof *row);
    if (row[last].ch == 0) row[last - 1].ch = ' ';
    row[last] = (struct cell){ .ch = ' ', .style = STYLE_PLAIN };
}

void differ_frame(struct differ *d, const struct terminal_kind *kind, const struct canvas *frame, struct text *out)
{
    assert(frame->cols == d->cols && frame->rows == d->rows);
    struct cell bottom[CANVAS_COLS_MAX];
    size_t row_bytes = (size_t)d->cols * sizeof *d->belief;
    for (int y = 0; y < d->rows; y++) {
        struct drawing g = { .d = d, .kind = kind, .want = &frame->cells[y * d->cols], .y = y, .out = out };
        if (y == d->rows - 1 && !kind->wraps_at_once && !kind->alt_screen) {
            spare_corner(frame, bottom);
            g.want = bottom;
            g.spare_corner = true;
        }
        struct cell *believed = &d->belief[y * d->cols];
        if (memcmp(believed, g.want, row_bytes) == 0) continue;
        draw_row(&g);
        memcpy(believed, g.want, row_bytes);
    }
}

void differ_place(struct differ *d, const struct terminal_kind *kind, int x, int y, struct text *out)
{
    struct cursor to = { .x = x, .y = y };
    cursor_move(kind, d->cursor, to, out);
    d->cursor = to;
}
