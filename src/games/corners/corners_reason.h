/* Why a move of `corners` is a good one: what a table hears (struct game's reason), and what a hint tells the player.
 * All of it is chosen after the move, from facts of the position. */
#pragma once
#include "games/corners/corners.h"

/* struct game's reason: made of the board, the stock, the move and how many cards are held, never of a card in a hand.
 */
void corners_reason(const void *seen, int seat, const struct move *m, struct text *out);

/* For the seat to move alone: the reason of a play, which may name what else is in the hand; and of ending the turn (s
 * as hide() left it for that seat). */
void corners_hint_play(const struct corners *s, const struct play *p, struct text *out);
void corners_hint_end(const struct corners *s, struct text *out);
