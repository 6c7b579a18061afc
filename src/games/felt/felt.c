#include "games/felt/felt.h"

#define STOCK_CELL 4

static const uint8_t places_of_cells[9] = {
    NORTH_WEST, NORTH, NORTH_EAST, WEST, PLACES, EAST, SOUTH_WEST, SOUTH, SOUTH_EAST,
};

/* Letters that nothing else is at a table: those of talk, end, hint, next, mouse, quit, sort, view, why and the arrows
 * are left out. */
const char felt_letters[PLACES + 1] = "abdfgxyz";

int felt_cell(enum place p)
{
    for (int cell = 0; cell < 9; cell++)
        if (places_of_cells[cell] == p) return cell;
    return STOCK_CELL;
}

enum place felt_place(int cell)
{
    return (enum place)places_of_cells[cell];
}

int felt_places(const struct felt *f, const struct felt_view *v, uint8_t out[PLACES])
{
    int n = 0;
    if (v->hold == HOLD_NOTHING) return 0;
    for (int i = 0; i < f->n; i++) {
        const struct play *p = &f->plays[i];
        if (v->hold == HOLD_CARD ? p->card == v->held : p->card == CARD_NONE && p->from == v->from) out[n++] = p->to;
    }
    return n;
}

bool felt_is_new(const struct felt *f, const struct felt_view *v, card c)
{
    return card_is(c) && c == f->fresh && c != v->seen && !f->over;
}
