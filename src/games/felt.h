/* The table top of the two games with eight places: where everything stands at every window size, how it is drawn, and
 * what keys and clicks come to. A game tells what it is through struct felt; it draws its own panel and its own result.
 *
 * Keys: arrows (or h j k l , .) move the cursor between the hand, the places and the stock; Enter or Space takes and puts;
 * a card's rank (A 2-9 T J Q K, 0 and 1 too) takes the next card of that rank; while something is in hand, a letter puts
 * it; Tab goes through the legal places; m takes the next pile that can move; e ends or draws; s sorts the hand; : or /
 * begins a move in words; Escape lets go. Clicks do what Enter does. A drag puts where the button is let go; over what is
 * no place, or is not a legal one, the card goes back. The right button lets go. The letters c i n o q r u v w, R, S
 * and ? never mean anything here: they belong to the screen. */
#pragma once
#include "games/board.h"
#include "games/look.h"
#include "games/typing.h"

#define FELT_COLS_MIN 39 /* 40 columns, one of them spared on terminals that wrap at once */
#define FELT_ROWS_MIN 12

/* What is on the table, as the viewer may see it. */
struct felt {
    const struct game *game;
    const void *state;
    int seat;                  /* the viewer's; 0: watching */
    const struct board *board;
    const struct pile *hand;   /* the viewer's, or what a watcher may see; NULL: none */
    int stock;                 /* cards in it */
    card fresh;                /* the card the viewer drew last */
    bool turn;                 /* the viewer may play now */
    bool over;                 /* nobody may any more */
    const char *end_move;      /* what `e` makes: "end", "draw" */
    const char *end_words;     /* that in the key line: "draw and end"; and in a narrow one: "end" */
    const char *end_words_short;
    const char *stock_move;    /* what Enter or a click on the stock makes; it may be one that is refused */
    int n;                     /* what the viewer may play now */
    struct play plays[PLAYS_MAX];
};

enum felt_hold { HOLD_NOTHING, HOLD_CARD, HOLD_PILE };

/* The mouse button is down since something was pressed that is in hand now; DRAG_AWAY: it has been over something else. */
enum felt_drag { DRAG_NONE, DRAG_PRESSED, DRAG_AWAY };

/* The viewer's own state; cleared memory is a new one. */
struct felt_view {
    uint8_t focus;   /* 0: the hand; 1 to 9: the cells of the table from top left */
    uint8_t hand_at; /* the card of the hand the cursor is on, as it is sorted */
    uint8_t order;   /* enum hand_order */
    uint8_t hold;    /* enum felt_hold */
    card held;       /* HOLD_CARD */
    uint8_t from;    /* HOLD_PILE: enum place */
    card seen;       /* the fresh card that need not be marked any more */
    uint8_t drag;    /* enum felt_drag */
    bool again;      /* ... and it was in hand before */
    struct typing typing; /* a move in words */
    struct made made;   /* memory for the sentence of a refusal */
};

struct act_result felt_key(const struct felt *f, struct felt_view *v, const struct key *k);
struct act_result felt_mouse(const struct felt *f, struct felt_view *v, const struct mouse *m, int cols, int rows);

/* Lets go of what is no more. */
void felt_update(const struct felt *f, struct felt_view *v);

/* struct game's show. */
void felt_show(const struct felt *f, struct felt_view *v, const char *move);

/* Where the legal places of what is held are, in the order of their letters. */
int felt_places(const struct felt *f, const struct felt_view *v, uint8_t out[PLACES]);
extern const char felt_letters[PLACES + 1];

/* --- layout --- */

struct felt_layout {
    bool fits;              /* else the window is below FELT_COLS_MIN x FELT_ROWS_MIN */
    bool small;             /* cards as text, without frames */
    struct card_size size;
    int place_cols, place_rows; /* of each cell of the table, its label included */
    struct area table;      /* nine cells */
    struct area hand;       /* first row: above the hand, where a chosen card rises to */
    int hand_step, hand_cap; /* columns a card; cards that are shown at once */
    struct area panel;      /* the game's; cols 0: there is none */
};

struct felt_layout felt_layout(int cols, int rows);

/* Draws table, hand, message and keys; the game draws the title before, and its panel. */
void felt_draw(const struct felt *f, const struct felt_view *v, const struct felt_layout *l, const struct frame_words *w,
               struct canvas *c);

/* Is that the card that was drawn last and is still to be marked? */
bool felt_is_new(const struct felt *f, const struct felt_view *v, card c);

/* What the message line says, and its style; and the keys that do something now, for the key line. */
unsigned felt_message(const struct felt *f, const struct felt_view *v, const struct frame_words *w, struct text *out);
void felt_keys(const struct felt *f, const struct felt_view *v, bool narrow, struct text *out);

/* The cell of a place, and the place of a cell (0 to 8); PLACES for the stock's. */
int felt_cell(enum place p);
enum place felt_place(int cell);

/* The cards of the sorted hand that are shown: from *first, returns how many. */
int felt_window(const struct felt_layout *l, int cards, int hand_at, int *first);

/* Top left corner of a cell, and of the k-th shown card of the hand. */
struct area felt_cell_area(const struct felt_layout *l, int cell);
struct area felt_card_area(const struct felt_layout *l, int k, bool last);
