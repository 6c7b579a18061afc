/* What keys and clicks on a table of eight places come to.
 *
 * Keys: arrows (or h j k l , .) move the cursor between the hand, the places and the stock; Enter or Space takes and
 * puts; a card's rank (A 2-9 T J Q K, 0 and 1 too) takes the next card of that rank; while something is in hand, a
 * letter puts it; Tab goes through the legal places; m takes the next pile that can move; e ends or draws; s sorts the
 * hand; : or / begins a move in words; Escape lets go. Clicks do what Enter does. A drag puts where the button is let
 * go; over what is no place, or is not a legal one, the card goes back. The right button lets go. The letters c i n o q
 * r u v w, R, S and ? never mean anything here: they belong to the screen. */
#pragma once
#include "games/felt/felt.h"

struct act_result felt_key(const struct felt *f, struct felt_view *v, const struct key *k);
struct act_result felt_mouse(const struct felt *f, struct felt_view *v, const struct mouse *m, int cols, int rows);

/* Lets go of what is no more. */
void felt_update(const struct felt *f, struct felt_view *v);

/* struct game's show. */
void felt_show(const struct felt *f, struct felt_view *v, const char *move);
