#include "games/null/null_game.h"

#include "base/random.h"
#include "base/text.h"
#include "games/felt/look.h"
#include "games/no_rules.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

/* Two players in turn turn over the top card of the stock. Whoever turns the first King has lost: 10 points. A player
 * may pass once. */
struct null_state {
    struct pile stock, turned;
    uint8_t turn;
    uint8_t passed[3]; /* by seat */
    uint8_t over;
};

#define KINGS 4

struct null_view {
    bool seen_help;
    bool at_pass; /* the cursor is on "pass", else on "turn" */
};

static_assert(sizeof(struct null_state) <= GAME_STATE_MAX, "a state is small");
static_assert(sizeof(struct null_view) <= GAME_VIEW_MAX, "a view is small");

static const char *rules_title(const struct rules *r)
{
    (void)r;
    return "Turn a King";
}

static void deal(void *state, const struct deck *deck, const struct rules *rules, int seats, int dealer)
{
    struct null_state *s = state;
    (void)rules;
    assert(seats == 2);
    memset(s, 0, sizeof *s);
    for (int i = CARDS - 1; i >= 0; i--) pile_push(&s->stock, deck->c[i]);
    s->turn = (uint8_t)(3 - dealer);
}

static const char *apply(void *state, int seat, const char *text, struct made *made)
{
    struct null_state *s = state;
    if (s->over) return "The round is over.";
    if (seat != s->turn) return "It is not your turn.";
    if (strcasecmp(text, "pass") == 0) {
        if (s->passed[seat]) return "You have passed once already.";
        s->passed[seat] = true;
        made->move = (struct move){ "pass" };
    } else if (strcasecmp(text, "turn") == 0) {
        card c = pile_pop(&s->stock);
        pile_push(&s->turned, c);
        s->over = card_is(c) && card_rank(c) == KING;
        made->move = (struct move){ "turn" };
    } else {
        return "That is no move: turn, or pass.";
    }
    if (!s->over) s->turn = (uint8_t)(3 - seat);
    return NULL;
}

static void moves(const void *state, struct move_list *out)
{
    const struct null_state *s = state;
    out->n = 0;
    if (s->over) return;
    if (!s->passed[s->turn]) out->at[out->n++] = (struct move){ "pass" };
    out->at[out->n++] = (struct move){ "turn" };
}

static int to_move(const void *state)
{
    return ((const struct null_state *)state)->turn;
}

static void result(const void *state, struct result *out)
{
    const struct null_state *s = state;
    *out = (struct result){ .over = s->over, .words = s->over ? "A King was turned." : "" };
    if (s->over) out->points[s->turn] = 10;
}

static int cards_held(const void *state, int seat)
{
    (void)state;
    (void)seat;
    return 0;
}

static void hide(void *state, int seat)
{
    (void)seat;
    pile_hide(&((struct null_state *)state)->stock);
}

static void census(const void *state, uint8_t count[CARD_HIDDEN + 1])
{
    const struct null_state *s = state;
    memset(count, 0, CARD_HIDDEN + 1);
    pile_census(&s->stock, count);
    pile_census(&s->turned, count);
}

static struct act_result try(const void *state, int seat, const char *text)
{
    struct null_state copy = *(const struct null_state *)state;
    struct made made;
    const char *why = apply(&copy, seat, text, &made);
    if (why != NULL) return (struct act_result){ .act = ACT_REFUSE, .why = why };
    return (struct act_result){ .act = ACT_MOVE, .move = made.move };
}

static struct act_result key(const void *state, int seat, void *view, const struct key *k)
{
    struct null_view *v = view;
    bool text = k->code == KEY_CHAR;
    if (seat == 0) return (struct act_result){ .act = ACT_NONE };
    if (k->code == KEY_ENTER) return try(state, seat, v->at_pass ? "pass" : "turn");
    if (text && k->ch == 't') return try(state, seat, "turn");
    if (text && k->ch == 'p') return try(state, seat, "pass");
    if (k->code == KEY_TAB)
        v->seen_help = !v->seen_help;
    else if (k->code == KEY_LEFT || (text && k->ch == 'h'))
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
    if (seat == 0 || !m->press || m->button != 0 || m->y == 0 || m->y >= rows - 2)
        return (struct act_result){ .act = ACT_NONE };
    return try(state, seat, "turn");
}

static void view_update(const void *state, int seat, void *view)
{
    (void)state;
    (void)seat;
    (void)view;
}

static void show(const void *state, int seat, void *view, const char *move)
{
    struct null_view *v = view;
    if (seat != 0 && try(state, seat, move).act == ACT_MOVE) v->at_pass = strcasecmp(move, "pass") == 0;
}

static void draw_choices(struct canvas *c, const struct null_view *v, bool mine)
{
    int x = 2 + canvas_text(c, 2, c->rows - 4, mine && !v->at_pass ? STYLE_FOCUS : STYLE_PLAIN, " turn ");
    int pass = x + 1;
    canvas_text(c, pass, c->rows - 4, mine && v->at_pass ? STYLE_FOCUS : STYLE_PLAIN, " pass ");
    c->cursor_x = 1 + (v->at_pass ? pass : 2);
    c->cursor_y = c->rows - 4;
}

/* The key line names the keys that do something now. */
static void draw_keys(struct canvas *c, const struct null_state *s, int seat, const struct null_view *v,
                      const char *screen_keys)
{
    char line[64];
    struct text keys;
    bool mine = seat != 0 && seat == s->turn && !s->over, pass = mine && !s->passed[seat];
    text_init(&keys, line, sizeof line);
    look_add_key(&keys, v->at_pass ? pass : mine, "Enter", v->at_pass ? "pass" : "turn");
    look_add_key(&keys, mine, "t", "turn");
    look_add_key(&keys, pass, "p", "pass");
    look_add_key(&keys, seat != 0, "Tab", "rules");
    look_keys(c, line, screen_keys);
}

static void draw(const void *state, int seat, const void *view, const struct frame_words *w, struct canvas *c)
{
    const struct null_state *s = state;
    const struct null_view *v = view;
    look_title(c, w->title != NULL ? w->title : "Turn a King",
               s->over           ? "over"
               : seat == s->turn ? "your turn"
                                 : "their turn");
    if (!pile_empty(&s->stock)) look_back(c, 2, 2, card_small, STYLE_CARD_BACK);
    if (!pile_empty(&s->turned)) look_pile(c, 10, 2, card_small, &s->turned, c->cols - 12, STYLE_CARD);
    canvas_add(c, 2, 5, STYLE_PLAIN, "%d", s->stock.n);
    if (v->seen_help) canvas_text(c, 2, 7, STYLE_PLAIN, "Whoever turns the first King has lost.");
    canvas_text_cut(c, 1, c->rows - 2, STYLE_MESSAGE, w->message != NULL ? w->message : "", c->cols - 2);
    if (seat != 0) draw_choices(c, v, seat == s->turn && !s->over);
    draw_keys(c, s, seat, v, w->keys != NULL ? w->keys : "");
}

static bool describe(const void *state, int seat, const struct frame_words *w, const char *topic, struct text *out)
{
    const struct null_state *s = state;
    (void)w;
    if (topic[0] != '\0' && strcmp(topic, "now") != 0 && strcmp(topic, "board") != 0) return false;
    text_add(out, "%s Stock %d. The last card turned is the %s.\n", seat == s->turn ? "Your turn." : "", s->stock.n,
             card_words(pile_top(&s->turned)));
    return true;
}

static void move_words(const void *state, int seat, const struct move *m, struct text *out)
{
    (void)state;
    (void)seat;
    text_add(out, strcmp(m->text, "pass") == 0 ? "passes" : "turns a card");
}

static void move_brief(const void *state, int seat, const struct move *m, struct text *out)
{
    (void)state;
    (void)seat;
    text_add(out, strcmp(m->text, "pass") == 0 ? "passed" : "turned");
}

/* A hearer knows the number of cards in the stock, and that all Kings are among them: the first one ends the round. */
static void reason(const void *seen, int seat, const struct move *m, struct text *out)
{
    const struct null_state *s = seen;
    (void)seat;
    if (strcmp(m->text, "pass") == 0)
        text_add(out, "Who passes turns no King.");
    else
        text_add(out, "Of the %d cards in the stock %d are Kings.", s->stock.n, KINGS);
}

static json_t *json(const void *state, int ply)
{
    const struct null_state *s = state;
    json_t *line = json_object();
    json_object_set_new(line, "ply", json_integer(ply));
    json_object_set_new(line, "turn", json_integer(s->turn));
    json_object_set_new(line, "stock", json_integer(s->stock.n));
    json_object_set_new(line, "over", json_boolean(s->over));
    return line;
}

static void think(const void *state, int seat, int strength, struct random *random, int budget_ms, struct thought *out)
{
    const struct null_state *s = state;
    struct text why;
    (void)budget_ms;
    bool pass = !s->passed[seat] && (strength > 1 || random_below(random, 2) == 0);
    memset(out, 0, sizeof *out);
    out->move = pass ? (struct move){ "pass" } : (struct move){ "turn" };
    text_init(&why, out->why, sizeof out->why);
    reason(s, seat, &out->move, &why);
}

static const struct variant variants[] = {
    { .word = "turn", .label = "Turn a King", .about = "two players, and one of them finds a King", .rules = "" },
    { .word = NULL },
};

static const char *const none[] = { NULL };
static const char *const words[] = { "turn", "pass", NULL };
static const char *const topics[] = { "board", NULL };

const struct game null_game = {
    .id = "null",
    .title = "Turn a King",
    .blurb = "The smallest whole game.",
    .seats_min = 2,
    .seats_max = 2,
    .state_size = sizeof(struct null_state),
    .view_size = sizeof(struct null_view),
    .variants = variants,
    .rules_plain = "",
    .help = { .rules = none, .keys = none },
    .example = "turn",
    .examples = "turn turns a card over, pass does not.",
    .words = words,
    .topics = topics,
    .topics_all = topics,
    .rules_parse = no_rules_parse,
    .rules_text = no_rules_text,
    .rules_title = rules_title,
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
