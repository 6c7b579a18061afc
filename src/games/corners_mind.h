/* The mind of `corners`: hints and computer players of three strengths (T14). It sees what its seat sees and nothing
 * else; a thought is the same for the same position, strength, budget and sequence of chance. */
#pragma once
#include "games/game.h"

/* struct game's think. Strength 1 plays any card it sees and overlooks some; 2 takes the best single play by the rules of
 * thumb; 3 looks through the whole turn. */
void corners_think(const void *state, int seat, int strength, struct random *random, int budget_ms, struct thought *out);
