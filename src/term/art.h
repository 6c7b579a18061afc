/* ANSI art: CP437 text with colour and cursor sequences, signed with SAUCE. Read with an allow-list; what is not on it
 * is left out, so that art from a sysop's disk is as harmless as our own. */
#pragma once
#include "term/canvas.h"

#include <stdbool.h>
#include <stddef.h>

struct sauce {
    char title[36], author[21], group[21], date[9];
    int cols, rows; /* 80 and 0 when not told */
};

/* false when bytes carry no SAUCE record; s then holds the defaults. */
bool sauce_read(struct sauce *s, const unsigned char *bytes, size_t n);

/* Draws the art with its top left corner at x, y, clipped. Returns the rows it took: as many as were
 * drawn on or ended. */
int art_draw(struct canvas *c, int x, int y, const unsigned char *bytes, size_t n);

/* The art of a file of ansi/ by name ("welcome.ans"); NULL when there is none. */
const struct embedded_file *art_find(const char *name);
