/* The rows of tables and rounds, as structs. */
#pragma once
#include "store/account.h"

#define TABLE_SEATS 4
#define TABLE_KIND 24 /* game_kind() of games/game.h: what statistics are kept under */
#define TABLE_RULES 64
#define TABLE_MOVE 12     /* bytes of a move with its NUL */
#define ROUND_LEFT_MAX 16 /* how many of the people who left one round are kept */

enum seat_kind { SEAT_EMPTY, SEAT_PERSON, SEAT_COMPUTER };

struct table_seat {
    enum seat_kind kind;
    int64_t account; /* 0: a guest or a computer player */
    char name[ACCOUNT_HANDLE];
    int strength; /* of a computer player, 1 to 3 */
    int total;    /* points of the match so far (T12) */

    /* Kept for a table only, not for a round. */
    bool stand_in; /* a computer player plays for the person (T16, P72) */
    int64_t heir;  /* the account that gets this computer player's seat in the next round; 0: none */
    char heir_name[ACCOUNT_HANDLE];
};

struct table_row {
    int64_t id;
    char game[16], kind[TABLE_KIND], rules[TABLE_RULES];
    int seats;                               /* 1 to 4 */
    struct table_seat seat[TABLE_SEATS + 1]; /* by seat, [0] unused */
    int round;                               /* number of the round in play, from 1; 0 before the first */
    int dealer; /* seat that dealt the last round, 0 for none; only table_each_open() sets it */
};

struct round_row {
    int64_t id, table;
    int number, dealer; /* from 1 */
    uint8_t key[32];

    /* The accounts that left the round for good before its end. Only table_each_open() sets them. */
    int64_t left[ROUND_LEFT_MAX];
    int n_left;
};
