/* Who has won a round, and the match that rounds add up to. */
#pragma once
#include "room/inside.h"

/* Of the round that is over. */
bool match_round_won(const struct room *r, int seat);
bool match_sheds_mark(const struct room *r, int seat); /* (T13) */

/* Who has won the match by the totals there are, as a seat mask (bit 1 << seat); 0: it goes on. */
unsigned match_winner(const struct room *r);
