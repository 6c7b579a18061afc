/* Sitting at a table, or watching one: the way from the lobby to the screen of a table. */
#pragma once
#include "room/room.h"
#include "screens/visit.h"

extern const struct screen screen_table; /* pushed by the functions below only */

/* A seat now (lobby_quick), and the table's screen over the lobby. NULL, or the whole sentence why not, valid until the
 * next call. */
const char *table_sit(struct visit *v, const struct game *game, const struct rules *rules, int seats);

/* The same for watching a table (lobby_watch); the sentence is valid until the next call. */
const char *table_watch(struct visit *v, struct room *r);
