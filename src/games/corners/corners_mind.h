/* The mind of `corners`: hints and computer players of three strengths (T14). It sees what its seat sees and nothing
 * else; a thought is the same for the same position, strength, budget and sequence of chance. */
#pragma once
#include "games/game.h"

/* struct game's think. Strength 1 goes by heuristics and overlooks plays; 2 overlooks none; 3 deals the unseen
 * cards out as they might lie, again and again, and plays each of its choices to the end (with less than about 20 ms it
 * has no time for that and plays as 2). Of two-player rounds with a winner 2 wins two in three against 1, and 3 three
 * in four against 2. */
void corners_think(const void *state, int seat, int strength, struct random *random, int budget_ms,
                   struct thought *out);
