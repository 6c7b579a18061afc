/* What a player of `grid` sees and reads: struct game's draw, describe, move_words and move_brief. */
#pragma once
#include "games/grid/grid.h"

void grid_draw(const void *state, int seat, const void *view, const struct frame_words *w, struct canvas *c);
bool grid_describe(const void *state, int seat, const struct frame_words *w, const char *topic, struct text *out);
void grid_move_words(const void *state, int seat, const struct move *m, struct text *out);
void grid_move_brief(const void *state, int seat, const struct move *m, struct text *out);
