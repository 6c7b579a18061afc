/* Where a reader is in a text that is longer than the window: the number of the first line shown, 0 for the top. */
#pragma once
#include "term/canvas.h"
#include "term/keys.h"

#include <stdbool.h>

#define SCROLL_PAGE 10 /* lines that Page Down goes on */

/* Moves *from by arrows, pages, Home and End, and by their letters j k b and Space; never below 0. The end of the text
 * is not known here: scroll_last() brings *from back. Returns whether the key is one of these. */
bool scroll_key(int *from, const struct key *k);

/* Brings *from back to the last line with which `lines` lines still fill `rows` rows. Returns that line; 0: all of the
 * text is seen at once. */
int scroll_last(int *from, int lines, int rows);

/* Draws a text into area a, wrapped, from line *from on; calls scroll_last() and returns its result. */
int scroll_draw(struct canvas *c, struct area a, const char *text, int *from);
