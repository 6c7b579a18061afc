/* Two tables side by side that differ in what one viewer may not see. Include after room/people.h or screens/house.h.
 */
#pragma once
#include "games/worlds.h"
#include "room/computer.h"
#include "room/moves.h"

/* The next move at the first table: mostly its mind's, else a legal move by chance. */
static inline struct move twins_choose(const struct room *r, struct random *chance)
{
    struct move_list list;
    r->game->moves(r->commit.state, &list);
    bool thought = r->thinking->step == THINK_READY && random_below(chance, 4) > 0;
    if (thought) return r->thinking->move;
    return random_below(chance, 3) == 0 ? move_ending_turn(r) : list.at[random_below(chance, (uint32_t)list.n)];
}

/* Makes the second state another world than the first, in which the move is legal too. The card that the move shows
 * stays where it is. Where a King forbids the move under mustking, the second state stays a copy of the first. */
static inline void twins_vary_states(const struct game *game, const void *a, void *b, int viewer, const struct move *m,
                                     struct random *chance)
{
    union any_state after, other;
    struct made made;
    int seat = game->to_move(a);
    memcpy(after.bytes, a, game->state_size);
    assert_null(game->apply(after.bytes, seat, m->text, &made));
    card_set shown = hidden_cards(game, a, viewer) & ~hidden_cards(game, after.bytes, viewer);
    other_world(game, a, viewer, shown, chance, other.bytes);
    memcpy(b, other.bytes, game->state_size);
    if (game->apply(other.bytes, seat, m->text, &made) != NULL) memcpy(b, a, game->state_size);
}

static inline void twins_vary(const struct room *a, struct room *b, int viewer, const struct move *m,
                              struct random *chance)
{
    twins_vary_states(a->game, a->commit.state, b->commit.state, viewer, m, chance);
}

/* Makes a typed line of a card and a place by chance. false: it happens to be a legal move for that seat. */
static inline bool twins_no_move(const struct room *r, int seat, struct random *chance, char line[20])
{
    static const char *const places[] = { "n", "e", "s", "w", "ne", "se" };
    union any_state copy;
    struct made made;
    snprintf(line, 20, "%s %s", card_text((card)(1 + random_below(chance, CARDS))), places[random_below(chance, 6)]);
    memcpy(copy.bytes, r->commit.state, r->game->state_size);
    return r->game->apply(copy.bytes, seat, line, &made) != NULL;
}

/* Some sentences say how a move is typed, by the example of a card. */
static inline card_set twins_example(const char *text)
{
    return strstr(text, "8d n (") != NULL ? card_bit(card_of(8, DIAMONDS)) : 0;
}
