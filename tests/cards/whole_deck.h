#pragma once
#include "cards/deal.h"

static inline void assert_whole_deck(const struct deck *d)
{
    card_set seen = 0;
    for (int i = 0; i < CARDS; i++) {
        if (!card_is(d->c[i])) fail_msg("card %d of the deck is %d", i + 1, d->c[i]);
        if (seen & card_bit(d->c[i])) fail_msg("%s is in the deck twice", card_text(d->c[i]));
        seen |= card_bit(d->c[i]);
    }
}
