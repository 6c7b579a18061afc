/* How cards, piles and the lines around a table look on a canvas: what the drawings of all games share. Every shape has
 * a likeness in code page 437 and in ASCII, where red suits are small letters and black ones capitals. */
#pragma once
#include "cards/pile.h"
#include "term/canvas.h"

/* The size of a card's face. */
struct card_size {
    int cols, rows;
    int step; /* columns that a covered card of a fan still shows */
};
extern const struct card_size card_small; /* 5 x 3 */
extern const struct card_size card_large; /* 7 x 5 */
extern const struct card_size card_huge;  /* 9 x 7, with pips */

/* From here on the felt is drawn on, and area a is made felt: a game's table. look_off_felt() ends it: what is drawn
 * then stands on the terminal's own background. */
void look_felt(struct canvas *c, struct area a);
void look_off_felt(struct canvas *c);

/* The edge of the felt, at column x from the title to the message; behind it a game has its panel. */
void look_rule(struct canvas *c, int x);

/* "9♠", "??" hidden, "--" none; two columns. A constant. */
const char *look_card_text(card c);

/* STYLE_CARD_RED or STYLE_CARD_BLACK; STYLE_CARD_BACK for a hidden one. */
unsigned look_card_style(card c);

/* A card face up (a hidden one: its back) with its frame in that style; the frame of the focus, of the chosen card and
 * of a legal place differ by style only because each is told in words or by a mark as well. */
void look_card(struct canvas *c, int x, int y, struct card_size size, card which, unsigned frame);

/* The same of a card that others will cover: without what they would cut in two. */
void look_covered(struct canvas *c, int x, int y, struct card_size size, card which, unsigned frame);

/* The back of the stock's top card. */
void look_back(struct canvas *c, int x, int y, struct card_size size, unsigned frame);

/* An empty place with its mark ("K", "" for none). */
void look_place(struct canvas *c, int x, int y, struct card_size size, const char *mark, unsigned frame);

/* A pile as a fan to the right in at most cols columns: all cards where there is room, else its base, a gap, and the
 * last ones. The pile is not empty. Returns the columns it took. */
int look_pile(struct canvas *c, int x, int y, struct card_size size, const struct pile *p, int cols, unsigned frame);

/* The title line: where am I on the left, what is going on on the right; the left gives way, phrase by phrase (they are
 * parted by ", ", ": " or two spaces). */
void look_title(struct canvas *c, const char *left, const char *right);

/* The message above the key line, in two rows when it is long; dots stand for what does not fit into those. */
void look_message(struct canvas *c, const char *message, unsigned style);

/* The key line, of "key what  key what" lists: the game's keys, then those of the screen. Of the screen's the first
 * give way when they would take more than half the line and the game's need it, of the game's the last ones that do not
 * fit. Where there is not room for all, "? help" is "?". */
void look_keys(struct canvas *c, const char *keys, const char *screen_keys);

/* Adds "key what" to such a list when the key does something now. */
struct text;
void look_add_key(struct text *list, bool works, const char *key, const char *what);

/* A text in at most cols columns; one that is longer ends in dots. Returns the columns it took. */
int look_cut(struct canvas *c, int x, int y, unsigned style, const char *text, int cols);

/* A frame with a blank inside, over what was there. */
void look_box(struct canvas *c, struct area a, unsigned style);

/* The newest of n lines that fit into an area, each in as many rows as it needs, names in a column of their own; the
 * last is marked. */
struct log_line;
void look_log(struct canvas *c, struct area a, const struct log_line *lines, int n);

/* The one line for windows that are too small to play in. */
void look_too_small(struct canvas *c, int cols, int rows);
