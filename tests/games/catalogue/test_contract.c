#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <sodium.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "games/catalogue/game_list.h"
#include "games/catalogue/record.h"
#include "games/contract.h"
#include "games/null/null_game.h"
#include "games/typed.h"
#include "term/charset.h"
#include "term/wrap.h"

/* The contract: what holds for every game of the table, and for the template. */
static const struct game *games[16];
static int games_n;

static const struct game *game;
static struct random chance;
static uint64_t seed;

#define TURNS_MAX 4000 /* no round is longer, by chance or by mind */

/* --- rounds --- */

struct round {
    struct deck deck;
    struct rules rules;
    int seats, dealer;
    union any_state state;
};

static void deal_round(struct round *r)
{
    memset(r, 0xA5, sizeof *r); /* deal() sets all of it */
    r->deck = random_deck(&chance);
    r->rules = random_rules(game, &chance);
    r->seats = game->seats_min + (int)random_below(&chance, (uint32_t)(game->seats_max - game->seats_min + 1));
    r->dealer = 1 + (int)random_below(&chance, (uint32_t)r->seats);
    game->deal(r->state.bytes, &r->deck, &r->rules, r->seats, r->dealer);
}

static bool is_over(const union any_state *s)
{
    struct result result;
    game->result(s->bytes, &result);
    return result.over;
}

static void make(union any_state *s, const char *text)
{
    struct made made;
    const char *why = game->apply(s->bytes, game->to_move(s->bytes), text, &made);
    if (why != NULL) fail_msg("%s: %s refused: %s (seed %llu)", game->id, text, why, (unsigned long long)seed);
    assert_string_equal(made.move.text, text);
}

/* A legal move by chance. */
static struct move random_move(const union any_state *s)
{
    struct move_list list;
    game->moves(s->bytes, &list);
    assert_in_range(list.n, 1, GAME_MOVES_MAX);
    return list.at[random_below(&chance, (uint32_t)list.n)];
}

#define NARROW_COLS 37 /* of the message line at 40x12 on a terminal that wraps at once */

/* Does the sentence, after the name of its computer player, fit whole into the smallest window? */
static void assert_readable(const char *why)
{
    char words[2 * WHY_TEXT];
    assert_true(why[0] != '\0' && why[strlen(why) - 1] == '.');
    snprintf(words, sizeof words, "%s%s", game->patience ? "" : "Jonas: ", why);
    if (wrap_lines(words, NARROW_COLS) > 2) fail_msg("%s: too long for two lines: %s", game->id, words);
}

/* The sentence that the hearer gets about the move. */
static void reason_for(const union any_state *s, int hearer, const struct move *m, char why[WHY_TEXT])
{
    union any_state seen = *s;
    struct text t;
    game->hide(seen.bytes, hearer);
    text_init(&t, why, WHY_TEXT);
    game->reason(seen.bytes, game->to_move(s->bytes), m, &t);
    if (t.cut) fail_msg("%s: cut: %s", game->id, why);
}

static struct move mind_move(const union any_state *s, int strength)
{
    union any_state seen = *s;
    struct thought t;
    int seat = game->to_move(s->bytes);
    game->hide(seen.bytes, seat);
    game->think(seen.bytes, seat, strength, &chance, 10, &t);
    assert_readable(t.why);
    return t.move;
}

/* A position some way into a round that is not over. */
static void random_position(struct round *r)
{
    for (;;) {
        deal_round(r);
        int moves = (int)random_below(&chance, 120);
        while (moves-- > 0 && !is_over(&r->state)) make(&r->state, random_move(&r->state).text);
        if (!is_over(&r->state)) return;
    }
}

/* --- checks of one position --- */

static void check_census(const union any_state *s)
{
    uint8_t count[CARD_HIDDEN + 1];
    game->census(s->bytes, count);
    for (card c = 1; c <= CARDS; c++) assert_int_equal(count[c], 1);
    assert_int_equal(count[CARD_NONE], 0);
    assert_int_equal(count[CARD_HIDDEN], 0);
}

static void check_hidden_census(const union any_state *s, int seat)
{
    union any_state seen = *s;
    uint8_t count[CARD_HIDDEN + 1];
    int cards = 0;
    game->hide(seen.bytes, seat);
    game->census(seen.bytes, count);
    for (card c = CARD_NONE; c <= CARD_HIDDEN; c++) {
        if (card_is(c)) assert_in_range(count[c], 0, 1);
        cards += count[c];
    }
    assert_int_equal(count[CARD_NONE], 0);
    assert_int_equal(cards, CARDS);
}

static void check_moves(const union any_state *s)
{
    struct move_list list;
    game->moves(s->bytes, &list);
    if (is_over(s)) assert_int_equal(list.n, 0);
    for (int i = 0; i < list.n; i++) {
        union any_state copy = *s;
        make(&copy, list.at[i].text);
        if (i > 0) assert_true(strcmp(list.at[i - 1].text, list.at[i].text) < 0);
    }
}

static struct canvas *draw(const union any_state *s, int seat, const union any_view *v, int cols, int rows)
{
    struct canvas *c = canvas_new(cols, rows);
    struct frame_words w = test_words();
    game->draw(s->bytes, seat, v->bytes, &w, c);
    return c;
}

static void assert_same_frames(const struct canvas *a, const struct canvas *b)
{
    assert_int_equal(a->cursor_x, b->cursor_x);
    assert_int_equal(a->cursor_y, b->cursor_y);
    for (int y = 0; y < a->rows; y++)
        for (int x = 0; x < a->cols; x++) {
            const struct cell *one = canvas_at(a, x, y), *other = canvas_at(b, x, y);
            if (one->ch != other->ch || one->style != other->style)
                fail_msg("%s: frames differ at %d,%d (seed %llu)", game->id, x, y, (unsigned long long)seed);
        }
}

/* What is drawn and said for a seat is the same when all it may not see is gone (P61, P62, H69). */
static void check_nothing_leaks(const union any_state *s, int seat)
{
    union any_state seen = *s;
    union any_view view = { .bytes = { 0 } };
    game->hide(seen.bytes, seat);
    struct canvas *whole = draw(s, seat, &view, 80, 24), *hidden = draw(&seen, seat, &view, 80, 24);
    assert_same_frames(whole, hidden);
    canvas_free(whole);
    canvas_free(hidden);
    char a[8192], b[8192];
    struct text one, other;
    struct frame_words w = test_words();
    static const char *const topics[] = { "", "now", "board", "hand", "legal", "points" };
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++) {
        text_init(&one, a, sizeof a);
        text_init(&other, b, sizeof b);
        assert_int_equal(game->describe(s->bytes, seat, &w, topics[i], &one),
                         game->describe(seen.bytes, seat, &w, topics[i], &other));
        assert_string_equal(a, b);
        assert_false(one.cut);
    }
}

static bool is_drawable(uint32_t ch)
{
    char out[4];
    if (ch == 0 || ch == '?') return true;
    return (charset_encode(CHARSET_CP437, ch, out) == 1 && out[0] != '?') &&
           (charset_encode(CHARSET_ASCII, ch, out) == 1 && out[0] != '?');
}

/* A frame has its title, its keys and a form in every charset, at every size. */
static void check_frame(const union any_state *s, int seat, int cols, int rows)
{
    union any_view view = { .bytes = { 0 } };
    struct canvas *c = draw(s, seat, &view, cols, rows);
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < cols; x++)
            if (!is_drawable(canvas_at(c, x, y)->ch))
                fail_msg("%s: U+%04X at %d,%d has no likeness", game->id, (unsigned)canvas_at(c, x, y)->ch, x, y);
    if (cols >= 40 && rows >= 12) {
        assert_int_equal(canvas_at(c, 1, 0)->style, STYLE_TITLE);
        assert_int_equal(canvas_at(c, 0, rows - 1)->style, STYLE_KEYS);
    }
    assert_in_range(c->cursor_x + 1, 0, cols);
    assert_in_range(c->cursor_y + 1, 0, rows);
    canvas_free(c);
}

/* --- the contract --- */

/* Each has options that the game takes. What is kept of a patience is kept apart for each variant, and finds room. */
static void its_variants_are_told_apart(void)
{
    char kinds[8][KIND_TEXT];
    int n = 0;
    assert_true(strlen(game->id) > 0 && strlen(game->id) < 16);
    for (const struct variant *v = game->variants; v->word != NULL; v++) {
        assert_true(n < 8 && v->label[0] != '\0' && v->word[0] != '\0');
        game_row_kind(&(struct game_row){ game, v }, kinds[n]);
        if (game->patience) assert_true(strlen(kinds[n]) < KIND_TEXT_PATIENCE);
        for (int k = 0; game->patience && k < n; k++) assert_string_not_equal(kinds[k], kinds[n]);
        n++;
    }
    assert_true(n > 0);
}

static void its_row_is_complete(void)
{
    assert_true(game->state_size > 0 && game->state_size <= GAME_STATE_MAX && game->view_size <= GAME_VIEW_MAX);
    assert_in_range(game->seats_min, 1, game->seats_max);
    assert_in_range(game->seats_max, game->seats_min, SEATS_MAX);
    struct rules r = random_rules(game, &chance);
    char text[128], again[128];
    game->rules_text(&r, text, sizeof text);
    struct rules read;
    assert_null(game->rules_parse(&read, text));
    game->rules_text(&read, again, sizeof again);
    assert_string_equal(text, again);
    assert_memory_equal(&r, &read, sizeof r);
    its_variants_are_told_apart();
    assert_true(game->rules_title(&r)[0] != '\0' && game->blurb[0] != '\0' && game->title[0] != '\0');
}

/* From then on any play ends in that win, and no hand grows any more (P13). Only the end has nothing left. */
static void a_win_that_is_sure_comes_whatever_is_played(void)
{
    struct round r;
    struct result result, sure = { .sure = false };
    deal_round(&r);
    for (int i = 0; game->patience && i < TURNS_MAX; i++) {
        game->result(r.state.bytes, &result);
        if (result.sure && !sure.sure) sure = result;
        if (sure.sure) assert_true(result.sure);
        if (result.won) assert_true(result.over && result.sure && result.left == 0);
        if (result.over) break;
        make(&r.state, result.sure ? random_move(&r.state).text : mind_move(&r.state, 1).text);
    }
    if (!game->patience) game->result(r.state.bytes, &result);
    if (sure.sure) assert_true(result.won);
    if (sure.sure && game->score_low) assert_int_equal(result.points[1], sure.points[1]);
}

static void the_same_deck_and_moves_give_the_same_state(void)
{
    struct round r;
    deal_round(&r);
    union any_state again;
    memset(&again, 0x5A, sizeof again);
    game->deal(again.bytes, &r.deck, &r.rules, r.seats, r.dealer);
    for (int i = 0; i < TURNS_MAX && !is_over(&r.state); i++) {
        assert_memory_equal(r.state.bytes, again.bytes, game->state_size);
        struct move m = random_move(&r.state);
        make(&r.state, m.text);
        make(&again, m.text);
    }
    assert_memory_equal(r.state.bytes, again.bytes, game->state_size);
}

static void every_card_is_in_one_place_and_each_listed_move_is_taken(void)
{
    struct round r;
    deal_round(&r);
    for (int i = 0; i < TURNS_MAX; i++) {
        check_census(&r.state);
        check_moves(&r.state);
        for (int seat = 0; seat <= r.seats; seat++) check_hidden_census(&r.state, seat);
        if (is_over(&r.state)) return;
        make(&r.state, random_move(&r.state).text);
    }
}

static void nothing_hidden_is_drawn_or_said(void)
{
    struct round r;
    deal_round(&r);
    for (int i = 0; i < TURNS_MAX; i++) {
        for (int seat = 0; seat <= r.seats; seat++) check_nothing_leaks(&r.state, seat);
        if (is_over(&r.state)) return;
        make(&r.state, random_move(&r.state).text);
    }
}

/* Two decks that differ in cards the seat cannot see yet: false when this pair of places is not such. */
static bool deal_twins(const struct round *r, int seat, union any_state *one, union any_state *other)
{
    struct deck twin = r->deck;
    uint32_t i = random_below(&chance, CARDS), j = random_below(&chance, CARDS);
    twin.c[i] = r->deck.c[j];
    twin.c[j] = r->deck.c[i];
    game->deal(one->bytes, &r->deck, &r->rules, r->seats, r->dealer);
    game->deal(other->bytes, &twin, &r->rules, r->seats, r->dealer);
    if (i == j) return false;
    assert_memory_not_equal(one->bytes, other->bytes, game->state_size);
    game->hide(one->bytes, seat);
    game->hide(other->bytes, seat);
    return memcmp(one->bytes, other->bytes, game->state_size) == 0;
}

/* hide() leaves no trace of a hidden card, so the mind, which is handed nothing else, cannot know one (P61, P62, T14).
 * The same view, strength and chance give the same thought. */
static void a_thought_depends_on_what_the_seat_sees(void)
{
    struct round r;
    union any_state one, other;
    int twins = 0;
    deal_round(&r);
    int seat = game->to_move(r.state.bytes);
    for (int i = 0; i < 60; i++) {
        if (!deal_twins(&r, seat, &one, &other)) continue;
        twins++;
        for (int strength = 1; strength <= 3; strength++) {
            struct random a = random_seeded(seed + (uint64_t)i), b = a;
            struct thought t, u;
            game->think(one.bytes, seat, strength, &a, 5, &t);
            game->think(other.bytes, seat, strength, &b, 5, &u);
            assert_memory_equal(&t, &u, sizeof t);
        }
    }
    assert_in_range(twins, 5, 60);
}

/* Each move has a reason for the table (T14). Whoever hears it, whatever the others hold, it is the same. */
static void each_move_has_a_reason_for_the_table(void)
{
    struct round r;
    struct move_list list;
    deal_round(&r);
    for (int i = 0; i < TURNS_MAX && !is_over(&r.state); i++) {
        game->moves(r.state.bytes, &list);
        for (int k = 0; k < list.n; k++) {
            char why[WHY_TEXT], other[WHY_TEXT];
            reason_for(&r.state, 0, &list.at[k], why);
            assert_readable(why);
            reason_for(&r.state, game->to_move(r.state.bytes), &list.at[k], other);
            assert_string_equal(why, other);
        }
        make(&r.state, random_move(&r.state).text);
    }
}

static struct key random_key(void)
{
    static const enum key_code codes[] = { KEY_CHAR,   KEY_CHAR,      KEY_CHAR, KEY_ENTER, KEY_TAB,   KEY_BACKTAB,
                                           KEY_ESCAPE, KEY_UP,        KEY_DOWN, KEY_LEFT,  KEY_RIGHT, KEY_HOME,
                                           KEY_END,    KEY_BACKSPACE, KEY_F1,   KEY_CTRL,  KEY_PASTE, KEY_PAGE_UP };
    struct key k = { .code = codes[random_below(&chance, sizeof codes / sizeof *codes)] };
    if (k.code == KEY_CHAR) k.ch = random_below(&chance, 20) == 0 ? 0x20AC : 0x20 + random_below(&chance, 0x5F);
    if (k.code == KEY_CTRL || k.code == KEY_PASTE) k.ch = 'a' + random_below(&chance, 26);
    return k;
}

static struct mouse random_mouse(void)
{
    return (struct mouse){ .press = random_below(&chance, 3) > 0,
                           .drag = random_below(&chance, 8) == 0,
                           .button = random_below(&chance, 8) > 0 ? 0
                                     : random_below(&chance, 2)   ? 64
                                                                  : 2,
                           .x = (int)random_below(&chance, 80),
                           .y = (int)random_below(&chance, 24) };
}

static void check_act(const struct act_result *act)
{
    if (act->act == ACT_REFUSE) {
        assert_non_null(act->why);
        assert_true(strlen(act->why) > 5 && act->why[strlen(act->why) - 1] == '.');
    }
}

/* Whatever is pressed or clicked, what leaves the view is legal, and what it refuses it gives a reason for (P48). */
static void each_move_that_keys_and_clicks_make_is_legal(void)
{
    struct round r;
    deal_round(&r);
    union any_view views[SEATS_MAX + 1];
    memset(views, 0, sizeof views);
    for (int i = 0; i < TURNS_MAX && !is_over(&r.state); i++) {
        int seat = (int)random_below(&chance, (uint32_t)r.seats + 1);
        union any_state seen = r.state;
        game->hide(seen.bytes, seat);
        if (random_below(&chance, 8) == 0) game->show(seen.bytes, seat, views[seat].bytes, random_move(&r.state).text);
        struct key k = random_key();
        struct mouse m = random_mouse();
        struct act_result act = random_below(&chance, 4) > 0
                                    ? game->key(seen.bytes, seat, views[seat].bytes, &k)
                                    : game->mouse(seen.bytes, seat, views[seat].bytes, &m, 80, 24);
        check_act(&act);
        if (act.act != ACT_MOVE) continue;
        assert_int_equal(seat, game->to_move(r.state.bytes));
        make(&r.state, act.move.text);
        for (int other = 0; other <= r.seats; other++) {
            seen = r.state;
            game->hide(seen.bytes, other);
            game->view_update(seen.bytes, other, views[other].bytes);
        }
    }
}

static struct act_result press(const union any_state *seen, int seat, union any_view view, enum key_code code, char ch)
{
    struct key k = { .code = code, .ch = (uint32_t)ch };
    return game->key(seen->bytes, seat, view.bytes, &k);
}

/* A move without a place of its own, that a hint can only tell in words. */
static bool has_no_place(const struct move *m)
{
    return game->end_move != NULL && strcmp(m->text, game->end_move) == 0;
}

/* Hints are shown at the card they speak of: Enter plays it, whatever was in hand, and nothing else comes of it. */
static void what_a_hint_shows_enter_plays(void)
{
    struct round r;
    struct move_list list;
    random_position(&r);
    int seat = game->to_move(r.state.bytes);
    union any_state seen = r.state;
    union any_view view = { .bytes = { 0 } };
    game->hide(seen.bytes, seat);
    game->view_update(seen.bytes, seat, view.bytes);
    game->moves(r.state.bytes, &list);
    for (int i = 0; i < list.n; i++) {
        game->show(seen.bytes, seat, view.bytes, list.at[i].text);
        struct act_result act = press(&seen, seat, view, KEY_ENTER, 0);
        bool made = act.act == ACT_MOVE && strcmp(act.move.text, list.at[i].text) == 0;
        if (!made && (act.act == ACT_MOVE || !has_no_place(&list.at[i])))
            fail_msg("%s: %s is shown, Enter makes %s (seed %llu)", game->id, list.at[i].text,
                     act.act == ACT_MOVE ? act.move.text : "no move", (unsigned long long)seed);
    }
    union any_view before = view;
    game->show(seen.bytes, seat, view.bytes, "nonsense");
    game->show(seen.bytes, 0, view.bytes, list.at[0].text);
    assert_memory_equal(before.bytes, view.bytes, game->view_size);
}

/* One "key what" of a key line: does the key do something? */
static void check_key(const union any_state *seen, int seat, const union any_view *view, char *named)
{
    static const struct {
        const char *name;
        enum key_code code;
    } keys[] = {
        { "Enter", KEY_ENTER }, { "Tab", KEY_TAB }, { "Esc", KEY_ESCAPE }, { "←→", KEY_RIGHT }, { "←↑↓→", KEY_DOWN }
    };
    char *what = strchr(named, ' ');
    if (what == NULL || what[1] == '\0') fail_msg("%s: the key line is cut at %s", game->id, named);
    *what = '\0';
    struct act_result act = { .act = ACT_NONE };
    if (named[1] == '\0' || named[1] == '-') act = press(seen, seat, *view, KEY_CHAR, named[0]);
    if (strlen(named) == 3 && act.act != ACT_REFUSE) act = press(seen, seat, *view, KEY_CHAR, named[2]);
    if (strcmp(named, "a1-d4") == 0) act = press(seen, seat, *view, KEY_CHAR, 'd');
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(named, keys[i].name) == 0) act = press(seen, seat, *view, keys[i].code, 0);
    if (act.act != ACT_MOVE && act.act != ACT_LOOK)
        fail_msg("%s: %s is named as %s, and does nothing: %s (seed %llu)", game->id, named, what + 1,
                 act.act == ACT_REFUSE ? act.why : "", (unsigned long long)seed);
}

static void check_key_line(const union any_state *seen, int seat, const union any_view *view, int cols, int rows)
{
    char line[1024] = "";
    struct canvas *c = canvas_new(cols, rows);
    struct frame_words w = test_words();
    w.keys = "";
    game->draw(seen->bytes, seat, view->bytes, &w, c);
    size_t n = 0;
    for (int x = 1; x < cols; x++) n += charset_encode(CHARSET_UTF8, canvas_at(c, x, rows - 1)->ch, line + n);
    canvas_free(c);
    for (char *key = line, *end; *(key += strspn(key, " ")) != '\0'; key = end) {
        end = strstr(key, "  ");
        if (end == NULL)
            end = key + strlen(key);
        else
            *end++ = '\0';
        check_key(seen, seat, view, key);
    }
}

/* The key line names the keys that work now, whatever was pressed before and whoever is to move. */
static void each_key_that_the_key_line_names_works(void)
{
    static const int sizes[][2] = { { 80, 24 }, { 40, 12 }, { 132, 50 } };
    struct round r;
    random_position(&r);
    for (int seat = 0; seat <= r.seats; seat++) {
        union any_state seen = r.state;
        union any_view view = { .bytes = { 0 } };
        game->hide(seen.bytes, seat);
        game->view_update(seen.bytes, seat, view.bytes);
        for (int i = 0; i < 40; i++) {
            struct key k = random_key();
            if (k.code == KEY_CHAR && (k.ch == ':' || k.ch == '/')) continue; /* that line names keys of its own */
            game->key(seen.bytes, seat, view.bytes, &k);
            for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
                check_key_line(&seen, seat, &view, sizes[s][0], sizes[s][1]);
        }
    }
}

/* Does the text spell the move: as records have it, as people type it, or with the number of a card for the card? */
static bool spells(const char *text, const struct move *m)
{
    char words[2 * MOVE_TEXT];
    struct text typed;
    text_init(&typed, words, sizeof words);
    move_typed(m->text, &typed);
    size_t digits = strspn(text, "0123456789");
    const char *place = strchr(words, ' ');
    bool by_number = digits > 0 && place != NULL && strcasecmp(text + digits, place) == 0;
    return by_number || strcasecmp(text, m->text) == 0 || strcasecmp(text, words) == 0;
}

/* Does the text look like the game's example, as "c4" looks like "b2"? The name of a place alone may mean any move. */
static bool looks_like_the_example(const char *text)
{
    const char *like = game->example;
    for (; *text != '\0' && *like != '\0'; text++, like++) {
        unsigned char a = (unsigned char)*text, b = (unsigned char)*like;
        if (a != b && !(isalpha(a) && isalpha(b)) && !(isdigit(a) && isdigit(b))) return false;
    }
    return *text == *like;
}

/* Chance, too, hits upon moves, most often upon those of a letter or two. */
static bool may_be_legal(const union any_state *s, const char *text)
{
    static struct move_list list;
    bool found = looks_like_the_example(text);
    game->moves(s->bytes, &list);
    for (int i = 0; i < list.n && !found; i++) found = spells(text, &list.at[i]);
    return found;
}

static void random_bytes_are_refused_and_change_nothing(void)
{
    struct round r;
    random_position(&r);
    for (int i = 0; i < 300; i++) {
        char text[40] = "";
        union any_state before = r.state;
        struct made made;
        random_bytes(&chance, text, random_below(&chance, sizeof text));
        text[sizeof text - 1] = '\0';
        if (may_be_legal(&r.state, text)) continue;
        const char *why = game->apply(r.state.bytes, game->to_move(r.state.bytes), text, &made);
        if (why == NULL) fail_msg("%s: took random bytes (seed %llu)", game->id, (unsigned long long)seed);
        assert_memory_equal(before.bytes, r.state.bytes, game->state_size);
    }
}

/* Nobody but the seat to move is listened to. */
static void only_the_seat_to_move_moves(void)
{
    struct round r;
    random_position(&r);
    struct move m = random_move(&r.state);
    for (int seat = 0; seat <= SEATS_MAX; seat++) {
        union any_state before = r.state;
        struct made made;
        if (seat == game->to_move(r.state.bytes)) continue;
        assert_non_null(game->apply(r.state.bytes, seat, m.text, &made));
        assert_memory_equal(before.bytes, r.state.bytes, game->state_size);
    }
}

static void a_frame_fits_and_has_a_form_in_every_charset(void)
{
    static const int sizes[][2] = { { 80, 24 }, { 132, 50 }, { 40, 12 }, { 79, 24 },  { 20, 8 },
                                    { 60, 20 }, { 200, 14 }, { 45, 60 }, { 500, 200 } };
    struct round r;
    random_position(&r);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int seat = 0; seat <= r.seats; seat++) check_frame(&r.state, seat, sizes[i][0], sizes[i][1]);
    while (!is_over(&r.state)) make(&r.state, random_move(&r.state).text);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int seat = 0; seat <= r.seats; seat++) check_frame(&r.state, seat, sizes[i][0], sizes[i][1]);
}

static void record_of(const struct round *r, struct record *record)
{
    record_init(record);
    record->game = game;
    record->deck = r->deck;
    record->rules = r->rules;
    record->seats = r->seats;
    record->dealer = r->dealer;
    for (int seat = 1; seat <= r->seats; seat++) snprintf(record->names[seat], RECORD_NAME, "p%d", seat);
}

static void assert_replays_to(const struct record *record, const union any_state *end)
{
    union any_state again;
    struct made made;
    assert_null(record_replay(record, again.bytes, record->n, &made));
    assert_memory_equal(again.bytes, end->bytes, game->state_size);
}

/* The record is the round (P78). The template is in no table, so a reader does not know it. */
static void a_stored_record_replays_to_the_same_end(void)
{
    struct round r;
    struct record record, read;
    struct record_fault fault;
    struct text out;
    deal_round(&r);
    record_of(&r, &record);
    while (!is_over(&r.state)) {
        struct move m = random_move(&r.state);
        make(&r.state, m.text);
        record_add(&record, &m);
    }
    assert_replays_to(&record, &r.state);
    text_init_growing(&out, RECORD_BYTES_MAX);
    record_write(&record, &out);
    assert_false(out.cut);
    if (game_find(game->id) != NULL) {
        if (!record_read(&read, out.buf, out.len, NULL, &fault))
            fail_msg("%d:%d: %s", fault.line, fault.column, fault.reason);
        assert_int_equal(read.n, record.n);
        assert_replays_to(&read, &r.state);
        record_clear(&read);
    }
    text_free(&out);
    record_clear(&record);
}

static void play_to_the_end(struct round *r, int strength)
{
    deal_round(r);
    for (int i = 0; !is_over(&r->state); i++) {
        if (i == TURNS_MAX) fail_msg("%s: a round does not end (seed %llu)", game->id, (unsigned long long)seed);
        struct move m = strength > 0 ? mind_move(&r->state, strength) : random_move(&r->state);
        make(&r->state, m.text);
    }
}

/* By chance and by the minds, a thousand rounds end (P46, T14). */
static void a_thousand_rounds_end(void)
{
    struct round r;
    for (int i = 0; i < 1000; i++) play_to_the_end(&r, 0);
    for (int i = 0; i < 1000; i++) play_to_the_end(&r, 1 + i % 2);
    for (int i = 0; i < 20; i++) play_to_the_end(&r, 3);
}

/* --- running each for each game --- */

static const struct {
    const char *name;
    void (*check)(void);
    int times;
} contract[] = {
    { "its row is complete", its_row_is_complete, 20 },
    { "the same deck and moves give the same state", the_same_deck_and_moves_give_the_same_state, 20 },
    { "every card is in one place and each listed move is taken",
      every_card_is_in_one_place_and_each_listed_move_is_taken, 10 },
    { "nothing hidden is drawn or said", nothing_hidden_is_drawn_or_said, 2 },
    { "a thought depends on what the seat sees", a_thought_depends_on_what_the_seat_sees, 10 },
    { "each move has a reason for the table", each_move_has_a_reason_for_the_table, 10 },
    { "each move that keys and clicks make is legal", each_move_that_keys_and_clicks_make_is_legal, 20 },
    { "what a hint shows Enter plays", what_a_hint_shows_enter_plays, 20 },
    { "each key that the key line names works", each_key_that_the_key_line_names_works, 5 },
    { "random bytes are refused and change nothing", random_bytes_are_refused_and_change_nothing, 10 },
    { "only the seat to move moves", only_the_seat_to_move_moves, 10 },
    { "a frame fits and has a form in every charset", a_frame_fits_and_has_a_form_in_every_charset, 2 },
    { "a win that is sure comes whatever is played", a_win_that_is_sure_comes_whatever_is_played, 30 },
    { "a stored record replays to the same end", a_stored_record_replays_to_the_same_end, 10 },
    { "a thousand rounds end", a_thousand_rounds_end, 1 },
};
#define CONTRACT (int)(sizeof contract / sizeof *contract)

static void keeps_the_contract(void **state)
{
    int row = *(const int *)*state;
    game = games[row / CONTRACT];
    for (int i = 0; i < contract[row % CONTRACT].times; i++) contract[row % CONTRACT].check();
}

static int start(void **state)
{
    (void)state;
    return sodium_init() < 0 ? -1 : 0;
}

/* SEED=n repeats a run. */
static void choose_seed(void)
{
    const char *told = getenv("SEED");
    if (told != NULL)
        seed = strtoull(told, NULL, 10);
    else
        randombytes_buf(&seed, sizeof seed);
    printf("SEED=%llu\n", (unsigned long long)seed);
    chance = random_seeded(seed);
}

/* All of the list, and the template; GAME=corners chooses one. */
static void choose_games(void)
{
    const char *only = getenv("GAME");
    for (const struct game *const *g = game_list; *g != NULL; g++)
        if (only == NULL || strcmp(only, (*g)->id) == 0) games[games_n++] = *g;
    if (only == NULL) games[games_n++] = &null_game;
}

int main(void)
{
    static struct CMUnitTest tests[16 * CONTRACT];
    static char names[16 * CONTRACT][100];
    static int rows[16 * CONTRACT];
    choose_games();
    choose_seed();
    for (int i = 0; i < games_n * CONTRACT; i++) {
        snprintf(names[i], sizeof names[i], "%s: %s", games[i / CONTRACT]->id, contract[i % CONTRACT].name);
        rows[i] = i;
        tests[i] = (struct CMUnitTest){ .name = names[i], .test_func = keeps_the_contract, .initial_state = &rows[i] };
    }
    return _cmocka_run_group_tests("contract", tests, (size_t)(games_n * CONTRACT), start, NULL);
}
