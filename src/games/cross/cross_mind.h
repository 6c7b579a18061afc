/* The mind of `cross`: hints (S11), which know the board and the hand and only which cards the stock holds; and par
 * (S14), which is worked out from the whole deck. */
#pragma once
#include "games/game.h"

/* struct game's think. Strength 1 and 2 follow the heuristics; 3 plays the rest out on shuffled stocks as well. */
void cross_think(const void *state, int seat, int strength, struct random *random, int budget_ms, struct thought *out);

/* struct game's reason, and a hint's: the hand lies open to whoever watches (hide()). */
void cross_reason(const void *seen, int seat, const struct move *m, struct text *out);

/* struct game's par: the smallest peak hand found. */
int cross_par(const struct deck *deck, const struct rules *rules, struct random *random, int budget_ms);
