#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "games/contract.h"
#include "games/grid/grid.h"
#include "games/grid/grid_keys.h"
#include "games/grid/grid_layout.h"
#include "term/charset.h"

static const struct game *const game = &grid_game;

/* A deck of those ranks, top first, in any suits; all other cards follow in order. */
static struct deck deck_of_ranks(const char *ranks)
{
    struct deck d;
    bool used[CARDS + 1] = { false };
    int n = 0;
    for (; *ranks != '\0'; ranks++)
        for (int suit = 0; *ranks != ' ' && suit < 4; suit++) {
            card c;
            char text[3] = { *ranks, "shdc"[suit], '\0' };
            assert_int_equal(card_parse(text, &c), 2);
            if (used[c]) continue;
            used[c] = true;
            d.c[n++] = c;
            break;
        }
    for (card c = 1; c <= CARDS; c++)
        if (!used[c]) d.c[n++] = c;
    assert_int_equal(n, CARDS);
    return d;
}

static struct grid dealt(const char *ranks)
{
    struct grid s;
    struct deck d = deck_of_ranks(ranks);
    struct rules r;
    assert_null(game->rules_parse(&r, ""));
    game->deal(&s, &d, &r, 1, 1);
    return s;
}

static void play(struct grid *s, const char *text)
{
    struct made made;
    const char *why = game->apply(s, 1, text, &made);
    if (why != NULL) fail_msg("%s: %s", text, why);
}

static void play_all(struct grid *s, const char *moves)
{
    char copy[256], *save = NULL;
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *m = strtok_r(copy, " ", &save); m != NULL; m = strtok_r(NULL, " ", &save)) play(s, m);
}

static void refuse(struct grid *s, const char *text, const char *sentence)
{
    struct grid before = *s;
    struct made made;
    const char *why = game->apply(s, 1, text, &made);
    if (why == NULL) fail_msg("%s was taken", text);
    assert_string_equal(why, sentence);
    assert_memory_equal(&before, s, sizeof before);
}

static struct grid_pair pairs[REMOVALS_MAX];

/* (G1, G4) */
static void royals_go_to_their_seats_and_numbers_anywhere(void **state)
{
    (void)state;
    static const char *const seats[] = { "KQQK", "J..J", "J..J", "KQQK" };
    for (int i = 0; i < SQUARES; i++) {
        char mark = seats[i / 4][i % 4], name[3], move[4] = "@";
        grid_square_text(i, name);
        strcat(move, name);
        for (const char *rank = "KQJ7"; *rank != '\0'; rank++) {
            char first[2] = { *rank, '\0' };
            struct grid s = dealt(first);
            struct made made;
            assert_int_equal(game->apply(&s, 1, move, &made) == NULL, *rank == '7' || *rank == mark);
        }
    }
    struct grid s = dealt("KQJ");
    refuse(&s, "@b2", "A King goes to a King seat only: a1, d1, a4 or d4.");
    play(&s, "@a1");
    refuse(&s, "@a1", "There is a card on that square already."); /* (P2) */
    refuse(&s, "@a4", "A Queen goes to a Queen seat only: b1, c1, b4 or c4.");
    refuse(&s, "resume", "You are placing already."); /* no skipping */
}

/* (G2) */
static void only_the_top_card_of_the_stock_is_visible_while_removing_too(void **state)
{
    (void)state;
    struct grid s = dealt("KKKKQQQQJJJJTA928"), seen;
    play_all(&s, "@a1 @d1 @a4 @d4 @b1 @c1 @b4 @c4 @a2 @a3 @d2 @d3 @b2 @b3 @c2");
    for (int i = 0; i < 2; i++) {
        seen = s;
        game->hide(&seen, 1);
        assert_int_equal(grid_visible(&seen), grid_visible(&s));
        uint8_t count[CARD_HIDDEN + 1] = { 0 };
        pile_census(&seen.stock, count);
        assert_int_equal(count[CARD_HIDDEN], s.stock.n - 1);
        if (i == 0) play(&s, "@c3");
    }
    assert_int_equal(s.phase, GRID_REMOVING);
}

/* (G5) */
static void tens_go_alone_pairs_make_ten_royals_stay(void **state)
{
    (void)state;
    struct grid s = dealt("KQJTA92873645523");
    play_all(&s, "@a1 @b1 @a2 @b2 @c2 @b3 @c3 @d1 @c1 @d2 @a3 @d3 @a4 @b4 @c4 @d4");
    assert_int_equal(s.phase, GRID_REMOVING);
    refuse(&s, "xa1", "A royal is never removed.");
    refuse(&s, "xa1c2", "A royal is never removed."); /* A with a King (P3) */
    refuse(&s, "xb2c2", "A 10 goes alone, never in a pair.");
    refuse(&s, "xc2", "Only a 10 goes alone; other cards go in pairs that sum to ten.");
    refuse(&s, "xc2c2", "A pair is two cards.");
    refuse(&s, "xc2d2", "As and 3s sum to 4, not to ten.");
    play_all(&s, "xb3c2 xb2"); /* A and 9; the 10 */
    assert_int_equal(s.gone.n, 3);
    refuse(&s, "xb2", "There is no card on that square.");
}

/* (G6) */
static void no_removals_while_cards_are_still_coming(void **state)
{
    (void)state;
    struct grid s = dealt("TA9");
    play_all(&s, "@b2 @b3");
    refuse(&s, "xb2", "Cards are removed when the board is full, or when the stock has run out.");
}

/* (G7, G8) */
static void removing_is_sticky_until_the_player_resumes(void **state)
{
    (void)state;
    struct grid s = dealt("KKKKQQQQJJJJTA92");
    play_all(&s, "@a1 @d1 @a4 @d4 @b1 @c1 @b4 @c4 @a2 @a3 @d2 @d3 @b2 @b3 @c2 @c3");
    refuse(&s, "resume", "The board is full: remove something first.");
    play(&s, "xb2");
    refuse(&s, "@b2", "You are removing: resume before the next card is placed.");
    play(&s, "xb3c2");
    assert_int_equal(s.phase, GRID_REMOVING);
    play(&s, "resume");
    assert_int_equal(s.phase, GRID_PLACING);
}

/* (G10) */
static void blocked_is_found_after_a_placement_and_at_a_resume(void **state)
{
    (void)state;
    struct grid s = dealt("2346K"); /* (P18) */
    play_all(&s, "@a1 @d1 @a4 @d4");
    assert_int_equal(s.phase, GRID_LOST);
    assert_int_equal(s.reason, GRID_BLOCKED);
    refuse(&s, "@b2", "The game is over.");
    struct result r;
    game->result(&s, &r);
    assert_true(r.over && !r.won);
    s = dealt("KKKAQQQQJJJJ9482K");
    play_all(&s, "@a1 @d1 @a4 @d4 @b1 @c1 @b4 @c4 @a2 @a3 @d2 @d3 @b2 @b3 @c2 @c3");
    play_all(&s, "xc2c3 resume"); /* the ace still holds the last King seat */
    assert_int_equal(s.phase, GRID_LOST);
    assert_int_equal(s.reason, GRID_BLOCKED);
}

/* (G11) */
static void a_full_board_without_a_removal_is_lost(void **state)
{
    (void)state;
    struct grid s = dealt("KKKKQQQQJJJJ2233");
    play_all(&s, "@a1 @d1 @a4 @d4 @b1 @c1 @b4 @c4 @a2 @a3 @d2 @d3 @b2 @b3 @c2 @c3");
    assert_int_equal(s.phase, GRID_LOST);
    assert_int_equal(s.reason, GRID_FULL);
    s = dealt("KKKKQQQQJJJJ223T"); /* one ten is enough (P17) */
    play_all(&s, "@a1 @d1 @a4 @d4 @b1 @c1 @b4 @c4 @a2 @a3 @d2 @d3 @b2 @b3 @c2 @c3");
    assert_int_equal(s.phase, GRID_REMOVING);
}

/* (G19) */
static void the_worked_example_has_three_removals_that_can_all_be_made(void **state)
{
    (void)state;
    struct grid s = dealt("KKKKQQQQJJJ37552T");
    s.board[0] = CARD_NONE; /* built by hand: a full board with 3 7 5 5 10 removable */
    play_all(&s, "@a1 @d1 @a4 @d4 @b1 @c1 @b4 @c4 @a2 @a3 @d2 @b2 @b3 @c2 @c3");
    s.stock.c[s.stock.n - 1] = CARD_NONE; /* the 2 is left out */
    s.stock.n--;
    play(&s, "@d3");
    assert_int_equal(s.phase, GRID_REMOVING);
    assert_int_equal(grid_removals(&s, pairs), 3);
    play_all(&s, "xb2b3 xc2c3 xd3");
    assert_int_equal(s.gone.n, 5);
    assert_int_equal(grid_empty_squares(&s), 5);
}

/* Royals to their seats, numbers to the centre first; everything is removed at each full board. */
static void play_golden(struct grid *s, int *cards, int counter[CARDS + 1])
{
    struct move_list list;
    struct thought t;
    struct random chance = random_seeded(1);
    for (*cards = 0; s->phase < GRID_WON;) {
        game->moves(s, &list);
        assert_in_range(list.n, 1, GAME_MOVES_MAX);
        game->think(s, 1, 3, &chance, 0, &t);
        *cards += t.move.text[0] == '@';
        play(s, t.move.text);
        counter[*cards] = s->gone.n;
    }
}

/* Two decks that differ in their suits alone have the same moves at every step, and the same end (G3). */
static void suits_never_matter(void **state)
{
    (void)state;
    struct random chance = random_seeded(3);
    struct rules rules;
    assert_null(game->rules_parse(&rules, ""));
    for (int deal = 0; deal < 200; deal++) {
        struct deck deck = random_deck(&chance), other;
        for (int i = 0; i < CARDS; i++)
            other.c[i] = card_of(card_rank(deck.c[i]), (enum suit)((card_suit(deck.c[i]) + 1 + deal % 3) % 4));
        struct grid a, b;
        game->deal(&a, &deck, &rules, 1, 1);
        game->deal(&b, &other, &rules, 1, 1);
        struct move_list m, n;
        for (game->moves(&a, &m); m.n > 0; game->moves(&a, &m)) {
            game->moves(&b, &n);
            assert_int_equal(m.n, n.n);
            for (int i = 0; i < m.n; i++) assert_string_equal(m.at[i].text, n.at[i].text);
            const char *move = m.at[random_below(&chance, (uint32_t)m.n)].text;
            play(&a, move);
            play(&b, move);
        }
        assert_int_equal(a.phase, b.phase);
        assert_int_equal(a.reason, b.reason);
    }
}

/* The golden deck of the field reports, played by the hints alone (P1, P13, G9, G13). */
static void the_golden_deck_is_won_with_the_counters_it_should_have(void **state)
{
    (void)state;
    static const int want[][2] = { { 16, 3 },  { 19, 7 },  { 23, 11 }, { 27, 15 }, { 31, 19 }, { 35, 23 },
                                   { 39, 27 }, { 43, 31 }, { 47, 35 }, { 51, 39 }, { 52, 40 } };
    int counter[CARDS + 1] = { 0 }, cards;
    struct grid s = dealt("KKKK QQQQ JJJJ TA92837 A9A9A9 282828 373737 46464646 5555 TTT");
    play_golden(&s, &cards, counter);
    assert_int_equal(s.phase, GRID_WON);
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) assert_int_equal(counter[want[i][0]], want[i][1]);
    struct result r;
    game->result(&s, &r);
    assert_true(r.over && r.won);
    assert_int_equal(r.points[1], 40);
}

/* Once the last card lies, the game is won but for the clearing (G12). Removal is open, though the board is not full
 * (P1). */
static void the_last_card_opens_removal_and_what_is_left_can_be_cleared(void **state)
{
    (void)state;
    struct grid s = dealt("");
    memset(s.board, 0, sizeof s.board);
    struct pile last = { 0 };
    card tens[] = { card_of(TEN, SPADES), card_of(3, HEARTS), card_of(7, CLUBS) };
    for (card c = 1; c <= CARDS; c++)
        if (c != tens[0] && c != tens[1] && c != tens[2] && card_rank(c) <= TEN) pile_push(&last, c);
    s.gone = last;
    s.stock = (struct pile){ .n = 1, .c = { tens[0] } };
    s.board[5] = tens[1];
    s.board[6] = tens[2];
    for (int i = 0, suit = 0; i < SQUARES; i++)
        if (grid_seat_rank(i) != 0) s.board[i] = card_of(grid_seat_rank(i), (enum suit)(suit++ / 1 % 4));
    play(&s, "@b3");
    assert_int_equal(s.phase, GRID_REMOVING);
    struct result r;
    game->result(&s, &r);
    assert_true(r.sure && !r.over && r.left == 0); /* (P13) */
    refuse(&s, "resume", "The stock is empty: clear the board now.");
    play_all(&s, "xb3 xb2c2");
    assert_int_equal(s.phase, GRID_WON);
}

static void the_smaller_name_of_a_pair_stands_first(void **state)
{
    (void)state;
    static const char *const typed[] = { "xa1b1", "xb1a1", "XB1A1", "x a1 b1", "remove b1 a1", "b1 a1" };
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        struct grid s = dealt("");
        struct made made;
        s.phase = GRID_REMOVING;
        s.board[0] = card_of(3, SPADES);
        s.board[1] = card_of(7, SPADES);
        assert_null(game->apply(&s, 1, typed[i], &made));
        assert_string_equal(made.move.text, "xa1b1");
    }
}

static void what_is_no_move_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = { "",        "@",  "@e1",  "@a5", "@a1 ", "x",    "xa1b",
                                       "xa1b1c1", "b5", "a1b1", "end", "draw", "@\xff" };
    struct grid s = dealt("7");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refuse(&s, bad[i], "That is no move: place b2, remove b2 c3, or resume.");
}

/* In lines as by Enter: the visible card goes there, or the ten goes; where nothing can be removed it resumes. */
static void a_square_alone_is_what_enter_on_it_is(void **state)
{
    static const struct {
        const char *square, *move;
    } rows[] = { { "b2", "@b2" }, { "C3", "@c3" } };
    struct made made;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct grid s = dealt("7");
        assert_null(game->apply(&s, 1, rows[i].square, &made));
        assert_string_equal(made.move.text, rows[i].move);
    }
    struct grid s = dealt("K");
    refuse(&s, "b2", "A King goes to a King seat only: a1, d1, a4 or d4.");
    s = dealt("KKKKQQQQJJJJTA92");
    play_all(&s, "a1 d1 a4 d4 b1 c1 b4 c4 a2 a3 d2 d3 b2 b3 c2 c3");
    refuse(&s, "b3", "Only a 10 goes alone; other cards go in pairs that sum to ten.");
    refuse(&s, "a1", "A royal is never removed.");
    assert_null(game->apply(&s, 1, "b2", &made));
    assert_string_equal(made.move.text, "xb2");
    refuse(&s, "b2", "There is no card on that square.");
    play(&s, "b3 c2");
    assert_null(game->apply(&s, 1, "b2", &made));
    assert_string_equal(made.move.text, "resume");
}

/* The hint is legal, strictly progresses and ends; numbers go to the centre while it has room (G16, P19). */
static void following_the_hint_alone_ends_every_deal(void **state)
{
    (void)state;
    struct random chance = random_seeded(617);
    int won = 0;
    for (int i = 0; i < 300; i++) {
        struct deck d = random_deck(&chance);
        struct rules r = { 0 };
        struct grid s;
        game->deal(&s, &d, &r, 1, 1);
        for (int n = 0; s.phase < GRID_WON; n++) {
            struct grid seen = s;
            struct thought t;
            assert_true(n < 200);
            game->hide(&seen, 1);
            game->think(&seen, 1, 3, &chance, 0, &t);
            bool centre_free = !s.board[5] || !s.board[6] || !s.board[9] || !s.board[10];
            if (t.move.text[0] == '@' && card_rank(grid_visible(&s)) <= TEN && centre_free)
                assert_true(strstr("@b2 @c2 @b3 @c3", t.move.text) != NULL);
            play(&s, t.move.text);
        }
        won += s.phase == GRID_WON;
    }
    assert_in_range(won, 5, 300); /* chance alone wins hardly ever */
}

/* --- keys and clicks (G17) --- */

static struct act_result press(struct grid *s, struct grid_view *v, enum key_code code, uint32_t ch)
{
    struct key k = { .code = code, .ch = ch };
    return game->key(s, 1, v, &k);
}

static void enter_places_and_takes_and_pairs(void **state)
{
    (void)state;
    struct grid s = dealt("7");
    struct grid_view v = { 0 };
    press(&s, &v, KEY_DOWN, 0);
    press(&s, &v, KEY_RIGHT, 0);
    struct act_result r = press(&s, &v, KEY_ENTER, 0);
    assert_int_equal(r.act, ACT_MOVE);
    assert_string_equal(r.move.text, "@b2");
    s.phase = GRID_REMOVING;
    s.board[5] = card_of(7, SPADES);
    s.board[6] = card_of(3, HEARTS);
    s.board[0] = card_of(TEN, HEARTS);
    assert_int_equal(press(&s, &v, KEY_ENTER, 0).act, ACT_LOOK);
    assert_int_equal(press(&s, &v, KEY_TAB, 0).act, ACT_LOOK);
    r = press(&s, &v, KEY_ENTER, 0);
    assert_string_equal(r.move.text, "xb2c2");
    v = (struct grid_view){ 0 };
    r = press(&s, &v, KEY_CHAR, ' '); /* one key on a ten */
    assert_string_equal(r.move.text, "xa1");
    r = press(&s, &v, KEY_CHAR, 'x'); /* lone tens first */
    assert_string_equal(r.move.text, "xa1");
    r = press(&s, &v, KEY_CHAR, 'e');
    assert_string_equal(r.move.text, "resume");
    for (const char *k = "iunqrpwfov?SR"; *k != '\0'; k++)
        assert_int_equal(press(&s, &v, KEY_CHAR, (uint32_t)*k).act, ACT_NONE);
}

/* (H55) */
static void h_j_k_l_are_arrows(void **state)
{
    (void)state;
    struct grid s = dealt("7");
    struct grid_view v = { .at = 5 };
    static const struct {
        char letter;
        int at;
    } steps[] = { { 'h', 4 }, { 'k', 0 }, { 'l', 1 },  { 'j', 5 }, { 'l', 6 },
                  { 'l', 7 }, { 'l', 7 }, { 'j', 11 }, { 'h', 10 } };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        assert_int_equal(press(&s, &v, KEY_CHAR, (uint32_t)steps[i].letter).act, ACT_LOOK);
        assert_int_equal(v.at, steps[i].at);
    }
}

/* A click on the first place where a card is drawn. */
static struct mouse mouse_on(const struct grid *s, const struct grid_view *v, const char *text, bool down)
{
    struct canvas *c = canvas_new(80, 24);
    struct frame_words w = test_words();
    struct mouse m = { .press = down, .x = -1 };
    game->draw(s, 1, v, &w, c);
    for (int i = 0; i < 79 * 24 && m.x < 0; i++) {
        char two[8] = { 0 };
        size_t n = charset_encode(CHARSET_UTF8, canvas_at(c, i % 79, i / 79)->ch, two);
        charset_encode(CHARSET_UTF8, canvas_at(c, i % 79 + 1, i / 79)->ch, two + n);
        if (strcmp(two, text) != 0) continue;
        m.x = i % 79;
        m.y = i / 79;
    }
    assert_true(m.x >= 0);
    canvas_free(c);
    return m;
}

/* The middle of a square's row at 80x24. */
static struct act_result mouse_at(struct grid *s, struct grid_view *v, const char *square, struct mouse m)
{
    struct grid_layout l = grid_layout(80, 24);
    struct area a = square[0] == '!' ? l.visible : grid_square_area(&l, grid_square_parse(square));
    m.x = square[0] == '-' ? 0 : a.x + 1;
    m.y = square[0] == '-' ? 5 : a.y + 1;
    return game->mouse(s, 1, v, &m, 80, 24);
}

static struct act_result down(struct grid *s, struct grid_view *v, const char *square)
{
    return mouse_at(s, v, square, (struct mouse){ .press = true });
}

static struct act_result drag(struct grid *s, struct grid_view *v, const char *square)
{
    return mouse_at(s, v, square, (struct mouse){ .drag = true });
}

static struct act_result up(struct grid *s, struct grid_view *v, const char *square)
{
    return mouse_at(s, v, square, (struct mouse){ 0 });
}

static void assert_move(struct act_result r, const char *text)
{
    assert_int_equal(r.act, ACT_MOVE);
    assert_string_equal(r.move.text, text);
}

static void assert_refused(struct act_result r, const char *why)
{
    assert_int_equal(r.act, ACT_REFUSE);
    assert_string_equal(r.why, why);
}

/* b2 7s, c2 3h, d4 6d, a1 Th, b1 Qs. */
static struct grid removing(void)
{
    struct grid s = dealt("7");
    s.phase = GRID_REMOVING;
    s.board[grid_square_parse("b2")] = card_of(7, SPADES);
    s.board[grid_square_parse("c2")] = card_of(3, HEARTS);
    s.board[grid_square_parse("d4")] = card_of(6, DIAMONDS);
    s.board[grid_square_parse("a1")] = card_of(TEN, HEARTS);
    s.board[grid_square_parse("b1")] = card_of(QUEEN, SPADES);
    return s;
}

static void the_visible_card_is_clicked_or_dragged_to_a_square(void **state)
{
    (void)state;
    struct grid s = dealt("K");
    struct grid_view v = { 0 };
    struct mouse drawn = mouse_on(&s, &v, "K♠", true); /* where it is drawn is where it is lifted */
    assert_int_equal(game->mouse(&s, 1, &v, &drawn, 80, 24).act, ACT_LOOK);
    assert_int_equal(drag(&s, &v, "d4").act, ACT_LOOK);
    assert_int_equal(v.at, grid_square_parse("d4"));
    assert_false(v.aside);
    assert_int_equal(drag(&s, &v, "b2").act, ACT_LOOK); /* no King's seat */
    assert_true(v.aside);
    assert_int_equal(drag(&s, &v, "a1").act, ACT_LOOK);
    assert_false(v.aside);
    assert_move(up(&s, &v, "a1"), "@a1");
    assert_move(down(&s, &v, "d1"), "@d1");
    assert_int_equal(up(&s, &v, "d1").act, ACT_NONE);
}

static void what_is_dragged_to_no_place_goes_back(void **state)
{
    (void)state;
    struct grid s = dealt("K");
    struct grid_view v = { 0 };
    down(&s, &v, "!");
    drag(&s, &v, "b2");
    assert_refused(up(&s, &v, "b2"), "A King goes to a King seat only: a1, d1, a4 or d4.");
    assert_false(v.lifted || v.aside);
    down(&s, &v, "!");
    drag(&s, &v, "-");
    assert_int_equal(up(&s, &v, "-").act, ACT_LOOK);
    assert_false(v.lifted || v.aside);
    assert_int_equal(up(&s, &v, "a1").act, ACT_NONE);
    s = removing();
    down(&s, &v, "b2");
    drag(&s, &v, "-");
    assert_int_equal(up(&s, &v, "-").act, ACT_LOOK);
    assert_int_equal(v.taken, 0);
    down(&s, &v, "b2");
    drag(&s, &v, "d4");
    assert_refused(up(&s, &v, "d4"), "7s and 6d sum to 13, not to ten.");
    assert_int_equal(v.taken, 0);
}

static void a_pair_is_clicked_or_one_dragged_onto_the_other(void **state)
{
    (void)state;
    struct grid s = removing();
    struct grid_view v = { 0 };
    assert_int_equal(down(&s, &v, "b2").act, ACT_LOOK);
    assert_int_equal(drag(&s, &v, "d4").act, ACT_LOOK);
    assert_int_equal(v.at, grid_square_parse("b2")); /* 7 and 6 are no pair */
    assert_int_equal(drag(&s, &v, "c2").act, ACT_LOOK);
    assert_int_equal(v.at, grid_square_parse("c2"));
    assert_move(up(&s, &v, "c2"), "xb2c2");
    down(&s, &v, "c2");
    assert_int_equal(up(&s, &v, "c2").act, ACT_NONE);
    assert_int_equal(v.taken, grid_square_parse("c2") + 1);
    assert_move(down(&s, &v, "b2"), "xb2c2");
    down(&s, &v, "c2");
    up(&s, &v, "c2");
    assert_int_equal(down(&s, &v, "c2").act, ACT_LOOK); /* taken before, dragged now */
    assert_move(up(&s, &v, "b2"), "xb2c2");
    down(&s, &v, "c2");
    up(&s, &v, "c2");
    down(&s, &v, "c2");
    assert_int_equal(up(&s, &v, "c2").act, ACT_LOOK); /* clicked once more */
    assert_int_equal(v.taken, 0);
}

static void one_click_on_a_ten_removes_it(void **state)
{
    (void)state;
    struct grid s = removing();
    struct grid_view v = { 0 };
    assert_move(down(&s, &v, "a1"), "xa1");
    assert_int_equal(up(&s, &v, "a1").act, ACT_NONE);
    assert_refused(down(&s, &v, "b1"), "A royal is never removed.");
}

static void the_right_button_lets_go_and_the_wheel_does_nothing(void **state)
{
    (void)state;
    static const uint8_t others[] = { 1, 2, 64, 65 };
    for (int phase = 0; phase < 2; phase++) {
        struct grid s = phase ? removing() : dealt("7");
        struct grid_view v = { .at = 3 }, before = v;
        for (size_t i = 0; i < sizeof others; i++)
            assert_int_equal(mouse_at(&s, &v, "b2", (struct mouse){ .press = true, .button = others[i] }).act,
                             ACT_NONE);
        assert_memory_equal(&v, &before, sizeof v);
        down(&s, &v, phase ? "b2" : "!");
        assert_int_equal(mouse_at(&s, &v, "c2", (struct mouse){ .press = true, .button = 2 }).act, ACT_LOOK);
        assert_false(v.taken != 0 || v.lifted);
        assert_int_equal(up(&s, &v, "c2").act, ACT_NONE);
    }
}

static void letters_and_digits_name_the_squares(void **state)
{
    (void)state;
    struct grid s = dealt("7");
    struct grid_view v = { 0 };
    for (int square = 0; square < SQUARES; square++) {
        char name[3];
        grid_square_text(square, name);
        v.at = (uint8_t)(square * 7 % SQUARES);
        assert_int_equal(press(&s, &v, KEY_CHAR, (uint32_t)name[0]).act, ACT_LOOK);
        assert_int_equal(press(&s, &v, KEY_CHAR, (uint32_t)name[1]).act, ACT_LOOK);
        assert_int_equal(v.at, square);
        v.at = (uint8_t)(square * 5 % SQUARES);
        press(&s, &v, KEY_CHAR, (uint32_t)name[1]); /* either first */
        press(&s, &v, KEY_CHAR, (uint32_t)name[0]);
        assert_int_equal(v.at, square);
    }
}

static struct act_result type_move(struct grid *s, struct grid_view *v, const char *text)
{
    assert_int_equal(press(s, v, KEY_CHAR, ':').act, ACT_LOOK);
    for (; *text != '\0'; text++) assert_int_equal(press(s, v, KEY_CHAR, (uint32_t)*text).act, ACT_LOOK);
    return press(s, v, KEY_ENTER, 0);
}

static void moves_are_typed_as_records_have_them_and_as_people_do(void **state)
{
    (void)state;
    struct grid s = dealt("7");
    struct grid_view v = { 0 };
    assert_move(type_move(&s, &v, "@b2"), "@b2");
    assert_move(type_move(&s, &v, "place C3"), "@c3");
    assert_move(type_move(&s, &v, "b2"), "@b2");
    assert_refused(type_move(&s, &v, "b5"), "That is no move: place b2, remove b2 c3, or resume.");
    assert_int_equal(type_move(&s, &v, "").act, ACT_LOOK);
    s = removing();
    assert_move(type_move(&s, &v, "xb2c2"), "xb2c2");
    assert_move(type_move(&s, &v, "c2 b2"), "xb2c2");
    assert_move(type_move(&s, &v, "remove b2 c2"), "xb2c2");
    assert_move(type_move(&s, &v, "resume"), "resume");
    assert_move(type_move(&s, &v, "a1"), "xa1");
    assert_int_equal(type_move(&s, &v, "b2").act, ACT_LOOK); /* taken, as by Enter */
    assert_move(type_move(&s, &v, "c2"), "xb2c2");
    press(&s, &v, KEY_CHAR, '/');
    for (int i = 0; i < 100; i++) assert_int_equal(press(&s, &v, KEY_CHAR, 'q').act, ACT_LOOK); /* bounded */
    assert_int_equal(press(&s, &v, KEY_ESCAPE, 0).act, ACT_LOOK);
    assert_false(v.typing.on);
}

static void a_hint_points_at_its_squares(void **state)
{
    (void)state;
    struct grid s = dealt("7");
    struct grid_view v = { 0 };
    game->show(&s, 1, &v, "@c3");
    assert_move(press(&s, &v, KEY_ENTER, 0), "@c3");
    s = removing();
    game->show(&s, 1, &v, "xb2c2");
    assert_int_equal(v.taken, grid_square_parse("b2") + 1);
    assert_int_equal(v.at, grid_square_parse("c2"));
    assert_move(press(&s, &v, KEY_ENTER, 0), "xb2c2");
    game->show(&s, 1, &v, "xa1");
    assert_move(press(&s, &v, KEY_ENTER, 0), "xa1");
    v.at = grid_square_parse("a1");
    game->show(&s, 1, &v, "resume");
    assert_int_equal(s.board[v.at], CARD_NONE); /* where nothing goes by accident */
    assert_true(grid_may_place(&s, grid_visible(&s), v.at));
    struct grid_view before = v;
    game->show(&s, 1, &v, "xb2d4");
    game->show(&s, 1, &v, "@b2");
    game->show(&s, 0, &v, "xa1");
    assert_memory_equal(&before, &v, sizeof v);
}

static void what_has_not_been_seen_is_counted(void **state)
{
    (void)state;
    struct grid s = dealt("KK7");
    assert_int_equal(grid_to_come(&s, KING), 3);
    play_all(&s, "@a1 @d1");
    assert_int_equal(grid_to_come(&s, KING), 2);
    assert_int_equal(grid_to_come(&s, 7), 3);
    int total = 0;
    for (int rank = ACE; rank <= KING; rank++) total += grid_to_come(&s, rank);
    assert_int_equal(total, s.stock.n - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(royals_go_to_their_seats_and_numbers_anywhere),
        cmocka_unit_test(only_the_top_card_of_the_stock_is_visible_while_removing_too),
        cmocka_unit_test(tens_go_alone_pairs_make_ten_royals_stay),
        cmocka_unit_test(no_removals_while_cards_are_still_coming),
        cmocka_unit_test(removing_is_sticky_until_the_player_resumes),
        cmocka_unit_test(blocked_is_found_after_a_placement_and_at_a_resume),
        cmocka_unit_test(a_full_board_without_a_removal_is_lost),
        cmocka_unit_test(the_worked_example_has_three_removals_that_can_all_be_made),
        cmocka_unit_test(suits_never_matter),
        cmocka_unit_test(the_golden_deck_is_won_with_the_counters_it_should_have),
        cmocka_unit_test(the_last_card_opens_removal_and_what_is_left_can_be_cleared),
        cmocka_unit_test(the_smaller_name_of_a_pair_stands_first),
        cmocka_unit_test(what_is_no_move_is_refused),
        cmocka_unit_test(a_square_alone_is_what_enter_on_it_is),
        cmocka_unit_test(following_the_hint_alone_ends_every_deal),
        cmocka_unit_test(enter_places_and_takes_and_pairs),
        cmocka_unit_test(h_j_k_l_are_arrows),
        cmocka_unit_test(the_visible_card_is_clicked_or_dragged_to_a_square),
        cmocka_unit_test(what_is_dragged_to_no_place_goes_back),
        cmocka_unit_test(a_pair_is_clicked_or_one_dragged_onto_the_other),
        cmocka_unit_test(one_click_on_a_ten_removes_it),
        cmocka_unit_test(the_right_button_lets_go_and_the_wheel_does_nothing),
        cmocka_unit_test(letters_and_digits_name_the_squares),
        cmocka_unit_test(moves_are_typed_as_records_have_them_and_as_people_do),
        cmocka_unit_test(a_hint_points_at_its_squares),
        cmocka_unit_test(what_has_not_been_seen_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
