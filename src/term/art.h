/* ANSI art: CP437 text with colour and cursor sequences, and a SAUCE record. The reader has an allow-list and ignores
 * everything else, so art from a sysop's disk is as harmless as our own. */
#pragma once
#include "term/canvas.h"

#include <stdbool.h>
#include <stddef.h>

struct sauce {
    char title[36], author[21], group[21], date[9];
    int cols, rows; /* 80 and 0 when the record does not say */
};

/* Reads the SAUCE record of a file into s. false: there is none, and s has the defaults. */
bool sauce_read(struct sauce *s, const unsigned char *bytes, size_t n);

/* Draws the art with its top left corner at x, y, clipped. Returns how many rows the art has: the rows that it draws on
 * or ends. */
int art_draw(struct canvas *c, int x, int y, const unsigned char *bytes, size_t n);

/* The file of ansi/ with that name ("welcome.ans"); NULL when there is none. It is a constant. */
const struct embedded_file *art_find(const char *name);
