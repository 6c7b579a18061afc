/* Where the board of `grid` and its panel stand in a window of any size. */
#pragma once
#include "games/felt/look.h"

#define GRID_COLS_MIN 39 /* 40 columns, one of them spared on terminals that wrap at once */
#define GRID_ROWS_MIN 12

struct grid_layout {
    bool fits, small;
    struct card_size size;
    int step_x, step_y;  /* from square to square */
    int x, y;            /* of a1 */
    struct area visible; /* the card to place */
    int panel_x, panel_y;
};
struct grid_layout grid_layout(int cols, int rows);
struct area grid_square_area(const struct grid_layout *l, int square);
