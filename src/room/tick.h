/* The life of a table, and its tick, which looks at all facts once. */
#pragma once
#include "room/inside.h"

/* An open table without people, before its first round; computer players sit on all its seats. room_free() frees it. */
struct room *room_new(struct lobby *l, int64_t id, const struct game *game, const struct rules *rules, int seats);
void room_free(struct room *r); /* with its members, who hear nothing */

/* The table breaks up: its members are to hear why, and the lobby takes it out of its list. why lives for ever. */
void room_close(struct room *r, const char *why);
void room_tick(struct room *r);
