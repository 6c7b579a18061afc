/* Statistics of the tables: one account's figures, and the hall of big losers. The rules of store.h apply. */
#pragma once
#include "store/account.h"

#define LOSER_ROWS 20 /* of the hall */

/* One account's figures for a game and its rules (game_kind() of games/game.h); for "" they sum up all of them. */
struct figures {
    int64_t rounds, wins; /* rounds that ended or were left; rounds that were won */
    int64_t points;       /* all penalty points ever (T13) */
    int64_t matches, matches_won;
    int64_t banners, tally; /* big loser banners ever; points since the last one, of all kinds together (T13) */
    int best, worst;        /* points of the best and the worst round; -1 without rounds */
};

/* f is NULL unless result is STORE_OK. It lives during the call. */
typedef void figures_done(void *arg, enum store_result result, const struct figures *f);

/* A kind that was never played has zeros. STORE_NONE: there is no such account. */
void account_figures(struct store *s, int64_t account, const char *kind, figures_done *done, void *arg);

struct loser_row {
    char handle[ACCOUNT_HANDLE];
    int64_t when_s, round;
};

/* n is 0 unless result is STORE_OK. rows lives during the call. */
typedef void losers_done(void *arg, enum store_result result, const struct loser_row *rows, int n);

/* The hall of big losers, newest first: at most LOSER_ROWS. */
void losers_read(struct store *s, losers_done *done, void *arg);
