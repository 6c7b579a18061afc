/* Patiences as they are kept: for each account and game the one it is at, with the moves that stand, and what it has
 * made of every deal. An account has one open patience of each game; a deal has one row, however often it is undone,
 * begun again or given up, so nothing counts twice (G18, P4, P12). Everything here answers STORE_OK, STORE_NONE,
 * STORE_BUSY or STORE_FAILED. */
#pragma once
#include "store/table_row.h"

#define PATIENCE_GAME 16
#define PATIENCE_MOVES_MAX 512 /* no patience has as many */

/* One deal of one account. What has once become true stays so, whatever a later call says. */
struct patience_row {
    int64_t account;
    char game[PATIENCE_GAME];
    uint32_t deal;
    bool undo, hint, restart; /* help that was used */
    bool played;              /* a card was played */
    bool won, lost;           /* came to such an end, once at least */
    bool clean;               /* won without help */
    int score;                /* the best it ended with; -1: it has not ended yet */
    int par;                  /* -1: not known (S14) */
};

/* row and moves are alive during the call; row is NULL unless result is STORE_OK. */
typedef void patience_done(void *arg, enum store_result result, const struct patience_row *row,
                           const char (*moves)[TABLE_MOVE], int n);

/* The open patience of that game, with all that was asked to be written before. STORE_NONE: there is none. */
void patience_load(struct store *s, int64_t account, const char *game, patience_done *done, void *arg);

/* The account takes up a deal: the one it was at is closed (forgotten, when nothing was played in it). A deal it has
 * played before keeps its row and counts as begun again. Answers with the row as it stands then, and no moves. */
void patience_begin(struct store *s, int64_t account, const char *game, uint32_t deal, patience_done *done, void *arg);

/* One change of the open patience, in one transaction: what row says is added, the moves after number ply are taken
 * back, and move (NULL: none) comes as number ply + 1. The same call again changes nothing. STORE_NONE: that deal is
 * not open. STORE_FAILED: a move before it is missing. */
void patience_save(struct store *s, const struct patience_row *row, int ply, const char *move, store_done *done,
                   void *arg);

/* The par of a deal that the account has a row of; else nothing happens. One that is there already stays. */
void patience_save_par(struct store *s, int64_t account, const char *game, uint32_t deal, int par, store_done *done,
                       void *arg);

/* One account's figures of one game (G18). An open game that was lost and not undone yet counts as lost. */
struct patience_figures {
    int64_t played, won, clean;
    int64_t ended, score_sum; /* deals with a score, and its sum */
    int score_min, score_max; /* -1: none */
    int64_t streak,
        streak_best; /* wins in a row, now and ever. Only a lost deal ends one, none that was given up (P38) */
};
typedef void patience_figures_done(void *arg, enum store_result result, const struct patience_figures *f);

/* f is NULL unless result is STORE_OK; a game that was never played has zeros. */
void patience_figures(struct store *s, int64_t account, const char *game, patience_figures_done *done, void *arg);
