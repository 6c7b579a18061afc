/* Nobody sees more than the rules let them (P61, P62, H69, T14). Of each position two worlds are made for each viewer,
 * a seat or whoever watches, that differ in hidden cards alone: frames, lines, moves, refusals, thoughts and reasons
 * are the same in both, byte for byte. And no text that reaches a viewer names a card that is hidden from it, in
 * whatever spelling. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "games/catalogue/game_list.h"
#include "games/corners/corners_game.h"
#include "games/cross/cross.h"
#include "games/grid/grid.h"
#include "games/null/null_game.h"
#include "games/worlds.h"
#include "seed.h"
#include "term/charset.h"

#define ROUNDS 200
#define TURNS_MAX 4000
#define CHECK_ONE_IN 100 /* positions; and the last one of a round, once in */
#define CHECK_END_IN 5
#define TEXT_MAX 16384

static struct random chance;
static const struct game *game;

/* One position in both worlds, for one viewer: whole, and as the viewer is given it. */
struct pair {
    int viewer, seats;
    card_set hidden;
    union any_state whole[2], seen[2];
};

/* What the viewer got to read in either world. */
struct told {
    struct text text[2];
    char buf[2][TEXT_MAX];
};

static void told_begin(struct told *t)
{
    for (int i = 0; i < 2; i++) text_init(&t->text[i], t->buf[i], TEXT_MAX);
}

/* spelled: cards that the viewer has named itself, as in "You do not hold Tc." */
static void told_end(const struct told *t, const struct pair *p, card_set spelled, const char *what)
{
    assert_false(t->text[0].cut || t->text[1].cut);
    if (strcmp(t->buf[0], t->buf[1]) != 0)
        fail_msg("%s: viewer %d reads two things in %s:\n%s\n%s", game->id, p->viewer, what, t->buf[0], t->buf[1]);
    if (strstr(t->buf[0], "Type 8d n (") != NULL) spelled |= card_bit(card_of(8, DIAMONDS)); /* how a move is typed */
    card_set told = cards_named(t->buf[0]) & p->hidden & ~spelled;
    for (card c = 1; c <= CARDS; c++)
        if (told & card_bit(c))
            fail_msg("%s: viewer %d reads of %s in %s:\n%s", game->id, p->viewer, card_text(c), what, t->buf[0]);
}

static struct frame_words plain_words(void)
{
    struct frame_words w = test_words();
    w.log_n = 0;
    return w;
}

/* --- comparing --- */

static void add_frame(const struct canvas *c, struct text *out)
{
    for (int y = 0; y < c->rows; y++) {
        for (int x = 0; x < c->cols; x++) {
            char utf8[4];
            uint32_t ch = canvas_at(c, x, y)->ch;
            text_put(out, utf8, charset_encode(CHARSET_UTF8, ch != 0 ? ch : ' ', utf8));
        }
        text_add(out, "\n");
    }
    text_add(out, "%d,%d", c->cursor_x, c->cursor_y);
}

static void check_styles(const struct canvas *a, const struct canvas *b)
{
    for (int y = 0; y < a->rows; y++)
        for (int x = 0; x < a->cols; x++)
            if (canvas_at(a, x, y)->style != canvas_at(b, x, y)->style)
                fail_msg("%s: styles differ at %d,%d", game->id, x, y);
}

static void check_frames(const struct pair *p, const union any_view *view, card_set spelled)
{
    static const int sizes[][2] = { { 80, 24 }, { 40, 12 }, { 132, 50 }, { 60, 20 } };
    static struct told t;
    for (int k = 0; k < 2; k++) {
        const int *size = sizes[k == 0 ? 0 : 1 + random_below(&chance, 3)];
        struct canvas *c[2] = { canvas_new(size[0], size[1]), canvas_new(size[0], size[1]) };
        struct frame_words w = plain_words();
        told_begin(&t);
        for (int i = 0; i < 2; i++) {
            game->draw(p->whole[i].bytes, p->viewer, view->bytes, &w, c[i]);
            add_frame(c[i], &t.text[i]);
        }
        check_styles(c[0], c[1]);
        told_end(&t, p, spelled, "a frame");
        canvas_free(c[0]);
        canvas_free(c[1]);
    }
}

static void check_lines(const struct pair *p)
{
    static const char *const topics[] = { "", "now", "board", "hand", "legal", "points", "nonsense" };
    static struct told t;
    struct frame_words w = plain_words();
    told_begin(&t);
    for (size_t k = 0; k < sizeof topics / sizeof *topics; k++)
        for (int i = 0; i < 2; i++) {
            bool known = game->describe(p->whole[i].bytes, p->viewer, &w, topics[k], &t.text[i]);
            text_add(&t.text[i], "%d", known);
        }
    told_end(&t, p, 0, "plain lines");
}

static void check_json(const struct pair *p)
{
    static struct told t;
    told_begin(&t);
    for (int i = 0; i < 2; i++) {
        json_t *json = game->json(p->seen[i].bytes, 7);
        char *line = json_dumps(json, JSON_COMPACT);
        text_add(&t.text[i], "%s", line);
        free(line);
        json_decref(json);
    }
    told_end(&t, p, 0, "a line of JSON");
}

static void check_counts(const struct pair *p)
{
    struct result r[2];
    memset(r, 0, sizeof r);
    for (int i = 0; i < 2; i++) game->result(p->seen[i].bytes, &r[i]);
    assert_true(r[0].over == r[1].over && r[0].won == r[1].won && r[0].sure == r[1].sure && r[0].left == r[1].left);
    assert_int_equal(r[0].seat_out, r[1].seat_out);
    assert_memory_equal(r[0].points, r[1].points, sizeof r[0].points);
    assert_int_equal(game->to_move(p->whole[0].bytes), game->to_move(p->whole[1].bytes));
    for (int seat = 1; seat <= p->seats; seat++)
        assert_int_equal(game->cards_held(p->whole[0].bytes, seat), game->cards_held(p->whole[1].bytes, seat));
}

static bool may_move(const struct pair *p)
{
    struct result r;
    game->result(p->whole[0].bytes, &r);
    return !r.over && game->to_move(p->whole[0].bytes) == p->viewer;
}

static void check_moves(const struct pair *p)
{
    struct move_list list[2];
    if (!may_move(p)) return;
    for (int i = 0; i < 2; i++) game->moves(p->whole[i].bytes, &list[i]);
    assert_int_equal(list[0].n, list[1].n);
    for (int k = 0; k < list[0].n; k++) assert_string_equal(list[0].at[k].text, list[1].at[k].text);
}

/* Anything that somebody might type: moves of cards in the hand, moves of others, and no moves. */
static void random_line(char out[40])
{
    static const char *const places[] = { "n", "e", "s", "w", "ne", "se", "sw", "nw", "north", "b2", "d4" };
    static const char *const texts[] = { "end",  "draw", "undo",  "pass", "turn", "resume", "", "w ne",
                                         "n>nw", "s>n",  "xb2c3", "xa1",  "@a1",  "xyz",    "8" };
    const char *place = places[random_below(&chance, sizeof places / sizeof *places)];
    card c = (card)(1 + random_below(&chance, CARDS));
    switch (random_below(&chance, 4)) {
    case 0: snprintf(out, 40, "%s", texts[random_below(&chance, sizeof texts / sizeof *texts)]); break;
    case 1: snprintf(out, 40, "%u %s", (unsigned)random_below(&chance, 12), place); break;
    case 2: snprintf(out, 40, "%s %s", card_text(c), place); break;
    default: snprintf(out, 40, "%s@%s", card_text(c), place); break;
    }
}

/* Whether it is taken, how it is understood and the sentence why not. */
static void check_typed(const struct pair *p)
{
    static struct told t;
    for (int k = 0; k < 12; k++) {
        char line[40];
        random_line(line);
        told_begin(&t);
        for (int i = 0; i < 2; i++) {
            union any_state copy = p->whole[i];
            struct made made;
            const char *why = game->apply(copy.bytes, p->viewer, line, &made);
            text_add(&t.text[i], "%s", why != NULL ? why : made.move.text);
        }
        told_end(&t, p, cards_named(line), line);
    }
}

/* A hint, or a computer player in that seat: the same position, strength and chance. */
static void check_thought(const struct pair *p)
{
    static struct told t;
    int strength = random_below(&chance, 30) == 0 ? 3 : 1 + (int)random_below(&chance, 2);
    uint64_t seed = random_below(&chance, UINT32_MAX);
    if (!may_move(p)) return;
    told_begin(&t);
    for (int i = 0; i < 2; i++) {
        struct random r = random_seeded(seed);
        struct thought thought;
        game->think(p->seen[i].bytes, p->viewer, strength, &r, 10, &thought);
        text_add(&t.text[i], "%s: %s", thought.move.text, thought.why);
    }
    told_end(&t, p, 0, "a hint");
}

static struct key random_key(void)
{
    static const enum key_code codes[] = { KEY_CHAR, KEY_CHAR,    KEY_CHAR,   KEY_CHAR, KEY_ENTER,
                                           KEY_TAB,  KEY_BACKTAB, KEY_ESCAPE, KEY_UP,   KEY_DOWN,
                                           KEY_LEFT, KEY_RIGHT,   KEY_HOME,   KEY_END,  KEY_BACKSPACE };
    static const char letters[] = "ehjkl, abcdmstA23456789TJQK:";
    struct key k = { .code = codes[random_below(&chance, sizeof codes / sizeof *codes)] };
    if (k.code == KEY_CHAR) k.ch = (unsigned char)letters[random_below(&chance, sizeof letters - 1)];
    return k;
}

static struct act_result touch(const union any_state *seen, int viewer, union any_view *view, const struct key *k,
                               const struct mouse *m)
{
    if (m != NULL) return game->mouse(seen->bytes, viewer, view->bytes, m, 80, 24);
    return game->key(seen->bytes, viewer, view->bytes, k);
}

/* Keys and clicks do the same to both views. */
static void check_hands_on(const struct pair *p)
{
    static struct told t;
    union any_view view[2] = { { .bytes = { 0 } }, { .bytes = { 0 } } };
    for (int i = 0; i < 2; i++) game->view_update(p->seen[i].bytes, p->viewer, view[i].bytes);
    for (int k = 0; k < 12; k++) {
        struct key key = random_key();
        struct mouse m = { .press = random_below(&chance, 3) > 0,
                           .x = (int)random_below(&chance, 80),
                           .y = (int)random_below(&chance, 24) };
        bool click = random_below(&chance, 3) == 0;
        told_begin(&t);
        for (int i = 0; i < 2; i++) {
            struct act_result act = touch(&p->seen[i], p->viewer, &view[i], &key, click ? &m : NULL);
            text_add(&t.text[i], "%d %s", act.act,
                     act.act == ACT_REFUSE ? act.why
                     : act.act == ACT_MOVE ? act.move.text
                                           : "");
        }
        told_end(&t, p, 0, "the answer to a key");
    }
    assert_memory_equal(view[0].bytes, view[1].bytes, game->view_size);
    check_frames(p, &view[0], CARD_SET_ALL); /* the frame shows the typed line */
}

/* --- a move of anybody --- */

/* What the viewer hears of a move: the line of the log, its brief form, and the reason. p is the position before it, so
 * the card that is played stays where it is in both worlds. after: what is hidden when it is heard. */
static void check_heard(struct pair *p, const struct move *m, card_set after)
{
    static struct told t;
    int seat = game->to_move(p->whole[0].bytes);
    card_set before = p->hidden;
    told_begin(&t);
    for (int hearer = 0; hearer <= p->viewer; hearer += p->viewer > 0 ? p->viewer : 1)
        for (int i = 0; i < 2; i++) {
            union any_state seen = p->whole[i];
            game->hide(seen.bytes, hearer);
            game->move_words(seen.bytes, seat, m, &t.text[i]);
            text_add(&t.text[i], ". ");
            game->move_brief(seen.bytes, seat, m, &t.text[i]);
            text_add(&t.text[i], ". ");
            game->reason(seen.bytes, seat, m, &t.text[i]);
            text_add(&t.text[i], "\n");
        }
    p->hidden = after;
    told_end(&t, p, 0, "what is said of a move");
    p->hidden = before;
}

static struct pair *pair_of(const union any_state *s, int viewer, int seats, card_set stay)
{
    static struct pair p;
    p = (struct pair){ .viewer = viewer, .seats = seats, .hidden = hidden_cards(game, s->bytes, viewer) };
    p.whole[0] = p.seen[0] = *s;
    other_world(game, s->bytes, viewer, stay, &chance, p.whole[1].bytes);
    p.seen[1] = p.whole[1];
    for (int i = 0; i < 2; i++) game->hide(p.seen[i].bytes, viewer);
    assert_memory_equal(p.seen[0].bytes, p.seen[1].bytes, game->state_size);
    return &p;
}

static void check_position(const union any_state *s, int seats)
{
    union any_view fresh = { .bytes = { 0 } };
    for (int viewer = 0; viewer <= seats; viewer++) {
        struct pair *p = pair_of(s, viewer, seats, 0);
        check_frames(p, &fresh, 0);
        check_lines(p);
        check_json(p);
        check_counts(p);
        check_moves(p);
        check_typed(p);
        check_thought(p);
        check_hands_on(p);
    }
}

/* m is the next move; a card that it names is in its mover's hand in both worlds. */
static void check_move(const union any_state *s, int seats, const struct move *m)
{
    union any_state after = *s;
    struct made made;
    assert_null(game->apply(after.bytes, game->to_move(s->bytes), m->text, &made));
    for (int viewer = 0; viewer <= seats; viewer++)
        check_heard(pair_of(s, viewer, seats, cards_named(m->text)), m, hidden_cards(game, after.bytes, viewer));
}

/* --- rounds --- */

static bool is_over(const union any_state *s)
{
    struct result r;
    game->result(s->bytes, &r);
    return r.over;
}

static struct move next_move(const union any_state *s)
{
    union any_state seen = *s;
    struct move_list list;
    struct thought t;
    int seat = game->to_move(s->bytes);
    game->moves(s->bytes, &list);
    if (random_below(&chance, 3) > 0) return list.at[random_below(&chance, (uint32_t)list.n)];
    game->hide(seen.bytes, seat);
    game->think(seen.bytes, seat, 1 + (int)random_below(&chance, 2), &chance, 1, &t);
    return t.move;
}

static void play_a_round(const char *text)
{
    struct deck deck = random_deck(&chance);
    struct rules rules;
    static union any_state s;
    int seats = game->seats_min + (int)random_below(&chance, (uint32_t)(game->seats_max - game->seats_min + 1));
    if (game->rules_parse(&rules, text) != NULL) assert_null(game->rules_parse(&rules, ""));
    game->deal(s.bytes, &deck, &rules, seats, 1 + (int)random_below(&chance, (uint32_t)seats));
    for (int i = 0; i < TURNS_MAX && !is_over(&s); i++) {
        struct made made;
        struct move m = next_move(&s);
        bool look = random_below(&chance, CHECK_ONE_IN) == 0;
        if (look) check_move(&s, seats, &m);
        assert_null(game->apply(s.bytes, game->to_move(s.bytes), m.text, &made));
        if (look) check_position(&s, seats);
    }
    assert_true(is_over(&s));
    if (random_below(&chance, CHECK_END_IN) == 0) check_position(&s, seats);
}

static const struct setting {
    const struct game *game;
    const char *rules[3];
} settings[] = {
    { &corners_game, { "first", "first mustking=yes", "first kingpile=no" } },
    { &corners_game, { "last", "last mustking=yes kingpile=no", "last target=50" } },
    { &grid_game, { "", "", "" } },
    { &cross_game, { "", "", "" } },
    { &null_game, { "", "", "" } },
};

static void two_worlds_that_differ_in_hidden_cards_look_and_sound_the_same(void **state)
{
    const struct setting *v = *state;
    game = v->game;
    for (int i = worlds_rounds(ROUNDS); i > 0; i--) play_a_round(v->rules[i % 3]);
}

/* --- the instruments --- */

/* A test that looks for names must know every one. */
static void every_spelling_of_a_card_is_found(void **state)
{
    static const char *const ranks[][3] = { { "A", "ace", "Ace" }, { "2", "two", "2" },   { "3", "three", "3" },
                                            { "4", "four", "4" },  { "5", "five", "5" },  { "6", "six", "6" },
                                            { "7", "seven", "7" }, { "8", "eight", "8" }, { "9", "nine", "9" },
                                            { "T", "ten", "10" },  { "J", "jack", "J" },  { "Q", "queen", "Q" },
                                            { "K", "king", "K" } };
    static const char *const suits[][3] = {
        { "s", "♠", " of spades" }, { "h", "♥", " of hearts" }, { "d", "♦", " of diamonds" }, { "c", "♣", " of clubs" }
    };
    (void)state;
    for (card c = 1; c <= CARDS; c++)
        for (int k = 0; k < 18; k++) {
            char name[40], text[60];
            const char *rank = ranks[card_rank(c) - 1][k % 3];
            snprintf(name, sizeof name, "%s%s", rank, suits[card_suit(c)][strlen(rank) < 3 ? k / 3 % 3 : 1 + k % 2]);
            for (char *at = name; k >= 9 && *at != '\0'; at++) *at = (char)toupper((unsigned char)*at);
            snprintf(text, sizeof text, "Edda: (%s).", name);
            if (cards_named(text) != card_bit(c)) fail_msg("not found: %s", name);
        }
    assert_int_equal(cards_named("tc 10C, T♣ and ten of Clubs; K ♥"),
                     card_bit(card_of(TEN, CLUBS)) | card_bit(card_of(KING, HEARTS)));
    assert_int_equal(cards_named("As fits on 2h"), card_bit(card_of(ACE, SPADES)) | card_bit(card_of(2, HEARTS)));
    assert_int_equal(cards_named("8 cards as of now, 3 seats, table 4 closed, a1d4, x2d, 5 cards, next is a red 8."),
                     0);
}

/* And a test of two worlds must be of two: nearly always they differ, and never in what can be seen. */
static void the_other_world_is_another_one(void **state)
{
    (void)state;
    int moved = 0, n = 0;
    for (size_t v = 0; v < sizeof settings / sizeof *settings; v++) {
        game = settings[v].game;
        for (int i = 0; i < 50; i++, n++) {
            union any_state s, other;
            struct deck deck = random_deck(&chance);
            struct rules rules;
            uint8_t count[CARD_HIDDEN + 1];
            assert_null(game->rules_parse(&rules, settings[v].rules[0]));
            game->deal(s.bytes, &deck, &rules, game->seats_min, 1);
            moved += other_world(game, s.bytes, i % 2, card_bit(1), &chance, other.bytes) > 10;
            game->census(other.bytes, count);
            for (card c = 1; c <= CARDS; c++) assert_int_equal(count[c], 1);
            assert_memory_not_equal(s.bytes, other.bytes, game->state_size);
        }
    }
    assert_int_equal(moved, n);
}

static int start(void **state)
{
    (void)state;
    chance = seed_random("games/catalogue/test_worlds");
    return sodium_init() < 0 ? -1 : 0;
}

int main(void)
{
#define OF(k, what)                                                                                                    \
    {                                                                                                                  \
        what ": two worlds that differ in hidden cards look and sound the same",                                       \
            two_worlds_that_differ_in_hidden_cards_look_and_sound_the_same, NULL, NULL, (void *)&settings[k]           \
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_spelling_of_a_card_is_found),
        cmocka_unit_test(the_other_world_is_another_one),
        OF(0, "corners, draw first"),
        OF(1, "corners, draw last"),
        OF(2, "grid"),
        OF(3, "cross"),
        OF(4, "the template"),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
