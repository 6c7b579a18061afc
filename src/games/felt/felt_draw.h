/* How a table of eight places is drawn. */
#pragma once
#include "games/felt/felt.h"
#include "games/felt/felt_layout.h"

/* Draws table, hand, message and keys; the game draws the title before, and its panel. */
void felt_draw(const struct felt *f, const struct felt_view *v, const struct felt_layout *l,
               const struct frame_words *w, struct canvas *c);
