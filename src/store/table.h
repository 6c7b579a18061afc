/* Tables in the database. Every job here answers with STORE_OK, STORE_NONE (there is no such table), STORE_BUSY or
 * STORE_FAILED. The rules of store.h apply. */
#pragma once
#include "base/err.h"
#include "store/table_row.h"

/* Writes the whole row and the seats of a new or changed table. A table that is closed stays closed. */
void table_save(struct store *s, const struct table_row *t, store_done *done, void *arg);

/* Closes a table for good; its rounds stay as records. An unfinished round ends without points. */
void table_close(struct store *s, int64_t table, store_done *done, void *arg);

/* For the start, before the loop runs: calls each(ctx, ...) for every open table, with its unfinished round (NULL
 * between rounds) and the n moves of that round in order. All pointers live during the call of each() only. false: the
 * database cannot be read, and e holds a whole sentence. */
bool table_each_open(struct store *s,
                     void (*each)(void *ctx, const struct table_row *t, const struct round_row *r,
                                  const char (*moves)[TABLE_MOVE], int n),
                     void *ctx, struct err *e);
