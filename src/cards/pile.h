/* Cards in order, base (or oldest) first. Plain data: a copy is an assignment. Slots without a card are CARD_NONE. */
#pragma once
#include "cards/card.h"

#include <stdbool.h>

struct pile {
    uint8_t n;
    card c[CARDS];
};

static inline bool pile_empty(const struct pile *p)
{
    return p->n == 0;
}
static inline card pile_base(const struct pile *p)
{
    return p->n ? p->c[0] : CARD_NONE;
}
static inline card pile_top(const struct pile *p)
{
    return p->n ? p->c[p->n - 1] : CARD_NONE;
}

/* Puts c on top. The pile has fewer than 52 cards: asserted. */
void pile_push(struct pile *p, card c);

/* Takes and returns the top card; CARD_NONE from an empty pile. */
card pile_pop(struct pile *p);

/* Takes c out of the pile; the other cards keep their order. false: c is not in the pile. */
bool pile_take(struct pile *p, card c);

/* The index of c, 0 for the base; -1 when c is not in the pile. */
int pile_find(const struct pile *p, card c);

/* Puts all cards of from onto `onto`, in order, and empties from. Together they have at most 52 cards: asserted. */
void pile_move(struct pile *onto, struct pile *from);

/* Replaces every card by CARD_HIDDEN; the number of cards stays. */
void pile_hide(struct pile *p);

/* Adds the cards to count[CARD_NONE..CARD_HIDDEN]. */
void pile_census(const struct pile *p, uint8_t count[CARD_HIDDEN + 1]);
