/* `king`: one more game, which no file of src/ knows. Two players take cards from the stock, one each in turn, and keep
 * them. Whoever takes the last King of the round has lost: 10 points. Options: which King that is, the first or the
 * fourth; and whether a player may pass once. It is a folder and one line of a list, as CONTRIBUTING.md has it. */
#pragma once
#include "games/lesson.h"

extern const struct game king_game;
extern const struct lesson king_lesson;

/* What the bytes of struct rules are. */
enum king_option { KING_FOUR, KING_PASS };
