/* What a player does at a table beside playing cards: talks, asks, looks things up, goes on, leaves. */
#pragma once
#include "screens/table_state.h"

/* The keys and words of a table. */
extern const struct play_command table_commands[];

/* What the house would play here: asks the table for a hint, or says why not. */
void table_hint(struct play *p);

/* Back to the lobby: asks when there is something to lose, and whether to keep the seat. */
void table_leave(struct play *p);

/* Back to the lobby before the cards have come: the seat is kept where it is on disk already. */
void table_go(struct play *p);

/* A key that means nothing to anybody: between rounds the person is told what goes on. */
bool table_unknown(struct play *p, const struct key *k);
