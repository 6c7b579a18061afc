/* The mind of `grid`: hints (G16). It knows the visible card and what has not been seen yet, never the order of the
 * stock. */
#pragma once
#include "games/game.h"

/* struct game's think. */
void grid_think(const void *state, int seat, int strength, struct random *random, int budget_ms, struct thought *out);

/* struct game's reason, and a hint's. */
void grid_reason(const void *seen, int seat, const struct move *m, struct text *out);
