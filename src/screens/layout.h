/* Where things stand on every screen: the message line and the body, between the title line and the key line of
 * games/felt/look.h; art and lines in the middle. Draws; knows no visit. */
#pragma once
#include "games/felt/look.h"
#include "term/canvas.h"

#include <stdbool.h>

/* Draws a message above the key line, in one row or two; what does not fit is cut. warning: it is a refusal. */
void layout_message(struct canvas *c, const char *message, bool warning);

/* The rows between title and message, with a margin on both sides. In wide windows it is cols_max columns in the
 * middle.
 */
struct area layout_body(const struct canvas *c, int cols_max);

/* Draws one line of text in the middle of row y. */
void layout_centre(struct canvas *c, int y, unsigned style, const char *text);

/* Draws a picture of ansi/ by its file's name, in the middle of the window on the top rows of a, if it fits wholly and
 * leaves `spare` rows of a free. Returns the rows it took and a blank one after it; 0: it was not drawn. */
int layout_art(struct canvas *c, struct area a, const char *name, int spare);
