/* Tables and their rounds, as they are kept: who sits where, the key the deck comes from, every move in order, the points. */
#pragma once
#include "store/account.h"

#define TABLE_SEATS 4
#define TABLE_KIND 24  /* "corners last": game and rules that statistics are kept under */
#define TABLE_RULES 64
#define TABLE_MOVE 12

enum seat_kind { SEAT_EMPTY, SEAT_PERSON, SEAT_COMPUTER };

struct table_seat {
    enum seat_kind kind;
    int64_t account; /* 0: a guest or a computer player */
    char name[ACCOUNT_HANDLE];
    int strength; /* of a computer player, 1 to 3 */
    int total;    /* points of the match so far (T12) */
};

struct table_row {
    int64_t id;
    char game[16], kind[TABLE_KIND], rules[TABLE_RULES];
    int seats;
    struct table_seat seat[TABLE_SEATS + 1]; /* by seat, [0] unused */
    int round; /* number of the round being played, from 1 */
};

struct round_row {
    int64_t id, table;
    int number, dealer;
    uint8_t key[32];
};

/* A table begins or changes (seats, totals): its whole row, written as it is. */
void table_save(struct store *s, const struct table_row *t, store_done *done, void *arg);

/* The table breaks up; its rounds stay as records. An unfinished round is closed without points. */
void table_close(struct store *s, int64_t table, store_done *done, void *arg);

/* A round begins, together with its table as it is at that moment. */
void round_begin(struct store *s, const struct table_row *t, const struct round_row *r, store_done *done, void *arg);

/* Move number ply (from 1) of a round. */
void round_move(struct store *s, int64_t round, int ply, const char *text, store_done *done, void *arg);

/* Somebody leaves for good in mid-round and takes these points (T16); t is the table without that person. Told once for a
 * round and account, however often it is called. */
void round_leave(struct store *s, const struct table_row *t, int64_t round, int64_t account, int points,
                 store_done *done, void *arg);

struct round_end {
    struct table_row table; /* as it is after the round: totals, or zeros when a match has ended */
    int64_t round;
    char result[96];
    struct {
        int64_t account; /* 0: nothing is kept */
        int points;
        bool won;                    /* the round */
        bool match_over, match_won;
        bool sheds_mark;             /* T13: this win takes the mark off */
    } score[TABLE_SEATS + 1];
};

/* banner[seat]: this round made a big loser of the account there (T13). */
typedef void round_end_done(void *arg, enum store_result result, const bool banner[TABLE_SEATS + 1]);

/* One transaction, with the last move already sent before it: scores, tallies, banners, figures, the table. No score is counted
 * twice for the same round and account. */
void round_finish(struct store *s, const struct round_end *r, round_end_done *done, void *arg);

/* At start, before the loop runs: calls each(ctx, ...) for every open table with its unfinished round (NULL when it stands
 * between rounds) and that round's moves in order. Pointers live during the call. */
bool table_each_open(struct store *s,
                     void (*each)(void *ctx, const struct table_row *t, const struct round_row *r,
                                  const char (*moves)[TABLE_MOVE], int n),
                     void *ctx, struct err *e);

/* Rows of a big losers' hall, newest first: at most n of them into rows; returns how many by done. */
struct loser_row {
    char handle[ACCOUNT_HANDLE];
    int64_t when_s, round;
};
typedef void losers_done(void *arg, enum store_result result, const struct loser_row *rows, int n);
void table_losers(struct store *s, losers_done *done, void *arg); /* the newest 20 */
