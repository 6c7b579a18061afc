/* Where things stand on every screen: the message line and the body, between the title line and the key line of
 * games/felt/look.h; art and lines in the middle. Draws; knows no visit. */
#pragma once
#include "games/felt/look.h"
#include "term/canvas.h"

#include <stdbool.h>

/* What just happened, or why not: the line above the keys, and the one above that when it is long. */
void layout_message(struct canvas *c, const char *message, bool warning);

/* The rows between title and message, with a margin; at most cols_max columns, in the middle of wider windows. */
struct area layout_body(const struct canvas *c, int cols_max);

/* One line in the middle of the window. */
void layout_centre(struct canvas *c, int y, unsigned style, const char *text);

/* The art of ansi/ on area a's top rows, in the middle of the window, when it fits wholly and leaves `spare` rows of a
 * free. Returns the rows it took, a blank one after it counted, or 0. */
int layout_art(struct canvas *c, struct area a, const char *name, int spare);
