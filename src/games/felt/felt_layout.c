#include "games/felt/felt_layout.h"

/* Cards as text: three lines of places of two rows each, the hand in two rows. */
static void lay_small(struct felt_layout *l, int cols, int rows)
{
    int spare = rows - FELT_ROWS_MIN;
    l->small = true;
    l->place_rows = 2 + (spare >= 3) + (spare >= 6);
    l->table = (struct area){ 1, 2, cols - 1 - (l->panel.cols ? l->panel.cols + 1 : 0), 3 * l->place_rows };
    l->hand = (struct area){ 1, rows - 4, l->table.cols, 2 };
    l->hand_step = 3;
    l->hand_cap = l->hand.cols / l->hand_step;
}

/* The largest cards that leave room for title, message and keys, and in each place for a fan of three. */
static struct card_size framed_size(int table_cols, int rows)
{
    if (rows >= 44 && table_cols >= 80) return card_huge;
    return rows >= 34 && table_cols >= 60 ? card_large : card_small;
}

/* Table and hand stand together in the middle of a high window. */
static void lay_framed(struct felt_layout *l, int cols, int rows)
{
    int table_cols = cols - 1 - (l->panel.cols ? l->panel.cols + 1 : 0);
    l->size = framed_size(table_cols, rows);
    int hand_rows = l->size.rows + 2;    /* above it a row to rise to, below it one for its marks */
    int room = rows - 1 - hand_rows - 3; /* without title, two message lines and keys */
    int cell = l->size.rows + 1, gap = (room - 3 * cell) / 3;
    if (gap > 2) gap = 2;
    if (gap == 0 && room - 3 * cell == 2) gap = 1; /* between the rows only */
    l->place_rows = cell + gap;
    int used = 3 * cell + 2 * gap, top = 1 + (room - used + 1) / 2;
    int hand_top = top + used + 1, lowest = rows - 3 - hand_rows;
    l->table = (struct area){ 2, top, table_cols - 1, used };
    l->hand = (struct area){ 2, hand_top < lowest ? hand_top : lowest, table_cols - 2, hand_rows };
    l->hand_step = l->size.step;
    l->hand_cap = (l->hand.cols - l->size.cols) / l->hand_step + 1;
}

struct felt_layout felt_layout(int cols, int rows)
{
    struct felt_layout l = { .fits = cols >= FELT_COLS_MIN && rows >= FELT_ROWS_MIN, .size = card_small };
    if (cols >= 72) {
        int panel = cols >= 110 ? 36 : 25;
        l.panel = (struct area){ cols - panel, 1, panel, rows - 4 }; /* a message may take two lines */
    }
    if (rows < 21 || cols < 48)
        lay_small(&l, cols, rows);
    else
        lay_framed(&l, cols, rows);
    l.place_cols = l.table.cols / 3;
    return l;
}

struct area felt_cell_area(const struct felt_layout *l, int cell)
{
    return (struct area){ l->table.x + cell % 3 * l->place_cols, l->table.y + cell / 3 * l->place_rows, l->place_cols,
                          l->small ? 2 : l->size.rows + 1 };
}

struct area felt_card_area(const struct felt_layout *l, int k, bool last)
{
    struct area a = { l->hand.x + k * l->hand_step, l->hand.y + 1, l->hand_step, l->small ? 1 : l->size.rows };
    if (last && !l->small) a.cols = l->size.cols;
    return a;
}

int felt_window(const struct felt_layout *l, int cards, int hand_at, int *first)
{
    *first = cards > l->hand_cap ? hand_at / l->hand_cap * l->hand_cap : 0;
    return cards - *first < l->hand_cap ? cards - *first : l->hand_cap;
}
