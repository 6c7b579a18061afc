/* `cross`, the solitaire: its state, shared by the rules (cross.c), what a player sees (cross_view.c) and the mind
 * (cross_mind.c). Nobody outside includes this; the catalogue lists cross_game. The rules (S1 to S14). */
#pragma once
#include "games/felt/board.h"

extern const struct game cross_game;
extern const struct lesson cross_lesson;

/* Bytes only; deal() clears it. */
struct cross {
    struct board board;
    struct pile hand;  /* in the order the cards came */
    struct pile stock; /* the top is drawn next */
    card fresh;        /* the card drawn last */
    uint8_t peak;      /* the most cards held at any moment since the deal (S9) */
    uint8_t plays;     /* plays of hand cards and piles; there are at most 41 + 7 + 48 */
    uint8_t won;
};

extern const struct board_rules cross_rules;

/* The plays that can be made, without `draw`; 0 when it is won. */
int cross_plays(const struct cross *s, struct play out[PLAYS_MAX]);

/* A play that is allowed; and a draw from a stock that is not empty. */
void cross_play(struct cross *s, const struct play *p);
void cross_draw_card(struct cross *s);

/* What struct game says of them (games/game.h); what they return lives as it says there. */
void cross_moves(const void *state, struct move_list *out);
int cross_to_move(const void *state);
void cross_result(const void *state, struct result *out);
int cross_cards_held(const void *state, int seat);
void cross_hide(void *state, int seat);
void cross_census(const void *state, uint8_t count[CARD_HIDDEN + 1]);
json_t *cross_json(const void *state, int ply);
void cross_deal(void *state, const struct deck *deck, const struct rules *rules, int seats, int dealer);
const char *cross_apply(void *state, int seat, const char *text, struct made *made);
