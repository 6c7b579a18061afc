/* The table of games, made of games.def: everything that others know of a game they read in its row. */
#pragma once
#include "games/game.h"

struct text;

#define GAMES_MAX 16
#define GAME_ROWS_MAX 32 /* variants of all games together */

/* All games, in the order of the lobby; NULL ends the table. */
extern const struct game *const game_list[];

/* The game of that id, a constant; NULL when there is none. */
const struct game *game_find(const char *id);

/* A game in one of its variants, as a row of the lobby offers it. */
struct game_row {
    const struct game *game;
    const struct variant *variant;
};

/* The k-th of all variants of all games, in the order of the lobby; false past the last. */
bool game_row_at(int k, struct game_row *out);

/* The row's options. */
void game_row_rules(const struct game_row *row, struct rules *out);

/* The game's title under them. A constant. */
const char *game_row_title(const struct game_row *row);

/* What the row's statistics are kept under: game_kind() of its options. */
void game_row_kind(const struct game_row *row, char out[KIND_TEXT]);

/* The k-th of the games' lessons; NULL past the last. A constant. */
const struct lesson *lesson_at(int k);

/* Adds the ids as one phrase, with commas and an "or". */
void game_ids(struct text *out);
