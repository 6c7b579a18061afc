/* The one word wrap: text into lines of at most so many columns (utf8_width), broken between words. A newline ends a
 * line. Blanks at the beginning of the text and after a newline stand, those at a break are dropped. A word that is
 * longer than a line is cut between two characters, and a character's combining marks stay with it. Every line takes at
 * least one character, also where cols is smaller than that character, or below 1. */
#pragma once
#include "term/canvas.h"

/* The bytes at text, which is NUL-terminated UTF-8, that fill one line; 0 for an empty line. *next is the beginning of
 * the next line, within text. */
int wrap_line(const char *text, int cols, const char **next);

/* How many lines the text takes; 0 for "". */
int wrap_lines(const char *text, int cols);

/* Draws the lines from number `from` (0 is the first) on into area a, as many as it has rows. A character that is wider
 * than the area is left out. Returns how many lines the text has in all. */
int wrap_draw(struct canvas *c, struct area a, unsigned style, const char *text, int from);
