/* `sort`: a patience with options, which no file of src/ knows. The cards of the stock come one by one: the red ones go
 * to the left, the black ones to the right. Options: how many mistakes are one too many. */
#pragma once
#include "games/game.h"

extern const struct game sort_game;

/* What the bytes of struct rules are. */
enum sort_option { SORT_STRICT };
