/* Cards in a row, base (or oldest) first. Plain data: a copy is an assignment, and slots without a card are CARD_NONE.
 */
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

/* The pile has room: asserted. */
void pile_push(struct pile *p, card c);

/* Takes the top; CARD_NONE from an empty pile. */
card pile_pop(struct pile *p);

/* Takes c out of the pile, the others keep their order; false when it is not there. */
bool pile_take(struct pile *p, card c);

/* Where c lies, 0 for the base; -1 when it is not there. */
int pile_find(const struct pile *p, card c);

/* Puts all of from, in order, onto `onto` and leaves from empty. */
void pile_move(struct pile *onto, struct pile *from);

/* Every card becomes CARD_HIDDEN; how many there are stays. */
void pile_hide(struct pile *p);

/* Counts every card into count[CARD_NONE..CARD_HIDDEN]. */
void pile_census(const struct pile *p, uint8_t count[CARD_HIDDEN + 1]);
