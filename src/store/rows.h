/* Reads and writes the rows of tables, seats and moves. For the store's own files. Every function returns false when
 * SQLite failed, which is logged. */
#pragma once
#include "store/table_row.h"

struct db;

/* Writes t's row and its seats in place of the old ones. A table that is closed stays closed. */
bool table_put(struct db *db, const struct table_row *t, int64_t now_s);

/* Writes who sits at t when the round begins. */
bool round_seats_put(struct db *db, const struct table_row *t, int64_t round);

/* Reads the seats of a table, or of a round when it began, into t->seat. */
bool table_seats_get(struct db *db, int64_t table, struct table_row *t);
bool round_seats_get(struct db *db, int64_t round, struct table_row *t);

/* Reads the n moves of a round, or of an open patience, in order. The caller frees *moves with free(), also when the
 * function fails. */
bool moves_get(struct db *db, int64_t round, char (**moves)[TABLE_MOVE], int *n);
bool patience_moves_get(struct db *db, int64_t patience, char (**moves)[TABLE_MOVE], int *n);
