/* The record of a round that the store does not keep: the table remembers it while it is played and looked at. */
#pragma once
#include "room/inside.h"

void record_begin(struct room *r); /* a round has been dealt; nothing has been played */
void record_move(struct room *r, const struct move *m);
void record_forget(struct room *r);
