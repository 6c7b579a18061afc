/* The eight places that `cross` and `corners` are played on, the plays both games know, and why a play is refused.
 * Sides build down in alternating colours and may be started by any card, corners by Kings; what the two games differ
 * in is told by struct board_rules. The rules (S2 to S6, T4, T5). */
#pragma once
#include "cards/pile.h"
#include "games/game.h"

enum place { NORTH, EAST, SOUTH, WEST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST, PLACES };
#define SIDES 4 /* the places below it are sides, the others corners */

struct board {
    struct pile at[PLACES];
};

struct board_rules {
    bool king_sides; /* a King from the hand may start a side */
    bool king_piles; /* a side pile on a King may go to an empty corner */
};

/* A hand card to a place, or a whole pile to a place. */
struct play {
    card card;    /* CARD_NONE: a pile */
    uint8_t from; /* enum place of a pile */
    uint8_t to;   /* enum place */
};

/* Why a play is not possible. */
enum refusal {
    ALLOWED,
    NOT_HELD,
    ON_AN_ACE,
    WRONG_RANK,
    SAME_COLOUR,
    CORNER_WANTS_KING,
    KING_WANTS_CORNER,
    PLACE_IS_EMPTY,
    CORNER_STAYS,
    ONTO_ITSELF,
    SIDE_TAKES_NO_PILE,
    KING_PILE_STAYS,
};

static inline bool place_is_corner(enum place p)
{
    return p >= SIDES;
}

/* "n", "ne": the text of records.md. A constant. */
const char *place_text(enum place p);

/* "north", "north-east". A constant. */
const char *place_words(enum place p);

/* "N", "NE": as it stands beside the place. A constant. */
const char *place_label(enum place p);

/* Reads a play: "9s@n", "w>ne" in either case; and as people type it, with blanks between: "9s n", "w ne", "9s north",
 * "west n", "3 n" (the third card of the hand as play_sorted() orders it by rank). false when it is none of these. */
bool play_parse(struct play *p, const char *text, const struct pile *hand);

/* The canonical text. */
void play_text(const struct play *p, struct move *out);

/* "plays the 8 of diamonds on north", "moves west onto north". state is the position before the play. */
void play_words(const struct play *p, const struct board *b, struct text *out);

/* Its short form for a narrow column: "8♦ on N", "W onto N", "K♠ to NE". */
void play_brief(const struct play *p, const struct board *b, struct text *out);

enum hand_order { BY_RANK, BY_COLOUR, HAND_ORDERS };

/* The hand as a player likes to see it: by rank, Ace first; or black before red, each by rank. Hidden cards come last.
 */
struct pile play_sorted(const struct pile *hand, enum hand_order order);

/* May the play be made on the board with that hand? */
enum refusal play_refusal(const struct play *p, const struct board *b, const struct pile *hand, struct board_rules r);

/* The sentence of a refusal; it is a constant or lies in why. */
const char *refusal_words(enum refusal refusal, const struct play *p, const struct board *b, char why[WHY_TEXT]);

/* Makes an allowed play (asserted where it is cheap). */
void play_make(const struct play *p, struct board *b, struct pile *hand);

#define PLAYS_MAX (CARDS * PLACES + SIDES * PLACES)

/* All allowed plays, hand cards first in the hand's order. Returns how many. */
int board_plays(const struct board *b, const struct pile *hand, struct board_rules r, struct play out[PLAYS_MAX]);

bool board_has_empty_corner(const struct board *b);

/* Sorts a list of moves of these games into plain byte order. */
void moves_sort(struct move_list *list);

/* For plain mode, in whole lines: every place that is not an empty corner; the hand by rank, numbered as play_parse()
 * counts it, the fresh card marked; a list of moves. */
void board_words(const struct board *b, struct text *out);
void hand_words(const struct pile *hand, card fresh, struct text *out);
void moves_words(const struct move_list *list, struct text *out);

/* For replay: the occupied places in the order of enum place. json_decref() frees it. */
json_t *board_json(const struct board *b);
