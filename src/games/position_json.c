#include "games/position_json.h"

#include "cards/card.h"

json_t *pile_json(const struct pile *p)
{
    json_t *cards = json_array();
    for (int i = 0; i < p->n; i++) json_array_append_new(cards, json_string(card_text(p->c[i])));
    return cards;
}

json_t *moves_json(const struct move_list *list)
{
    json_t *moves = json_array();
    for (int i = 0; i < list->n; i++) json_array_append_new(moves, json_string(list->at[i].text));
    return moves;
}
