/* What a table has still to write: the changes of seats that somebody wants, each until it is on disk or no longer
 * stands. */
#pragma once
#include "room/inside.h"

void change_want(struct room *r, int seat, enum change c); /* the tick brings it about */

/* The seat whose change was wanted first; 0: none is to change. One person may have left a seat and have the claim to
 * another: who is told of the claim knows already that the seat was left. */
int change_next(const struct room *r);
bool change_keeps(const struct room *r, int seat); /* its person is not about to lose it */

/* Is something on its way to disk, or has to get there before a move is made? */
bool room_busy(const struct room *r);
