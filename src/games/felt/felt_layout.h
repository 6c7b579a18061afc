/* Where a table of eight places, its hand and its panel stand in a window of any size. */
#pragma once
#include "games/felt/look.h"

#define FELT_COLS_MIN 39 /* 40 columns, one of them spared on terminals that wrap at once */
#define FELT_ROWS_MIN 12

struct felt_layout {
    bool fits;  /* else the window is below FELT_COLS_MIN x FELT_ROWS_MIN */
    bool small; /* cards as text, without frames */
    struct card_size size;
    int place_cols, place_rows; /* of each cell of the table, its label included */
    struct area table;          /* nine cells */
    struct area hand;           /* first row: above the hand, where a chosen card rises to */
    int hand_step, hand_cap;    /* columns a card; cards that are shown at once */
    struct area panel;          /* the game's; cols 0: there is none */
};

struct felt_layout felt_layout(int cols, int rows);

/* The cards of the sorted hand that are shown: from *first, returns how many. */
int felt_window(const struct felt_layout *l, int cards, int hand_at, int *first);

/* Top left corner of a cell, and of the k-th shown card of the hand. */
struct area felt_cell_area(const struct felt_layout *l, int cell);
struct area felt_card_area(const struct felt_layout *l, int k, bool last);
