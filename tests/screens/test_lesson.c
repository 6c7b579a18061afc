/* The lesson, played through the session: by keys, by typed moves, with the mouse, in lines; and everything that is not
 * what it asks for. */
#include "screens/table_play.h"

#include "screens/golden_screens.h"

#include "screens/own_house.h"

static void begin(void)
{
    caller_guest(&ann, &h);
    type(&ann, "l");
    assert_where(&ann, "lesson");
    assert_shows(&ann, "step 1 of 13");
}

/* What is typed on each step, and what the next one shows. */
static const struct {
    const char *keys, *then;
} by_keys[] = {
    { "8a", "step 2 of 13" },
    { "\033[D\033[D\033[D\033[D\033[D\033[D\033[C\033[C\r\r", "step 3 of 13" },
    { "ma", "step 4 of 13" },
    { "Ka", "step 5 of 13" },
    { "m\r", "step 6 of 13" },
    { "J\t\t\t\r", "step 7 of 13" },
    { "5a", "step 8 of 13" },
    { "e", "bea lays the 3♠ on the 4♦." },
    { "\r", "bea draws, and it is your turn." },
    { " ", "Not sure what to play?" },
    { "i", "The hint: lay the T♠ on the J♦" },
};

static void type_all_but_the_end(void)
{
    for (size_t i = 0; i < sizeof by_keys / sizeof *by_keys; i++) {
        type(&ann, by_keys[i].keys);
        if (!shows(&ann, by_keys[i].then)) fail_msg("step %zu\n%s", i + 1, frame_at(&ann, 80, 24));
    }
}

static void the_lesson_by_keys_leads_to_a_real_round(void **state)
{
    (void)state;
    begin();
    type_all_but_the_end();
    type(&ann, ":ts ne\r");
    assert_shows(&ann, "step 13 of 13");
    type(&ann, ":2h e\r");
    assert_shows(&ann, "step 13 of 13");
    type(&ann, "9a");
    assert_shows(&ann, "Well done, you are out: 0 points.");
    assert_shows(&ann, "Enter play");
    type(&ann, "\r");
    assert_where(&ann, "table");
    assert_non_null(visit_in(&ann)->member);
    caller_drop(&ann);
}

static void what_is_allowed_but_not_asked_for_is_not_played(void **state)
{
    (void)state;
    begin();
    type(&ann, "e");
    assert_shows(&ann, "That is allowed, too. The lesson waits for something else: Press 8");
    assert_shows(&ann, "step 1 of 13");
    type(&ann, ":kh ne\r");
    assert_shows(&ann, "That is allowed, too.");
    assert_shows(&ann, "your turn");
    type(&ann, "x");
    assert_shows(&ann, "Whoever is rid of all cards first wins.");
    type(&ann, "8a");
    assert_shows(&ann, "step 2 of 13");
    caller_drop(&ann);
}

/* The reason, as at a table (T15). */
static void what_is_not_allowed_is_refused_with_its_reason(void **state)
{
    (void)state;
    begin();
    type(&ann, ":9h n\r");
    assert_shows(&ann, "step 1 of 13");
    assert_false(shows(&ann, "That is allowed, too."));
    assert_false(shows(&ann, "Whoever is rid of all cards first wins."));
    caller_drop(&ann);
}

static void i_tells_the_play_that_is_asked_for(void **state)
{
    (void)state;
    begin();
    type(&ann, "i");
    assert_shows(&ann, "The lesson asks for 8d n. Press 8 to take");
    type(&ann, "?");
    assert_where(&ann, "help");
    type(&ann, "q");
    assert_where(&ann, "lesson");
    type(&ann, "o");
    assert_shows(&ann, "The mouse is on");
    caller_drop(&ann);
}

static void q_leaves_at_once_and_nothing_stays(void **state)
{
    static const char *const ways[] = { "q", "\003", "\004" };
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        begin();
        type(&ann, "8a");
        type(&ann, ways[i]);
        assert_where(&ann, "lobby");
        type(&ann, "l");
        assert_shows(&ann, "step 1 of 13");
        type_escape(&ann);
        assert_where(&ann, "lobby");
        caller_drop(&ann);
    }
}

/* The ways of the mouse (G17): click and click, and drag. The cells are those of a window of 80 columns, read off the
 * frame. */
static void click_on(const char *words, int nth, bool press)
{
    char bytes[32];
    const char *frame = frame_at(&ann, 80, 24);
    int x = 0, y = 0, found = 0;
    for (const char *at = frame; *at != '\0'; at++) {
        if (strncmp(at, words, strlen(words)) == 0 && ++found == nth) break;
        if (((unsigned char)*at & 0xC0) != 0x80) x++;
        if (*at == '\n') {
            y++;
            x = 0;
        }
    }
    if (found != nth) fail_msg("no %s\n%s", words, frame);
    snprintf(bytes, sizeof bytes, "\033[<0;%d;%d%c", x + 1, y + 1, press ? 'M' : 'm');
    type(&ann, bytes);
}

static void the_mouse_plays_and_goes_on(void **state)
{
    (void)state;
    begin();
    type(&ann, "o");
    click_on("8♦", 1, true);
    click_on("8♦", 1, false);
    click_on("9♠", 1, true);
    assert_shows(&ann, "step 2 of 13");
    click_on("7♣", 1, true);
    click_on("9♠", 1, false);
    assert_shows(&ann, "step 3 of 13");
    type(&ann, "ma");
    type(&ann, "Ka");
    type(&ann, "m\r");
    type(&ann, "J\t\t\t\r");
    type(&ann, "5a");
    type(&ann, "e");
    click_on("last plays", 1, true);
    assert_shows(&ann, "bea draws, and it is your turn.");
    caller_drop(&ann);
}

/* The whole lesson in lines; each step says what to type (P75). */
static void the_lesson_in_lines(void **state)
{
    static const struct {
        const char *line, *then;
    } lines[] = {
        { "8d n", "Type 7c n" },
        { "kh ne", "That is allowed, too. The lesson waits for something else: type 7c n" },
        { "7c to north", "Type n s" },
        { "play n s", "Type kh ne" },
        { "hint", "Type kh ne" },
        { "Kh sw", "Type w sw" },
        { "w sw", "Type jd sw" },
        { "jd sw", "Type 5s n" },
        { "5s n", "Type end" },
        { "end", "bea lays the 3 of spades on the 4 of diamonds." },
        { "end", "Enter goes on." },
        { "", "it is your turn. What you drew is marked in your hand: the 10 of spades." },
        { "hand", "3 Ts new" },
        { "", "Type hint." },
        { "hint", "Type ts sw" },
        { "ts sw", "Type hand for your cards, legal for what can be played." },
        { "legal", "9h sw" },
        { "9h sw", "Type hand for your cards" },
        { "end", "That is allowed, too." },
        { "2h e", "Type play for a real game, next for the next lesson, or quit." },
    };
    (void)state;
    caller_plain(&ann, &h);
    assert_heard(&ann, "New here? Type learn");
    type_line(&ann, "learn");
    assert_where(&ann, "lesson");
    assert_heard(&ann, "Type 8d n");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        hear_no_more(&ann);
        type_line(&ann, lines[i].line);
        assert_heard(&ann, lines[i].then);
    }
    for (size_t i = 0; i < ann.line.out.len; i++) assert_in_range((unsigned char)ann.line.out.buf[i], '\n', '~');
    type_line(&ann, "play");
    assert_where(&ann, "table");
    caller_drop(&ann);
}

/* The two patiences have lessons of their own, after the table's. */
static void n_leads_to_the_lesson_of_the_grid(void **state)
{
    static const struct {
        const char *keys, *then;
    } steps[] = {
        { "\r", "step 2 of 11" },
        { "\033[C\r", "step 3 of 11" },
        { "\033[B\033[D\r", "step 4 of 11" },
        { "\033[C\r", "the board is full. Now cards may go" },
        { "\r", "step 6 of 11" },
        { "x", "step 7 of 11" },
        { "e", "That is allowed, too." },
        { "x", "step 8 of 11" },
        { "x", "step 9 of 11" },
        { "e", "step 10 of 11" },
        { "i", "The hint: 2♣ goes to the middle" },
    };
    (void)state;
    begin();
    type(&ann, "8a");
    type(&ann, "n");
    assert_shows(&ann, "Lesson  step 1 of 11  the 4x4 patience");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        type(&ann, steps[i].keys);
        if (!shows(&ann, steps[i].then)) fail_msg("step %zu\n%s", i + 1, frame_at(&ann, 80, 24));
    }
    type(&ann, "?");
    assert_shows(&ann, "The 4x4 patience");
    type(&ann, "q");
    for (int k = 0; k < 16 && !shows(&ann, "the end"); k++) {
        type(&ann, "\r");
        type(&ann, k % 4 == 3 ? "\033[B" : "\033[C");
    }
    assert_shows(&ann, "That is all there is to it");
    type(&ann, "n");
    assert_shows(&ann, "Lesson  step 1 of 9  the solitaire");
    int lessons = 3;
    while (lesson_at(lessons) != NULL) lessons++;
    for (int k = 3; k <= lessons; k++) type(&ann, "n"); /* past those of more games to the first */
    assert_shows(&ann, "Lesson  step 1 of 13  Kings Corner");
    caller_drop(&ann);
}

static void the_lesson_of_the_solitaire_in_lines_leads_to_a_real_deal(void **state)
{
    static const char *const lines[] = { "8d n", "n s", "kh ne", "w ne", "3s e", "5s n", "draw", "hint", "e n" };
    (void)state;
    caller_plain(&ann, &h);
    type_line(&ann, "learn");
    type_line(&ann, "next");
    assert_heard(&ann, "Type place a1");
    hear_no_more(&ann);
    type_line(&ann, "next");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char asked[32];
        snprintf(asked, sizeof asked, "Type %s", lines[i]);
        assert_heard(&ann, asked);
        hear_no_more(&ann);
        type_line(&ann, lines[i]);
    }
    assert_heard(&ann, "That is all there is to it.");
    type_line(&ann, "play");
    assert_where(&ann, "patience");
    caller_drop(&ann);
}

static void quit_leaves_the_lesson_in_lines(void **state)
{
    (void)state;
    caller_plain(&ann, &h);
    type_line(&ann, "learn");
    type_line(&ann, "help");
    assert_where(&ann, "help");
    type_line(&ann, "back");
    assert_where(&ann, "lesson");
    type_line(&ann, "quit");
    assert_where(&ann, "lobby");
    caller_drop(&ann);
}

/* --- the lobby shows newcomers the lesson --- */

static void a_guest_is_new_until_something_was_played(void **state)
{
    static const char *const ways[][2] = { { "l", "q" }, { "\r", "q" }, { "g", "q" } };
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        caller_guest(&ann, &h);
        assert_shows(&ann, "New here? Press l");
        type(&ann, "j");
        assert_shows(&ann, "New here? Press l");
        type(&ann, "f");
        type(&ann, "q");
        assert_shows(&ann, "New here? Press l");
        type(&ann, "k");
        type_slowly(&ann, ways[i][0]);
        type_slowly(&ann, ways[i][1]);
        if (strcmp(where(&ann), "table") == 0) type(&ann, "l");
        assert_where(&ann, "lobby");
        assert_false(shows(&ann, "New here?"));
        caller_drop(&ann);
    }
}

/* Beside the pointer nothing is lost: in a narrow window a row's own words come with the first key. */
static void in_a_narrow_window_it_gives_way_to_the_rows(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    assert_non_null(strstr(frame_at(&ann, 40, 12), "New here? Press l"));
    type(&ann, "j");
    assert_null(strstr(frame_at(&ann, 40, 12), "New here?"));
    caller_drop(&ann);
}

static void make_by_typing(struct caller_in_test *c, const char *move)
{
    char typed[MOVE_TEXT + 3];
    snprintf(typed, sizeof typed, ":%s\r", move);
    type(c, typed);
}

static void an_account_is_new_until_it_has_a_round(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    await_words(&ann, "New here? Press l");
    type(&ann, "l");
    type(&ann, "q");
    assert_false(shows(&ann, "New here?"));
    caller_drop(&ann);
    caller_by_key(&ann, &h, "ann", false);
    await_words(&ann, "New here? Press l");
    type(&ann, "\r");
    play_round(&ann, make_by_typing);
    house_run(&h);
    type(&ann, "q");
    caller_drop(&ann);
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "f");
    await_words(&ann, "All rounds"); /* asked for later, so the lobby has its answer too */
    type(&ann, "q");
    assert_where(&ann, "lobby");
    assert_false(shows(&ann, "New here?"));
    caller_drop(&ann);
}

static void the_lesson_as_it_looks(void **state)
{
    (void)state;
    begin();
    strcpy(visit_in(&ann)->person.name, "guest");
    compare_screen(&ann, "lesson-begin");
    type_slowly(&ann, "8");
    compare_screen(&ann, "lesson-taken");
    type_escape(&ann);
    type_all_but_the_end();
    compare_screen(&ann, "lesson-hint");
    type(&ann, ":ts ne\r");
    type(&ann, ":2h e\r");
    type(&ann, "9a");
    compare_screen(&ann, "lesson-end");
    type(&ann, "n");
    compare_screen(&ann, "lesson-grid");
    type(&ann, "n");
    compare_screen(&ann, "lesson-cross");
    caller_drop(&ann);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_WITHOUT_STORE(the_lesson_by_keys_leads_to_a_real_round),
        TEST_WITHOUT_STORE(what_is_allowed_but_not_asked_for_is_not_played),
        TEST_WITHOUT_STORE(what_is_not_allowed_is_refused_with_its_reason),
        TEST_WITHOUT_STORE(i_tells_the_play_that_is_asked_for),
        TEST_WITHOUT_STORE(q_leaves_at_once_and_nothing_stays),
        TEST_WITHOUT_STORE(the_mouse_plays_and_goes_on),
        TEST_WITHOUT_STORE(the_lesson_in_lines),
        TEST_WITHOUT_STORE(n_leads_to_the_lesson_of_the_grid),
        TEST_WITHOUT_STORE(the_lesson_of_the_solitaire_in_lines_leads_to_a_real_deal),
        TEST_WITHOUT_STORE(quit_leaves_the_lesson_in_lines),
        TEST_WITHOUT_STORE(a_guest_is_new_until_something_was_played),
        TEST_WITHOUT_STORE(in_a_narrow_window_it_gives_way_to_the_rows),
        TEST(an_account_is_new_until_it_has_a_round),
        TEST_WITHOUT_STORE(the_lesson_as_it_looks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
