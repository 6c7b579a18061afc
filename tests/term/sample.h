/* A card table as a game might draw it at 80x24, for tests and benches of the terminal layer. */
#pragma once
#include <string.h>

#include "term/canvas.h"

/* text: "8♦"; the last three bytes are the suit. */
static inline void sample_card(struct canvas *c, int x, int y, const char *text)
{
    unsigned red = strstr(text, "♥") != NULL || strstr(text, "♦") != NULL;
    canvas_text(c, x, y, STYLE_CARD, "╭───╮");
    canvas_text(c, x, y + 1, STYLE_CARD, "│   │");
    canvas_text(c, x + 1, y + 1, red ? STYLE_CARD_RED : STYLE_CARD_BLACK, text);
    canvas_text(c, x, y + 2, STYLE_CARD, "╰───╯");
}

static inline void sample_place(struct canvas *c, int x, int y, const char *mark)
{
    canvas_text(c, x, y, STYLE_PLACE, "╭╌╌╌╮");
    canvas_add(c, x, y + 1, STYLE_PLACE, "┆ %s ┆", mark);
    canvas_text(c, x, y + 2, STYLE_PLACE, "╰╌╌╌╯");
}

static inline void sample_board(struct canvas *c)
{
    static const char *const names[3][3] = { { "NW", "N", "NE" }, { "W", "stock", "E" }, { "SW", "S", "SE" } };
    for (int row = 0; row < 3; row++)
        for (int col = 0; col < 3; col++) canvas_text(c, 5 + col * 14, 2 + row * 4, STYLE_DIM, names[row][col]);
    sample_place(c, 4, 3, "K");
    sample_card(c, 18, 3, "J♠");
    sample_card(c, 21, 3, "9♠");
    canvas_text(c, 26, 5, STYLE_PLAIN, "×3");
    canvas_text(c, 29, 5, STYLE_LEGAL, "a");
    sample_card(c, 32, 3, "K♥");
    sample_card(c, 35, 3, "Q♣");
    canvas_text(c, 40, 5, STYLE_PLAIN, "×2");
    sample_card(c, 4, 7, "4♦");
    canvas_text(c, 18, 7, STYLE_CARD_BACK, "╔═══╗");
    canvas_text(c, 18, 8, STYLE_CARD_BACK, "║▒▒▒║");
    canvas_text(c, 18, 9, STYLE_CARD_BACK, "╚═══╝");
    sample_place(c, 32, 7, " ");
    sample_place(c, 4, 11, "K");
    sample_card(c, 18, 11, "T♥");
    sample_card(c, 21, 11, "7♥");
    sample_place(c, 32, 11, "K");
}

static inline void sample_side(struct canvas *c, int stock, const char *clock)
{
    canvas_fill(c, (struct area){ .x = 55, .y = 1, .cols = 1, .rows = 20 }, STYLE_DIM, 0x2502);
    canvas_add(c, 24, 8, STYLE_PLAIN, "%d", stock);
    canvas_text(c, 57, 1, STYLE_DIM, "seats        cards  pts");
    canvas_text(c, 57, 2, STYLE_PLAIN, " bea            7    12");
    canvas_text(c, 57, 3, STYLE_PLAIN, " cy   (comp)    5     9");
    canvas_text(c, 57, 4, STYLE_TURN, "▸ you           8    31");
    canvas_text(c, 57, 5, STYLE_PLAIN, " dot  (comp)    4    48");
    canvas_text(c, 76, 5, STYLE_LOSER, "☠");
    canvas_text(c, 57, 6, STYLE_DIM, "last plays");
    canvas_text(c, 57, 7, STYLE_PLAIN, " cy    Q♣ on NE");
    canvas_text(c, 57, 8, STYLE_PLAIN, " cy    E onto N");
    canvas_fill(c, (struct area){ .x = 0, .y = 0, .cols = c->cols, .rows = 1 }, STYLE_TITLE, ' ');
    canvas_text(c, 1, 0, STYLE_TITLE, "Kings Corner  draw last  round 3 of an open table");
    canvas_add(c, 60, 0, STYLE_TITLE, "your turn  %s  #4", clock);
}

/* chosen: which of the eight cards in hand is raised, -1 none. */
static inline void sample_hand(struct canvas *c, int chosen)
{
    static const char *const hand[] = { "A♠", "2♥", "5♣", "8♦", "J♥", "Q♦", "K♣", "K♠" };
    for (int i = 0; i < 8; i++) sample_card(c, 1 + i * 4, i == chosen ? 17 : 18, hand[i]);
    if (chosen >= 0)
        canvas_restyle(c, (struct area){ .x = 2 + chosen * 4, .y = 18, .cols = 3, .rows = 1 }, STYLE_CHOSEN);
    c->cursor_x = chosen >= 0 ? 2 + chosen * 4 : -1;
    c->cursor_y = 18;
}

static inline void sample_table(struct canvas *c, int stock, const char *clock, int chosen)
{
    canvas_clear(c);
    sample_board(c);
    sample_side(c, stock, clock);
    sample_hand(c, chosen);
    canvas_text(c, 1, 22, STYLE_MESSAGE, "8♦ can go to: a  N (on 9♠)    b  E (empty side)");
    canvas_fill(c, (struct area){ .x = 0, .y = c->rows - 1, .cols = c->cols, .rows = 1 }, STYLE_KEYS, ' ');
    canvas_text(c, 1, c->rows - 1, STYLE_KEYS,
                "←→ choose  ↵ take  a-h put  m move a pile  e draw and end  i hint  w why  ?");
    canvas_restyle(c, (struct area){ .x = 1, .y = c->rows - 1, .cols = 2, .rows = 1 }, STYLE_KEY);
}
