/* How a patience changes: what is to be is in s->change and in s->commit.next, goes to disk, and is so when the store
 * says yes. A guest's patience changes at once. */
#pragma once
#include "room/solo_inside.h"

/* Sends s->change to disk. Nothing is on its way. */
void solo_save(struct solo *s);

/* The hint counts as help from here on; told is said of m when that is on disk. Nothing is on its way. */
void solo_mark_hint(struct solo *s, const char *told, const struct move *m);

void solo_take_up(struct solo *s, uint32_t deal); /* another deal; 0: by chance */
void solo_load(struct solo *s);                   /* the unfinished one, else another deal by chance */

/* A game that is sure to be won counts as won when it is left (P13). */
void solo_count_sure_win(struct solo *s);

/* What the store has answered, and how long it takes. */
void solo_change_tick(struct solo *s);
