/* A house with one more game, which is one folder and one line: everything that other games have is there, by keys and
 * in plain mode, though no file of src/ names it. */
#include "screens/table_play.h"

#include "games/king/king.h"

#include "screens/own_house.h"

static void assert_plays(const char *rules)
{
    char text[RULES_TEXT];
    assert_where(&ann, "table");
    assert_ptr_equal(room_game(room_in(&ann)), &king_game);
    king_game.rules_text(room_rules(room_in(&ann)), text, sizeof text);
    assert_string_equal(text, rules);
}

/* --- by keys --- */

static void its_rows_stand_in_the_lobby_and_each_leads_to_its_options(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    assert_shows(&ann, "Turn a King");
    assert_shows(&ann, "two players, and one of them finds it");
    assert_shows(&ann, "Unlucky four");
    type(&ann, "t");
    assert_plays("first pass=yes");
    assert_shows(&ann, "Turn a King, one pass each");
    type(&ann, "ql");
    assert_where(&ann, "lobby");
    type(&ann, "u");
    assert_plays("fourth pass=no");
    assert_shows(&ann, "Unlucky four, no passing");
    caller_drop(&ann);
}

static void the_arrows_reach_its_rows_too(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    for (int k = 1; k < row_number("unlucky"); k++) type(&ann, "\033[B");
    type(&ann, "\r");
    assert_plays("fourth pass=no");
    caller_drop(&ann);
}

static void make_by_key(struct caller_in_test *c, const char *move)
{
    type(c, strcmp(move, "pass") == 0 ? "p" : "t");
}

static void a_round_is_played_by_its_keys(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "t");
    assert_true(play_round(&ann, make_by_key) > 0);
    assert_int_equal(room_phase(room_in(&ann)), ROOM_BETWEEN);
    caller_drop(&ann);
}

static void a_hint_is_shown_and_enter_makes_it(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "t");
    await_turn(&ann);
    type(&ann, "i");
    await_words(&ann, "Who passes takes no King.");
    type(&ann, "\r");
    assert_false(my_turn(&ann));
    caller_drop(&ann);
}

static void its_help_is_read_at_its_table_and_in_the_lobby(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "t?");
    assert_where(&ann, "help");
    assert_shows(&ann, "Keys of Turn a King");
    assert_shows(&ann, "page 1 of 5"); /* keys, words, rules; the big loser and the seal are the house's */
    type(&ann, "\r\r");
    assert_shows(&ann, "Whoever takes the last King of the round has lost");
    type(&ann, "qql?");
    int n = 0;
    for (; strcmp(where(&ann), "help") == 0 && !shows(&ann, "Two players take cards from the stock"); n++)
        type(&ann, "\r");
    assert_where(&ann, "help");
    assert_true(n > 0);
    caller_drop(&ann);
}

/* How many lessons come before its own. */
static int lessons_before(void)
{
    int k = 0;
    while (lesson_at(k) != king_game.lesson) k++;
    return k;
}

static void its_lesson_is_played_by_keys_and_leads_to_its_table(void **state)
{
    static const char *const keys[] = { "t", "\r", "i", "p", "\r", "t" };
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "l");
    for (int k = lessons_before(); k > 0; k--) type(&ann, "n");
    assert_shows(&ann, "step 1 of 6");
    assert_shows(&ann, "Whoever takes the first King has lost.");
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) type(&ann, keys[k]);
    assert_shows(&ann, "That is the whole game");
    type(&ann, "\r");
    assert_plays("first pass=yes");
    caller_drop(&ann);
}

static void its_rounds_are_lines_of_the_figures(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "t");
    play_round(&ann, make_by_key);
    type(&ann, "q");
    assert_where(&ann, "lobby");
    type(&ann, "f");
    await_words(&ann, "First King       1");
    assert_shows(&ann, "Four Kings       0");
    assert_shows(&ann, "All rounds       1");
    assert_shows(&ann, "Draw last        0");
    caller_drop(&ann);
}

static void somebody_who_watches_is_told_which_row_has_seats(void **state)
{
    struct caller_in_test bea;
    (void)state;
    caller_guest(&bea, &h);
    type(&bea, "t");
    caller_guest(&ann, &h);
    for (int k = 0; !shows(&ann, "Enter: watch this table."); k++) {
        assert_true(k < 20);
        type(&ann, "\033[B");
    }
    assert_true(reads(&ann, 80, 24, "For a seat choose Play, Match, "));
    assert_true(reads(&ann, 80, 24, ", Turn or Unlucky."));
    type(&ann, "\r");
    assert_where(&ann, "table");
    assert_shows(&ann, "For a seat: q, then Turn in the lobby.");
    caller_drop(&ann);
    caller_drop(&bea);
}

/* --- in plain mode --- */

static void make_by_word(struct caller_in_test *c, const char *move)
{
    type_line(c, move);
}

static void a_word_leads_to_each_of_its_rows(void **state)
{
    char first[80], second[40], number[12];
    (void)state;
    snprintf(first, sizeof first, "%d Turn a King (turn): two players, and one of them finds it", row_number("turn"));
    snprintf(second, sizeof second, "%d Unlucky four (unlucky): ", row_number("turn") + 1);
    snprintf(number, sizeof number, "%d", row_number("turn") + 1);
    caller_plain(&ann, &h);
    assert_heard(&ann, first);
    assert_heard(&ann, second);
    type_line(&ann, "turn");
    assert_plays("first pass=yes");
    assert_heard(&ann, "Turn a King, one pass each");
    type_line(&ann, "quit");
    type_line(&ann, "leave");
    type_line(&ann, number);
    assert_plays("fourth pass=no");
    caller_drop(&ann);
}

static void a_round_is_played_in_lines(void **state)
{
    (void)state;
    caller_plain(&ann, &h);
    type_line(&ann, "turn");
    assert_true(play_round(&ann, make_by_word) > 0);
    assert_heard(&ann, "The last King counts 10 points. Lowest wins.");
    caller_drop(&ann);
}

static void plain_mode_names_its_words_and_its_topics(void **state)
{
    (void)state;
    caller_plain(&ann, &h);
    type_line(&ann, "turn");
    await_turn(&ann);
    type_line(&ann, "help");
    assert_heard(&ann, "To play: take takes a card, pass leaves it to the other player.");
    assert_heard(&ann, "To know: look, board, legal, points, who, clock, log, seal.");
    type_line(&ann, "play");
    assert_heard(&ann, "Play what? For example: play take.");
    type_line(&ann, "legal");
    assert_heard(&ann, "pass, take");
    type_line(&ann, "hint");
    await_words(&ann, "Who passes takes no King.");
    type_line(&ann, "rules");
    assert_heard(&ann, "Words of Turn a King. Page 1 of 4.");
    caller_drop(&ann);
}

static void its_lesson_is_played_in_lines(void **state)
{
    static const char *const lines[] = { "take", "", "hint", "pass", "", "take" };
    (void)state;
    caller_plain(&ann, &h);
    type_line(&ann, "learn");
    for (int k = lessons_before(); k > 0; k--) type_line(&ann, "next");
    assert_heard(&ann, "The words board, legal and points tell what is there;");
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) type_line(&ann, lines[k]);
    assert_heard(&ann, "That is the whole game");
    type_line(&ann, "play");
    assert_plays("first pass=yes");
    caller_drop(&ann);
}

static void its_figures_are_said(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", true);
    type_line(&ann, "unlucky");
    play_round(&ann, make_by_word);
    type_line(&ann, "quit");
    assert_where(&ann, "lobby");
    type_line(&ann, "figures");
    await_words(&ann, "Four Kings: played 1, won");
    assert_heard(&ann, "First King: played 0, won 0;");
    caller_drop(&ann);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(its_rows_stand_in_the_lobby_and_each_leads_to_its_options),
        TEST(the_arrows_reach_its_rows_too),
        TEST(a_round_is_played_by_its_keys),
        TEST(a_hint_is_shown_and_enter_makes_it),
        TEST(its_help_is_read_at_its_table_and_in_the_lobby),
        TEST(its_lesson_is_played_by_keys_and_leads_to_its_table),
        TEST(its_rounds_are_lines_of_the_figures),
        TEST(somebody_who_watches_is_told_which_row_has_seats),
        TEST(a_word_leads_to_each_of_its_rows),
        TEST(a_round_is_played_in_lines),
        TEST(plain_mode_names_its_words_and_its_topics),
        TEST(its_lesson_is_played_in_lines),
        TEST(its_figures_are_said),
    };
    return cmocka_run_group_tests_name("king_house", tests, NULL, NULL);
}
