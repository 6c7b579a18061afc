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
#include "games/cross/cross.h"
#include "games/cross/cross_view.h"

static const struct game *const game = &cross_game;

static struct cross set(const char *north, const char *east, const char *hand, const char *stock)
{
    struct cross s;
    memset(&s, 0, sizeof s);
    s.board.at[NORTH] = cards_of(north);
    s.board.at[EAST] = cards_of(east);
    s.board.at[SOUTH] = cards_of("Ah");
    s.board.at[WEST] = cards_of("Ad");
    s.hand = cards_of(hand);
    s.stock = cards_of(stock);
    s.peak = s.hand.n;
    return s;
}

static void play(struct cross *s, const char *text)
{
    struct made made;
    const char *why = game->apply(s, 1, text, &made);
    if (why != NULL) fail_msg("%s: %s", text, why);
}

static void refuse(struct cross *s, const char *text, const char *sentence)
{
    struct cross before = *s;
    struct made made;
    const char *why = game->apply(s, 1, text, &made);
    if (why == NULL) fail_msg("%s was taken", text);
    assert_string_equal(why, sentence);
    assert_memory_equal(&before, s, sizeof before);
}

/* (S1) */
static void sides_in_the_order_north_west_east_south_then_seven_to_the_hand(void **state)
{
    (void)state;
    struct rules none = { 0 };
    struct deck d;
    struct cross s;
    for (int i = 0; i < CARDS; i++) d.c[i] = (card)(i + 1);
    game->deal(&s, &d, &none, 1, 1);
    assert_int_equal(pile_top(&s.board.at[NORTH]), 1);
    assert_int_equal(pile_top(&s.board.at[WEST]), 2);
    assert_int_equal(pile_top(&s.board.at[EAST]), 3);
    assert_int_equal(pile_top(&s.board.at[SOUTH]), 4);
    assert_int_equal(s.hand.n, 7);
    assert_int_equal(s.hand.c[0], 5);
    assert_int_equal(s.stock.n, 41);
}

/* (S2, S3) */
static void hand_cards_build_down_in_the_other_colour(void **state)
{
    (void)state;
    struct cross s = set("9h", "Jc", "8d 8s Th 2c", "3c");
    refuse(&s, "8d@n", "8d is red, like 9h.");
    refuse(&s, "2c@s", "Nothing goes on an ace, and Ah is one.");
    play(&s, "8s@n");
    play(&s, "Th@e");
    assert_int_equal(s.plays, 2);
}

/* (S4, S5) */
static void corners_start_with_a_king_of_the_hand_sides_with_any_card(void **state)
{
    (void)state;
    struct cross s = set("", "Jc", "Qd Ks Kh", "3c");
    refuse(&s, "Qd@ne", "Only a King may start a corner, and Qd is none.");
    play(&s, "Ks@ne");
    play(&s, "Kh@n");
    assert_string_equal(card_text(pile_base(&s.board.at[NORTH])), "Kh");
}

/* (S6) */
static void whole_piles_move_onto_piles_and_never_to_an_empty_place(void **state)
{
    (void)state;
    struct cross s = set("9s 8h 7s", "Th", "Ks", "3c");
    refuse(&s, "n>ne", "Only a King may start a corner, and 9s is none.");
    play(&s, "n>e");
    assert_int_equal(s.board.at[EAST].n, 4);
    refuse(&s, "e>n", "No pile moves to an empty side.");
    play(&s, "Ks@n");
    refuse(&s, "n>ne", "No pile moves to an empty corner in this game, a King's pile neither.");
    refuse(&s, "8h@n", "You do not hold 8h."); /* (P22) */
}

/* (S7) */
static void a_draw_is_possible_while_the_stock_has_cards(void **state)
{
    (void)state;
    struct cross s = set("9h", "Jc", "8s", "3c 4c");
    play(&s, "draw");
    assert_string_equal(card_text(pile_top(&s.hand)), "4c");
    play(&s, "draw");
    assert_int_equal(s.hand.n, 3);
    assert_int_equal(s.peak, 3);
    s.board.at[SOUTH] = (struct pile){ 0 };
    refuse(&s, "draw", "The stock is empty: play what you hold.");
}

/* Not before the stock is empty, too (S8, P17). */
static void won_with_stock_and_hand_empty(void **state)
{
    (void)state;
    struct cross s = set("9h", "Jc", "8s", "Th");
    struct result r;
    play(&s, "8s@n");
    game->result(&s, &r);
    assert_false(r.over);
    play(&s, "draw");
    play(&s, "Th@e");
    game->result(&s, &r);
    assert_true(r.over && r.won);
    assert_int_equal(r.points[1], 1);
    refuse(&s, "draw", "The game is won.");
}

/* No play can be repeated, so every random game ends, and it ends won; the peak is about what it should be
 * (S9, P35). */
static void every_random_game_is_won(void **state)
{
    (void)state;
    struct random chance = random_seeded(20260301);
    struct rules none = { 0 };
    int sum = 0;
    enum { GAMES = 1500 };
    for (int i = 0; i < GAMES; i++) {
        struct deck d = random_deck(&chance);
        struct cross s;
        game->deal(&s, &d, &none, 1, 1);
        for (int moves = 0; !s.won; moves++) {
            struct play plays[PLAYS_MAX];
            int n = cross_plays(&s, plays);
            assert_true(moves < 200);
            if (n > 0)
                cross_play(&s, &plays[random_below(&chance, (uint32_t)n)]);
            else
                cross_draw_card(&s);
        }
        sum += s.peak;
    }
    assert_in_range(sum * 10 / GAMES, 150, 162); /* about 15.6 */
}

/* The last card of the stock is not known to a player: looking at what a draw would do must not look at it. */
static void keys_may_draw_the_last_card_of_a_stock_that_is_hidden(void **state)
{
    (void)state;
    struct cross s = set("9h", "9d", "Kc", "8s");
    struct cross_view v = { 0 };
    for (int p = SIDES; p < PLACES; p++) s.board.at[p] = cards_of("Qd"); /* no real game: nothing known fits */
    game->hide(&s, 1);
    struct key k = { .code = KEY_CHAR, .ch = 'e' };
    struct act_result r = game->key(&s, 1, &v, &k);
    assert_int_equal(r.act, ACT_MOVE);
    assert_string_equal(r.move.text, "draw");
}

/* Hints are legal and lead to a win, below what chance does (S11, P19). */
static void hints_win_with_a_lower_peak_than_chance(void **state)
{
    (void)state;
    struct random chance = random_seeded(11);
    struct rules none = { 0 };
    int sum = 0;
    enum { GAMES = 300 };
    for (int i = 0; i < GAMES; i++) {
        struct deck d = random_deck(&chance);
        struct cross s;
        game->deal(&s, &d, &none, 1, 1);
        while (!s.won) {
            struct cross seen = s;
            struct thought t;
            game->hide(&seen, 1);
            game->think(&seen, 1, 2, &chance, 0, &t);
            play(&s, t.move.text);
        }
        sum += s.peak;
    }
    assert_in_range(sum * 10 / GAMES, 100, 155);
}

/* (S14) */
static void par_is_no_higher_than_what_the_hints_reach(void **state)
{
    (void)state;
    struct random chance = random_seeded(14);
    struct rules none = { 0 };
    for (int i = 0; i < 5; i++) {
        struct deck d = random_deck(&chance);
        struct cross s;
        game->deal(&s, &d, &none, 1, 1);
        int par = game->par(&d, &none, &chance, 100);
        while (!s.won) {
            struct thought t;
            game->think(&s, 1, 2, &chance, 0, &t);
            play(&s, t.move.text);
        }
        assert_in_range(par, 7, s.peak);
    }
}

static void assert_drawn(const struct cross *s, int cols, int rows, const char *const *words)
{
    union any_view view = { 0 };
    struct frame_words w = test_words();
    struct canvas *c = canvas_new(cols, rows);
    struct text drawn;
    text_init_growing(&drawn, 65536);
    game->draw(s, 1, &view, &w, c);
    canvas_dump(c, &drawn);
    for (; *words != NULL; words++)
        if (strstr(drawn.buf, *words) == NULL) fail_msg("%dx%d: no %s in\n%s", cols, rows, *words, drawn.buf);
    text_free(&drawn);
    canvas_free(c);
}

/* (S10) */
static void a_pile_shows_its_base_its_top_and_how_many_it_has(void **state)
{
    (void)state;
    struct cross s = set("Qd Js Th 9c 8d 7s 6h", "2s", "3c", "");
    assert_drawn(&s, 40, 12, (const char *const[]){ "×7", "Q♦", "6♥", NULL });
    assert_drawn(&s, 80, 24, (const char *const[]){ "×7", "Q♦", "6♥", NULL });
    assert_drawn(&s, 132, 50, (const char *const[]){ "×7", "Q♦", "J♠", "T♥", "9♣", "8♦", "7♠", "6♥", NULL });
}

/* (S13) */
static void watchers_see_the_hand_and_have_no_keys(void **state)
{
    (void)state;
    struct cross s = set("9h", "Jc", "8s", "3c");
    struct cross_view v = { 0 };
    game->hide(&s, 0);
    assert_string_equal(card_text(s.hand.c[0]), "8s");
    struct key k = { .code = KEY_ENTER };
    assert_int_equal(game->key(&s, 0, &v, &k).act, ACT_NONE);
    struct made made;
    assert_string_equal(game->apply(&s, 0, "draw", &made), "You are watching."); /* (P64) */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_in_the_order_north_west_east_south_then_seven_to_the_hand),
        cmocka_unit_test(hand_cards_build_down_in_the_other_colour),
        cmocka_unit_test(corners_start_with_a_king_of_the_hand_sides_with_any_card),
        cmocka_unit_test(whole_piles_move_onto_piles_and_never_to_an_empty_place),
        cmocka_unit_test(a_draw_is_possible_while_the_stock_has_cards),
        cmocka_unit_test(won_with_stock_and_hand_empty),
        cmocka_unit_test(every_random_game_is_won),
        cmocka_unit_test(keys_may_draw_the_last_card_of_a_stock_that_is_hidden),
        cmocka_unit_test(hints_win_with_a_lower_peak_than_chance),
        cmocka_unit_test(par_is_no_higher_than_what_the_hints_reach),
        cmocka_unit_test(a_pile_shows_its_base_its_top_and_how_many_it_has),
        cmocka_unit_test(watchers_see_the_hand_and_have_no_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
