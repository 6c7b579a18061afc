#include "games/cross/cross_view.h"

#include "base/text.h"
#include "games/cross/cross.h"
#include "games/felt/felt_draw.h"
#include "games/felt/felt_keys.h"
#include "term/wrap.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static_assert(sizeof(struct cross_view) <= GAME_VIEW_MAX, "a view is small");

/* --- keys and clicks --- */

static struct felt felt_of(const struct cross *s, int seat)
{
    struct felt f = {
        .game = &cross_game,
        .state = s,
        .seat = seat,
        .board = &s->board,
        .hand = &s->hand,
        .stock = s->stock.n,
        .fresh = s->fresh,
        .turn = seat == 1 && !s->won,
        .over = s->won,
        .end_move = "draw",
        .end_words = "draw",
        .end_words_short = "draw",
        .stock_move = "draw",
    };
    if (f.turn) f.n = cross_plays(s, f.plays);
    return f;
}

struct act_result cross_key(const void *state, int seat, void *view, const struct key *k)
{
    struct felt f = felt_of(state, seat);
    return felt_key(&f, &((struct cross_view *)view)->felt, k);
}

struct act_result cross_mouse(const void *state, int seat, void *view, const struct mouse *m, int cols, int rows)
{
    struct felt f = felt_of(state, seat);
    return felt_mouse(&f, &((struct cross_view *)view)->felt, m, cols, rows);
}

void cross_view_update(const void *state, int seat, void *view)
{
    struct felt f = felt_of(state, seat);
    felt_update(&f, &((struct cross_view *)view)->felt);
}

void cross_show(const void *state, int seat, void *view, const char *move)
{
    struct felt f = felt_of(state, seat);
    felt_show(&f, &((struct cross_view *)view)->felt, move);
}

/* --- drawing --- */

static int seated_kings(const struct cross *s)
{
    int n = 0;
    for (int p = SIDES; p < PLACES; p++) n += !pile_empty(&s->board.at[p]);
    return n;
}

static void draw_panel(struct canvas *c, struct area a, const struct cross *s, const struct frame_words *w)
{
    const struct {
        const char *what;
        int value;
    } rows[] = {
        { "in hand", s->hand.n },
        { "peak hand", s->peak },
        { "plays", s->plays },
        { "stock", s->stock.n },
        { "Kings seated", seated_kings(s) },
    };
    int y = a.y + 1;
    look_rule(c, a.x - 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++, y++) {
        canvas_text(c, a.x + 2, y, i == 1 ? STYLE_STRONG : STYLE_PLAIN, rows[i].what);
        canvas_add(c, a.x + a.cols - 5, y, i == 1 ? STYLE_STRONG : STYLE_PLAIN, "%3d", rows[i].value);
    }
    y += 1 + wrap_draw(c, (struct area){ a.x + 2, y + 1, a.cols - 3, 3 }, STYLE_DIM,
                       "It cannot be lost: the lower the peak, the better.", 0);
    canvas_text(c, a.x + 2, ++y, STYLE_DIM, w->log_n > 0 ? "last plays" : "");
    look_log(c, (struct area){ a.x, y + 1, a.cols, a.y + a.rows - y - 1 }, w->log, w->log_n);
}

#define RESULT_COLS 38
#define RESULT_ROWS 5

/* In place of the middle row of the table; of a small one's, in place of it all. */
static void draw_result(struct canvas *c, const struct felt_layout *l, const struct cross *s)
{
    struct area t = l->table;
    struct area a = { t.x + (t.cols - RESULT_COLS) / 2, t.y + (t.rows - RESULT_ROWS) / 2, RESULT_COLS, RESULT_ROWS };
    int top = l->small ? t.y : felt_cell_area(l, felt_cell(WEST)).y;
    look_felt(c, (struct area){ t.x, top, t.cols, l->small ? t.rows : l->size.rows + 1 });
    look_off_felt(c);
    look_box(c, a, STYLE_STRONG);
    canvas_add(c, a.x + 2, a.y + 1, STYLE_STRONG, "Won, with a peak hand of %d.", s->peak);
    canvas_add(c, a.x + 2, a.y + 2, STYLE_PLAIN, "%d play%s.", s->plays, text_word(s->plays, "", "s"));
    canvas_text(c, a.x + 2, a.y + 3, STYLE_DIM, "The lower the peak, the better.");
    c->cursor_x = a.x + 2;
    c->cursor_y = a.y + 1;
}

void cross_draw(const void *state, int seat, const void *view, const struct frame_words *w, struct canvas *c)
{
    const struct cross *s = state;
    const struct cross_view *v = view;
    struct felt_layout l = felt_layout(c->cols, c->rows);
    char right[40];
    if (!l.fits) {
        look_too_small(c, FELT_COLS_MIN + 1, FELT_ROWS_MIN);
        return;
    }
    struct felt f = felt_of(s, seat);
    snprintf(right, sizeof right, s->won ? "won, peak %d" : "peak %d", s->peak);
    look_title(c, w->title != NULL ? w->title : cross_game.title, right);
    if (l.panel.cols > 0)
        draw_panel(c, l.panel, s, w);
    else
        canvas_add(c, 1, 1, STYLE_DIM, "hand %d  peak %d  plays %d", s->hand.n, s->peak, s->plays);
    felt_draw(&f, &v->felt, &l, w, c);
    if (s->won) draw_result(c, &l, s);
}

/* --- in words --- */

static void say_now(const struct cross *s, struct text *out)
{
    if (s->won) {
        text_add(out, "Won: the stock and the hand are empty.\n");
        return;
    }
    if (card_is(s->fresh)) text_add(out, "You drew the %s. ", card_words(s->fresh));
    text_add(out, "%s. Hand %d, stock %d.\n", pile_empty(&s->stock) ? "Play" : "Play, or draw", s->hand.n, s->stock.n);
}

bool cross_describe(const void *state, int seat, const struct frame_words *w, const char *topic, struct text *out)
{
    const struct cross *s = state;
    struct move_list list;
    (void)seat;
    (void)w;
    bool all = topic[0] == '\0';
    bool board = strcasecmp(topic, "board") == 0, hand = strcasecmp(topic, "hand") == 0;
    bool legal = strcasecmp(topic, "legal") == 0, points = strcasecmp(topic, "points") == 0;
    bool now = strcasecmp(topic, "now") == 0;
    if (all || now) say_now(s, out);
    if (all || board) board_words(&s->board, out);
    if (all) text_add(out, "\n");
    if (board) text_add(out, "Stock %d.\n", s->stock.n);
    if (all || hand) hand_words(&s->hand, s->fresh, out);
    if (all || points) text_add(out, "Peak hand %d, %d play%s.\n", s->peak, s->plays, text_word(s->plays, "", "s"));
    if (legal) {
        cross_game.moves(s, &list);
        moves_words(&list, out);
    }
    return all || now || board || hand || legal || points;
}

void cross_move_words(const void *state, int seat, const struct move *m, struct text *out)
{
    const struct cross *s = state;
    struct play p;
    (void)seat;
    if (play_parse(&p, m->text, &s->hand))
        play_words(&p, &s->board, out);
    else
        text_add(out, "draws a card");
}

void cross_move_brief(const void *state, int seat, const struct move *m, struct text *out)
{
    const struct cross *s = state;
    struct play p;
    (void)seat;
    if (play_parse(&p, m->text, &s->hand))
        play_brief(&p, &s->board, out);
    else
        text_add(out, "drew");
}
