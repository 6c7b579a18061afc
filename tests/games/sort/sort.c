#include "games/sort/sort.h"

#include "base/text.h"
#include "games/felt/look.h"
#include "games/position_json.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

#define MISTAKES 4 /* that lose it */

enum side { LEFT, RIGHT, SIDES };
static const char *const side_words[SIDES] = { "left", "right" };

/* Bytes only. */
struct sort {
    struct pile stock, side[SIDES]; /* the top of the stock is seen */
    uint8_t mistakes, most;         /* most: with so many it is lost */
};

/* Its keys need no cursor, but what a hint shows is made by Enter. */
struct sort_view {
    uint8_t at; /* enum side */
};

static_assert(sizeof(struct sort) <= GAME_STATE_MAX, "a state is small");
static_assert(sizeof(struct sort_view) <= GAME_VIEW_MAX, "a view is small");

/* --- options --- */

static const char *rules_parse(struct rules *r, const char *text)
{
    bool strict = strcmp(text, "strict") == 0;
    if (!strict && strcmp(text, "easy") != 0) return "The rules are easy or strict.";
    *r = (struct rules){ .byte = { [SORT_STRICT] = strict } };
    return NULL;
}

static void rules_text(const struct rules *r, char *out, size_t size)
{
    struct text t;
    text_init(&t, out, size);
    text_add(&t, "%s", r->byte[SORT_STRICT] ? "strict" : "easy");
}

static const char *rules_title(const struct rules *r)
{
    return r->byte[SORT_STRICT] ? "Zero mistakes" : "Black and red";
}

/* --- the play --- */

static void deal(void *state, const struct deck *deck, const struct rules *rules, int seats, int dealer)
{
    struct sort *s = state;
    assert(seats == 1 && dealer == 1);
    memset(s, 0, sizeof *s);
    for (int i = CARDS - 1; i >= 0; i--) pile_push(&s->stock, deck->c[i]);
    s->most = rules->byte[SORT_STRICT] ? 1 : MISTAKES;
}

static enum side side_of(card c)
{
    return card_red(c) ? LEFT : RIGHT;
}

static bool is_over(const struct sort *s)
{
    return s->mistakes == s->most || pile_empty(&s->stock);
}

static const char *apply(void *state, int seat, const char *text, struct made *made)
{
    struct sort *s = state;
    if (is_over(s)) return "The game is over.";
    if (seat != 1) return "You only watch.";
    enum side side = strcasecmp(text, "left") == 0 ? LEFT : strcasecmp(text, "right") == 0 ? RIGHT : SIDES;
    if (side == SIDES) return "That is no move: left, or right.";
    card c = pile_pop(&s->stock);
    s->mistakes += side != side_of(c);
    pile_push(&s->side[side], c);
    strcpy(made->move.text, side_words[side]);
    return NULL;
}

static void moves(const void *state, struct move_list *out)
{
    out->n = 0;
    for (int side = 0; !is_over(state) && side < SIDES; side++) strcpy(out->at[out->n++].text, side_words[side]);
}

static int to_move(const void *state)
{
    (void)state;
    return 1;
}

static void result(const void *state, struct result *out)
{
    const struct sort *s = state;
    bool won = s->mistakes < s->most && pile_empty(&s->stock);
    *out = (struct result){ .over = is_over(s), .won = won, .sure = won, .left = s->stock.n, .words = "" };
    out->points[1] = s->mistakes;
    if (out->over) out->words = won ? "Won: every card lies on its side." : "Lost: that was one mistake too many.";
}

static int cards_held(const void *state, int seat)
{
    (void)seat;
    return ((const struct sort *)state)->stock.n;
}

static void hide(void *state, int seat)
{
    struct sort *s = state;
    card top = pile_top(&s->stock);
    (void)seat;
    pile_hide(&s->stock);
    if (!pile_empty(&s->stock)) s->stock.c[s->stock.n - 1] = top;
}

static void census(const void *state, uint8_t count[CARD_HIDDEN + 1])
{
    const struct sort *s = state;
    memset(count, 0, CARD_HIDDEN + 1);
    pile_census(&s->stock, count);
    for (int side = 0; side < SIDES; side++) pile_census(&s->side[side], count);
}

/* --- keys and clicks --- */

static struct act_result move_to(const void *state, int seat, enum side side)
{
    struct sort copy = *(const struct sort *)state;
    struct made made;
    const char *why = apply(&copy, seat, side_words[side], &made);
    if (why != NULL) return (struct act_result){ .act = ACT_REFUSE, .why = why };
    return (struct act_result){ .act = ACT_MOVE, .move = made.move };
}

static struct act_result key(const void *state, int seat, void *view, const struct key *k)
{
    bool text = k->code == KEY_CHAR;
    if (seat == 0) return (struct act_result){ .act = ACT_NONE };
    if (k->code == KEY_LEFT || (text && k->ch == 'h')) return move_to(state, seat, LEFT);
    if (k->code == KEY_RIGHT || (text && k->ch == 'l')) return move_to(state, seat, RIGHT);
    if (k->code == KEY_ENTER) return move_to(state, seat, ((struct sort_view *)view)->at);
    return (struct act_result){ .act = ACT_NONE };
}

static struct act_result mouse(const void *state, int seat, void *view, const struct mouse *m, int cols, int rows)
{
    (void)view;
    bool on_table = m->press && m->button == 0 && m->y > 0 && m->y < rows - 2;
    if (seat == 0 || !on_table) return (struct act_result){ .act = ACT_NONE };
    return move_to(state, seat, m->x < cols / 2 ? LEFT : RIGHT);
}

static void view_update(const void *state, int seat, void *view)
{
    (void)state;
    (void)seat;
    (void)view;
}

static void show(const void *state, int seat, void *view, const char *move)
{
    struct sort_view *v = view;
    struct sort copy = *(const struct sort *)state;
    struct made made;
    if (apply(&copy, seat, move, &made) == NULL) v->at = strcmp(made.move.text, "left") == 0 ? LEFT : RIGHT;
}

/* --- what is seen and said --- */

static void draw(const void *state, int seat, const void *view, const struct frame_words *w, struct canvas *c)
{
    const struct sort *s = state;
    bool on = seat != 0 && !is_over(s);
    char line[64];
    struct text keys;
    (void)view;
    canvas_clear(c);
    look_title(c, w->title != NULL ? w->title : sort_game.title, on ? "your turn" : "over");
    if (!pile_empty(&s->stock)) look_card(c, 2, 2, card_small, pile_top(&s->stock), STYLE_CARD);
    canvas_add(c, 8, 3, STYLE_PLAIN, "%d left, %d of %d mistakes", s->stock.n, s->mistakes, s->most);
    for (int side = 0; side < SIDES; side++)
        if (!pile_empty(&s->side[side]))
            look_pile(c, 2 + side * c->cols / 2, 5, card_small, &s->side[side], c->cols / 2 - 3, STYLE_CARD);
    look_message(c, w->message != NULL ? w->message : "", STYLE_MESSAGE);
    text_init(&keys, line, sizeof line);
    look_add_key(&keys, on, "h", "left");
    look_add_key(&keys, on, "l", "right");
    look_keys(c, line, w->keys != NULL ? w->keys : "");
}

static bool describe(const void *state, int seat, const struct frame_words *w, const char *topic, struct text *out)
{
    const struct sort *s = state;
    (void)seat;
    (void)w;
    if (strcasecmp(topic, "legal") == 0)
        text_add(out, "%s\n", is_over(s) ? "Nothing any more." : "left, right");
    else if (strcasecmp(topic, "points") == 0)
        text_add(out, "%d of %d mistakes.\n", s->mistakes, s->most);
    else if (topic[0] == '\0' || strcasecmp(topic, "now") == 0 || strcasecmp(topic, "board") == 0)
        text_add(out, "The %s is to be put left or right; %d cards left.\n", card_words(pile_top(&s->stock)),
                 s->stock.n);
    else
        return false;
    return true;
}

static void move_words(const void *state, int seat, const struct move *m, struct text *out)
{
    (void)seat;
    text_add(out, "puts the %s to the %s", card_words(pile_top(&((const struct sort *)state)->stock)), m->text);
}

static void move_brief(const void *state, int seat, const struct move *m, struct text *out)
{
    (void)seat;
    text_add(out, "%s %s", look_card_text(pile_top(&((const struct sort *)state)->stock)), m->text);
}

static void reason(const void *seen, int seat, const struct move *m, struct text *out)
{
    const struct sort *s = seen;
    (void)seat;
    (void)m;
    text_add(out, "Red goes left and black right; %d mistakes lose it.", s->most);
}

static json_t *json(const void *state, int ply)
{
    struct move_list list;
    json_t *line = json_object();
    moves(state, &list);
    json_object_set_new(line, "ply", json_integer(ply));
    json_object_set_new(line, "mistakes", json_integer(((const struct sort *)state)->mistakes));
    json_object_set_new(line, "legal", moves_json(&list));
    return line;
}

static void think(const void *state, int seat, int strength, struct random *random, int budget_ms, struct thought *out)
{
    const struct sort *s = state;
    struct text why;
    (void)strength;
    (void)random;
    (void)budget_ms;
    memset(out, 0, sizeof *out);
    strcpy(out->move.text, side_words[side_of(pile_top(&s->stock))]);
    text_init(&why, out->why, sizeof out->why);
    reason(s, seat, &out->move, &why);
}

/* --- what others know of it --- */

static const struct variant variants[] = {
    {
        .word = "black",
        .label = "Black and red",
        .about = "alone: sort the cards",
        .rules = "easy",
        .figures = "Black and red",
    },
    {
        .word = "zero",
        .label = "Zero mistakes",
        .about = "the same without one mistake",
        .rules = "strict",
        .figures = "Zero mistakes",
    },
    { .word = NULL },
};

static const char *const pages[] = { "sort.txt", NULL };
static const char *const pages_of_keys[] = { "sort-keys.txt", "patience.txt", NULL };
static const char *const words[] = { "left", "right", NULL };
static const char *const topics[] = { "board", "legal", "points", NULL };

const struct game sort_game = {
    .id = "sort",
    .title = "Black and red",
    .blurb = "Red to the left, black to the right.",
    .seats_min = 1,
    .seats_max = 1,
    .patience = true,
    .score = "mistakes",
    .score_low = true,
    .state_size = sizeof(struct sort),
    .view_size = sizeof(struct sort_view),
    .variants = variants,
    .rules_plain = "easy",
    .help = { .rules = pages, .keys = pages_of_keys },
    .example = "left",
    .examples = "left and right put the card there.",
    .words = words,
    .topics = topics,
    .topics_all = topics,
    .rules_parse = rules_parse,
    .rules_text = rules_text,
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
