/* Rounds that have ended, with everything that a record of them holds (doc/records.md). */
#pragma once
#include "store/round.h"

struct finished_round {
    struct round_row row;
    struct table_row table; /* id, game, kind, rules, seats, totals: as they were when the round began */
    int64_t begun_s, ended_s;
    char result[ROUND_RESULT]; /* "": the table was closed in mid-round */
    const char (*moves)[TABLE_MOVE];
    int n; /* moves */
};

/* r is NULL unless result is STORE_OK. It lives during the call, with its moves. */
typedef void finished_round_done(void *arg, enum store_result result, const struct finished_round *r);

/* Reads a round. STORE_NONE: there is no such round, or it is still in play, when its key is secret. The rules of
 * store.h apply. */
void finished_round_read(struct store *s, int64_t round, finished_round_done *done, void *arg);
