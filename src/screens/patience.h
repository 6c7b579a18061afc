/* Playing a patience, alone. */
#pragma once
#include "screens/visit.h"

struct game;

extern const struct screen screen_patience; /* arg: the game */

/* The patience of that game over the lobby: the account's unfinished one where there is one, else a new deal. */
struct game_row;
void patience_sit(struct visit *v, const struct game_row *what);
