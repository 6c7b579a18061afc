/* The table of games. A new game is one line here. */
#pragma once
#include "games/game.h"

extern const struct game grid_game;
extern const struct game cross_game;
extern const struct game corners_game;

/* All games, in the order of the lobby; NULL ends the table. */
extern const struct game *const game_list[];

/* NULL when there is no such id. */
const struct game *game_find(const char *id);
