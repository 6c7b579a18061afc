/* Rounds in play: the key of the deck, who sits where, every move in order, the points at the end. Every job here
 * answers with STORE_OK, STORE_NONE (there is no such round), STORE_BUSY or STORE_FAILED. The rules of store.h apply.
 * The same call again changes nothing and gives the same answer, so that a lost answer does no harm. */
#pragma once
#include "store/table_row.h"

#define ROUND_RESULT 96
#define LOSER_POINTS 50 /* the banner comes when the tally reaches this (T13) */

/* Begins a round and saves its table; the record of the round says who sits where in t. The same round again replaces
 * who sits where. STORE_FAILED: the table has another unfinished round. */
void round_begin(struct store *s, const struct table_row *t, const struct round_row *r, store_done *done, void *arg);

/* Adds move number ply, from 1. STORE_FAILED: another move has that number, the move before it is missing (it failed,
 * so this one must), or the round has ended. */
void round_move(struct store *s, int64_t round, int ply, const char *text, store_done *done, void *arg);

/* Somebody leaves for good in mid-round and takes these points (T16), once for a round and account. t is the table
 * without that person. */
void round_leave(struct store *s, const struct table_row *t, int64_t round, int64_t account, int points,
                 store_done *done, void *arg);

struct round_score {
    int64_t account; /* 0: nothing is kept */
    int points;
    bool won; /* the round */
    bool match_over, match_won;
    bool sheds_mark; /* this win takes the loser's mark off, unless the round brings a new one (T13) */
};

struct round_end {
    struct table_row table; /* as it is after the round: totals, or zeros when a match has ended */
    int64_t round;
    char result[ROUND_RESULT];
    struct round_score score[TABLE_SEATS + 1]; /* by seat, [0] unused */
};

/* banner[seat]: this round made a big loser of the account in that seat (T13); all false unless result is STORE_OK.
 * banner lives during the call. */
typedef void round_end_done(void *arg, enum store_result result, const bool banner[TABLE_SEATS + 1]);

/* Ends a round in one transaction: scores, tallies, banners and the table. Submit the last move before. A score counts
 * once for a round and account. done may be NULL. */
void round_finish(struct store *s, const struct round_end *r, round_end_done *done, void *arg);
