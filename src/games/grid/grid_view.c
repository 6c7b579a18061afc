#include "games/grid/grid_view.h"

#include "base/text.h"
#include "games/felt/board.h"
#include "games/felt/look.h"
#include "games/grid/grid_keys.h"
#include "games/grid/grid_layout.h"
#include "games/typed.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* --- drawing --- */

static const char *rank_letter(int rank)
{
    static const char *const letters[] = { "", "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K" };
    return letters[rank];
}

/* live: something can be done on that square now. */
static unsigned square_style(const struct grid *s, const struct grid_view *v, int seat, int square, bool live)
{
    if (seat == 1 && v->at == square && s->phase < GRID_WON && !v->aside) return STYLE_FOCUS;
    if (v->taken == square + 1) return STYLE_CHOSEN;
    if (live) return s->board[square] != CARD_NONE ? STYLE_LEGAL : STYLE_OPEN;
    return s->board[square] != CARD_NONE ? STYLE_CARD : STYLE_PLACE;
}

/* A star: this card can go, or is the partner of the one that is taken. */
static bool is_starred(const struct grid *s, const struct grid_view *v, int square, bool live)
{
    return s->phase == GRID_REMOVING && live && v->taken != square + 1;
}

static void draw_small_square(struct canvas *c, struct area a, const struct grid *s, const struct grid_view *v,
                              int square, bool live, unsigned style)
{
    card here = s->board[square];
    canvas_text(c, a.x, a.y, style, "[  ]");
    if (here != CARD_NONE)
        canvas_text(c, a.x + 1, a.y, look_card_style(here), look_card_text(here));
    else
        canvas_text(c, a.x + 1, a.y, STYLE_PLACE, rank_letter(grid_seat_rank(square)));
    if (is_starred(s, v, square, live)) canvas_text(c, a.x + 4, a.y, STYLE_LEGAL, "*");
    if (style == STYLE_FOCUS) canvas_restyle(c, a, style);
}

static void draw_square(struct canvas *c, const struct grid_layout *l, const struct grid *s, const struct grid_view *v,
                        int seat, int square, bool live)
{
    struct area a = grid_square_area(l, square);
    unsigned style = square_style(s, v, seat, square, live);
    if (l->small) {
        draw_small_square(c, a, s, v, square, live, style);
        return;
    }
    if (s->board[square] == CARD_NONE)
        look_place(c, a.x, a.y, l->size, rank_letter(grid_seat_rank(square)), style);
    else
        look_card(c, a.x, a.y, l->size, s->board[square], style);
    if (is_starred(s, v, square, live)) canvas_text(c, a.x + a.cols - 2, a.y + 1, STYLE_LEGAL, "*");
    if (v->taken == square + 1) canvas_text_cut(c, a.x + 1, a.y + a.rows - 1, STYLE_CHOSEN, "taken", a.cols - 2);
}

static void draw_board(struct canvas *c, const struct grid_layout *l, const struct grid *s, const struct grid_view *v,
                       int seat)
{
    look_felt(c, (struct area){ 0, 1, l->panel_x - 2, c->rows - 3 });
    for (int i = 0; i < 4; i++) {
        int middle_x = l->small ? 1 : l->size.cols / 2, middle_y = l->small ? 0 : l->size.rows / 2;
        canvas_add(c, l->x + i * l->step_x + middle_x, l->y - 1, STYLE_DIM, "%c", 'a' + i);
        canvas_add(c, l->x - 2, l->y + i * l->step_y + middle_y, STYLE_DIM, "%d", i + 1);
    }
    unsigned live = grid_live(s, v);
    for (int square = 0; square < SQUARES; square++) draw_square(c, l, s, v, seat, square, live >> square & 1);
    look_off_felt(c);
    struct area a = grid_square_area(l, v->at);
    if (seat != 1) return;
    c->cursor_x = a.x + 1;
    c->cursor_y = a.y + !l->small;
}

static void draw_visible(struct canvas *c, const struct grid_layout *l, const struct grid *s)
{
    card visible = grid_visible(s);
    canvas_text(c, l->panel_x, l->visible.y + (l->small ? 0 : l->size.rows / 2), STYLE_STRONG,
                l->small ? "place" : "to place");
    if (l->small) {
        canvas_text(c, l->visible.x, l->visible.y, visible ? look_card_style(visible) : STYLE_DIM,
                    visible ? look_card_text(visible) : "none");
        return;
    }
    if (visible == CARD_NONE)
        look_place(c, l->visible.x, l->visible.y, l->size, "", STYLE_PLACE);
    else
        look_card(c, l->visible.x, l->visible.y, l->size, visible, s->phase == GRID_PLACING ? STYLE_NEW : STYLE_CARD);
}

/* What has not been seen yet, rank by rank: public, and the heart of playing well. */
static void draw_to_come(struct canvas *c, int x, int y, int step, const struct grid *s)
{
    static const uint8_t ranks[][5] = { { KING, QUEEN, JACK }, { TEN, 9, 8, 7, 6 }, { 5, 4, 3, 2, ACE } };
    for (int row = 0; row < 3; row++)
        for (int i = 0; i < 5 && ranks[row][i] != 0; i++) {
            int n = grid_to_come(s, ranks[row][i]);
            canvas_add(c, x + i * step, y + row, n > 0 ? STYLE_PLAIN : STYLE_DIM, step > 4 ? "%s %d" : "%s%d",
                       rank_letter(ranks[row][i]), n);
        }
}

static void draw_panel(struct canvas *c, const struct grid_layout *l, const struct grid *s, const struct frame_words *w)
{
    int x = l->panel_x, y = l->small ? l->panel_y + 1 : l->panel_y + l->size.rows + 1;
    int gap = l->small ? 0 : 1, value = l->small ? x + 8 : x + 12;
    if (!l->small) look_rule(c, x - 2);
    draw_visible(c, l, s);
    canvas_text(c, x, y, STYLE_PLAIN, "stock");
    canvas_add(c, value, y, STYLE_PLAIN, "%d", s->stock.n);
    canvas_text(c, x, ++y, STYLE_PLAIN, "removed");
    canvas_add(c, value, y, STYLE_PLAIN, l->small ? "%d/40" : "%d of 40", s->gone.n);
    y += 1 + gap;
    canvas_text(c, x, y, STYLE_DIM, l->small ? "to come" : "still to come");
    draw_to_come(c, x, y + 1, l->small ? 3 : 5, s);
    y += 5;
    int rows = c->rows - 4 - (y + 1); /* a message may take two lines */
    if (l->small || rows < 3 || w->log_n == 0) return;
    canvas_text(c, x, y, STYLE_DIM, "last plays");
    look_log(c, (struct area){ x - 1, y + 1, c->cols - x - 1, rows }, w->log, w->log_n);
}

static void say_places(const struct grid *s, struct text *out)
{
    card c = grid_visible(s);
    text_add(out, "%s goes to", look_card_text(c));
    if (card_rank(c) <= TEN) {
        text_add(out, " any empty square; the centre takes no royal's seat.");
        return;
    }
    for (int i = 0, n = 0; i < SQUARES; i++) {
        char name[3];
        grid_square_text(i, name);
        if (grid_may_place(s, c, i)) text_add(out, "%s %s", n++ ? "," : "", name);
    }
    text_add(out, ".");
}

static void say_phase(const struct grid *s, const struct grid_view *v, struct text *out)
{
    struct grid_pair pairs[REMOVALS_MAX];
    struct result result;
    grid_game.result(s, &result);
    if (result.over)
        text_add(out, "%s", result.words);
    else if (s->phase == GRID_PLACING)
        say_places(s, out);
    else if (v->taken != 0)
        text_add(out, "%s is taken: now the card that makes ten with it.", look_card_text(s->board[v->taken - 1]));
    else if (grid_removals(s, pairs) == 0)
        text_add(out, "Nothing more can be removed: e resumes.");
    else if (pile_empty(&s->stock))
        text_add(out, "The last card is placed, and all that is left can be cleared: x, x, x.");
    else
        text_add(out, "Remove a 10, or two cards that make ten.");
}

static void draw_message(struct canvas *c, const struct grid *s, const struct grid_view *v, const struct frame_words *w)
{
    char buf[200];
    struct text text;
    text_init(&text, buf, sizeof buf);
    bool told = w->message != NULL && w->message[0] != '\0';
    if (told)
        text_add(&text, "%s", w->message);
    else
        say_phase(s, v, &text);
    look_message(c, buf, told && w->warning ? STYLE_WARNING : STYLE_MESSAGE);
}

void grid_draw(const void *state, int seat, const void *view, const struct frame_words *w, struct canvas *c)
{
    static const char *const phases[] = { "placing", "removing", "won", "lost" };
    const struct grid *s = state;
    const struct grid_view *v = view;
    struct grid_layout l = grid_layout(c->cols, c->rows);
    char line[128];
    struct text keys;
    text_init(&keys, line, sizeof line);
    if (!l.fits) {
        look_too_small(c, GRID_COLS_MIN + 1, GRID_ROWS_MIN);
        return;
    }
    look_title(c, w->title != NULL ? w->title : grid_game.title, phases[s->phase]);
    draw_board(c, &l, s, v, seat);
    draw_panel(c, &l, s, w);
    draw_message(c, s, v, w);
    grid_key_line(s, seat, v, l.small, &keys);
    look_keys(c, line, w->keys != NULL ? w->keys : "");
    if (v->typing.on) typing_draw(&v->typing, c);
}

/* --- in words --- */

static const char *seat_words(int square)
{
    int rank = grid_seat_rank(square);
    return rank == KING ? " (King seat)" : rank == QUEEN ? " (Queen seat)" : rank == JACK ? " (Jack seat)" : "";
}

static void say_board(const struct grid *s, struct text *out)
{
    int empty = 0;
    for (int i = 0; i < SQUARES; i++) {
        char name[3];
        grid_square_text(i, name);
        if (i % 4 == 0) text_add(out, "Row %d:", i / 4 + 1);
        text_add(out, " %s %s%s", name, s->board[i] ? card_words(s->board[i]) : "empty",
                 s->board[i] ? "" : seat_words(i));
        text_add(out, i % 4 == 3 ? ".\n" : ",");
        empty += s->board[i] == CARD_NONE;
    }
    text_add(out, "%d square%s empty.\n", empty, text_word(empty, "", "s"));
}

static void say_visible(const struct grid *s, struct text *out)
{
    card c = grid_visible(s);
    if (pile_empty(&s->stock)) {
        text_add(out, " The stock is empty.\n");
        return;
    }
    text_add(out, "%s: %s", s->phase == GRID_PLACING ? "To place" : " Next to place", card_words(c));
    for (int i = 0, n = 0; card_rank(c) > TEN && i < SQUARES; i++) {
        char name[3];
        grid_square_text(i, name);
        if (grid_may_place(s, c, i)) text_add(out, "%s%s", n++ ? " or " : ", on ", name);
    }
    text_add(out, "%s. Stock %d.\n", card_rank(c) <= TEN ? ", on any empty square" : "", s->stock.n);
}

static void say_now(const struct grid *s, struct text *out)
{
    struct grid_pair pairs[REMOVALS_MAX];
    struct result result;
    grid_game.result(s, &result);
    if (result.over) {
        text_add(out, "%s\n", result.words);
        return;
    }
    if (s->phase == GRID_REMOVING && grid_removals(s, pairs) == 0)
        text_add(out, "Nothing more can be removed: type resume.");
    else if (s->phase == GRID_REMOVING && pile_empty(&s->stock))
        text_add(out, "The last card is placed, and all that is left can be cleared: type finish.");
    else if (s->phase == GRID_REMOVING)
        text_add(out, "Remove a 10, or two cards that make ten%s.", grid_empty_squares(s) ? ", or resume" : "");
    say_visible(s, out);
}

/* The card on the square of that name. */
static const char *card_on(const struct grid *s, const char *square)
{
    return card_words(s->board[square[0] - 'a' + 4 * (square[1] - '1')]);
}

/* While placing squares alone; pairs with their cards, each in a line. */
static void say_legal(const struct grid *s, struct text *out)
{
    struct move_list list;
    grid_game.moves(s, &list);
    if (s->phase != GRID_REMOVING) {
        moves_words(&list, out);
        return;
    }
    text_add(out, "You may:\n");
    for (int i = 0; i < list.n; i++) {
        const char *move = list.at[i].text;
        move_typed(move, out);
        if (move[0] == 'x')
            text_add(out, " (%s%s%s)", card_on(s, move + 1), move[3] ? " and " : "",
                     move[3] ? card_on(s, move + 3) : "");
        text_add(out, "%s", i + 1 < list.n ? ",\n" : ".\n");
    }
}

static void say_to_come(const struct grid *s, struct text *out)
{
    text_add(out, "Removed %d of 40. Still to come:", s->gone.n);
    for (int rank = KING; rank >= ACE; rank--)
        text_add(out, " %s %d%s", rank_letter(rank), grid_to_come(s, rank), rank > ACE ? "," : ".\n");
}

bool grid_describe(const void *state, int seat, const struct frame_words *w, const char *topic, struct text *out)
{
    const struct grid *s = state;
    (void)seat;
    (void)w;
    bool all = topic[0] == '\0';
    if (all || strcasecmp(topic, "now") == 0 || strcasecmp(topic, "hand") == 0) say_now(s, out);
    if (all || strcasecmp(topic, "board") == 0) say_board(s, out);
    if (strcasecmp(topic, "legal") == 0) say_legal(s, out);
    if (strcasecmp(topic, "points") == 0) say_to_come(s, out);
    static const char *const topics[] = { "", "now", "hand", "board", "legal", "points" };
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++)
        if (strcasecmp(topic, topics[i]) == 0) return true;
    return false;
}

void grid_move_words(const void *state, int seat, const struct move *m, struct text *out)
{
    const struct grid *s = state;
    (void)seat;
    if (m->text[0] == '@')
        text_add(out, "places the %s on %s", card_words(grid_visible(s)), m->text + 1);
    else if (m->text[0] != 'x')
        text_add(out, "resumes placing");
    else if (m->text[3] == '\0')
        text_add(out, "removes the %s on %s", card_on(s, m->text + 1), m->text + 1);
    else
        text_add(out, "removes the %s on %.2s and the %s on %s", card_on(s, m->text + 1), m->text + 1,
                 card_on(s, m->text + 3), m->text + 3);
}

void grid_move_brief(const void *state, int seat, const struct move *m, struct text *out)
{
    const struct grid *s = state;
    (void)seat;
    if (m->text[0] == '@')
        text_add(out, "%s on %s", look_card_text(grid_visible(s)), m->text + 1);
    else if (m->text[0] != 'x')
        text_add(out, "resumed");
    else if (m->text[3] == '\0')
        text_add(out, "%s gone", m->text + 1);
    else
        text_add(out, "%.2s, %s gone", m->text + 1, m->text + 3);
}
