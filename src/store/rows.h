/* Tables, seats and moves between their structs and their rows, for the store's own files. */
#pragma once
#include "store/table.h"

struct db;

/* Writes t's row and its seats over what is there. A table that is closed stays closed. */
bool table_put(struct db *db, const struct table_row *t, int64_t now_s);

/* Keeps who sits at t as the round begins. */
bool round_seats_put(struct db *db, const struct table_row *t, int64_t round);

/* The seats of a table, or of a round as it began, into t->seat. */
bool table_seats_get(struct db *db, int64_t table, struct table_row *t);
bool round_seats_get(struct db *db, int64_t round, struct table_row *t);

/* The moves of a round, or of an open patience, in order. free(*moves) in any case. */
bool moves_get(struct db *db, int64_t round, char (**moves)[TABLE_MOVE], int *n);
bool patience_moves_get(struct db *db, int64_t patience, char (**moves)[TABLE_MOVE], int *n);
