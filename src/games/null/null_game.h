/* The smallest whole game: a template to copy for a new one. It always builds and is held to the contract like every
 * other; it is not in the table of games. */
#pragma once
#include "games/game.h"

extern const struct game null_game;
