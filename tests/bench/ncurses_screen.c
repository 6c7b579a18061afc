#define NCURSES_WIDECHAR 1
#include "ncurses_screen.h"

#include <assert.h>
#include <curses.h>
#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <unistd.h>

#define PIPE_BYTES (256 * 1024) /* more than any frame */
#define PAIRS 128

static SCREEN *screen;
static FILE *out;
static int back; /* the pipe's reading end */
static struct rendition pairs[PAIRS];
static short pairs_n;

static short pair_of(struct rendition l)
{
    for (short i = 1; i < pairs_n; i++)
        if (pairs[i].fg == l.fg && pairs[i].bg == l.bg) return i;
    assert(pairs_n < PAIRS);
    pairs[pairs_n] = l;
    init_pair(pairs_n, l.fg, l.bg); /* -1 is the default colour there too */
    return pairs_n++;
}

static attr_t attributes_of(struct rendition l)
{
    return (l.attributes & RENDITION_BOLD ? A_BOLD : 0) | (l.attributes & RENDITION_DIM ? A_DIM : 0) |
           (l.attributes & RENDITION_UNDERLINE ? A_UNDERLINE : 0) | (l.attributes & RENDITION_REVERSE ? A_REVERSE : 0);
}

bool ncurses_open(int cols, int rows)
{
    char text[16];
    int ends[2];
    if (setlocale(LC_ALL, "C.UTF-8") == NULL || pipe(ends) != 0) return false;
    fcntl(ends[1], F_SETPIPE_SZ, PIPE_BYTES);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    back = ends[0];
    out = fdopen(ends[1], "w");
    snprintf(text, sizeof text, "%d", cols);
    setenv("COLUMNS", text, 1);
    snprintf(text, sizeof text, "%d", rows);
    setenv("LINES", text, 1);
    screen = newterm("xterm-256color", out, stdin);
    if (screen == NULL) return false;
    start_color();
    use_default_colors();
    pairs_n = 1;
    return COLS == cols && LINES == rows;
}

static size_t drain(void)
{
    char buf[4096];
    size_t total = 0;
    fflush(out);
    for (ssize_t n; (n = read(back, buf, sizeof buf)) > 0;) total += (size_t)n;
    return total;
}

static void put_cell(const struct canvas *c, int x, int y)
{
    struct cell cell = *canvas_at(c, x, y);
    struct rendition l = style_rendition(COLOURS_256, cell.style);
    wchar_t text[2] = { (wchar_t)cell.ch, 0 };
    cchar_t wide;
    if (cell.ch == 0) return;
    if (cell.ch == ' ' && !(l.attributes & (RENDITION_REVERSE | RENDITION_UNDERLINE)))
        l = (struct rendition){ COLOUR_DEFAULT, l.bg, 0 };
    setcchar(&wide, text, attributes_of(l), pair_of(l), NULL);
    mvadd_wch(y, x, &wide);
}

size_t ncurses_show(const struct canvas *c)
{
    for (int y = 0; y < c->rows; y++)
        for (int x = 0; x < c->cols; x++) put_cell(c, x, y);
    curs_set(c->cursor_x >= 0);
    if (c->cursor_x >= 0) move(c->cursor_y, c->cursor_x);
    refresh();
    return drain();
}

void ncurses_close(void)
{
    endwin();
    delscreen(screen);
    fclose(out);
    close(back);
}
