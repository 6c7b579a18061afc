/* Positions of a patience: always what the deal and the moves give (P78). What an end means for the deal's row. */
#pragma once
#include "room/solo_inside.h"

/* state: of the game's size. */
void solo_deal_into(const struct game *game, const struct rules *rules, uint32_t deal, void *state);

/* Move k, in words of the position before it, to the log. */
void solo_log_move(struct solo *s, int k, const void *before, const struct move *m);

/* The position after the first n moves into s->commit.next. Returns how many of them could be made: all, unless the
 * file is damaged (logged). */
int solo_replay(struct solo *s, int n);
void solo_push_move(struct solo *s, const char text[TABLE_MOVE]);

/* What the end of the game in that state, if it is one, adds to a row. */
void solo_count_end(const struct solo *s, const void *state, struct patience_row *row);

/* Any legal moves to the end, for a game that is sure to be won. */
void solo_play_out(const struct solo *s, void *state);
