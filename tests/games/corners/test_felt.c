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
#include "games/corners/corners.h"
#include "games/felt/felt_keys.h"
#include "games/felt/felt_layout.h"

/* Keys and clicks on the table top, through the game that uses it. Seat 1 is to move. */
static const struct game *const game = &corners_game;

struct stage {
    struct corners state;
    struct felt_view view;
};

/* North 9h, east empty, south Jc Td, west 6s; hand Ah 2c 8d 8s Qs Ks. */
static struct stage set_stage(void)
{
    struct stage s;
    memset(&s, 0, sizeof s);
    s.state.seats = 2;
    s.state.turn = s.state.dealer = 1;
    s.state.last = s.state.kingpile = 1;
    s.state.board.at[NORTH] = cards_of("9h");
    s.state.board.at[SOUTH] = cards_of("Jc Td");
    s.state.board.at[WEST] = cards_of("6s");
    s.state.board.at[NORTH_EAST] = cards_of("Kd");
    s.state.hands[1] = cards_of("8s 2c Ks Ah Qs 8d");
    s.state.hands[2] = cards_of("3c");
    s.state.stock = cards_of("4h 5h");
    return s;
}

static struct act_result press(struct stage *s, enum key_code code, uint32_t ch)
{
    struct key k = { .code = code, .ch = ch };
    return game->key(&s->state, 1, &s->view, &k);
}

static struct act_result press_char(struct stage *s, char ch)
{
    return press(s, KEY_CHAR, (uint32_t)ch);
}

static void assert_looked(struct act_result r)
{
    assert_int_equal(r.act, ACT_LOOK);
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

static void two_keys_play_a_card_its_rank_and_the_places_letter(void **state)
{
    (void)state;
    struct stage s = set_stage();
    assert_looked(press_char(&s, 'Q'));
    assert_move(press_char(&s, 'b'), "Qs@ne");
}

static void enter_takes_and_enter_again_puts_where_one_place_is_legal(void **state)
{
    (void)state;
    struct stage s = set_stage();
    s.state.board.at[EAST] = cards_of("5h"); /* no empty side */
    assert_looked(press_char(&s, '8'));
    assert_int_equal(s.view.held, cards_of("8s").c[0]);
    assert_move(press(&s, KEY_ENTER, 0), "8s@n");
}

static void a_rank_key_again_takes_the_next_card_of_that_rank(void **state)
{
    (void)state;
    struct stage s = set_stage();
    press_char(&s, '8');
    card first = s.view.held;
    press_char(&s, '8');
    assert_int_not_equal(s.view.held, first);
    assert_int_equal(card_rank(s.view.held), 8);
    press_char(&s, '8');
    assert_int_equal(s.view.held, first);
    assert_refused(press_char(&s, '3'), "You hold no card of that rank.");
    assert_looked(press_char(&s, '1'));
    assert_int_equal(card_rank(s.view.held), ACE);
}

static void tab_goes_through_the_cards_and_then_the_places_that_are_legal(void **state)
{
    (void)state;
    struct stage s = set_stage();
    press_char(&s, 'K');
    assert_looked(press(&s, KEY_TAB, 0));
    assert_int_equal(felt_place(s.view.focus - 1), SOUTH_EAST);
    press(&s, KEY_TAB, 0);
    assert_int_equal(felt_place(s.view.focus - 1), SOUTH_WEST);
    press(&s, KEY_BACKTAB, 0);
    press(&s, KEY_BACKTAB, 0);
    assert_int_equal(felt_place(s.view.focus - 1), NORTH_WEST);
    assert_move(press(&s, KEY_ENTER, 0), "Ks@nw");
}

static void arrows_reach_every_place_and_the_stock(void **state)
{
    (void)state;
    struct stage s = set_stage();
    bool reached[10] = { false };
    press(&s, KEY_UP, 0);
    press(&s, KEY_LEFT, 0);
    for (int row = 0; row < 3; row++, press_char(&s, 'k'))
        for (int col = 0; col < 3; col++) {
            reached[s.view.focus] = true;
            if (col < 2) press(&s, row % 2 == 0 ? KEY_RIGHT : KEY_LEFT, 0);
        }
    for (int focus = 1; focus <= 9; focus++) assert_true(reached[focus]);
    for (int i = 0; i < 3; i++) press_char(&s, 'j');
    assert_int_equal(s.view.focus, 0);
}

/* And no letter of a place is one of them (H55). */
static void h_j_k_l_are_arrows_in_the_hand_and_on_the_table(void **state)
{
    static const struct {
        char letter;
        enum key_code arrow;
    } pairs[] = { { 'h', KEY_LEFT }, { 'j', KEY_DOWN }, { 'k', KEY_UP }, { 'l', KEY_RIGHT } };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int focus = 0; focus <= 9; focus++) {
            struct stage one = set_stage(), other = one;
            one.view.focus = other.view.focus = (uint8_t)focus;
            one.view.hand_at = other.view.hand_at = 2;
            press_char(&one, 'K');
            press_char(&other, 'K');
            assert_looked(press_char(&one, pairs[i].letter));
            assert_looked(press(&other, pairs[i].arrow, 0));
            assert_memory_equal(&one.view, &other.view, sizeof one.view);
        }
    assert_null(strpbrk(felt_letters, "hjkl"));
}

static void m_takes_the_piles_that_can_move_one_after_the_other(void **state)
{
    (void)state;
    struct stage s = set_stage();
    assert_refused(press_char(&s, 'm'), "No pile can move now.");
    s.state.board.at[WEST] = cards_of("9s");
    s.state.board.at[EAST] = cards_of("8c");
    assert_looked(press_char(&s, 'm'));
    assert_int_equal(s.view.from, EAST);
    assert_looked(press_char(&s, 'm'));
    assert_int_equal(s.view.from, WEST);
    assert_move(press(&s, KEY_ENTER, 0), "w>s");
}

static void e_ends_the_turn_and_the_stock_draws(void **state)
{
    (void)state;
    struct stage s = set_stage();
    assert_move(press_char(&s, 'e'), "end");
    s.view.focus = 5;
    assert_move(press(&s, KEY_ENTER, 0), "end");
    s.state.stock = (struct pile){ 0 };
    s.view.focus = 5;
    assert_refused(press(&s, KEY_ENTER, 0), "The stock is empty; pass instead: end.");
    s.state.last = 0;
    s.state.stock = cards_of("4h");
    assert_refused(press(&s, KEY_ENTER, 0), "Here a turn begins with the draw, and you have had it.");
}

/* (T15) */
static void what_is_not_legal_is_refused_with_its_reason(void **state)
{
    (void)state;
    struct stage s = set_stage();
    press_char(&s, '8');
    press_char(&s, '8'); /* 8d */
    s.view.focus = (uint8_t)(felt_cell(NORTH) + 1);
    assert_refused(press(&s, KEY_ENTER, 0), "8d is red, like 9h.");
    assert_looked(press(&s, KEY_ESCAPE, 0));
    s.state.turn = 2;
    assert_refused(press_char(&s, 'e'), "It is not your turn.");
    s.view.focus = (uint8_t)(felt_cell(NORTH_EAST) + 1);
    assert_refused(press_char(&s, ' '), "A corner pile never moves.");
}

static void escape_lets_go_and_then_belongs_to_the_screen(void **state)
{
    (void)state;
    struct stage s = set_stage();
    press_char(&s, 'Q');
    press(&s, KEY_UP, 0);
    assert_looked(press(&s, KEY_ESCAPE, 0));
    assert_int_equal(s.view.hold, HOLD_NOTHING);
    while (s.view.focus != 0) assert_looked(press(&s, KEY_ESCAPE, 0));
    assert_int_equal(press(&s, KEY_ESCAPE, 0).act, ACT_NONE);
}

static void a_typed_move_is_made(void **state)
{
    (void)state;
    struct stage s = set_stage();
    for (const char *k = ":8s n"; *k != '\0'; k++) assert_looked(press_char(&s, *k));
    assert_move(press(&s, KEY_ENTER, 0), "8s@n");
    for (const char *k = "/8d@x"; *k != '\0'; k++) press_char(&s, *k);
    press(&s, KEY_BACKSPACE, 0);
    press_char(&s, 'n');
    assert_refused(press(&s, KEY_ENTER, 0), "8d is red, like 9h.");
    assert_false(s.view.typing.on);
    press_char(&s, ':');
    for (int i = 0; i < 100; i++) assert_looked(press_char(&s, 'q')); /* typed, and bounded */
    assert_looked(press(&s, KEY_ESCAPE, 0));
    assert_false(s.view.typing.on);
}

static void keys_of_the_screen_are_left_alone_even_with_a_card_in_hand(void **state)
{
    (void)state;
    struct stage s = set_stage();
    for (int held = 0; held < 2; held++) {
        for (const char *k = "c?qnwiouvrRS"; *k != '\0'; k++) assert_int_equal(press_char(&s, *k).act, ACT_NONE);
        assert_int_equal(press(&s, KEY_F1, 0).act, ACT_NONE);
        assert_int_equal(press(&s, KEY_CTRL, 'c').act, ACT_NONE);
        press_char(&s, 'K');
    }
}

static void sorting_changes_the_view_only_and_keeps_the_cursor_on_its_card(void **state)
{
    (void)state;
    struct stage s = set_stage();
    struct corners before = s.state;
    press_char(&s, 'Q');
    press(&s, KEY_ESCAPE, 0);
    assert_looked(press_char(&s, 's'));
    assert_memory_equal(&before, &s.state, sizeof before);
    struct pile hand = play_sorted(&s.state.hands[1], BY_COLOUR);
    assert_string_equal(card_text(hand.c[s.view.hand_at]), "Qs");
    assert_string_equal(card_text(hand.c[0]), "2c");
    assert_string_equal(card_text(hand.c[hand.n - 1]), "8d");
}

/* --- clicks --- */

/* Where a text stands on the drawn table. */
static void find_text(const struct stage *s, int cols, int rows, const char *text, int *x, int *y)
{
    struct canvas *c = canvas_new(cols, rows);
    struct frame_words w = test_words();
    w.log_n = 0; /* cards are looked for on the table */
    struct text dump;
    text_init_growing(&dump, 100000);
    game->draw(&s->state, 1, &s->view, &w, c);
    canvas_dump(c, &dump);
    char *save = NULL, *line = strtok_r(dump.buf, "\n", &save);
    for (*y = 0; line != NULL; line = strtok_r(NULL, "\n", &save), ++*y) {
        char *at = strstr(line, text);
        if (at == NULL) continue;
        for (*x = 0; line < at; line++) *x += ((unsigned char)*line & 0xC0) != 0x80;
        text_free(&dump);
        canvas_free(c);
        return;
    }
    fail_msg("%s is not on the screen", text);
}

static struct act_result mouse_at(struct stage *s, int cols, int rows, const char *text, struct mouse m)
{
    find_text(s, cols, rows, text, &m.x, &m.y);
    return game->mouse(&s->state, 1, &s->view, &m, cols, rows);
}

static struct act_result click_at(struct stage *s, int cols, int rows, const char *text, bool down)
{
    return mouse_at(s, cols, rows, text, (struct mouse){ .press = down });
}

static struct act_result drag_to(struct stage *s, const char *text)
{
    return mouse_at(s, 80, 24, text, (struct mouse){ .drag = true });
}

/* Beside the table: the line between it and the panel. */
static struct act_result mouse_outside(struct stage *s, bool drag)
{
    struct mouse m = { .drag = drag, .x = 56, .y = 2 };
    return game->mouse(&s->state, 1, &s->view, &m, 80, 24);
}

static void a_click_takes_a_card_and_another_puts_it_at_every_size(void **state)
{
    (void)state;
    static const int sizes[][2] = { { 80, 24 }, { 132, 50 }, { 40, 12 } };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct stage s = set_stage();
        int cols = sizes[i][0], rows = sizes[i][1];
        assert_looked(click_at(&s, cols, rows, "8♠", true));
        assert_int_equal(click_at(&s, cols, rows, "8♠", false).act, ACT_NONE);
        assert_int_equal(s.view.hold, HOLD_CARD);
        assert_move(click_at(&s, cols, rows, "9♥", true), "8s@n");
        assert_int_equal(click_at(&s, cols, rows, "9♥", false).act, ACT_NONE);
    }
}

/* What is clicked once more goes where there is one place for it, when the button is let go. */
static void a_second_click_on_the_same_card_is_enter(void **state)
{
    (void)state;
    struct stage s = set_stage();
    s.state.board.at[EAST] = cards_of("5h"); /* no empty side */
    click_at(&s, 80, 24, "8♠", true);
    click_at(&s, 80, 24, "8♠", false);
    assert_looked(click_at(&s, 80, 24, "8♠", true));
    assert_move(click_at(&s, 80, 24, "8♠", false), "8s@n");
}

static void a_drag_puts_where_the_button_is_let_go(void **state)
{
    (void)state;
    struct stage s = set_stage();
    assert_looked(click_at(&s, 80, 24, "Q♠", true));
    assert_move(click_at(&s, 80, 24, "K♦", false), "Qs@ne");
    s = set_stage();
    s.state.board.at[WEST] = cards_of("9s");
    assert_looked(click_at(&s, 80, 24, "9♠", true)); /* a whole pile */
    assert_looked(drag_to(&s, "T♦"));
    assert_move(click_at(&s, 80, 24, "T♦", false), "w>s");
    s = set_stage();
    click_at(&s, 80, 24, "Q♠", true); /* one that was taken before is dragged as well */
    click_at(&s, 80, 24, "Q♠", false);
    assert_looked(click_at(&s, 80, 24, "Q♠", true));
    assert_looked(drag_to(&s, "K♦"));
    assert_move(click_at(&s, 80, 24, "K♦", false), "Qs@ne");
}

/* The cursor follows where the card may land, and else it is where the card came from. */
static void a_drag_shows_where_it_may_land(void **state)
{
    (void)state;
    struct stage s = set_stage();
    click_at(&s, 80, 24, "Q♠", true);
    assert_looked(drag_to(&s, "K♦"));
    assert_int_equal(felt_place(s.view.focus - 1), NORTH_EAST);
    assert_looked(drag_to(&s, "9♥"));
    assert_int_equal(s.view.focus, 0);
    assert_looked(drag_to(&s, "W "));
    assert_int_equal(s.view.focus, 0);
    assert_looked(mouse_outside(&s, true));
    assert_int_equal(s.view.focus, 0);
    assert_int_equal(s.view.hold, HOLD_CARD);
    assert_int_equal(s.view.held, cards_of("Qs").c[0]);
}

/* The reason is said and the card is back; outside and over its own place it only goes back (S12, T15). */
static void what_is_dragged_to_no_legal_place_goes_back(void **state)
{
    (void)state;
    struct stage s = set_stage();
    click_at(&s, 80, 24, "8♦", true);
    drag_to(&s, "9♥");
    assert_refused(click_at(&s, 80, 24, "9♥", false), "8d is red, like 9h.");
    assert_int_equal(s.view.hold, HOLD_NOTHING);
    click_at(&s, 80, 24, "8♦", true);
    mouse_outside(&s, true);
    assert_looked(mouse_outside(&s, false));
    assert_int_equal(s.view.hold, HOLD_NOTHING);
    click_at(&s, 80, 24, "8♦", true);
    drag_to(&s, "9♥");
    drag_to(&s, "8♦");
    assert_looked(click_at(&s, 80, 24, "8♦", false));
    assert_int_equal(s.view.hold, HOLD_NOTHING);
    click_at(&s, 80, 24, "8♦", true);
    drag_to(&s, "stock");
    assert_looked(click_at(&s, 80, 24, "stock", false)); /* draws nothing */
    assert_int_equal(s.view.hold, HOLD_NOTHING);
}

static void a_click_on_an_illegal_place_says_why_and_keeps_the_card(void **state)
{
    (void)state;
    struct stage s = set_stage();
    click_at(&s, 80, 24, "8♦", true);
    click_at(&s, 80, 24, "8♦", false);
    assert_refused(click_at(&s, 80, 24, "9♥", true), "8d is red, like 9h.");
    assert_int_equal(click_at(&s, 80, 24, "9♥", false).act, ACT_NONE);
    assert_int_equal(s.view.hold, HOLD_CARD);
}

static void a_click_on_the_stock_draws(void **state)
{
    (void)state;
    struct stage s = set_stage();
    assert_move(click_at(&s, 80, 24, "stock", true), "end");
    assert_int_equal(click_at(&s, 80, 24, "stock", false).act, ACT_NONE);
    s.state.turn = 2;
    assert_refused(click_at(&s, 80, 24, "stock", true), "It is not your turn.");
}

static void the_right_button_lets_go_and_the_wheel_does_nothing(void **state)
{
    (void)state;
    struct stage s = set_stage();
    static const uint8_t others[] = { 1, 2, 64, 65 };
    for (size_t i = 0; i < sizeof others; i++) {
        struct stage before = s;
        struct mouse m = { .press = true, .button = others[i] };
        assert_int_equal(mouse_at(&s, 80, 24, "8♠", m).act, ACT_NONE);
        assert_int_equal(mouse_at(&s, 80, 24, "stock", m).act, ACT_NONE);
        assert_memory_equal(&before, &s, sizeof s);
    }
    click_at(&s, 80, 24, "8♠", true);
    assert_looked(mouse_at(&s, 80, 24, "9♥", (struct mouse){ .press = true, .button = 2 }));
    assert_int_equal(s.view.hold, HOLD_NOTHING);
    assert_int_equal(click_at(&s, 80, 24, "9♥", false).act, ACT_NONE); /* the drag is over as well */
}

/* --- hints --- */

static void a_hint_takes_its_card_and_points_at_the_place(void **state)
{
    (void)state;
    struct stage s = set_stage();
    press_char(&s, 's');
    game->show(&s.state, 1, &s.view, "Qs@ne");
    assert_int_equal(s.view.held, cards_of("Qs").c[0]);
    assert_int_equal(felt_place(s.view.focus - 1), NORTH_EAST);
    struct pile hand = play_sorted(&s.state.hands[1], (enum hand_order)s.view.order);
    assert_string_equal(card_text(hand.c[s.view.hand_at]), "Qs");
    assert_move(press(&s, KEY_ENTER, 0), "Qs@ne");
    s.state.board.at[WEST] = cards_of("9s");
    game->show(&s.state, 1, &s.view, "w>s");
    assert_int_equal(s.view.hold, HOLD_PILE);
    assert_move(press(&s, KEY_ENTER, 0), "w>s");
    game->show(&s.state, 1, &s.view, "end");
    assert_int_equal(s.view.focus, 5);
    assert_move(press(&s, KEY_ENTER, 0), "end");
}

/* ... of a position that is no more. */
static void a_hint_that_cannot_be_played_changes_nothing(void **state)
{
    (void)state;
    static const char *const moves[] = { "Qs@n", "Td@n", "w>n", "resume", "", "nonsense" };
    struct stage s = set_stage();
    press_char(&s, 'K');
    struct stage before = s;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) game->show(&s.state, 1, &s.view, moves[i]);
    game->show(&s.state, 0, &s.view, "end");
    s.state.turn = before.state.turn = 2;
    game->show(&s.state, 1, &s.view, "Qs@ne");
    assert_memory_equal(&before, &s, sizeof s);
}

static void a_watcher_has_no_keys(void **state)
{
    (void)state;
    struct stage s = set_stage();
    game->hide(&s.state, 0);
    for (uint32_t ch = 0x20; ch < 0x7F; ch++) {
        struct key k = { .code = KEY_CHAR, .ch = ch };
        assert_int_equal(game->key(&s.state, 0, &s.view, &k).act, ACT_NONE);
    }
}

/* --- a large hand --- */

static struct stage set_large_hand(void)
{
    struct stage s;
    memset(&s, 0, sizeof s);
    s.state.seats = 2;
    s.state.turn = 1;
    s.state.board.at[NORTH] = cards_of("As");
    for (card c = 2; c <= 49; c++) pile_push(&s.state.hands[1], c);
    for (card c = 50; c <= CARDS; c++) pile_push(&s.state.stock, c);
    return s;
}

static bool is_shown(const struct stage *s, int cols, int rows, const char *words)
{
    struct canvas *c = canvas_new(cols, rows);
    struct frame_words w = test_words();
    struct text dump;
    text_init_growing(&dump, 100000);
    game->draw(&s->state, 1, &s->view, &w, c);
    canvas_dump(c, &dump);
    bool shown = strstr(dump.buf, words) != NULL;
    text_free(&dump);
    canvas_free(c);
    return shown;
}

/* The cursor's card is on the screen wherever the cursor goes (P73). */
static void every_one_of_48_cards_is_reachable_and_shown(void **state)
{
    (void)state;
    static const int sizes[][2] = { { 80, 24 }, { 132, 50 }, { 40, 12 } };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct stage s = set_large_hand();
        struct pile hand = play_sorted(&s.state.hands[1], BY_RANK);
        for (int k = 0; k < hand.n; k++, press(&s, KEY_RIGHT, 0)) {
            assert_int_equal(s.view.hand_at, k);
            if (!is_shown(&s, sizes[i][0], sizes[i][1], look_card_text(hand.c[k])))
                fail_msg("%s is not shown at %dx%d", card_text(hand.c[k]), sizes[i][0], sizes[i][1]);
        }
        press(&s, KEY_HOME, 0);
        assert_int_equal(s.view.hand_at, 0);
        press(&s, KEY_END, 0);
        assert_int_equal(s.view.hand_at, 47);
        assert_true(is_shown(&s, sizes[i][0], sizes[i][1], "-48 of 48"));
    }
}

static void below_40x12_one_line_asks_for_a_larger_window(void **state)
{
    (void)state;
    struct stage s = set_stage();
    assert_true(is_shown(&s, 38, 24, "Please make the window larger: 40x12"));
    assert_true(is_shown(&s, 80, 11, "Please make the window larger: 40x12"));
    assert_false(is_shown(&s, 40, 12, "larger"));
}

/* Every place and every card of the hand is on the screen at every size in between. */
static void nothing_a_decision_needs_is_missing_at_any_size(void **state)
{
    (void)state;
    static const char *const wanted[] = { "9♥", "T♦", "6♠", "K♦", "8♠", "2♣",   "K♠",
                                          "A♥", "Q♠", "8♦", "NW", "SE", "stock" };
    struct stage s = set_stage();
    for (int rows = 12; rows <= 60; rows++)
        for (int cols = 40; cols <= 140; cols += 5)
            for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
                if (!is_shown(&s, cols, rows, wanted[i])) fail_msg("%s is not shown at %dx%d", wanted[i], cols, rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_keys_play_a_card_its_rank_and_the_places_letter),
        cmocka_unit_test(enter_takes_and_enter_again_puts_where_one_place_is_legal),
        cmocka_unit_test(a_rank_key_again_takes_the_next_card_of_that_rank),
        cmocka_unit_test(tab_goes_through_the_cards_and_then_the_places_that_are_legal),
        cmocka_unit_test(arrows_reach_every_place_and_the_stock),
        cmocka_unit_test(h_j_k_l_are_arrows_in_the_hand_and_on_the_table),
        cmocka_unit_test(m_takes_the_piles_that_can_move_one_after_the_other),
        cmocka_unit_test(e_ends_the_turn_and_the_stock_draws),
        cmocka_unit_test(what_is_not_legal_is_refused_with_its_reason),
        cmocka_unit_test(escape_lets_go_and_then_belongs_to_the_screen),
        cmocka_unit_test(a_typed_move_is_made),
        cmocka_unit_test(keys_of_the_screen_are_left_alone_even_with_a_card_in_hand),
        cmocka_unit_test(sorting_changes_the_view_only_and_keeps_the_cursor_on_its_card),
        cmocka_unit_test(a_click_takes_a_card_and_another_puts_it_at_every_size),
        cmocka_unit_test(a_second_click_on_the_same_card_is_enter),
        cmocka_unit_test(a_drag_puts_where_the_button_is_let_go),
        cmocka_unit_test(a_drag_shows_where_it_may_land),
        cmocka_unit_test(what_is_dragged_to_no_legal_place_goes_back),
        cmocka_unit_test(a_click_on_an_illegal_place_says_why_and_keeps_the_card),
        cmocka_unit_test(a_click_on_the_stock_draws),
        cmocka_unit_test(the_right_button_lets_go_and_the_wheel_does_nothing),
        cmocka_unit_test(a_hint_takes_its_card_and_points_at_the_place),
        cmocka_unit_test(a_hint_that_cannot_be_played_changes_nothing),
        cmocka_unit_test(a_watcher_has_no_keys),
        cmocka_unit_test(every_one_of_48_cards_is_reachable_and_shown),
        cmocka_unit_test(below_40x12_one_line_asks_for_a_larger_window),
        cmocka_unit_test(nothing_a_decision_needs_is_missing_at_any_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
