/* What keys and clicks on the board of `grid` come to: struct game's key, mouse, view_update and show.
 *
 * Keys: arrows (or h j k l , .) move the cursor over the squares, a letter a to d to that column and a digit 1 to 4 to
 * that row, Tab to the next square where something can be done; Enter or Space places, or takes a card and then its
 * partner (a 10 goes at once); x removes what can be removed, one removal a press; e resumes; : or / begins a move in
 * words, or a square's name; Escape lets go. Clicks do what Enter does. The visible card is dragged to a square, a card
 * onto its partner (G17); where that is not possible, it goes back. The right button lets go. */
#pragma once
#include "games/felt/drag.h"
#include "games/felt/typing.h"
#include "games/grid/grid.h"

/* The viewer's own state; cleared memory is a new one. */
struct grid_view {
    uint8_t at;           /* the square the cursor is on */
    uint8_t taken;        /* 1 + the square of the card that waits for its partner; 0: none */
    struct drag drag;     /* of the taken card, or of the lifted one */
    bool lifted;          /* the visible card is dragged */
    bool aside;           /* it is over no square that takes it: none is marked as the cursor's */
    struct typing typing; /* a move in words */
    struct made made;     /* memory for the sentence of a refusal */
};

/* The squares on which something can be done now: the visible card placed, a card removed, the taken one's partner
 * taken. Square k is bit k. */
uint16_t grid_live(const struct grid *s, const struct grid_view *v);

/* The keys that do something now, for the key line. */
void grid_key_line(const struct grid *s, int seat, const struct grid_view *v, bool narrow, struct text *out);

struct act_result grid_key(const void *state, int seat, void *view, const struct key *k);
struct act_result grid_mouse(const void *state, int seat, void *view, const struct mouse *m, int cols, int rows);
void grid_view_update(const void *state, int seat, void *view);
void grid_show(const void *state, int seat, void *view, const char *move);
