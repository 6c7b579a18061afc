#include "games/grid/grid_layout.h"

#include <stddef.h>

#define PANEL_COLS 25

struct grid_layout grid_layout(int cols, int rows)
{
    static const struct card_size sizes[] = { { 11, 7, 3 }, { 9, 5, 3 }, { 7, 3, 3 } };
    struct grid_layout l = { .fits = cols >= GRID_COLS_MIN && rows >= GRID_ROWS_MIN,
                             .small = true,
                             .step_x = 5,
                             .step_y = 2,
                             .x = 3,
                             .y = 2,
                             .panel_x = 25,
                             .panel_y = 1,
                             .visible = { 32, 1, 4, 1 } };
    for (size_t i = 0; l.small && i < sizeof sizes / sizeof *sizes; i++) {
        int high = 4 * (sizes[i].rows + 1) - 1, wide = 4 * (sizes[i].cols + 1);
        if (rows < high + 6 || cols < wide + PANEL_COLS + 9) continue;
        l.small = false;
        l.size = sizes[i];
        l.step_x = sizes[i].cols + 1;
        l.step_y = sizes[i].rows + 1;
        l.x = 4 + (cols - wide - PANEL_COLS - 9) / 3;
        l.y = 2 + (rows - 6 - high + 1) / 2;
        l.panel_x = l.x + wide + l.x;
        l.panel_y = l.y;
        l.visible = (struct area){ l.panel_x + 12, l.y, l.size.cols, l.size.rows };
    }
    return l;
}

struct area grid_square_area(const struct grid_layout *l, int square)
{
    return (struct area){ l->x + square % 4 * l->step_x, l->y + square / 4 * l->step_y, l->small ? 4 : l->size.cols,
                          l->small ? 1 : l->size.rows };
}
