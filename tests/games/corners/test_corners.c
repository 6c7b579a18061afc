#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "games/contract.h"
#include "games/corners/corners.h"

static const struct game *const game = &corners_game;

/* --- positions --- */

static struct rules rules_of(const char *text)
{
    struct rules r;
    const char *why = game->rules_parse(&r, text);
    if (why != NULL) fail_msg("%s: %s", text, why);
    return r;
}

/* The 52 cards, those of `first` in front. */
static struct deck deck_with(const char *first)
{
    struct pile p = cards_of(first);
    struct deck d;
    int n = 0;
    for (; n < p.n; n++) d.c[n] = p.c[n];
    for (card c = 1; c <= CARDS; c++)
        if (pile_find(&p, c) < 0) d.c[n++] = c;
    return d;
}

/* A position made by hand: piles in the order n e s w ne se sw nw, "" for an empty place; seat 1 to move. */
struct setting {
    const char *rules;
    const char *piles[PLACES];
    const char *hands[SEATS_MAX + 1];
    const char *stock; /* the last is drawn next */
};

static struct corners set(const struct setting *setting)
{
    struct rules r = rules_of(setting->rules);
    struct corners s;
    memset(&s, 0, sizeof s);
    s.last = r.byte[CORNERS_LAST];
    s.mustking = r.byte[CORNERS_MUSTKING];
    s.kingpile = r.byte[CORNERS_KINGPILE];
    s.dealer = s.turn = 1;
    for (int p = 0; p < PLACES; p++) s.board.at[p] = cards_of(setting->piles[p] ? setting->piles[p] : "");
    for (int seat = 1; seat <= SEATS_MAX && setting->hands[seat] != NULL; seat++) {
        s.hands[seat] = cards_of(setting->hands[seat]);
        s.seats = (uint8_t)seat;
    }
    s.stock = cards_of(setting->stock ? setting->stock : "");
    s.began_empty = pile_empty(&s.stock);
    return s;
}

static void play(struct corners *s, const char *text)
{
    struct made made;
    const char *why = game->apply(s, s->turn, text, &made);
    if (why != NULL) fail_msg("%s: %s", text, why);
}

static void play_all(struct corners *s, const char *moves)
{
    char copy[256], *save = NULL;
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *m = strtok_r(copy, " ", &save); m != NULL; m = strtok_r(NULL, " ", &save)) play(s, m);
}

/* Refused for the seat to move, with that sentence, and nothing has changed. */
static void refuse(struct corners *s, const char *text, const char *sentence)
{
    struct corners before = *s;
    struct made made;
    const char *why = game->apply(s, s->turn, text, &made);
    if (why == NULL) fail_msg("%s was taken", text);
    assert_string_equal(why, sentence);
    assert_memory_equal(&before, s, sizeof before);
}

static bool is_legal(const struct corners *s, const char *text)
{
    struct move_list list;
    game->moves(s, &list);
    for (int i = 0; i < list.n; i++)
        if (strcmp(list.at[i].text, text) == 0) return true;
    return false;
}

static struct result result_of(const struct corners *s)
{
    struct result r;
    game->result(s, &r);
    return r;
}

static void assert_pile(const struct pile *p, const char *cards)
{
    struct pile want = cards_of(cards);
    assert_memory_equal(p, &want, sizeof want);
}

/* --- the deal and the turns --- */

/* (T1) */
static void seven_cards_each_one_at_a_time_then_the_four_sides(void **state)
{
    (void)state;
    struct deck d = deck_with("As Ah Ad 2s 2h 2d 3s 3h 3d 4s 4h 4d 5s 5h 5d 6s 6h 6d 7s 7h 7d Ks Kh Kd Kc");
    struct rules r = rules_of("last");
    struct corners s;
    game->deal(&s, &d, &r, 3, 2);
    assert_pile(&s.hands[3], "As 2s 3s 4s 5s 6s 7s");
    assert_pile(&s.hands[1], "Ah 2h 3h 4h 5h 6h 7h");
    assert_pile(&s.hands[2], "Ad 2d 3d 4d 5d 6d 7d");
    assert_pile(&s.board.at[NORTH], "Ks");
    assert_pile(&s.board.at[EAST], "Kh");
    assert_pile(&s.board.at[SOUTH], "Kd");
    assert_pile(&s.board.at[WEST], "Kc");
    for (int p = SIDES; p < PLACES; p++) assert_true(pile_empty(&s.board.at[p]));
    assert_int_equal(s.stock.n, 52 - 3 * 7 - 4);
}

/* (T2) */
static void the_player_left_of_the_dealer_goes_first_and_play_goes_to_the_left(void **state)
{
    (void)state;
    struct deck d = deck_with("");
    struct rules r = rules_of("last");
    struct corners s;
    static const int order[] = { 4, 1, 2, 3, 4 };
    game->deal(&s, &d, &r, 4, 3);
    for (int i = 0; i < 5; i++, play(&s, "end")) assert_int_equal(game->to_move(&s), order[i]);
}

/* (T6) */
static void first_a_turn_starts_with_a_draw_the_first_turn_too(void **state)
{
    (void)state;
    struct deck d = deck_with("");
    struct rules r = rules_of("first");
    struct corners s;
    game->deal(&s, &d, &r, 2, 2);
    assert_int_equal(s.hands[1].n, 8);
    assert_int_equal(s.hands[2].n, 7);
    assert_int_equal(s.fresh[1], pile_top(&s.hands[1]));
    play(&s, "end");
    assert_int_equal(s.hands[1].n, 8);
    assert_int_equal(s.hands[2].n, 8);
}

/* (T6) */
static void last_a_turn_ends_by_drawing_one_card(void **state)
{
    (void)state;
    struct deck d = deck_with("");
    struct rules r = rules_of("last");
    struct corners s;
    game->deal(&s, &d, &r, 2, 2);
    assert_int_equal(s.hands[1].n, 7);
    play(&s, "end");
    assert_int_equal(s.hands[1].n, 8);
    assert_int_equal(s.hands[2].n, 7);
    assert_int_equal(s.turn, 2);
}

/* --- plays --- */

/* (T4a) */
static void a_hand_card_goes_down_one_rank_in_the_other_colour(void **state)
{
    (void)state;
    struct corners s = set(&(struct setting){ .rules = "last",
                                              .piles = { "9h", "Ad", "Jc", "6s" },
                                              .hands = { "", "8d 8s Ks Td 5h 2c", "7c" },
                                              .stock = "3c" });
    refuse(&s, "8d@n", "8d is red, like 9h.");
    refuse(&s, "2c@e", "Nothing goes on an ace, and Ad is one.");
    refuse(&s, "8d@s", "8d does not go on Jc: the next card there is a red 10.");
    refuse(&s, "Ks@e", "Nothing goes on an ace, and Ad is one.");
    play_all(&s, "8s@n Td@s 5h@w");
    assert_pile(&s.board.at[NORTH], "9h 8s");
}

/* (T4b) */
static void only_a_king_from_the_hand_starts_a_corner(void **state)
{
    (void)state;
    struct corners s = set(&(struct setting){
        .rules = "last", .piles = { "9h", "Ad", "Jc", "6s" }, .hands = { "", "Qh Ks", "7c" }, .stock = "3c" });
    refuse(&s, "Qh@ne", "Only a King may start a corner, and Qh is none."); /* (P47, P48) */
    refuse(&s, "n>ne", "Only a King may start a corner, and 9h is none.");
    play_all(&s, "Ks@ne Qh@ne");
    assert_pile(&s.board.at[NORTH_EAST], "Ks Qh");
}

/* (T4c, T19) */
static void a_whole_side_pile_goes_onto_a_pile_its_base_fits(void **state)
{
    (void)state;
    struct corners s = set(&(struct setting){ .rules = "last",
                                              .piles = { "9s 8h 7s 6c 5h", "4h 3s", "7c 6d 5s", "Td" },
                                              .hands = { "", "Ac", "2c" },
                                              .stock = "3c" });
    play_all(&s, "n>w e>s");
    assert_pile(&s.board.at[WEST], "Td 9s 8h 7s 6c 5h");
    assert_pile(&s.board.at[SOUTH], "7c 6d 5s 4h 3s");
    assert_true(pile_empty(&s.board.at[NORTH]) && pile_empty(&s.board.at[EAST]));
}

/* (T4d) */
static void any_card_starts_an_empty_side_but_with_rules_last_no_king(void **state)
{
    (void)state;
    struct setting setting = {
        .rules = "last", .piles = { "", "Ad", "Jc", "6s" }, .hands = { "", "Ks 2h", "7c" }, .stock = "3c"
    };
    struct corners s = set(&setting);
    refuse(&s, "Ks@n", "A King may start a corner, not a side, when the draw comes last.");
    play(&s, "2h@n");
    setting.rules = "first";
    s = set(&setting);
    play(&s, "Ks@n");
    assert_pile(&s.board.at[NORTH], "Ks");
}

/* (T4e) */
static void a_pile_on_a_king_goes_to_an_empty_corner_unless_kingpile_is_no(void **state)
{
    (void)state;
    struct setting setting = {
        .rules = "first", .piles = { "Ks Qh", "Ad", "Jc", "6s" }, .hands = { "", "2h", "7c" }, .stock = "3c"
    };
    for (int last = 0; last < 2; last++) {
        setting.rules = last ? "last" : "first";
        struct corners s = set(&setting);
        play(&s, "n>se");
        assert_pile(&s.board.at[SOUTH_EAST], "Ks Qh");
        setting.rules = last ? "last kingpile=no" : "first kingpile=no";
        s = set(&setting);
        refuse(&s, "n>se", "No pile moves to an empty corner in this game, a King's pile neither.");
        assert_false(is_legal(&s, "n>se"));
    }
}

/* (T5) */
static void no_pile_goes_to_an_empty_side_and_corners_stay(void **state)
{
    (void)state;
    struct corners s = set(&(struct setting){
        .rules = "first", .piles = { "", "9s", "Qh", "As", "Ks", "Kh" }, .hands = { "", "2h", "7c" }, .stock = "3c" });
    refuse(&s, "e>n", "No pile moves to an empty side."); /* (P46) */
    refuse(&s, "ne>se", "A corner pile never moves.");
    refuse(&s, "ne>nw", "A corner pile never moves.");
    refuse(&s, "n>e", "There is no pile at north.");
    refuse(&s, "e>e", "A pile cannot go onto itself.");
    play(&s, "s>ne");
}

/* (T7) */
static void no_play_is_forced(void **state)
{
    (void)state;
    struct corners s =
        set(&(struct setting){ .rules = "first", .piles = { "9h" }, .hands = { "", "8s Ks", "7c" }, .stock = "3c 4c" });
    play(&s, "end");
    assert_int_equal(s.turn, 2);
}

/* (T7) */
static void mustking_kings_in_hand_go_out_first(void **state)
{
    (void)state;
    static const char why[] = "A corner is empty and you hold a King: here Kings go out first.";
    struct corners s = set(&(struct setting){ .rules = "first mustking=yes",
                                              .piles = { "", "9h", "Kd", "6s", "Kc" },
                                              .hands = { "", "8s Ks Kh", "7c" },
                                              .stock = "3c 4c" });
    refuse(&s, "end", why);
    refuse(&s, "8s@e", why);
    refuse(&s, "Ks@n", why); /* a side is no corner */
    refuse(&s, "s>nw", why); /* this is about Kings in the hand only */
    struct move_list list;
    game->moves(&s, &list);
    assert_int_equal(list.n, 6);
    play_all(&s, "Ks@nw Kh@se 8s@e");
    assert_int_equal(s.phase, CORNERS_OUT);
}

/* (T7) */
static void mustking_ends_when_the_corners_are_full(void **state)
{
    (void)state;
    struct corners s = set(&(struct setting){ .rules = "last mustking=yes",
                                              .piles = { "9h", "2h", "3h", "6s", "Kc", "Kd", "Kh" },
                                              .hands = { "", "8s Ks 2s", "7c" },
                                              .stock = "3c 4c" });
    s.board.at[NORTH_WEST] = cards_of("Qs"); /* no real round has it, but the rule looks at empty corners only */
    play_all(&s, "8s@n end");
}

/* Three `end`s in one packet act once: the others come from a seat whose turn it is not (T8, P67). */
static void a_repeated_end_never_acts_in_another_seats_turn(void **state)
{
    (void)state;
    struct corners s = set(&(struct setting){
        .rules = "last", .piles = { "9h" }, .hands = { "", "8s 2s", "7c", "7d" }, .stock = "3c 4c" });
    struct made made;
    assert_null(game->apply(&s, 1, "end", &made));
    struct corners after = s;
    for (int i = 0; i < 2; i++) assert_string_equal(game->apply(&s, 1, "end", &made), "It is not your turn.");
    assert_memory_equal(&after, &s, sizeof s);
    assert_int_equal(s.turn, 2);
}

/* (P71, T8) */
static void there_is_no_undo(void **state)
{
    (void)state;
    struct corners s =
        set(&(struct setting){ .rules = "last", .piles = { "9h" }, .hands = { "", "8s 2s", "7c" }, .stock = "3c 4c" });
    play(&s, "8s@n");
    refuse(&s, "undo", "What is played stays played: there is no undo at a table.");
}

/* --- the end --- */

/* (T9) */
static void a_round_ends_the_instant_a_hand_is_empty(void **state)
{
    (void)state;
    struct corners s =
        set(&(struct setting){ .rules = "last", .piles = { "9h" }, .hands = { "", "8s", "7c Kd" }, .stock = "3c 4c" });
    play(&s, "8s@n");
    struct result r = result_of(&s);
    assert_true(r.over && r.won);
    assert_int_equal(r.seat_out, 1);
    assert_int_equal(s.stock.n, 2); /* without drawing */
    assert_int_equal(s.turn, 1);
    assert_int_equal(r.points[1], 0);
    assert_int_equal(r.points[2], 11);
    refuse(&s, "end", "The round is over.");
    assert_false(is_legal(&s, "end"));
}

static const struct setting no_stock = { .rules = "last",
                                         .piles = { "9h", "9d" },
                                         .hands = { "", "8s 8c 2h", "7c", "7d Kd" } };

/* With a playable card in hand, too (P45, T10). */
static void a_lap_of_turns_without_a_play_blocks_the_round(void **state)
{
    (void)state;
    struct corners s = set(&no_stock);
    play_all(&s, "end end");
    assert_false(result_of(&s).over);
    play(&s, "end");
    struct result r = result_of(&s);
    assert_true(r.over && !r.won);
    assert_int_equal(r.seat_out, 0);
    assert_int_equal(r.points[1], 3);
    assert_int_equal(r.points[3], 11);
    assert_int_equal(s.turn, 3);
}

/* (T10) */
static void a_pile_move_is_a_play_and_starts_the_lap_again(void **state)
{
    (void)state;
    struct corners s = set(&no_stock);
    s.board.at[SOUTH] = cards_of("8h");
    s.board.at[WEST] = cards_of("9c");
    play_all(&s, "end s>w");
    assert_int_equal(s.phase, CORNERS_PLAYING);
    play_all(&s, "end end end");
    assert_int_equal(s.phase, CORNERS_PLAYING);
    play(&s, "end");
    assert_int_equal(s.phase, CORNERS_IMPASSE);
}

/* The turn that draws the last card began with one in the stock (P44, T10). */
static void the_turn_that_draws_the_last_card_is_no_idle_turn(void **state)
{
    (void)state;
    struct corners s =
        set(&(struct setting){ .rules = "last", .piles = { "9h" }, .hands = { "", "2h", "3c" }, .stock = "4d" });
    play_all(&s, "end end");
    assert_int_equal(s.phase, CORNERS_PLAYING);
    assert_int_equal(s.turn, 1);
    assert_pile(&s.hands[1], "2h 4d");
    play(&s, "end");
    assert_int_equal(s.phase, CORNERS_IMPASSE);
}

/* No stock, no draw, and turns still end (P41, T6). */
static void first_with_the_stock_empty_turns_go_on_without_drawing(void **state)
{
    (void)state;
    struct corners s = set(
        &(struct setting){ .rules = "first", .piles = { "9h" }, .hands = { "", "2h 3h", "8s 3c 4c" }, .stock = "4d" });
    play(&s, "end");
    assert_pile(&s.hands[2], "8s 3c 4c 4d");
    play(&s, "end");
    assert_int_equal(s.fresh[1], CARD_NONE);
    assert_int_equal(s.hands[1].n, 2);
    play_all(&s, "end 8s@n end end end");
    assert_int_equal(s.phase, CORNERS_IMPASSE);
}

/* (P42, P43) */
static void drawing_from_an_empty_stock_is_refused_and_keeps_the_turn(void **state)
{
    (void)state;
    struct corners s = set(&no_stock);
    refuse(&s, "draw", "The stock is empty; pass instead: end.");
    struct corners before = s;
    play(&s, "end");
    for (int seat = 1; seat <= 3; seat++)
        assert_memory_equal(&before.hands[seat], &s.hands[seat], sizeof s.hands[seat]);
}

/* (T11, T20) */
static void a_king_counts_ten_and_any_other_card_one(void **state)
{
    (void)state;
    struct pile four = cards_of("Ks 9h 4d 4c"), five = cards_of("2s 3s 4s 5s 6s");
    assert_int_equal(corners_hand_points(&four), 13);
    assert_int_equal(corners_hand_points(&five), 5);
}

/* What a player who leaves now would take (T16). */
static void points_of_the_hands_are_told_while_the_round_goes_on(void **state)
{
    (void)state;
    struct corners s = set(&no_stock);
    struct result r = result_of(&s);
    assert_false(r.over);
    assert_int_equal(r.points[1], 3);
    assert_int_equal(r.points[3], 11);
}

/* (T18) */
static void the_worked_turn_is_legal_and_wins(void **state)
{
    (void)state;
    struct corners s = set(&(struct setting){ .rules = "first",
                                              .piles = { "Th", "9s", "4d", "Qc" },
                                              .hands = { "", "Kd Jh 8d 7c 5c 3s 2h 2c", "Ks" },
                                              .stock = "Ac" });
    play_all(&s, "Kd@ne w>ne Jh@ne e>n 8d@n 7c@n 3s@s 2h@s 5c@e");
    assert_int_equal(s.phase, CORNERS_PLAYING);
    play(&s, "2c@w");
    assert_int_equal(s.phase, CORNERS_OUT);
    assert_int_equal(result_of(&s).points[2], 10);
}

/* --- typed moves --- */

static void what_people_type_becomes_the_canonical_move(void **state)
{
    (void)state;
    static const struct {
        const char *typed, *move;
    } rows[] = {
        { "8s@n", "8s@n" },          { "8S@N", "8s@n" },    { "8s n", "8s@n" }, { "8s  north", "8s@n" },
        { "10h@e", "Th@e" },         { "th East", "Th@e" }, { "n>e", "n>e" },   { "N E", "n>e" },
        { "north east", "n>e" },     { "1 nw", "Ks@nw" },   { "END", "end" },   { "ks north-west", "Ks@nw" },
        { "ks northwest", "Ks@nw" }, { "2 n", "8s@n" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct corners s = set(&(struct setting){
            .rules = "last", .piles = { "9h", "Js Th 9c" }, .hands = { "", "8s Th Ks", "7c" }, .stock = "3c 4c" });
        if (strcmp(rows[i].move, "Th@e") == 0) s.board.at[EAST] = cards_of("Js");
        if (strcmp(rows[i].move, "n>e") == 0) s.board.at[EAST] = cards_of("Ts");
        if (strcmp(rows[i].typed, "1 nw") == 0) s.hands[1] = cards_of("Ks");
        if (strcmp(rows[i].typed, "2 n") == 0) s.hands[1] = cards_of("8s Ks Ah");
        struct made made;
        const char *why = game->apply(&s, 1, rows[i].typed, &made);
        if (why != NULL) fail_msg("%s: %s", rows[i].typed, why);
        assert_string_equal(made.move.text, rows[i].move);
    }
}

static void what_is_no_move_is_refused_with_a_hint_at_the_grammar(void **state)
{
    (void)state;
    static const char *const bad[] = { "",         " ",     "8s",  "8s@",   "@n",     "8s@x",   "8s>n", "n@e",
                                       "8s@north", "n>",    ">e",  "8s@n ", " 8s@n",  "8s@n@e", "end ", "0 n",
                                       "99 n",     "100 n", "1@n", "8s\tn", "\xff@n", "resume", "8s-n" };
    struct corners s =
        set(&(struct setting){ .rules = "last", .piles = { "9h" }, .hands = { "", "8s Th Ks", "7c" }, .stock = "3c" });
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refuse(&s, bad[i], "That is no move. Type 8d n (card, place), w n (pile, place), or end.");
}

/* (P22, P48) */
static void only_cards_of_the_own_hand_and_whole_piles_move(void **state)
{
    (void)state;
    struct corners s = set(&(struct setting){
        .rules = "last", .piles = { "8s 7h 6c", "8c" }, .hands = { "", "2s 3s", "7d" }, .stock = "3c" });
    refuse(&s, "7h@e", "You do not hold 7h.");
    refuse(&s, "7d@e", "You do not hold 7d.");
    refuse(&s, "3c@e", "You do not hold 3c.");
}

/* --- options --- */

static void options_are_read_and_written_as_records_have_them(void **state)
{
    (void)state;
    static const char *const good[][2] = {
        { "first", "first target=25 mustking=no kingpile=yes" },
        { "last", "last target=none mustking=no kingpile=yes" }, /* the defaults (T12) */
        { "first target=100 mustking=yes kingpile=no", "first target=100 mustking=yes kingpile=no" },
        { "last kingpile=no target=10", "last target=10 mustking=no kingpile=no" },
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct rules r = rules_of(good[i][0]);
        char text[80];
        game->rules_text(&r, text, sizeof text);
        assert_string_equal(text, good[i][1]);
    }
    static const char *const bad[] = { "",
                                       "middle",
                                       "target=25",
                                       "first target=24",
                                       "first target=",
                                       "last mustking=maybe",
                                       "first kingpile",
                                       "first speed=fast",
                                       "first target=25 target=25",
                                       "first target=025" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct rules r;
        assert_non_null(game->rules_parse(&r, bad[i]));
    }
}

/* Nothing of a round is left in the next (P53). */
static void a_new_deal_forgets_the_round_before(void **state)
{
    (void)state;
    struct deck d = deck_with("Ks");
    struct rules r = rules_of("first");
    struct corners s = set(&no_stock), fresh;
    play_all(&s, "8s@n end end");
    memset(&fresh, 0, sizeof fresh);
    game->deal(&s, &d, &r, 3, 1);
    game->deal(&fresh, &d, &r, 3, 1);
    assert_memory_equal(&s, &fresh, sizeof s);
}

/* (P61, P62, P63) */
static void a_seat_sees_its_own_hand_and_only_the_number_of_all_others(void **state)
{
    (void)state;
    struct deck d = deck_with("");
    struct rules r = rules_of("first");
    struct corners s;
    game->deal(&s, &d, &r, 4, 1);
    struct corners seen = s, watched = s;
    game->hide(&seen, 3);
    game->hide(&watched, 0);
    assert_memory_equal(&seen.hands[3], &s.hands[3], sizeof s.hands[3]);
    assert_int_equal(seen.fresh[2], CARD_HIDDEN); /* that seat has drawn */
    for (int seat = 1; seat <= 4; seat++) {
        uint8_t count[CARD_HIDDEN + 1] = { 0 };
        pile_census(&watched.hands[seat], count);
        assert_int_equal(count[CARD_HIDDEN], s.hands[seat].n);
    }
}

static void hands_are_laid_open_when_the_round_is_over_the_stock_is_not(void **state)
{
    (void)state;
    struct corners s =
        set(&(struct setting){ .rules = "last", .piles = { "9h" }, .hands = { "", "8s", "7c Kd" }, .stock = "3c 4c" });
    play(&s, "8s@n");
    game->hide(&s, 0);
    assert_pile(&s.hands[2], "7c Kd");
    assert_int_equal(s.stock.c[0], CARD_HIDDEN);
}

static void moves_are_told_in_words(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        { "8s@n", "plays the 8 of spades on north" },
        { "Ks@nw", "plays the king of spades to north-west" },
        { "n>e", "moves north onto east" },
        { "end", "draws a card" },
    };
    struct corners s = set(
        &(struct setting){ .rules = "last", .piles = { "9h", "Ts" }, .hands = { "", "8s Ks", "7c" }, .stock = "3c" });
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char buf[100];
        struct text t;
        struct move m = { "" };
        text_init(&t, buf, sizeof buf);
        snprintf(m.text, sizeof m.text, "%s", rows[i][0]);
        game->move_words(&s, 1, &m, &t);
        assert_string_equal(buf, rows[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seven_cards_each_one_at_a_time_then_the_four_sides),
        cmocka_unit_test(the_player_left_of_the_dealer_goes_first_and_play_goes_to_the_left),
        cmocka_unit_test(first_a_turn_starts_with_a_draw_the_first_turn_too),
        cmocka_unit_test(last_a_turn_ends_by_drawing_one_card),
        cmocka_unit_test(a_hand_card_goes_down_one_rank_in_the_other_colour),
        cmocka_unit_test(only_a_king_from_the_hand_starts_a_corner),
        cmocka_unit_test(a_whole_side_pile_goes_onto_a_pile_its_base_fits),
        cmocka_unit_test(any_card_starts_an_empty_side_but_with_rules_last_no_king),
        cmocka_unit_test(a_pile_on_a_king_goes_to_an_empty_corner_unless_kingpile_is_no),
        cmocka_unit_test(no_pile_goes_to_an_empty_side_and_corners_stay),
        cmocka_unit_test(no_play_is_forced),
        cmocka_unit_test(mustking_kings_in_hand_go_out_first),
        cmocka_unit_test(mustking_ends_when_the_corners_are_full),
        cmocka_unit_test(a_repeated_end_never_acts_in_another_seats_turn),
        cmocka_unit_test(there_is_no_undo),
        cmocka_unit_test(a_round_ends_the_instant_a_hand_is_empty),
        cmocka_unit_test(a_lap_of_turns_without_a_play_blocks_the_round),
        cmocka_unit_test(a_pile_move_is_a_play_and_starts_the_lap_again),
        cmocka_unit_test(the_turn_that_draws_the_last_card_is_no_idle_turn),
        cmocka_unit_test(first_with_the_stock_empty_turns_go_on_without_drawing),
        cmocka_unit_test(drawing_from_an_empty_stock_is_refused_and_keeps_the_turn),
        cmocka_unit_test(a_king_counts_ten_and_any_other_card_one),
        cmocka_unit_test(points_of_the_hands_are_told_while_the_round_goes_on),
        cmocka_unit_test(the_worked_turn_is_legal_and_wins),
        cmocka_unit_test(what_people_type_becomes_the_canonical_move),
        cmocka_unit_test(what_is_no_move_is_refused_with_a_hint_at_the_grammar),
        cmocka_unit_test(only_cards_of_the_own_hand_and_whole_piles_move),
        cmocka_unit_test(options_are_read_and_written_as_records_have_them),
        cmocka_unit_test(a_new_deal_forgets_the_round_before),
        cmocka_unit_test(a_seat_sees_its_own_hand_and_only_the_number_of_all_others),
        cmocka_unit_test(hands_are_laid_open_when_the_round_is_over_the_stock_is_not),
        cmocka_unit_test(moves_are_told_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
