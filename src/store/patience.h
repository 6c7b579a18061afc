/* Patiences in the database: for each account and game the open one with its moves, and the result of every deal. An
 * account has one open patience of each game; a deal has one row, however often it is undone, restarted or given up, so
 * nothing counts twice (G18, P4, P12). Every job here answers with STORE_OK,
 * STORE_NONE, STORE_BUSY or STORE_FAILED. The rules of store.h apply. */
#pragma once
#include "store/table_row.h"

#define PATIENCE_GAME 16
#define PATIENCE_MOVES_MAX 512 /* no patience has as many */

/* One deal of one account. A flag that is true stays true, whatever a later call passes. */
struct patience_row {
    int64_t account;
    char game[PATIENCE_GAME];
    uint32_t deal;
    bool undo, hint, restart; /* help that was used */
    bool played;              /* a card was played */
    bool won, lost;           /* ended so, at least once */
    bool clean;               /* won without help */
    int score;                /* the best score; -1: it has not ended yet */
    int par;                  /* -1: not known (S14) */
};

/* row and moves live during the call; row is NULL unless result is STORE_OK. */
typedef void patience_done(void *arg, enum store_result result, const struct patience_row *row,
                           const char (*moves)[TABLE_MOVE], int n);

/* Reads the open patience of a game, after all writes that were submitted before. STORE_NONE: there is none. */
void patience_load(struct store *s, int64_t account, const char *game, patience_done *done, void *arg);

/* Opens a deal for an account and closes the one that was open; that one is deleted if nothing was played in it. A deal
 * that was played before keeps its row and counts as restarted. Answers with the row and no moves. */
void patience_begin(struct store *s, int64_t account, const char *game, uint32_t deal, patience_done *done, void *arg);

/* Changes the open patience in one transaction: adds the flags and the score of row, deletes the moves after number
 * ply, and adds move (NULL: none) as number ply + 1. The same call again changes nothing. STORE_NONE: that deal is not
 * open. STORE_FAILED: a move before it is missing. */
void patience_save(struct store *s, const struct patience_row *row, int ply, const char *move, store_done *done,
                   void *arg);

/* Sets the par of a deal, if the account has a row for it and the row has no par yet. */
void patience_save_par(struct store *s, int64_t account, const char *game, uint32_t deal, int par, store_done *done,
                       void *arg);

/* One account's statistics of one game (G18). An open game that was lost and not undone yet counts as lost. */
struct patience_figures {
    int64_t played, won, clean;
    int64_t ended, score_sum;    /* deals with a score, and its sum */
    int score_min, score_max;    /* -1: none */
    int64_t streak, streak_best; /* wins in a row, now and ever; a deal that is given up does not end them (P38) */
};

/* f is NULL unless result is STORE_OK. It lives during the call. */
typedef void patience_figures_done(void *arg, enum store_result result, const struct patience_figures *f);

/* Reads the statistics; a game that was never played has zeros. */
void patience_figures(struct store *s, int64_t account, const char *game, patience_figures_done *done, void *arg);
