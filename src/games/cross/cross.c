#include "games/cross/cross.h"

#include "games/position_json.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define HAND_DEALT 7

static_assert(sizeof(struct cross) <= GAME_STATE_MAX, "a state is small");
static_assert(sizeof(struct cross) == (PLACES + 2) * sizeof(struct pile) + 4, "a state has no padding");

/* Any hand card may start a side (S5). No pile goes to an empty place (S6). */
const struct board_rules cross_rules = { .king_sides = true, .king_piles = false };

/* North, west, east, south; then the hand (S1). */
void cross_deal(void *state, const struct deck *deck, const struct rules *rules, int seats, int dealer)
{
    static const enum place order[SIDES] = { NORTH, WEST, EAST, SOUTH };
    struct cross *s = state;
    (void)rules;
    assert(seats == 1 && dealer == 1);
    memset(s, 0, sizeof *s);
    for (int i = CARDS - 1; i >= 0; i--) pile_push(&s->stock, deck->c[i]);
    for (int i = 0; i < SIDES; i++) pile_push(&s->board.at[order[i]], pile_pop(&s->stock));
    for (int i = 0; i < HAND_DEALT; i++) pile_push(&s->hand, pile_pop(&s->stock));
    s->peak = HAND_DEALT;
}

int cross_plays(const struct cross *s, struct play out[PLAYS_MAX])
{
    return s->won ? 0 : board_plays(&s->board, &s->hand, cross_rules, out);
}

/* With the stock empty and cards in hand a play always exists; of a hidden card that was drawn on a copy it
 * is not known which (S8, S9). */
static void after_move(struct cross *s)
{
    struct play plays[PLAYS_MAX];
    if (!pile_empty(&s->stock)) return;
    s->won = pile_empty(&s->hand);
    assert(s->won || pile_find(&s->hand, CARD_HIDDEN) >= 0 || cross_plays(s, plays) > 0);
}

void cross_play(struct cross *s, const struct play *p)
{
    play_make(p, &s->board, &s->hand);
    s->plays++;
    after_move(s);
}

void cross_draw_card(struct cross *s)
{
    s->fresh = pile_pop(&s->stock);
    pile_push(&s->hand, s->fresh);
    if (s->hand.n > s->peak) s->peak = s->hand.n;
    after_move(s);
}

const char *cross_apply(void *state, int seat, const char *text, struct made *made)
{
    struct cross *s = state;
    struct play p;
    if (seat != 1) return "You are watching.";
    if (s->won) return "The game is won.";
    if (strcasecmp(text, "draw") == 0) {
        if (pile_empty(&s->stock)) return "The stock is empty: play what you hold.";
        cross_draw_card(s);
        made->move = (struct move){ "draw" };
        return NULL;
    }
    if (!play_parse(&p, text, &s->hand)) return "That is no move. Type 8d n (card, place), w n (pile, place), or draw.";
    enum refusal refusal = play_refusal(&p, &s->board, &s->hand, cross_rules);
    if (refusal != ALLOWED) return refusal_words(refusal, &p, &s->board, made->why);
    cross_play(s, &p);
    play_text(&p, &made->move);
    return NULL;
}

void cross_moves(const void *state, struct move_list *out)
{
    const struct cross *s = state;
    struct play plays[PLAYS_MAX];
    out->n = cross_plays(s, plays);
    for (int i = 0; i < out->n; i++) play_text(&plays[i], &out->at[i]);
    if (!pile_empty(&s->stock)) out->at[out->n++] = (struct move){ "draw" };
    moves_sort(out);
}

int cross_to_move(const void *state)
{
    (void)state;
    return 1;
}

void cross_result(const void *state, struct result *out)
{
    const struct cross *s = state;
    *out = (struct result){ .over = s->won,
                            .won = s->won,
                            .words = s->won ? "Won: the stock and the hand are empty." : "" };
    out->sure = pile_empty(&s->stock); /* every sequence ends in a win, and no hand grows any more (S9) */
    out->left = s->stock.n + s->hand.n;
    out->points[1] = s->peak;
}

int cross_cards_held(const void *state, int seat)
{
    (void)seat;
    return ((const struct cross *)state)->hand.n;
}

/* Nobody sees the stock; those who watch see the hand, as over a player's shoulder. */
void cross_hide(void *state, int seat)
{
    (void)seat;
    pile_hide(&((struct cross *)state)->stock);
}

void cross_census(const void *state, uint8_t count[CARD_HIDDEN + 1])
{
    const struct cross *s = state;
    memset(count, 0, CARD_HIDDEN + 1);
    for (int i = 0; i < PLACES; i++) pile_census(&s->board.at[i], count);
    pile_census(&s->hand, count);
    pile_census(&s->stock, count);
}

json_t *cross_json(const void *state, int ply)
{
    const struct cross *s = state;
    struct move_list list;
    cross_moves(s, &list);
    json_t *line = json_object();
    json_object_set_new(line, "ply", json_integer(ply));
    json_object_set_new(line, "phase", json_string(s->won ? "won" : "playing"));
    json_object_set_new(line, "stock", json_integer(s->stock.n));
    json_object_set_new(line, "hand", pile_json(&s->hand));
    json_object_set_new(line, "piles", board_json(&s->board));
    json_object_set_new(line, "legal", moves_json(&list));
    return line;
}
