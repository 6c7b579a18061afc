/* A house with one more patience, which has options: each of its rows leads to a game of its own, which waits, counts
 * and is written down for itself. */
#include "screens/patience_play.h"

#include "games/catalogue/record.h"
#include "games/sort/sort.h"

#include "screens/own_house.h"

static void assert_plays(const char *rules)
{
    char text[RULES_TEXT];
    struct record record;
    solo_record(solo_in(&ann), &record);
    assert_ptr_equal(record.game, &sort_game);
    sort_game.rules_text(&record.rules, text, sizeof text);
    record_clear(&record);
    assert_string_equal(text, rules);
}

/* By keys, the next n cards to the side where they belong, or to the other one. */
static void put_cards(int n, bool well)
{
    for (; n > 0; n--) {
        bool left = strcmp(thought(&ann).text, "left") == 0;
        type(&ann, left == well ? "h" : "l");
    }
}

static void its_rows_lead_to_their_options(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    assert_shows(&ann, "Black and red");
    type(&ann, "b");
    assert_plays("easy");
    assert_shows(&ann, "Black and red  deal");
    put_cards(3, false);
    assert_false(result_in(&ann).over);
    put_cards(1, false);
    assert_true(result_in(&ann).over && !result_in(&ann).won);
    type(&ann, "q");
    type(&ann, "z");
    assert_plays("strict");
    assert_shows(&ann, "Zero mistakes  deal");
    put_cards(1, false);
    assert_true(result_in(&ann).over && !result_in(&ann).won);
    caller_drop(&ann);
}

static void a_hint_tells_where_the_card_goes(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "b");
    solo_in(&ann);
    type(&ann, "i");
    await_words(&ann, "Hint: the house puts the ");
    assert_true(reads(&ann, 80, 24, "Red goes left and black right; 4 mistakes lose it."));
    type(&ann, "\r");
    assert_int_equal(solo_plies(solo_in(&ann)), 1);
    caller_drop(&ann);
}

static void each_row_has_an_unfinished_game_of_its_own(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "b");
    put_cards(3, true);
    uint32_t easy = solo_deal_number(solo_in(&ann));
    type(&ann, "q");
    await_words(&ann, "unfinished: 49 cards left");
    type(&ann, "z");
    assert_int_equal(solo_plies(solo_in(&ann)), 0);
    put_cards(5, true);
    type(&ann, "q");
    await_words(&ann, "unfinished: 47 cards left");
    assert_shows(&ann, "unfinished: 49 cards left");
    type(&ann, "b");
    assert_plays("easy");
    assert_int_equal(solo_plies(solo_in(&ann)), 3);
    assert_int_equal(solo_deal_number(solo_in(&ann)), easy);
    caller_drop(&ann);
}

static void each_row_is_a_line_of_the_figures(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", true);
    type_line(&ann, "zero");
    patience_play(&ann, CARDS);
    assert_true(result_in(&ann).won);
    await_words(&ann, "Played 1, won 1 (1 clean)");
    type_line(&ann, "quit");
    hear_no_more(&ann);
    type_line(&ann, "figures");
    await_words(&ann, "Zero mistakes: Played 1, won 1 (1 clean)");
    assert_heard(&ann, "Black and red: Played 0");
    caller_drop(&ann);
}

static void its_record_has_its_options_and_is_read_again(void **state)
{
    struct record record, read;
    struct record_fault fault;
    struct text out;
    struct made made;
    union {
        max_align_t align;
        unsigned char bytes[GAME_STATE_MAX];
    } end;
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "z");
    patience_play(&ann, CARDS);
    solo_record(solo_in(&ann), &record);
    text_init_growing(&out, RECORD_BYTES_MAX);
    record_write(&record, &out);
    assert_non_null(strstr(out.buf, "[Rules \"strict\"]\n"));
    if (!record_read(&read, out.buf, out.len, NULL, &fault)) fail_msg("%d: %s", fault.line, fault.reason);
    assert_true(rules_equal(&read.rules, &record.rules));
    assert_null(record_replay(&read, end.bytes, read.n, &made));
    record_clear(&read);
    text_clear(&out);
    text_add(&out, "[Game \"sort\"]\n[Deal \"1\"]\n\nleft\n");
    assert_false(record_read(&read, out.buf, out.len, NULL, &fault));
    assert_string_equal(fault.reason, "This game needs the tag [Rules], which is missing.");
    text_free(&out);
    record_clear(&record);
    caller_drop(&ann);
}

static void it_is_played_in_lines(void **state)
{
    char row[64];
    (void)state;
    snprintf(row, sizeof row, "%d Black and red (black): alone: sort the cards", row_number("black"));
    caller_plain(&ann, &h);
    assert_heard(&ann, row);
    type_line(&ann, "black");
    solo_in(&ann);
    type_line(&ann, "help");
    assert_heard(&ann, "To play: left and right put the card there.");
    assert_heard(&ann, "To know: look, board, legal, points, log.");
    type_line(&ann, "left");
    assert_int_equal(solo_plies(solo_in(&ann)), 1);
    type_line(&ann, "rules");
    assert_heard(&ann, "Black and red. Page 1 of 2.");
    caller_drop(&ann);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(its_rows_lead_to_their_options),
        TEST(a_hint_tells_where_the_card_goes),
        TEST(each_row_has_an_unfinished_game_of_its_own),
        TEST(each_row_is_a_line_of_the_figures),
        TEST(its_record_has_its_options_and_is_read_again),
        TEST(it_is_played_in_lines),
    };
    return cmocka_run_group_tests_name("sort_house", tests, NULL, NULL);
}
