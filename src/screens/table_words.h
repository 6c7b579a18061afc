/* A table in words: its title, its seats, its clock and its message line. */
#pragma once
#include "screens/table_state.h"

#define KIND_WORDS 64

/* The title under these options, what tells them from others, and the points that end a match, parted by commas. */
void kind_words(const struct game *game, const struct rules *rules, char out[KIND_WORDS]);

/* May the viewer play now? */
bool table_is_my_turn(const struct table *t);

/* struct play_owner's words. */
void table_words(struct play *p, struct play_words *w);
