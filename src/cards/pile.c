#include "cards/pile.h"

#include <assert.h>
#include <string.h>

void pile_push(struct pile *p, card c)
{
    assert(p->n < CARDS);
    p->c[p->n++] = c;
}

/* A slot that a card leaves is cleared: two piles of the same cards are then equal byte for byte, and no trace of a
 * card remains to be seen. */
card pile_pop(struct pile *p)
{
    if (p->n == 0) return CARD_NONE;
    card c = p->c[--p->n];
    p->c[p->n] = CARD_NONE;
    return c;
}

bool pile_take(struct pile *p, card c)
{
    int at = pile_find(p, c);
    if (at < 0) return false;
    p->n--;
    memmove(&p->c[at], &p->c[at + 1], (size_t)(p->n - at));
    p->c[p->n] = CARD_NONE;
    return true;
}

int pile_find(const struct pile *p, card c)
{
    for (int i = 0; i < p->n; i++)
        if (p->c[i] == c) return i;
    return -1;
}

void pile_move(struct pile *onto, struct pile *from)
{
    assert(onto != from && onto->n + from->n <= CARDS);
    memcpy(&onto->c[onto->n], from->c, from->n);
    onto->n = (uint8_t)(onto->n + from->n);
    memset(from, 0, sizeof *from);
}

void pile_hide(struct pile *p)
{
    memset(p->c, CARD_HIDDEN, p->n);
}

void pile_census(const struct pile *p, uint8_t count[CARD_HIDDEN + 1])
{
    for (int i = 0; i < p->n; i++) count[p->c[i]]++;
}
