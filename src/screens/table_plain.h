/* A table in plain mode: what is said of it, and when. */
#pragma once
#include "screens/table_state.h"

/* struct play_owner's say and help. */
void table_say(struct play *p, struct text *out);
void table_help(struct play *p, struct text *out);

/* Something has happened at the table, in a line. */
void table_say_event(struct table *t, const char *words);

/* The table has changed: says whose turn it is now, and the points when the round is over. */
void table_announce(struct table *t);
