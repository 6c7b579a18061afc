/* The rows of the lobby's menu: the games' and the house's own, and where each leads. */
#pragma once
#include "games/catalogue/game_list.h"
#include "room/solo.h"
#include "screens/menu.h"

struct room;
struct session;
struct visit;

#define LOBBY_ROWS_MAX (GAME_ROWS_MAX + 8) /* the games', and the house's own */

struct lobby_row {
    struct choice choice;
    void (*go)(struct session *s, const struct game_row *of);
    const char *art;    /* the name of a picture about it; NULL: the house's sign */
    struct game_row of; /* the argument of go; zeros where go needs none */
};

/* The rows of one moment. Choices point into this struct, so it must not be copied. */
struct lobby_rows {
    struct lobby_row row[LOBBY_ROWS_MAX];
    struct choice choice[LOBBY_ROWS_MAX]; /* row[].choice in one array, for the menu */
    int n;
    char about_table[160]; /* what the message line says about somebody else's table */
    char back_label[40], left[GAME_ROWS_MAX][48];
};

/* Fills rows for a visit. glance: what is known of the visitor's patiences, by the number of the game_row. */
void lobby_rows_fill(struct lobby_rows *rows, const struct visit *v, const struct solo_glance glance[GAME_ROWS_MAX]);

/* From the lobby into a game, by its id: to the person's own seat if there is one, else to a seat at the first variant,
 * or into the patience. */
void lobby_go(struct session *s, const char *game);

/* From the lobby to table r: as a watcher, or back to the seat that the person has there. */
void lobby_rows_watch(struct session *s, struct room *r);
