/* The moves of a round: each is made on a copy, goes to disk, and is told when it is there. */
#pragma once
#include "room/inside.h"

/* Makes a move that is no person's, or sends it on its way. NULL or why not, valid until the next move. Nothing is on
 * its way: asserted. */
const char *move_make(struct room *r, int seat, const char *text, enum maker maker);

/* The move that ends the turn: the game's end_move where it is legal, else the first legal move, which brings it
 * nearer. */
struct move move_ending_turn(const struct room *r);
void move_end_turn(struct room *r, enum maker maker); /* makes it, for the seat that is to move */

void move_settle(struct room *r); /* the store has answered to a move */
void moves_tick(struct room *r);  /* the moves of people that had to wait, until one of them is on its way */
