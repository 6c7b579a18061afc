/* Sitting at a table. */
#pragma once
#include "room/room.h"
#include "screens/visit.h"

#define KIND_WORDS 64

/* "Kings Corner, draw last", "Kings in the Corners, draw first, to 25": as titles and lists say it. */
void kind_words(const struct game *game, const struct rules *rules, char out[KIND_WORDS]);

/* A seat now (lobby_quick), and the table's screen over the lobby. NULL, or the whole sentence why not. */
const char *table_sit(struct visit *v, const struct game *game, const struct rules *rules, int seats);

/* The same for watching a table (lobby_watch). */
const char *table_watch(struct visit *v, struct room *r);
