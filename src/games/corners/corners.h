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

/* struct game's apply. */
const char *corners_apply(void *state, int seat, const char *text, struct made *made);
