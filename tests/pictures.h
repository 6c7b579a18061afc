/* A frame as terminals show it, through the real terminal layer: to libvterm (UTF-8, 256 colours) and to the model of a
 * BBS terminal (CP437, 16 colours); both are compared with files of golden/terminals/, of which script/screens makes a
 * gallery. */
#pragma once
#include "golden.h"

#include "term/bbs_screen.h"
#include "term/charset.h"
#include "term/sgr.h"
#include "term/terminal.h"

static const struct terminal_kind picture_xterm = {
    .charset = CHARSET_UTF8, .colours = COLOURS_256, .alt_screen = true, .erases_in_colour = true
};
static const struct terminal_kind picture_bbs = {
    .charset = CHARSET_CP437, .colours = COLOURS_16, .wraps_at_once = true, .bold_is_bright = true, .shows_suits = true
};

/* One scene: draw() draws its whole frame, at the size of the canvas. */
struct picture {
    const char *name;
    void (*draw)(void *what, struct canvas *c);
    void *what;
};

/* Puts the bytes that a terminal of that kind and size gets for the scene into a text; the caller frees it. */
static inline void picture_send(const struct picture *p, struct terminal_kind kind, int cols, int rows,
                                struct text *bytes)
{
    struct terminal *t = terminal_new(kind, cols, rows);
    struct canvas *c = canvas_new(terminal_cols(t), terminal_rows(t));
    text_init_growing(bytes, GOLDEN_BYTES_MAX);
    p->draw(p->what, c);
    terminal_frame(t, c, bytes);
    canvas_free(c);
    terminal_free(t);
}

static inline void picture_check_utf8(const struct picture *p, int cols, int rows)
{
    struct text bytes;
    char name[96];
    picture_send(p, picture_xterm, cols, rows, &bytes);
    snprintf(name, sizeof name, "terminals/%s-%dx%d-utf8", p->name, cols, rows);
    golden_check(name, &bytes, cols, rows);
    text_free(&bytes);
}

static inline void picture_colour(int colour, char out[8])
{
    snprintf(out, 8, colour == COLOUR_DEFAULT ? "-" : "%d", colour);
}

static inline void picture_bbs_cell(const void *screen, int x, int y, struct golden_cell *out)
{
    const struct bbs_cell *cell = &((const struct bbs_screen *)screen)->cells[y][x];
    struct rendition l = cell->byte == ' ' ? rendition_of_space(cell->rendition) : cell->rendition;
    char fg[8], bg[8];
    picture_colour(l.fg, fg);
    picture_colour(l.bg, bg);
    out->ch = charset_cp437(cell->byte);
    snprintf(out->rendition, sizeof out->rendition, "fg:%s bg:%s%s%s", fg, bg,
             l.attributes & RENDITION_BOLD ? " bold" : "", l.attributes & RENDITION_REVERSE ? " reverse" : "");
}

/* The bytes hold nothing that such a terminal does not know, and the terminal never scrolls (H52). */
static inline void picture_check_cp437(const struct picture *p, int cols, int rows)
{
    static struct bbs_screen screen;
    struct text bytes, dump;
    char name[96];
    picture_send(p, picture_bbs, cols, rows, &bytes);
    bbs_open(&screen, cols, rows);
    bbs_write(&screen, &bytes);
    assert_int_equal(screen.errors + screen.scrolled, 0);
    struct golden_source source = { cols, rows, screen.x, screen.y, picture_bbs_cell, &screen };
    text_init_growing(&dump, GOLDEN_BYTES_MAX);
    golden_dump_cells(&source, &dump);
    snprintf(name, sizeof name, "terminals/%s-%dx%d-cp437", p->name, cols, rows);
    golden_compare(name, &dump);
    text_free(&dump);
    text_free(&bytes);
}
