#include "games/felt/felt_draw.h"

#include "base/text.h"
#include "base/utf8.h"
#include "games/felt/felt_words.h"
#include "games/felt/look.h"
#include "term/wrap.h"

#include <stdio.h>

#define STOCK_CELL 4

/* --- the table --- */

/* The place's letter among the legal ones; 0: none. */
static char letter_of(const struct felt *f, const struct felt_view *v, enum place p)
{
    uint8_t places[PLACES];
    int n = felt_places(f, v, places);
    for (int i = 0; i < n; i++)
        if (places[i] == p) return felt_letters[i];
    return 0;
}

static unsigned place_style(const struct felt_view *v, int cell, bool legal, bool empty)
{
    if (v->focus == cell + 1) return STYLE_FOCUS;
    if (v->hold == HOLD_PILE && felt_cell((enum place)v->from) == cell) return STYLE_CHOSEN;
    if (legal) return empty ? STYLE_OPEN : STYLE_LEGAL;
    return empty ? STYLE_PLACE : STYLE_CARD;
}

/* "a N ×3": the letter when it is legal, the name, how many cards. */
static void draw_label(struct canvas *c, struct area a, enum place p, const struct pile *pile, char letter, bool held)
{
    int x = a.x;
    if (letter != 0) x += canvas_add(c, x, a.y, STYLE_LEGAL, "%c ", letter);
    x += canvas_text(c, x, a.y, letter != 0 ? STYLE_STRONG : STYLE_DIM, place_label(p));
    if (pile->n > 1) x += canvas_add(c, x, a.y, STYLE_DIM, " ×%d", pile->n);
    if (held) canvas_text(c, x, a.y, STYLE_CHOSEN, " taken");
}

static void draw_small_pile(struct canvas *c, struct area a, const struct pile *p, unsigned style)
{
    int cards = (a.cols - 1) / 2, x = a.x;
    bool whole = p->n <= cards;
    if (!whole) {
        canvas_text(c, x, a.y, look_card_style(pile_base(p)), look_card_text(pile_base(p)));
        canvas_text(c, x + 2, a.y, STYLE_DIM, "··");
        x += 4;
    }
    for (int i = whole ? 0 : p->n - (cards - 2); i < p->n; i++, x += 2)
        canvas_text(c, x, a.y, look_card_style(p->c[i]), look_card_text(p->c[i]));
    if (style != STYLE_CARD) canvas_restyle(c, (struct area){ x - 2, a.y, 2, 1 }, style);
}

static void draw_small_place(struct canvas *c, struct area a, enum place p, const struct pile *pile, unsigned style)
{
    struct area row = { a.x, a.y + 1, a.cols, 1 };
    if (pile_empty(pile))
        canvas_text(c, row.x, row.y, style, place_is_corner(p) ? "[K ]" : "[  ]");
    else
        draw_small_pile(c, row, pile, style);
}

static void draw_place(const struct felt *f, const struct felt_view *v, const struct felt_layout *l, int cell,
                       struct canvas *c)
{
    enum place p = felt_place(cell);
    const struct pile *pile = &f->board->at[p];
    struct area a = felt_cell_area(l, cell);
    char letter = letter_of(f, v, p);
    bool held = v->hold == HOLD_PILE && v->from == p;
    unsigned style = place_style(v, cell, letter != 0, pile_empty(pile));
    draw_label(c, a, p, pile, letter, held);
    if (l->small)
        draw_small_place(c, a, p, pile, style);
    else if (pile_empty(pile))
        look_place(c, a.x, a.y + 1, l->size, place_is_corner(p) ? "K" : "", style);
    else
        look_pile(c, a.x, a.y + 1, l->size, pile, a.cols - 1, style);
}

static void draw_stock(const struct felt *f, const struct felt_view *v, const struct felt_layout *l, struct canvas *c)
{
    struct area a = felt_cell_area(l, STOCK_CELL);
    bool focus = v->focus == STOCK_CELL + 1;
    canvas_text(c, a.x, a.y, STYLE_DIM, "stock");
    if (l->small) {
        canvas_add(c, a.x, a.y + 1, focus ? STYLE_FOCUS : STYLE_CARD_BACK, f->stock > 0 ? "▒▒ %d" : "empty", f->stock);
        return;
    }
    if (f->stock > 0)
        look_back(c, a.x, a.y + 1, l->size, focus ? STYLE_FOCUS : STYLE_CARD_BACK);
    else
        look_place(c, a.x, a.y + 1, l->size, "", focus ? STYLE_FOCUS : STYLE_PLACE);
    canvas_add(c, a.x + l->size.cols + 1, a.y + 1 + l->size.rows / 2, STYLE_PLAIN, f->stock > 0 ? "%d" : "empty",
               f->stock);
}

/* --- the hand --- */

struct shown_card {
    card card;
    bool focus, chosen, fresh, last;
};

static unsigned card_frame(const struct shown_card *s)
{
    return s->focus ? STYLE_FOCUS : s->chosen ? STYLE_CHOSEN : s->fresh ? STYLE_NEW : STYLE_CARD;
}

static void draw_small_card(struct canvas *c, struct area a, const struct shown_card *s, int rise)
{
    unsigned frame = card_frame(s);
    int x = canvas_text(c, a.x, a.y - rise, frame == STYLE_CARD ? look_card_style(s->card) : frame,
                        look_card_text(s->card));
    if (s->fresh) canvas_text(c, a.x + x, a.y - rise, STYLE_NEW, "+");
}

static void draw_framed_card(struct canvas *c, struct area a, const struct felt_layout *l, const struct shown_card *s,
                             int rise)
{
    unsigned frame = card_frame(s);
    (s->last ? look_card : look_covered)(c, a.x, a.y - rise, l->size, s->card, frame);
    if (s->fresh) canvas_text(c, a.x, l->hand.y + l->hand.rows - 1, STYLE_NEW, "new");
}

/* "13-24 of 48" where the chosen card, on the left or right half, does not rise to. */
static void draw_window_words(struct canvas *c, const struct felt_layout *l, int first, int shown, int cards, bool left)
{
    char words[40];
    snprintf(words, sizeof words, "%d-%d of %d", first + 1, first + shown, cards);
    int y = l->small ? l->hand.y : l->hand.y + l->hand.rows - 1;
    int x = left ? l->hand.x : l->hand.x + l->hand.cols - utf8_columns(words);
    canvas_text(c, x, y, STYLE_STRONG, words);
}

static void put_cursor_on_card(struct canvas *c, struct area a, const struct felt_layout *l, int rise)
{
    c->cursor_x = l->small ? a.x : a.x + 1;
    c->cursor_y = (l->small ? a.y : a.y + 1) - rise;
}

/* rises: a chosen card is drawn a row higher; false when a long message needs that row, which in small windows all
 * cards are in then. */
static void draw_hand(const struct felt *f, const struct felt_view *v, const struct felt_layout *l, bool rises,
                      struct canvas *c)
{
    struct pile hand = play_sorted(f->hand, (enum hand_order)v->order);
    int first, shown = felt_window(l, hand.n, v->hand_at, &first);
    for (int k = 0; k < shown; k++) {
        card here = hand.c[first + k];
        struct shown_card s = {
            .card = here,
            .focus = f->seat != 0 && !f->over && v->focus == 0 && v->hand_at == first + k,
            .chosen = v->hold == HOLD_CARD && v->held == here,
            .fresh = felt_is_new(f, v, here),
            .last = k == shown - 1,
        };
        struct area a = felt_card_area(l, k, s.last);
        int rise = s.chosen && rises;
        if (l->small)
            draw_small_card(c, a, &s, rise);
        else
            draw_framed_card(c, a, l, &s, rise);
        if (s.focus) put_cursor_on_card(c, a, l, rise);
    }
    if (shown < hand.n && (rises || !l->small))
        draw_window_words(c, l, first, shown, hand.n, l->small && v->hand_at - first > shown / 2);
    if (hand.n == 0) canvas_text(c, l->hand.x, l->hand.y + 1, STYLE_DIM, "Your hand is empty.");
}

/* --- the whole --- */

/* From the title, or the line of seats below it, to the message. */
static void lay_felt(const struct felt_layout *l, struct canvas *c)
{
    int top = l->panel.cols > 0 ? 1 : 2;
    look_felt(c, (struct area){ 0, top, l->panel.cols > 0 ? l->panel.x - 1 : c->cols, c->rows - 2 - top });
}

void felt_draw(const struct felt *f, const struct felt_view *v, const struct felt_layout *l,
               const struct frame_words *w, struct canvas *c)
{
    char message[512], keys[128];
    struct text text, key_text;
    text_init(&text, message, sizeof message);
    text_init(&key_text, keys, sizeof keys);
    felt_key_line(f, v, l->small, &key_text);
    unsigned style = felt_message(f, v, w, &text);
    bool rises = !l->small || wrap_lines(message, c->cols - 2) < 2;
    struct felt_layout hand = *l;
    hand.hand.y -= !rises;
    lay_felt(l, c);
    for (int cell = 0; cell < 9; cell++)
        if (cell == STOCK_CELL)
            draw_stock(f, v, l, c);
        else
            draw_place(f, v, l, cell, c);
    if (v->focus != 0) {
        struct area a = felt_cell_area(l, v->focus - 1);
        c->cursor_x = l->small ? a.x : a.x + 1;
        c->cursor_y = l->small ? a.y + 1 : a.y + 2;
    }
    if (f->hand != NULL) draw_hand(f, v, &hand, rises, c);
    look_off_felt(c);
    look_message(c, message, style);
    look_keys(c, keys, w->keys != NULL ? w->keys : "");
    if (v->typing.on) typing_draw(&v->typing, c);
}
