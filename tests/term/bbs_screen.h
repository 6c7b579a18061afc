/* A terminal of the old kind: one byte a cell, and the last column wraps (and at the bottom scrolls) at once (H52). It
 * knows what ANSI-BBS terminals know; another sequence is counted as an error. */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "term/style.h"

#define BBS_COLS_MAX 132
#define BBS_ROWS_MAX 60

struct bbs_cell {
    uint8_t byte;
    struct rendition rendition;
};

struct bbs_screen {
    int cols, rows, x, y, scrolled, errors;
    struct rendition rendition;
    struct bbs_cell cells[BBS_ROWS_MAX][BBS_COLS_MAX];
};

static inline void bbs_erase(struct bbs_screen *s, int x, int y)
{
    for (; x < s->cols; x++) s->cells[y][x] = (struct bbs_cell){ .byte = ' ', .rendition = s->rendition };
}

static inline void bbs_open(struct bbs_screen *s, int cols, int rows)
{
    *s = (struct bbs_screen){ .cols = cols, .rows = rows, .rendition = { .fg = COLOUR_DEFAULT, .bg = COLOUR_DEFAULT } };
    for (int y = 0; y < rows; y++) bbs_erase(s, 0, y);
}

static inline void bbs_down(struct bbs_screen *s)
{
    if (s->y < s->rows - 1)
        s->y++;
    else
        s->scrolled++;
}

static inline void bbs_control(struct bbs_screen *s, uint8_t byte)
{
    if (byte == '\r')
        s->x = 0;
    else if (byte == '\n')
        bbs_down(s);
    else if (byte == '\b' && s->x > 0)
        s->x--;
    else
        s->errors++;
}

static inline void bbs_show(struct bbs_screen *s, uint8_t byte)
{
    s->cells[s->y][s->x] = (struct bbs_cell){ .byte = byte, .rendition = s->rendition };
    if (++s->x < s->cols) return;
    s->x = 0;
    bbs_down(s);
}

static inline void bbs_sgr(struct bbs_screen *s, int n)
{
    if (n == 0)
        s->rendition = (struct rendition){ .fg = COLOUR_DEFAULT, .bg = COLOUR_DEFAULT };
    else if (n == 1)
        s->rendition.attributes |= RENDITION_BOLD;
    else if (n == 2)
        s->rendition.attributes |= RENDITION_DIM;
    else if (n == 4)
        s->rendition.attributes |= RENDITION_UNDERLINE;
    else if (n == 7)
        s->rendition.attributes |= RENDITION_REVERSE;
    else if (n >= 30 && n <= 37)
        s->rendition.fg = (int16_t)(n - 30);
    else if (n >= 40 && n <= 47)
        s->rendition.bg = (int16_t)(n - 40);
    else
        s->errors++;
}

static inline void bbs_sequence(struct bbs_screen *s, char final, const int *v, int n)
{
    int times = v[0] > 0 ? v[0] : 1;
    switch (final) {
    case 'A': s->y = s->y > times ? s->y - times : 0; break;
    case 'B': s->y = s->y + times < s->rows ? s->y + times : s->rows - 1; break;
    case 'C': s->x = s->x + times < s->cols ? s->x + times : s->cols - 1; break;
    case 'D': s->x = s->x > times ? s->x - times : 0; break;
    case 'H':
        s->y = times < s->rows ? times - 1 : s->rows - 1;
        s->x = n > 1 && v[1] > 0 ? v[1] - 1 : 0;
        if (s->x >= s->cols) s->x = s->cols - 1;
        break;
    case 'n': break; /* where is the cursor? */
    case 'K': bbs_erase(s, s->x, s->y); break;
    case 'J':
        if (v[0] != 2) s->errors++;
        for (int y = 0; y < s->rows; y++) bbs_erase(s, 0, y);
        break;
    case 'm':
        for (int i = 0; i < n; i++) bbs_sgr(s, v[i]);
        break;
    default: s->errors++;
    }
}

/* ESC [ at p; returns what follows the sequence. The cursor's visibility is the one private mode it knows. */
static inline const char *bbs_escape(struct bbs_screen *s, const char *p)
{
    int v[8] = { 0 }, n = 1;
    if (strncmp(p, "\033[?25", 5) == 0) return p + 6;
    for (p += 2; (*p >= '0' && *p <= '9') || *p == ';'; p++) {
        if (*p == ';')
            n++;
        else
            v[n - 1] = v[n - 1] * 10 + (*p - '0');
    }
    bbs_sequence(s, *p, v, n);
    return p + 1;
}

static inline void bbs_write(struct bbs_screen *s, const struct text *bytes)
{
    for (const char *p = bytes->buf, *end = p + bytes->len; p < end;) {
        uint8_t byte = (uint8_t)*p;
        if (byte == 0x1B) {
            p = bbs_escape(s, p);
            continue;
        }
        if (byte >= 0x20 || (byte >= 3 && byte <= 6))
            bbs_show(s, byte);
        else
            bbs_control(s, byte);
        p++;
    }
}
