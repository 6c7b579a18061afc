/* The table top of the two games with eight places. A game tells what it is through struct felt; it draws its own panel
 * and its own result. Where everything stands is in felt_layout.h, what keys and clicks come to in felt_keys.h, what
 * the message and the key line say in felt_words.h, and how it is drawn in felt_draw.h. */
#pragma once
#include "games/felt/board.h"
#include "games/felt/drag.h"
#include "games/felt/typing.h"

/* What is on the table, as the viewer may see it. */
struct felt {
    const struct game *game;
    const void *state;
    int seat; /* the viewer's; 0: watching */
    const struct board *board;
    const struct pile *hand; /* the viewer's, or what a watcher may see; NULL: none */
    int stock;               /* cards in it */
    card fresh;              /* the card the viewer drew last */
    bool turn;               /* the viewer may play now */
    bool over;               /* nobody may any more */
    const char *end_move;    /* what `e` makes: "end", "draw" */
    const char *end_words;   /* that in the key line: "draw and end"; and in a narrow one: "end" */
    const char *end_words_short;
    const char *stock_move; /* what Enter or a click on the stock makes; it may be one that is refused */
    int n;                  /* what the viewer may play now */
    struct play plays[PLAYS_MAX];
};

enum felt_hold { HOLD_NOTHING, HOLD_CARD, HOLD_PILE };

/* The viewer's own state; cleared memory is a new one. */
struct felt_view {
    uint8_t focus;        /* 0: the hand; 1 to 9: the cells of the table from top left */
    uint8_t hand_at;      /* the card of the hand the cursor is on, as it is sorted */
    uint8_t order;        /* enum hand_order */
    uint8_t hold;         /* enum felt_hold */
    card held;            /* HOLD_CARD */
    uint8_t from;         /* HOLD_PILE: enum place */
    card seen;            /* the fresh card that need not be marked any more */
    struct drag drag;     /* of what is in hand */
    struct typing typing; /* a move in words */
    struct made made;     /* memory for the sentence of a refusal */
};

/* Where the legal places of what is held are, in the order of their letters. */
int felt_places(const struct felt *f, const struct felt_view *v, uint8_t out[PLACES]);
extern const char felt_letters[PLACES + 1];

/* The cell of a place, and the place of a cell (0 to 8); PLACES for the stock's. */
int felt_cell(enum place p);
enum place felt_place(int cell);

/* Is that the card that was drawn last and is still to be marked? */
bool felt_is_new(const struct felt *f, const struct felt_view *v, card c);
