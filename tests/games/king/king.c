#include "games/king/king.h"

#include "base/random.h"
#include "base/text.h"
#include "games/felt/look.h"
#include "games/position_json.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

#define SEATS 2
#define KINGS 4
#define LOSS 10 /* points */

/* Bytes only. */
struct king {
    struct pile stock, taken[SEATS + 1]; /* by seat */
    uint8_t turn, kings, over;           /* kings: taken so far */
    uint8_t passes[SEATS + 1];           /* that a seat has left */
    uint8_t last;                        /* the King that ends the round */
};

struct king_view {
    bool at_pass; /* the cursor is on "pass", else on "take" */
};

static_assert(sizeof(struct king) <= GAME_STATE_MAX, "a state is small");
static_assert(sizeof(struct king_view) <= GAME_VIEW_MAX, "a view is small");

/* --- options --- */

static const char *rules_parse(struct rules *r, const char *text)
{
    const char *rest = text + strcspn(text, " ");
    bool four = strncmp(text, "fourth", 6) == 0 && rest == text + 6;
    if (!four && (strncmp(text, "first", 5) != 0 || rest != text + 5)) return "Rules begin with first or fourth.";
    bool no = strcmp(rest, " pass=no") == 0;
    if (*rest != '\0' && !no && strcmp(rest, " pass=yes") != 0) return "The option is pass=yes or pass=no.";
    *r = (struct rules){ .byte = { [KING_FOUR] = four, [KING_PASS] = !no } };
    return NULL;
}

static void rules_text(const struct rules *r, char *out, size_t size)
{
    struct text t;
    text_init(&t, out, size);
    text_add(&t, "%s pass=%s", r->byte[KING_FOUR] ? "fourth" : "first", r->byte[KING_PASS] ? "yes" : "no");
}

static const char *rules_title(const struct rules *r)
{
    return r->byte[KING_FOUR] ? "Unlucky four" : "Turn a King";
}

static const char *rules_words(const struct rules *r)
{
    return r->byte[KING_PASS] ? "one pass each" : "no passing";
}

/* --- the round --- */

static void deal(void *state, const struct deck *deck, const struct rules *rules, int seats, int dealer)
{
    struct king *s = state;
    assert(seats == SEATS);
    memset(s, 0, sizeof *s);
    for (int i = CARDS - 1; i >= 0; i--) pile_push(&s->stock, deck->c[i]);
    s->turn = (uint8_t)(3 - dealer);
    s->passes[1] = s->passes[2] = rules->byte[KING_PASS];
    s->last = rules->byte[KING_FOUR] ? KINGS : 1;
}

static const char *apply(void *state, int seat, const char *text, struct made *made)
{
    struct king *s = state;
    if (s->over) return "The round is over.";
    if (seat != s->turn) return "It is not your turn.";
    if (strcasecmp(text, "pass") == 0) {
        if (s->passes[seat] == 0) return "You may not pass any more.";
        s->passes[seat]--;
        made->move = (struct move){ "pass" };
    } else if (strcasecmp(text, "take") == 0) {
        card c = pile_pop(&s->stock);
        pile_push(&s->taken[seat], c);
        s->kings += card_is(c) && card_rank(c) == KING;
        s->over = s->kings == s->last || pile_empty(&s->stock);
        made->move = (struct move){ "take" };
    } else {
        return "That is no move: take, or pass.";
    }
    if (!s->over) s->turn = (uint8_t)(3 - seat);
    return NULL;
}

static void moves(const void *state, struct move_list *out)
{
    const struct king *s = state;
    out->n = 0;
    if (s->over) return;
    if (s->passes[s->turn] > 0) out->at[out->n++] = (struct move){ "pass" };
    out->at[out->n++] = (struct move){ "take" };
}

static int to_move(const void *state)
{
    return ((const struct king *)state)->turn;
}

static void result(const void *state, struct result *out)
{
    const struct king *s = state;
    *out = (struct result){ .over = s->over, .words = s->over ? "The last King is taken." : "" };
    if (s->over) out->points[s->turn] = LOSS;
}

static int cards_held(const void *state, int seat)
{
    return ((const struct king *)state)->taken[seat].n;
}

/* What was taken lies open. */
static void hide(void *state, int seat)
{
    (void)seat;
    pile_hide(&((struct king *)state)->stock);
}

static void census(const void *state, uint8_t count[CARD_HIDDEN + 1])
{
    const struct king *s = state;
    memset(count, 0, CARD_HIDDEN + 1);
    pile_census(&s->stock, count);
    for (int seat = 1; seat <= SEATS; seat++) pile_census(&s->taken[seat], count);
}

/* --- keys and clicks --- */

static struct act_result try_move(const void *state, int seat, const char *text)
{
    struct king copy = *(const struct king *)state;
    struct made made;
    const char *why = apply(&copy, seat, text, &made);
    if (why != NULL) return (struct act_result){ .act = ACT_REFUSE, .why = why };
    return (struct act_result){ .act = ACT_MOVE, .move = made.move };
}

static struct act_result key(const void *state, int seat, void *view, const struct key *k)
{
    struct king_view *v = view;
    bool text = k->code == KEY_CHAR;
    if (seat == 0) return (struct act_result){ .act = ACT_NONE };
    if (k->code == KEY_ENTER) return try_move(state, seat, v->at_pass ? "pass" : "take");
    if (text && k->ch == 't') return try_move(state, seat, "take");
    if (text && k->ch == 'p') return try_move(state, seat, "pass");
    if (k->code == KEY_LEFT || (text && k->ch == 'h'))
        v->at_pass = false;
    else if (k->code == KEY_RIGHT || (text && k->ch == 'l'))
        v->at_pass = true;
    else
        return (struct act_result){ .act = ACT_NONE };
    return (struct act_result){ .act = ACT_LOOK };
}

static struct act_result mouse(const void *state, int seat, void *view, const struct mouse *m, int cols, int rows)
{
    (void)view;
    (void)cols;
    bool on_table = m->press && m->button == 0 && m->y > 0 && m->y < rows - 2;
    return seat != 0 && on_table ? try_move(state, seat, "take") : (struct act_result){ .act = ACT_NONE };
}

static void view_update(const void *state, int seat, void *view)
{
    (void)state;
    (void)seat;
    (void)view;
}

static void show(const void *state, int seat, void *view, const char *move)
{
    struct king_view *v = view;
    if (seat != 0 && try_move(state, seat, move).act == ACT_MOVE) v->at_pass = strcasecmp(move, "pass") == 0;
}

/* --- what is seen and said --- */

static void draw_choices(struct canvas *c, const struct king_view *v, bool mine)
{
    int x = 2 + canvas_text(c, 2, c->rows - 4, mine && !v->at_pass ? STYLE_FOCUS : STYLE_PLAIN, " take ");
    canvas_text(c, x + 1, c->rows - 4, mine && v->at_pass ? STYLE_FOCUS : STYLE_PLAIN, " pass ");
    c->cursor_x = 1 + (v->at_pass ? x + 1 : 2);
    c->cursor_y = c->rows - 4;
}

static void draw_keys(struct canvas *c, const struct king *s, int seat, const struct king_view *v, const char *others)
{
    char line[64];
    struct text keys;
    bool mine = seat != 0 && seat == s->turn && !s->over, pass = mine && s->passes[seat] > 0;
    text_init(&keys, line, sizeof line);
    look_add_key(&keys, v->at_pass ? pass : mine, "Enter", v->at_pass ? "pass" : "take");
    look_add_key(&keys, mine, "t", "take");
    look_add_key(&keys, pass, "p", "pass");
    look_keys(c, line, others);
}

static void draw(const void *state, int seat, const void *view, const struct frame_words *w, struct canvas *c)
{
    const struct king *s = state;
    canvas_clear(c);
    look_title(c, w->title != NULL ? w->title : king_game.title,
               s->over           ? "over"
               : seat == s->turn ? "your turn"
                                 : "their turn");
    if (!pile_empty(&s->stock)) look_back(c, 2, 2, card_small, STYLE_CARD_BACK);
    canvas_add(c, 2, 5, STYLE_PLAIN, "%d", s->stock.n);
    for (int k = 1; k <= SEATS; k++)
        if (!pile_empty(&s->taken[k])) look_pile(c, 10, 3 * k - 1, card_small, &s->taken[k], c->cols - 12, STYLE_CARD);
    look_message(c, w->message != NULL ? w->message : "", STYLE_MESSAGE);
    if (seat != 0) draw_choices(c, view, seat == s->turn && !s->over);
    draw_keys(c, s, seat, view, w->keys != NULL ? w->keys : "");
}

static bool describe(const void *state, int seat, const struct frame_words *w, const char *topic, struct text *out)
{
    const struct king *s = state;
    struct move_list list;
    (void)w;
    if (strcasecmp(topic, "legal") == 0) {
        moves(s, &list);
        text_add(out, "%s\n",
                 seat != s->turn || s->over ? "It is not your turn."
                 : list.n == 2              ? "pass, take"
                                            : "take");
    } else if (strcasecmp(topic, "points") == 0) {
        text_add(out, "The last King counts %d points. Lowest wins.\n", LOSS);
    } else if (topic[0] == '\0' || strcasecmp(topic, "now") == 0 || strcasecmp(topic, "board") == 0) {
        text_add(out, "%sStock %d, Kings %d of %d. Last cards: %s and %s.\n", seat == s->turn ? "Your turn. " : "",
                 s->stock.n, s->kings, s->last, card_words(pile_top(&s->taken[1])), card_words(pile_top(&s->taken[2])));
    } else {
        return false;
    }
    return true;
}

static void move_words(const void *state, int seat, const struct move *m, struct text *out)
{
    (void)state;
    (void)seat;
    text_add(out, strcmp(m->text, "pass") == 0 ? "passes" : "takes a card");
}

static void move_brief(const void *state, int seat, const struct move *m, struct text *out)
{
    (void)state;
    (void)seat;
    text_add(out, strcmp(m->text, "pass") == 0 ? "passed" : "took one");
}

static void reason(const void *seen, int seat, const struct move *m, struct text *out)
{
    const struct king *s = seen;
    (void)seat;
    if (strcmp(m->text, "pass") == 0)
        text_add(out, "Who passes takes no King.");
    else
        text_add(out, "Of the %d cards in the stock %d are Kings.", s->stock.n, KINGS - s->kings);
}

static json_t *json(const void *state, int ply)
{
    const struct king *s = state;
    struct move_list list;
    json_t *line = json_object();
    moves(s, &list);
    json_object_set_new(line, "ply", json_integer(ply));
    json_object_set_new(line, "turn", json_integer(s->turn));
    json_object_set_new(line, "stock", json_integer(s->stock.n));
    json_object_set_new(line, "legal", moves_json(&list));
    return line;
}

static void think(const void *state, int seat, int strength, struct random *random, int budget_ms, struct thought *out)
{
    const struct king *s = state;
    struct text why;
    (void)budget_ms;
    bool pass = s->passes[seat] > 0 && (strength > 1 || random_below(random, 2) == 0);
    memset(out, 0, sizeof *out);
    out->move = pass ? (struct move){ "pass" } : (struct move){ "take" };
    text_init(&why, out->why, sizeof out->why);
    reason(s, seat, &out->move, &why);
}

/* --- what others know of it --- */

static const struct variant variants[] = {
    {
        .word = "turn",
        .label = "Turn a King",
        .about = "two players, and one of them finds it",
        .rules = "first pass=yes",
        .figures = "First King",
    },
    {
        .word = "unlucky",
        .label = "Unlucky four",
        .about = "the same to the fourth King, and nobody may pass",
        .rules = "fourth pass=no",
        .figures = "Four Kings",
    },
    { .word = NULL },
};

static const char *const pages[] = { "king.txt", NULL };
static const char *const pages_of_keys[] = { "king-keys.txt", "king-words.txt", NULL };
static const char *const words[] = { "take", "pass", NULL };
static const char *const topics[] = { "board", "legal", "points", NULL };
static const char *const topics_all[] = { "board", "points", NULL };

const struct game king_game = {
    .id = "king",
    .title = "Turn a King",
    .blurb = "Take cards, and not the last King.",
    .seats_min = SEATS,
    .seats_max = SEATS,
    .state_size = sizeof(struct king),
    .view_size = sizeof(struct king_view),
    .variants = variants,
    .rules_plain = "first",
    .help = { .rules = pages, .keys = pages_of_keys },
    .lesson = &king_lesson,
    .example = "take",
    .examples = "take takes a card, pass leaves it to the other player.",
    .words = words,
    .topics = topics,
    .topics_all = topics_all,
    .rules_parse = rules_parse,
    .rules_text = rules_text,
    .rules_title = rules_title,
    .rules_words = rules_words,
    .deal = deal,
    .apply = apply,
    .moves = moves,
    .to_move = to_move,
    .result = result,
    .cards_held = cards_held,
    .hide = hide,
    .census = census,
    .key = key,
    .mouse = mouse,
    .view_update = view_update,
    .show = show,
    .draw = draw,
    .describe = describe,
    .move_words = move_words,
    .move_brief = move_brief,
    .reason = reason,
    .json = json,
    .think = think,
};
