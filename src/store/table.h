/* Tables and their rounds, as they are kept: who sits where, the key the deck comes from, every move in order, the
 * points. Everything here answers STORE_OK, STORE_NONE (no such table or round), STORE_BUSY or STORE_FAILED. */
#pragma once
#include "store/account.h"

#define TABLE_SEATS 4
#define TABLE_KIND 24 /* "corners last": game and rules that statistics are kept under */
#define TABLE_RULES 64
#define TABLE_MOVE 12
#define TABLE_RESULT 96
#define ROUND_LEFT_MAX 16 /* who has left one round, by name; of more only that there are as many */
#define LOSER_POINTS 50   /* what the tally has come to when the banner comes (T13) */
#define LOSER_ROWS 20     /* of the hall */

enum seat_kind { SEAT_EMPTY, SEAT_PERSON, SEAT_COMPUTER };

struct table_seat {
    enum seat_kind kind;
    int64_t account; /* 0: a guest or a computer player */
    char name[ACCOUNT_HANDLE];
    int strength; /* of a computer player, 1 to 3 */
    int total;    /* points of the match so far (T12) */

    /* Of a table only, not of a round. */
    bool stand_in; /* a computer plays for the person (T16, P72) */
    int64_t heir;  /* the account that has this computer player's seat from the next round on; 0: none */
    char heir_name[ACCOUNT_HANDLE];
};

struct table_row {
    int64_t id;
    char game[16], kind[TABLE_KIND], rules[TABLE_RULES];
    int seats;                               /* 1 to 4 */
    struct table_seat seat[TABLE_SEATS + 1]; /* by seat, [0] unused */
    int round;                               /* number of the round being played, from 1; 0 before the first */
    int dealer; /* of the last round; only table_each_open() sets it, 0 when there was none */
};

struct round_row {
    int64_t id, table;
    int number, dealer; /* from 1 */
    uint8_t key[32];

    /* The accounts that have left it for good before its end. Only table_each_open() sets them. */
    int64_t left[ROUND_LEFT_MAX];
    int n_left;
};

/* A table begins or changes (seats, totals): its whole row, written as it is. */
void table_save(struct store *s, const struct table_row *t, store_done *done, void *arg);

/* The table breaks up; its rounds stay as records. An unfinished round is closed without points. */
void table_close(struct store *s, int64_t table, store_done *done, void *arg);

/* A round begins, together with its table as it is at that moment; who sits where then is what the record will say. A
 * table plays one round at a time: STORE_FAILED while the one before is unfinished. The same round again, as when an
 * answer was lost, is STORE_OK, and who sits where is what was told last. */
void round_begin(struct store *s, const struct table_row *t, const struct round_row *r, store_done *done, void *arg);

/* Move number ply (from 1) of a round. The same move again is STORE_OK. STORE_FAILED: another move has that number, the
 * one before is missing (it failed: then this one must), or the round has ended. */
void round_move(struct store *s, int64_t round, int ply, const char *text, store_done *done, void *arg);

/* Somebody leaves for good in mid-round and takes these points (T16); t is the table without that person. Told once for
 * a round and account, however often it is called. */
void round_leave(struct store *s, const struct table_row *t, int64_t round, int64_t account, int points,
                 store_done *done, void *arg);

struct round_score {
    int64_t account; /* 0: nothing is kept */
    int points;
    bool won; /* the round */
    bool match_over, match_won;
    bool sheds_mark; /* this win takes the mark off, if it does not bring a new one (T13) */
};

struct round_end {
    struct table_row table; /* as it is after the round: totals, or zeros when a match has ended */
    int64_t round;
    char result[TABLE_RESULT];
    struct round_score score[TABLE_SEATS + 1]; /* by seat, [0] unused */
};

/* banner[seat]: this round made a big loser of the account there (T13); all false unless result is STORE_OK. */
typedef void round_end_done(void *arg, enum store_result result, const bool banner[TABLE_SEATS + 1]);

/* One transaction, with the last move already sent before it: scores, tallies, banners, the table. No score is counted
 * twice for the same round and account: the same call again changes nothing and says the same. */
void round_finish(struct store *s, const struct round_end *r, round_end_done *done, void *arg);

/* At start, before the loop runs: calls each(ctx, ...) for every open table with its unfinished round (NULL when it
 * stands between rounds) and that round's moves in order. Pointers live during the call. */
bool table_each_open(struct store *s,
                     void (*each)(void *ctx, const struct table_row *t, const struct round_row *r,
                                  const char (*moves)[TABLE_MOVE], int n),
                     void *ctx, struct err *e);

/* A round that is over, with all that its record holds (records.md). */
struct round_kept {
    struct round_row row;
    struct table_row table; /* id, game, kind, rules, seats, totals: as they were when the round began */
    int64_t begun_s, ended_s;
    char result[TABLE_RESULT]; /* "": the table broke up */
    const char (*moves)[TABLE_MOVE];
    int n;
};

/* r is NULL unless result is STORE_OK, and lives during the call. */
typedef void round_kept_done(void *arg, enum store_result result, const struct round_kept *r);

/* STORE_NONE as well while the round is being played: its key is nobody's business yet. */
void round_read(struct store *s, int64_t round, round_kept_done *done, void *arg);

/* The hall of big losers, newest first: at most LOSER_ROWS, alive during the call; n is 0 unless result is STORE_OK. */
struct loser_row {
    char handle[ACCOUNT_HANDLE];
    int64_t when_s, round;
};
typedef void losers_done(void *arg, enum store_result result, const struct loser_row *rows, int n);
void table_losers(struct store *s, losers_done *done, void *arg);
