/* Golden screens, for the tests of every layer: what a terminal shows after some bytes, compared with a file under
 * tests/golden/. GENERATE=1 in the environment writes the files instead: look at the difference before you commit it.
 * The screen is libvterm's, which wraps as xterm does; tests run in tests/. */
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vterm.h>

#include "base/text.h"
#include "base/utf8.h"

#define GOLDEN_BYTES_MAX (1024 * 1024)

struct golden_screen {
    VTerm *vterm;
    VTermScreen *screen;
    int cols, rows;
};

static inline void golden_open(struct golden_screen *g, int cols, int rows)
{
    *g = (struct golden_screen){ .vterm = vterm_new(rows, cols), .cols = cols, .rows = rows };
    vterm_set_utf8(g->vterm, 1);
    g->screen = vterm_obtain_screen(g->vterm);
    vterm_screen_enable_altscreen(g->screen, 1);
    vterm_screen_reset(g->screen, 1);
}

static inline void golden_close(struct golden_screen *g)
{
    vterm_free(g->vterm);
}

static inline void golden_write(struct golden_screen *g, const struct text *bytes)
{
    vterm_input_write(g->vterm, bytes->buf, bytes->len);
}

/* The cell. A space keeps only the attributes that show on a space. */
static inline VTermScreenCell golden_cell(const struct golden_screen *g, int x, int y)
{
    VTermScreenCell cell;
    vterm_screen_get_cell(g->screen, (VTermPos){ .row = y, .col = x }, &cell);
    bool blank = cell.chars[0] == 0 || cell.chars[0] == ' ';
    if (blank && !cell.attrs.reverse && !cell.attrs.underline) {
        cell.attrs.bold = 0;
        cell.fg.type |= VTERM_COLOR_DEFAULT_FG;
    }
    return cell;
}

/* The character of a cell, a space for an empty one, 0 for the right half of a wide one. */
static inline uint32_t golden_character(const struct golden_screen *g, int x, int y)
{
    uint32_t ch = golden_cell(g, x, y).chars[0];
    return ch == 0 ? ' ' : ch == (uint32_t)-1 ? 0 : ch;
}

#define GOLDEN_RENDITION_TEXT 48
#define GOLDEN_RENDITIONS_MAX 52

/* A cell as a file has it. ch is 0 for the right half of a wide character. rendition is "fg:1 bg:- bold": colours by
 * their number in the palette, "-" for the terminal's own. */
struct golden_cell {
    uint32_t ch;
    char rendition[GOLDEN_RENDITION_TEXT];
};

/* Where the cells of a screen come from. */
struct golden_source {
    int cols, rows, cursor_x, cursor_y;
    void (*cell)(const void *screen, int x, int y, struct golden_cell *out);
    const void *screen;
};

static inline void golden_vterm_cell(const void *screen, int x, int y, struct golden_cell *out)
{
    const struct golden_screen *g = screen;
    VTermScreenCell cell = golden_cell(g, x, y);
    char fg[8] = "-", bg[8] = "-";
    if (VTERM_COLOR_IS_INDEXED(&cell.fg)) snprintf(fg, sizeof fg, "%d", cell.fg.indexed.idx);
    if (VTERM_COLOR_IS_INDEXED(&cell.bg)) snprintf(bg, sizeof bg, "%d", cell.bg.indexed.idx);
    if (VTERM_COLOR_IS_DEFAULT_FG(&cell.fg)) snprintf(fg, sizeof fg, "-");
    if (VTERM_COLOR_IS_DEFAULT_BG(&cell.bg)) snprintf(bg, sizeof bg, "-");
    snprintf(out->rendition, sizeof out->rendition, "fg:%s bg:%s%s%s%s", fg, bg, cell.attrs.bold ? " bold" : "",
             cell.attrs.underline ? " underline" : "", cell.attrs.reverse ? " reverse" : "");
    out->ch = golden_character(g, x, y);
}

/* The index of a rendition among those seen so far; adds a new one. */
static inline int golden_rendition(char renditions[GOLDEN_RENDITIONS_MAX][GOLDEN_RENDITION_TEXT], int *n,
                                   const char *rendition)
{
    for (int i = 0; i < *n; i++)
        if (strcmp(renditions[i], rendition) == 0) return i;
    assert_true(*n < GOLDEN_RENDITIONS_MAX);
    strcpy(renditions[*n], rendition);
    return (*n)++;
}

/* A screen as a file: its text; then a letter for the rendition of each cell, "." for the plain one; then what the
 * letters mean, and where the cursor is. */
static inline void golden_dump_cells(const struct golden_source *s, struct text *out)
{
    static const char letters[] = ".ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    char renditions[GOLDEN_RENDITIONS_MAX][GOLDEN_RENDITION_TEXT] = { "fg:- bg:-" };
    struct golden_cell cell;
    int n = 1;
    for (int y = 0; y < s->rows; y++) {
        for (int x = 0; x < s->cols; x++) {
            char bytes[4];
            s->cell(s->screen, x, y, &cell);
            if (cell.ch != 0) text_put(out, bytes, utf8_encode(cell.ch, bytes));
        }
        text_add(out, "\n");
    }
    for (int y = 0; y < s->rows; y++) {
        for (int x = 0; x < s->cols; x++) {
            s->cell(s->screen, x, y, &cell);
            text_put(out, &letters[golden_rendition(renditions, &n, cell.rendition)], 1);
        }
        text_add(out, "\n");
    }
    for (int i = 1; i < n; i++) text_add(out, "%c %s\n", letters[i], renditions[i]);
    text_add(out, "cursor %d,%d\n", s->cursor_x, s->cursor_y);
}

static inline void golden_dump(const struct golden_screen *g, struct text *out)
{
    VTermPos cursor;
    vterm_state_get_cursorpos(vterm_obtain_state(g->vterm), &cursor);
    struct golden_source s = { g->cols, g->rows, cursor.col, cursor.row, golden_vterm_cell, g };
    golden_dump_cells(&s, out);
}

/* Fails with the first line in which the two differ. */
static inline void golden_same(const char *name, const char *have, const char *want)
{
    for (int line = 1;; line++) {
        size_t n = strcspn(have, "\n"), m = strcspn(want, "\n");
        if (n != m || memcmp(have, want, n) != 0)
            fail_msg("%s, line %d:\n|%.*s|\nshould be\n|%.*s|", name, line, (int)n, have, (int)m, want);
        if (have[n] != want[n]) fail_msg("%s, line %d: one text ends here", name, line);
        if (have[n] == '\0') return;
        have += n + 1;
        want += n + 1;
    }
}

/* Compares text with the file golden/<name>.txt, or writes it. */
static inline void golden_compare(const char *name, const struct text *text)
{
    char path[256];
    snprintf(path, sizeof path, "golden/%s.txt", name);
    const char *generate = getenv("GENERATE");
    if (generate != NULL && strcmp(generate, "1") == 0) {
        FILE *f = fopen(path, "wb");
        if (f == NULL) fail_msg("cannot write %s", path);
        fwrite(text->buf, 1, text->len, f);
        fclose(f);
        return;
    }
    FILE *f = fopen(path, "rb");
    if (f == NULL) fail_msg("there is no %s; GENERATE=1 writes it", path);
    char *bytes = malloc(GOLDEN_BYTES_MAX);
    size_t n = fread(bytes, 1, GOLDEN_BYTES_MAX - 1, f);
    bytes[n] = '\0';
    fclose(f);
    golden_same(name, text->buf, bytes);
    free(bytes);
}

/* Compares the screen of a terminal of that size after these bytes with golden/<name>.txt. */
static inline void golden_check(const char *name, const struct text *bytes, int cols, int rows)
{
    struct golden_screen g;
    struct text dump;
    golden_open(&g, cols, rows);
    golden_write(&g, bytes);
    text_init_growing(&dump, GOLDEN_BYTES_MAX);
    golden_dump(&g, &dump);
    golden_compare(name, &dump);
    text_free(&dump);
    golden_close(&g);
}
