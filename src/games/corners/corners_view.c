#include "games/corners/corners_view.h"

#include "base/text.h"
#include "base/utf8.h"
#include "games/corners/corners.h"
#include "games/felt/felt_draw.h"
#include "games/felt/felt_keys.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static_assert(sizeof(struct corners_view) <= GAME_VIEW_MAX, "a view is small");

/* --- keys and clicks --- */

static struct felt felt_of(const struct corners *s, int seat)
{
    bool draws = s->last && !pile_empty(&s->stock);
    struct felt f = {
        .game = &corners_game,
        .state = s,
        .seat = seat,
        .board = &s->board,
        .hand = seat != 0 ? &s->hands[seat] : NULL,
        .stock = s->stock.n,
        .fresh = s->fresh[seat],
        .turn = s->phase == CORNERS_PLAYING && seat == s->turn,
        .over = s->phase != CORNERS_PLAYING,
        .end_move = "end",
        .end_words = draws ? "draw and end" : "end turn",
        .end_words_short = "end",
        .stock_move = draws ? "end" : "draw",
    };
    if (f.turn) f.n = corners_plays(s, f.plays);
    return f;
}

struct act_result corners_key(const void *state, int seat, void *view, const struct key *k)
{
    struct felt f = felt_of(state, seat);
    return felt_key(&f, &((struct corners_view *)view)->felt, k);
}

struct act_result corners_mouse(const void *state, int seat, void *view, const struct mouse *m, int cols, int rows)
{
    struct felt f = felt_of(state, seat);
    return felt_mouse(&f, &((struct corners_view *)view)->felt, m, cols, rows);
}

void corners_view_update(const void *state, int seat, void *view)
{
    struct felt f = felt_of(state, seat);
    felt_update(&f, &((struct corners_view *)view)->felt);
}

void corners_show(const void *state, int seat, void *view, const char *move)
{
    struct felt f = felt_of(state, seat);
    felt_show(&f, &((struct corners_view *)view)->felt, move);
}

/* --- names --- */

#define NAME_TEXT 64

static const char *name_of(const struct frame_words *w, int seat, char buf[NAME_TEXT])
{
    if (w->names[seat] != NULL) return w->names[seat];
    snprintf(buf, NAME_TEXT, "seat %d", seat);
    return buf;
}

/* --- the panel: seats and last plays --- */

#define SEAT_NUMBERS 10 /* columns of cards, mark and points, on the right */

/* The name gives way to what is said of it; only "you" is told by the style, too. */
static void draw_seat_name(struct canvas *c, struct area a, int y, int seat, int viewer, const struct frame_words *w,
                           bool turn)
{
    char buf[NAME_TEXT];
    const char *name = name_of(w, seat, buf), *more = w->away[seat] ? " away" : w->computer[seat] ? "*" : "";
    int cols = a.cols - 2 - SEAT_NUMBERS - utf8_columns(more);
    unsigned style = turn ? STYLE_TURN : seat == viewer ? STYLE_YOU : STYLE_PLAIN;
    if (seat == viewer && utf8_columns(name) + 6 <= cols) more = " (you)";
    if (turn) canvas_text(c, a.x + 1, y, STYLE_TURN, "▸");
    canvas_text(c, a.x + 2 + look_cut(c, a.x + 2, y, style, name, cols), y, style, more);
}

static void draw_seat(struct canvas *c, struct area a, int y, const struct corners *s, int seat, int viewer,
                      const struct frame_words *w)
{
    int right = a.x + a.cols - 1;
    draw_seat_name(c, a, y, seat, viewer, w, s->phase == CORNERS_PLAYING && seat == s->turn);
    canvas_add(c, right - 7, y, STYLE_PLAIN, "%2d", s->hands[seat].n);
    if (w->loser[seat]) canvas_text(c, right - 4, y, STYLE_LOSER, "☠");
    canvas_add(c, right - 3, y, STYLE_PLAIN, "%4d", w->totals[seat]);
}

static void draw_panel(struct canvas *c, struct area a, const struct corners *s, int viewer,
                       const struct frame_words *w)
{
    int y = a.y, right = a.x + a.cols - 1;
    look_rule(c, a.x - 1);
    canvas_text(c, a.x + 1, y, STYLE_DIM, "seats");
    canvas_text(c, right - 9, y++, STYLE_DIM, "cards  pts");
    for (int seat = 1; seat <= s->seats; seat++) draw_seat(c, a, y++, s, seat, viewer, w);
    y++;
    canvas_text(c, a.x + 1, y++, STYLE_DIM, "last plays");
    look_log(c, (struct area){ a.x, y, a.cols, a.y + a.rows - y }, w->log, w->log_n);
}

/* What stands behind a name: " 7/12", cards and points, and the mark. */
static void seat_tail(const struct corners *s, int seat, const struct frame_words *w, char out[24])
{
    snprintf(out, 24, " %d/%d%s", s->hands[seat].n, w->totals[seat], w->loser[seat] ? "☠" : "");
}

/* The columns that all seats take with names of at most so many columns, a mark and a space to each. */
static int seats_line_columns(const struct corners *s, const struct frame_words *w, int name_cols)
{
    int cols = 0;
    for (int seat = 1; seat <= s->seats; seat++) {
        char buf[NAME_TEXT], tail[24];
        int name = utf8_columns(name_of(w, seat, buf));
        seat_tail(s, seat, w, tail);
        cols += 2 + (name < name_cols ? name : name_cols) + utf8_columns(tail);
    }
    return cols;
}

/* Where there is no panel: one line of "name cards/points", the names as long as there is room for. */
static void draw_seats_line(struct canvas *c, const struct corners *s, int viewer, const struct frame_words *w)
{
    int x = 0, name_cols = c->cols;
    while (name_cols > 1 && seats_line_columns(s, w, name_cols) > c->cols - 1) name_cols--;
    int gap = 1 + (c->cols - 1 - seats_line_columns(s, w, name_cols)) / s->seats;
    for (int seat = 1; seat <= s->seats; seat++, x += gap) {
        char buf[NAME_TEXT], tail[24];
        bool turn = s->phase == CORNERS_PLAYING && seat == s->turn;
        unsigned style = turn ? STYLE_TURN : seat == viewer ? STYLE_YOU : STYLE_DIM;
        seat_tail(s, seat, w, tail);
        canvas_text(c, x, 1, style, turn ? "▸" : "");
        x += 1 + canvas_text_cut(c, x + 1, 1, style, name_of(w, seat, buf), name_cols);
        x += canvas_text(c, x, 1, style, tail);
    }
}

/* --- the end of a round --- */

/* "K♠ (10)", "9♥": a card that counts, and what it does when that is more than one. */
static void points_card_text(card c, char out[16])
{
    int points = corners_card_points(c);
    snprintf(out, 16, points > 1 ? "%s (%d)" : "%s", look_card_text(c), points);
}

/* The cards that count, the dearest first; as many as fit, and how many more there are. */
static void draw_points_cards(struct canvas *c, int x, int y, int cols, const struct pile *hand)
{
    struct pile sorted = play_sorted(hand, BY_RANK);
    int end = x + cols, gap = cols > 30 ? 2 : 1;
    for (int i = sorted.n - 1; i >= 0; i--) {
        char text[16], more[16] = "";
        points_card_text(sorted.c[i], text);
        if (i > 0) snprintf(more, sizeof more, "+%d", i);
        if (x + utf8_columns(text) + (i > 0 ? gap + utf8_columns(more) : 0) > end) {
            canvas_add(c, x, y, STYLE_DIM, "+%d", i + 1);
            return;
        }
        x += canvas_text_cut(c, x, y, look_card_style(sorted.c[i]), text, 2);
        x += canvas_text(c, x, y, STYLE_DIM, text + strlen(look_card_text(sorted.c[i]))) + gap;
    }
    if (sorted.n == 0) canvas_text(c, x, y, STYLE_DIM, "out");
}

/* Where the columns of the result stand in its box. */
struct result_columns {
    int name_cols, points, cards, cards_cols, total;
};

static struct result_columns result_columns(struct area a)
{
    int name = a.cols >= 50 ? 14 : 9;
    return (struct result_columns){
        .name_cols = name - 1,
        .points = 2 + name,
        .cards = name + 7,
        .cards_cols = a.cols - name - 15,
        .total = a.cols - 7,
    };
}

/* The same as cards on the table. */
static void draw_points_fan(struct canvas *c, int x, int y, int cols, const struct pile *hand)
{
    struct pile sorted = play_sorted(hand, BY_RANK), dearest = { 0 };
    while (sorted.n > 0) pile_push(&dearest, sorted.c[--sorted.n]);
    if (dearest.n > 0)
        look_pile(c, x, y - 1, card_small, &dearest, cols, STYLE_CARD);
    else
        canvas_text(c, x, y, STYLE_DIM, "out");
}

static void draw_points(struct canvas *c, struct area a, int y, const struct corners *s, int seat, int best, bool fan,
                        const struct frame_words *w)
{
    char buf[NAME_TEXT];
    struct result_columns at = result_columns(a);
    int points = corners_hand_points(&s->hands[seat]);
    unsigned style = points == best ? STYLE_STRONG : STYLE_PLAIN;
    canvas_text(c, a.x + 1, y, STYLE_STRONG, points == best ? "▸" : " ");
    canvas_text_cut(c, a.x + 2, y, style, name_of(w, seat, buf), at.name_cols);
    canvas_add(c, a.x + at.points, y, style, "%3d", points);
    canvas_add(c, a.x + at.total, y, style, "%4d", w->totals[seat]);
    if (w->loser[seat]) canvas_text(c, a.x + at.total + 4, y, STYLE_LOSER, "☠");
    (fan ? draw_points_fan : draw_points_cards)(c, a.x + at.cards, y, at.cards_cols, &s->hands[seat]);
}

static int best_points(const struct corners *s)
{
    int best = 1000;
    for (int seat = 1; seat <= s->seats; seat++) {
        int points = corners_hand_points(&s->hands[seat]);
        if (points < best) best = points;
    }
    return best;
}

static void draw_result_words(struct canvas *c, struct area a, const struct corners *s, const struct frame_words *w)
{
    char buf[NAME_TEXT], words[NAME_TEXT + 40];
    struct result_columns at = result_columns(a);
    bool wide = a.cols >= 50;
    if (s->phase == CORNERS_OUT)
        snprintf(words, sizeof words, "%s is out: the round is over.", name_of(w, s->turn, buf));
    else
        snprintf(words, sizeof words,
                 wide ? "Blocked: the stock is empty and nobody plays." : "Blocked: nobody played any more.");
    canvas_text_cut(c, a.x + 2, a.y + 1, STYLE_STRONG, words, a.cols - 3);
    canvas_text(c, a.x + 2, a.y + 2, STYLE_DIM,
                wide ? "Lowest wins. A King counts 10, other cards 1." : "Lowest wins. King 10, others 1.");
    canvas_text(c, a.x + at.points, a.y + 3, STYLE_DIM, "pts");
    canvas_text(c, a.x + at.total - 1, a.y + 3, STYLE_DIM, "total");
}

#define RESULT_COLS_MAX 72
#define FAN_ROWS 4 /* a card and a row between */

/* Everybody's points, card by card, in place of the table; the lowest are marked (T11). */
static void draw_result(struct canvas *c, const struct felt_layout *l, const struct corners *s,
                        const struct frame_words *w)
{
    struct area t = l->small ? (struct area){ 0, 1, c->cols, c->rows - 3 } : l->table;
    bool fan = t.rows >= 6 + SEATS_MAX * FAN_ROWS;
    int cols = t.cols - 2 < RESULT_COLS_MAX ? t.cols - 2 : RESULT_COLS_MAX, step = fan ? FAN_ROWS : 1;
    int rows = 5 + s->seats * step + (!fan && t.rows > SEATS_MAX + 5);
    struct area a = { t.x + (t.cols - cols) / 2, t.y + (t.rows - rows) / 2, cols, rows };
    if (!l->small) look_felt(c, t);
    look_off_felt(c);
    look_box(c, a, STYLE_STRONG);
    draw_result_words(c, a, s, w);
    for (int seat = 1, y = a.y + 4 + fan; seat <= s->seats; seat++, y += step)
        draw_points(c, a, y, s, seat, best_points(s), fan, w);
    c->cursor_x = a.x + 2;
    c->cursor_y = a.y + 1;
}

/* --- the whole frame --- */

static void draw_title(struct canvas *c, const struct corners *s, int seat, const struct frame_words *w)
{
    char buf[NAME_TEXT], right[NAME_TEXT + 40];
    const char *clock = w->clock != NULL ? w->clock : "", *gap = clock[0] != '\0' ? "  " : "";
    if (s->phase != CORNERS_PLAYING)
        snprintf(right, sizeof right, "round over");
    else if (s->turn == seat)
        snprintf(right, sizeof right, "your turn%s%s", gap, clock);
    else
        snprintf(right, sizeof right, "%s's turn%s%s", name_of(w, s->turn, buf), gap, clock);
    look_title(c, w->title != NULL ? w->title : corners_game.title, right);
}

void corners_draw(const void *state, int seat, const void *view, const struct frame_words *w, struct canvas *c)
{
    const struct corners *s = state;
    const struct corners_view *v = view;
    struct felt_layout l = felt_layout(c->cols, c->rows);
    if (!l.fits) {
        look_too_small(c, FELT_COLS_MIN + 1, FELT_ROWS_MIN);
        return;
    }
    struct felt f = felt_of(s, seat);
    draw_title(c, s, seat, w);
    if (l.panel.cols > 0)
        draw_panel(c, l.panel, s, seat, w);
    else
        draw_seats_line(c, s, seat, w);
    felt_draw(&f, &v->felt, &l, w, c);
    if (s->phase != CORNERS_PLAYING) draw_result(c, &l, s, w);
}

/* --- in words --- */

static void say_board(const struct corners *s, struct text *out)
{
    board_words(&s->board, out);
    text_add(out, "Stock %d.\n", s->stock.n);
}

static void say_legal(const struct corners *s, int seat, struct text *out)
{
    struct move_list list;
    if (s->phase != CORNERS_PLAYING || seat != s->turn) {
        text_add(out, "It is not your turn.\n");
        return;
    }
    corners_game.moves(s, &list);
    moves_words(&list, out);
}

static void say_seats(const struct corners *s, int seat, const struct frame_words *w, struct text *out)
{
    for (int other = 1; other <= s->seats; other++) {
        char buf[NAME_TEXT];
        int n = s->hands[other].n;
        text_add(out, "%s%s: %d card%s", other == seat ? "You, " : "", name_of(w, other, buf), n,
                 text_word(n, "", "s"));
        text_add(out, ", %d point%s%s%s.\n", w->totals[other], text_word(w->totals[other], "", "s"),
                 w->loser[other] ? ", a big loser" : "",
                 w->computer[other] ? ", computer"
                 : w->away[other]   ? ", away"
                                    : "");
    }
    text_add(out, "Lowest wins.\n");
}

/* What counts, card by card, the dearest first (T11, T20). */
static void say_points(const struct corners *s, const struct frame_words *w, struct text *out)
{
    text_add(out, "Points: a King 10, any other card 1. Lowest wins.\n");
    for (int seat = 1; seat <= s->seats; seat++) {
        char buf[NAME_TEXT];
        struct pile sorted = play_sorted(&s->hands[seat], BY_RANK);
        text_add(out, "%s: %d", name_of(w, seat, buf), corners_hand_points(&s->hands[seat]));
        for (int i = sorted.n - 1; i >= 0; i--)
            text_add(out, "%s%s %d", i == sorted.n - 1 ? " (" : ", ", card_text(sorted.c[i]),
                     corners_card_points(sorted.c[i]));
        text_add(out, "%s, in all %d%s.\n", sorted.n > 0 ? ")" : ", no card left", w->totals[seat],
                 w->loser[seat] ? "; a big loser" : "");
    }
}

static void say_turn(const struct corners *s, int seat, const struct frame_words *w, struct text *out)
{
    char buf[NAME_TEXT];
    bool drew = seat != 0 && card_is(s->fresh[seat]);
    if (s->phase != CORNERS_PLAYING)
        text_add(out, "The round is over.");
    else if (seat != s->turn)
        text_add(out, "%s%s%s%s is to play.", drew ? "You drew the " : "", drew ? card_words(s->fresh[seat]) : "",
                 drew ? ". " : "", name_of(w, s->turn, buf));
    else if (!s->last && card_is(s->fresh[seat]))
        text_add(out, "Your turn. You drew the %s.", card_words(s->fresh[seat]));
    else if (pile_empty(&s->stock))
        text_add(out, "Your turn. The stock is empty: end passes.");
    else if (s->last)
        text_add(out, "Your turn. Play, then end to draw.");
    else
        text_add(out, "Your turn. Play, then end.");
    text_add(out, "\n");
}

bool corners_describe(const void *state, int seat, const struct frame_words *w, const char *topic, struct text *out)
{
    const struct corners *s = state;
    bool all = topic[0] == '\0';
    if (all || strcasecmp(topic, "now") == 0) say_turn(s, seat, w, out);
    if (all || strcasecmp(topic, "board") == 0) say_board(s, out);
    if (seat != 0 && (all || strcasecmp(topic, "hand") == 0)) hand_words(&s->hands[seat], s->fresh[seat], out);
    if (all) return true;
    if (strcasecmp(topic, "legal") == 0)
        say_legal(s, seat, out);
    else if (strcasecmp(topic, "points") == 0 && s->phase != CORNERS_PLAYING)
        say_points(s, w, out);
    else if (strcasecmp(topic, "points") == 0)
        say_seats(s, seat, w, out);
    else
        return strcasecmp(topic, "now") == 0 || strcasecmp(topic, "board") == 0 || strcasecmp(topic, "hand") == 0;
    return true;
}

void corners_move_words(const void *state, int seat, const struct move *m, struct text *out)
{
    const struct corners *s = state;
    struct play p;
    if (play_parse(&p, m->text, &s->hands[seat]))
        play_words(&p, &s->board, out);
    else
        text_add(out, s->last && !pile_empty(&s->stock) ? "draws a card" : "ends the turn");
}

void corners_move_brief(const void *state, int seat, const struct move *m, struct text *out)
{
    const struct corners *s = state;
    struct play p;
    if (play_parse(&p, m->text, &s->hands[seat]))
        play_brief(&p, &s->board, out);
    else
        text_add(out, s->last && !pile_empty(&s->stock) ? "drew" : "ended");
}
