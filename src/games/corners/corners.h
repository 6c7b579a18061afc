/* `corners`, the table game: its state, shared by the rules (corners.c), what a player sees (corners_view.c) and the
 * mind (corners_mind.c). Nobody outside includes this; the catalogue lists corners_game. The rules (T1 to T20). */
#pragma once
#include "games/corners/corners_game.h"
#include "games/felt/board.h"

enum corners_phase { CORNERS_PLAYING, CORNERS_OUT, CORNERS_IMPASSE };

/* Bytes only, so there is no padding; deal() clears it. */
struct corners {
    struct board board;
    struct pile hands[SEATS_MAX + 1]; /* in the order the cards came; [0] stays empty */
    struct pile stock;                /* the top is drawn next */
    card fresh[SEATS_MAX + 1];        /* the card that seat drew last; `first`: at the start of its latest turn */
    uint8_t seats, dealer, turn;
    uint8_t phase;       /* enum corners_phase */
    uint8_t idle;        /* turns without a play since one, each begun with the stock empty (T10) */
    uint8_t began_empty; /* this turn began with the stock empty */
    uint8_t played;      /* this turn has had a play */
    uint8_t last, mustking, kingpile;
};

struct board_rules corners_rules(const struct corners *s);

/* A King in the hand of the seat to move and an empty corner: only such Kings may be played (T7). */
bool corners_kings_first(const struct corners *s);

/* The plays of the seat to move, without `end`; 0 when the round is over. */
int corners_plays(const struct corners *s, struct play out[PLAYS_MAX]);

/* Makes an allowed play of the seat to move; ends its turn. For the mind, which tries things out on copies. */
void corners_play(struct corners *s, const struct play *p);
void corners_end_turn(struct corners *s);

/* What a card, and a hand, counts (T11). */
int corners_card_points(card c);
int corners_hand_points(const struct pile *hand);

/* What struct game says of them (games/game.h); what they return lives as it says there. */
const char *corners_rules_parse(struct rules *r, const char *text);
void corners_rules_text(const struct rules *r, char *out, size_t size);
const char *corners_rules_title(const struct rules *r);
const char *corners_rules_words(const struct rules *r);
int corners_target(const struct rules *r);
void corners_deal(void *state, const struct deck *deck, const struct rules *rules, int seats, int dealer);
void corners_moves(const void *state, struct move_list *out);
int corners_to_move(const void *state);
void corners_result(const void *state, struct result *out);
int corners_cards_held(const void *state, int seat);
void corners_hide(void *state, int seat);
void corners_census(const void *state, uint8_t count[CARD_HIDDEN + 1]);
json_t *corners_json(const void *state, int ply);
const char *corners_apply(void *state, int seat, const char *text, struct made *made);
