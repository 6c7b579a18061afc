/* `grid`, the 4x4 patience: its state, shared by the rules (grid.c), what a player sees (grid_view.c) and the mind
 * (grid_mind.c). Nobody outside includes this; the catalogue lists grid_game. The rules (G1 to G19). */
#pragma once
#include "cards/pile.h"
#include "games/game.h"

extern const struct game grid_game;
extern const struct lesson grid_lesson;

#define SQUARES 16 /* a1 b1 c1 d1 a2 ... d4 */

enum grid_phase { GRID_PLACING, GRID_REMOVING, GRID_WON, GRID_LOST };
enum grid_reason { GRID_NOT_LOST, GRID_BLOCKED, GRID_FULL };

/* Bytes only; deal() clears it. */
struct grid {
    card board[SQUARES];
    struct pile stock; /* the top is the visible card */
    struct pile gone;  /* removed, in that order */
    uint8_t phase;     /* enum grid_phase */
    uint8_t reason;    /* enum grid_reason */
};

/* A removal of one or two squares, or a placement on one; SQUARES for none. */
struct grid_pair {
    uint8_t one, other;
};

/* "b2". out is 3 bytes. */
void grid_square_text(int square, char out[3]);

/* "b2" or "B2" at text, whatever follows; SQUARES when there is none. */
uint8_t grid_square_parse(const char *text);

/* The rank whose seat a square is, 0 for the centre (G1). */
int grid_seat_rank(int square);

/* The card to place; CARD_NONE when the stock is empty. */
card grid_visible(const struct grid *s);

/* May the card lie on that square? It must be empty (G4). */
bool grid_may_place(const struct grid *s, card c, int square);

/* The removals on the board, whatever the phase; a lone ten has no `other` (G5). Returns how many. */
#define REMOVALS_MAX (SQUARES * SQUARES / 2)
int grid_removals(const struct grid *s, struct grid_pair out[REMOVALS_MAX]);

int grid_empty_squares(const struct grid *s);

/* How many cards of a rank are still in the stock below the visible card: what has not been seen. */
int grid_to_come(const struct grid *s, int rank);

/* The canonical text of a placement (one) or removal. */
void grid_place_text(int square, struct move *out);
void grid_removal_text(struct grid_pair pair, struct move *out);

/* What struct game says of them (games/game.h); what they return lives as it says there. */
void grid_deal(void *state, const struct deck *deck, const struct rules *rules, int seats, int dealer);
void grid_moves(const void *state, struct move_list *out);
int grid_to_move(const void *state);
void grid_result(const void *state, struct result *out);
int grid_cards_held(const void *state, int seat);
void grid_hide(void *state, int seat);
void grid_census(const void *state, uint8_t count[CARD_HIDDEN + 1]);
json_t *grid_json(const void *state, int ply);
const char *grid_apply(void *state, int seat, const char *text, struct made *made);
