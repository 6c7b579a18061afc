#include "screens/table_play.h"

#include "screens/own_house.h"

/* Bytes that may hold NUL, in one read; then more time than an ESC waits. */
static void send_bytes(struct caller_in_test *c, const char *bytes, size_t n)
{
    c->line.conn.up->input(c->line.conn.owner, (const uint8_t *)bytes, n);
    house_run(c->h);
    house_pass(c->h, 150);
}

#define SEND(c, literal) send_bytes(c, literal, sizeof literal - 1)

/* --- Alt --- */

static const struct {
    const char *bytes;
    size_t n;
} alt_keys[] = {
#define ROW(literal)                                                                                                   \
    {                                                                                                                  \
        literal, sizeof literal - 1                                                                                    \
    }
    ROW("\033\r"),       ROW("\033\n"),      ROW("\033\r\n"),      ROW("\033\t"),       ROW("\033\003"),
    ROW("\033\004"),     ROW("\033\f"),      ROW("\033\0"),        ROW("\033q"),        ROW("\033 "),
    ROW("\033\xc3\xa9"), ROW("\033\033[A"),  ROW("\033\033[B"),    ROW("\033\033OA"),   ROW("\033\033OM"),
    ROW("\033[13;3u"),   ROW("\033[27;3u"),  ROW("\033[27;3;13~"), ROW("\033\033[13u"), ROW("\033\033[99;5u"),
    ROW("\033[1;3A"),    ROW("\033[113;9u"), ROW("\033[99;7u"),    ROW("\033\033[5~"),  ROW("\033\033OP"),
    ROW("\033\033[[A"),
#undef ROW
};
#define ALT_KEYS (sizeof alt_keys / sizeof *alt_keys)

static void a_key_with_alt_neither_leaves_a_form_nor_sends_it(void **state) /* (H54) */
{
    (void)state;
    caller_telnet(&ann, &h);
    type(&ann, "n");
    type_slowly(&ann, "annabel");
    for (size_t i = 0; i < ALT_KEYS; i++) {
        send_bytes(&ann, alt_keys[i].bytes, alt_keys[i].n);
        assert_where(&ann, "sign");
        assert_shows(&ann, "annabel");
    }
    type_line(&ann, "le");
    type_slowly(&ann, "kings and queens");
    SEND(&ann, "\033\x7f");
    assert_shows(&ann, "annabelle");
    assert_false(shows(&ann, "**"));
    SEND(&ann, "\033");
    await_screen(&ann, "welcome");
    caller_drop(&ann);
}

static void alt_goes_by_words_in_a_field(void **state)
{
    (void)state;
    caller_telnet(&ann, &h);
    type(&ann, "n");
    type_slowly(&ann, "ann of the house");
    SEND(&ann, "\033\x7f");
    SEND(&ann, "\033\033[D");
    SEND(&ann, "\033b");
    type(&ann, "-");
    assert_shows(&ann, "ann -of the");
    SEND(&ann, "\033[1;3C\033[1;5C");
    SEND(&ann, "\033[127;5u");
    SEND(&ann, "\033\x08");
    assert_shows(&ann, "ann");
    assert_false(shows(&ann, "-of"));
    caller_drop(&ann);
}

static void a_key_with_alt_keeps_what_is_said_and_what_is_held(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    type_slowly(&ann, "chello");
    for (size_t i = 0; i < ALT_KEYS; i++) {
        send_bytes(&ann, alt_keys[i].bytes, alt_keys[i].n);
        assert_shows(&ann, "hello");
    }
    type(&ann, "\003");
    assert_false(shows(&ann, "hello"));
    char before[64 * 1024];
    await_turn(&ann);
    uint32_t turn = room_turn(room_in(&ann));
    type(&ann, "\r");
    assert_shows(&ann, "Esc let go");
    strcpy(before, frame_at(&ann, 80, 24));
    for (size_t i = 0; i < ALT_KEYS; i++) {
        ann.line.conn.up->input(ann.line.conn.owner, (const uint8_t *)alt_keys[i].bytes, alt_keys[i].n);
        house_run(&h);
        assert_where(&ann, "table");
        assert_int_equal(room_turn(room_in(&ann)), turn);
        assert_string_equal(frame_at(&ann, 80, 24), before);
    }
    caller_drop(&ann);
}

static void a_move_that_is_typed_is_edited_by_words(void **state) /* (H5) */
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    await_turn(&ann);
    type_slowly(&ann, ":9s north");
    SEND(&ann, "\033\x7f");
    assert_shows(&ann, ":9s");
    assert_false(shows(&ann, "north"));
    SEND(&ann, "\033[3~\x7f");
    type(&ann, "h");
    assert_shows(&ann, ":9h");
    SEND(&ann, "\025\033\r");
    assert_false(shows(&ann, ":9"));
    assert_shows(&ann, "Enter make the move");
    SEND(&ann, "\033[3~");
    assert_false(shows(&ann, "Enter make the move"));
    caller_drop(&ann);
}

/* --- a mode that another program left on --- */

static void every_step_works_in_kittys_protocol_with_all_keys_told(void **state)
{
    (void)state;
    caller_telnet(&ann, &h);
    SEND(&ann, "\033[110;1:1u\033[110;1:3u");
    assert_where(&ann, "sign");
    SEND(&ann, "\033[97;;97u\033[97;1:3u\033[110;;110u\033[110;1:3u\033[110u\033[110;1:3u");
    assert_shows(&ann, "ann");
    SEND(&ann, "\033[57441;2u\033[65;2u\033[57441;1:3u\033[127u\033[127;1:3u");
    assert_shows(&ann, "ann");
    SEND(&ann, "\033[27u\033[27;1:3u");
    assert_where(&ann, "welcome");
    SEND(&ann, "\033[57414u\033[57414;1:3u");
    assert_where(&ann, "lobby");
    SEND(&ann, "\033[113;1:1u\033[113;1:3u");
    assert_shows(&ann, "y leave");
    SEND(&ann, "\033[99;5u");
    assert_where(&ann, "");
    caller_drop(&ann);
}

static void every_way_out_works_in_every_mode(void **state)
{
    (void)state;
    static const char *const asks[] = { "\033[27u",        "\033[113u",     "\033[113;129u",  "\033[113;;113u",
                                        "\033[27;5;99~",   "\033[99;5u",    "\033[27;5;100~", "\033[100;69u",
                                        "\033[1081::113u", "\033[27;1;113~" };
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        caller_guest(&ann, &h);
        assert_where(&ann, "lobby");
        send_bytes(&ann, asks[i], strlen(asks[i]));
        assert_shows(&ann, "y leave");
        caller_drop(&ann);
    }
}

static void arrows_and_enter_work_in_every_mode(void **state)
{
    (void)state;
    static const char *const downs[] = { "\033[1;1:1B", "\033[1;1:2B", "\033[1;129B", "\033OB",
                                         "\033[b",      "\033[57420u", "\033[1;2B",   "\033O2B" };
    static const char *const enters[] = { "\033[13u",        "\033[13;2u", "\033[13;5u",  "\033[27;2;13~",
                                          "\033[57414;129u", "\033OM",     "\033[13;1:1u" };
    static const char *const ups[] = { "\033[A", "\033OA", "\033[1;1:1A", "\033[57419u" };
    caller_guest(&ann, &h);
    char first[64 * 1024], second[64 * 1024];
    strcpy(first, frame_at(&ann, 80, 24));
    type(&ann, "j");
    strcpy(second, frame_at(&ann, 80, 24));
    assert_string_not_equal(first, second);
    type(&ann, "k");
    for (size_t i = 0; i < sizeof downs / sizeof *downs; i++) {
        type(&ann, downs[i]);
        assert_string_equal(frame_at(&ann, 80, 24), second);
        type(&ann, "\033[1;1:3B");
        type(&ann, ups[i % 4]);
        assert_string_equal(frame_at(&ann, 80, 24), first);
    }
    caller_drop(&ann);
    for (size_t i = 0; i < sizeof enters / sizeof *enters; i++) {
        caller_guest(&ann, &h);
        type(&ann, enters[i]);
        assert_where(&ann, "table");
        caller_drop(&ann);
    }
}

static void what_a_terminal_says_late_is_no_key_anywhere(void **state) /* (H58) */
{
    (void)state;
    static const char *const replies[] = { "\033[I",
                                           "\033[O",
                                           "\033[?1u",
                                           "\033[?62;22c",
                                           "\033[>41;379;0c",
                                           "\033[1;1R",
                                           "\033]11;rgb:0000/0000/0000\033\\",
                                           "\033P>|XTerm(379)\033\\",
                                           "\033[?2026;2$y",
                                           "\033[57441;2u",
                                           "\033[113;1:3u" };
    caller_telnet(&ann, &h);
    type(&ann, "n");
    type_slowly(&ann, "annabel");
    for (size_t i = 0; i < sizeof replies / sizeof *replies; i++)
        for (size_t cut = 0; cut <= strlen(replies[i]); cut++) {
            ann.line.conn.up->input(ann.line.conn.owner, (const uint8_t *)replies[i], cut);
            ann.line.conn.up->input(ann.line.conn.owner, (const uint8_t *)replies[i] + cut, strlen(replies[i]) - cut);
        }
    house_run(&h);
    assert_where(&ann, "sign");
    type(&ann, "Z");
    assert_shows(&ann, "annabelZ\n");
    caller_drop(&ann);
}

/* --- keys that mean nothing --- */

#define LATIN "Keys are Latin letters; ? is help."

static void three_keys_of_another_layout_are_answered(void **state)
{
    (void)state;
    static const char *const foreign[] = { "\xd0\xb9", "\xce\xb8",         "\xe3\x81\x82",
                                           "\xc3\xa9", "\xf0\x9f\x91\x8d", "\xff" };
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        caller_guest(&ann, &h);
        type(&ann, foreign[i]);
        type(&ann, foreign[i]);
        assert_false(shows(&ann, LATIN));
        type(&ann, foreign[i]);
        assert_shows(&ann, LATIN);
        type(&ann, "j");
        assert_false(shows(&ann, LATIN));
        type(&ann, foreign[i]);
        type(&ann, foreign[i]);
        type(&ann, "k");
        type(&ann, foreign[i]);
        assert_false(shows(&ann, LATIN)); /* not in a row */
        caller_drop(&ann);
    }
}

/* Each way from the lobby to a screen with letters. */
static const struct {
    const char *name, *keys;
} screens_with_keys[] = {
    { "lobby", "" }, { "table", "\r" },  { "patience", "g" }, { "patience", "s" },
    { "help", "?" }, { "figures", "f" }, { "account", "a" },  { "lesson", "l" },
};
#define SCREENS_WITH_KEYS (sizeof screens_with_keys / sizeof *screens_with_keys)

static void go_to(struct caller_in_test *c, size_t i)
{
    caller_guest(c, &h);
    type(c, screens_with_keys[i].keys);
    assert_where(c, screens_with_keys[i].name);
    if (strcmp(where(c), "table") == 0) await_turn(c);
}

static void the_answer_comes_on_every_screen(void **state)
{
    (void)state;
    for (size_t i = 0; i < SCREENS_WITH_KEYS; i++) {
        go_to(&ann, i);
        for (int n = 0; n < 3; n++) type(&ann, "\xd0\xb9");
        assert_shows(&ann, LATIN);
        type(&ann, "?"); /* and it is true */
        assert_where(&ann, "help");
        caller_drop(&ann);
    }
    caller_telnet(&ann, &h);
    for (int n = 0; n < 3; n++) type(&ann, "\xd0\xb9");
    assert_shows(&ann, LATIN);
    type(&ann, "?");
    assert_where(&ann, "help");
    caller_drop(&ann);
}

static void latin_keys_that_mean_nothing_are_answered_too(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "#");
    type(&ann, "\033[21~");
    type(&ann, "\032");
    assert_shows(&ann, "Those keys mean nothing here; ? is help.");
    for (int n = 0; n < 9; n++) type(&ann, "\033[C");
    assert_false(shows(&ann, "mean nothing"));
    caller_drop(&ann);
}

static void a_move_that_is_typed_in_other_letters_is_answered(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    await_turn(&ann);
    type_slowly(&ann, ":9");
    type(&ann, "\033[1099::115u"); /* the terminal names its Latin key */
    assert_shows(&ann, ":9s");
    for (int n = 0; n < 3; n++) type(&ann, "\xd1\x8b");
    assert_shows(&ann, LATIN);
    type(&ann, " ");
    assert_shows(&ann, ":9s");
    caller_drop(&ann);
}

/* Caps Lock, a wide letter of an input method, and what a keyboard of another layout has at that place. */
static void a_letter_in_other_clothes_is_the_letter(void **state)
{
    (void)state;
    static const char *const letters[] = {
        "Q", "\xef\xbd\x91", "\xef\xbc\xb1", "\033[1081::113u", "\033[1081:1049:113;2u", "\033[113;65u"
    };
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
        caller_guest(&ann, &h);
        type(&ann, letters[i]);
        assert_shows(&ann, "y leave");
        type(&ann, "Y");
        assert_where(&ann, "");
        caller_drop(&ann);
    }
    caller_guest(&ann, &h);
    type(&ann, "\xef\xbc\x9f"); /* wide ? */
    assert_where(&ann, "help");
    type(&ann, "Q");
    type(&ann, "J");
    type(&ann, "V");
    assert_shows(&ann, "You see");
    caller_drop(&ann);
}

static void a_capital_with_a_meaning_of_its_own_keeps_it(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    await_turn(&ann);
    type(&ann, "Q"); /* takes a queen, or says that there is none */
    assert_false(shows(&ann, "Leave the table"));
    type(&ann, "S");
    assert_shows(&ann, "The moves of others");
    type(&ann, "\033[1081::113u");
    assert_shows(&ann, "Leave the table");
    type(&ann, "L");
    assert_where(&ann, "lobby");
    caller_drop(&ann);
}

static void text_is_taken_as_it_is(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    type(&ann, "c");
    SEND(&ann, "\033[1081::113u\xef\xbd\x91Q\xd0\xb9\xd0\xb9\xd0\xb9");
    assert_shows(&ann, "йｑQййй");
    assert_false(shows(&ann, LATIN));
    caller_drop(&ann);
}

static void a_paste_is_answered_where_nothing_takes_it(void **state) /* (H59) */
{
    (void)state;
    for (size_t i = 0; i < SCREENS_WITH_KEYS; i++) {
        go_to(&ann, i);
        type(&ann, "\033[200~quit, yes\r\033[201~");
        assert_where(&ann, screens_with_keys[i].name);
        assert_shows(&ann, "What is pasted is not");
        house_pass(&h, KEYS_TAIL_MS);
        type(&ann, "yes, leave the house");
        assert_where(&ann, screens_with_keys[i].name);
        assert_shows(&ann, "What is pasted is not");
        caller_drop(&ann);
    }
}

/* --- fingers --- */

static void a_key_held_on_a_slow_line_is_as_many_keys(void **state) /* (H59) */
{
    (void)state;
    char slow[64 * 1024];
    caller_guest(&ann, &h);
    type_slowly(&ann, "jjjjjjj"); /* fewer than the rows of any lobby: not once round */
    strcpy(slow, frame_at(&ann, 80, 24));
    type_slowly(&ann, "kkkkkkk");
    assert_string_not_equal(frame_at(&ann, 80, 24), slow);
    type(&ann, "jjjjjjj");
    assert_string_equal(frame_at(&ann, 80, 24), slow);
    type(&ann, "jkjkjkjkjk");
    assert_string_equal(frame_at(&ann, 80, 24), slow);
    caller_drop(&ann);
}

/* The table with the card under the cursor taken, which is let go again. */
static void look_at_cursor(char frame[64 * 1024])
{
    type(&ann, "\r");
    strcpy(frame, frame_at(&ann, 80, 24));
    type(&ann, "\x7f");
}

static void a_key_held_at_the_table_moves_the_cursor(void **state) /* (H59) */
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    await_turn(&ann);
    char first[64 * 1024], slow[64 * 1024], now[64 * 1024];
    type_slowly(&ann, "hhhhhhhhh");
    look_at_cursor(first);
    type_slowly(&ann, "lllllllll");
    look_at_cursor(slow);
    assert_string_not_equal(slow, first);
    type(&ann, "hhhhhhhhh");
    look_at_cursor(now);
    assert_string_equal(now, first);
    type(&ann, "\033[C\033[C\033[D\033[Dlllllllll");
    look_at_cursor(now);
    assert_string_equal(now, slow);
    caller_drop(&ann);
}

/* More than the bucket of bytes takes: what is left of it are crumbs of few letters, and they play nothing either. */
static void the_crumbs_of_a_flood_play_nothing(void **state) /* (H59, H61) */
{
    (void)state;
    char prose[1448];
    for (size_t i = 0; i < sizeof prose; i++) prose[i] = "see how they leave, yes "[i % 24];
    caller_guest(&ann, &h);
    type(&ann, "\r");
    await_turn(&ann);
    uint32_t turn = room_turn(room_in(&ann));
    for (int n = 0; n < 200; n++) {
        ann.line.conn.up->input(ann.line.conn.owner, (const uint8_t *)prose + n, sizeof prose - (size_t)n);
        h.clock.ms += 1;
    }
    house_run(&h);
    assert_where(&ann, "table");
    assert_int_equal(room_turn(room_in(&ann)), turn);
    assert_shows(&ann, "What is pasted is not played");
    caller_drop(&ann);
}

static void plain_mode_answers_every_word_it_does_not_know(void **state)
{
    (void)state;
    static const char *const ways[] = { "", "account" };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        caller_plain(&ann, &h);
        type_line(&ann, ways[i]);
        hear_no_more(&ann);
        type_line(&ann, "\xd0\xb9");
        assert_heard(&ann, "There is no word");
        caller_drop(&ann);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_key_with_alt_neither_leaves_a_form_nor_sends_it),
        TEST(alt_goes_by_words_in_a_field),
        TEST(a_key_with_alt_keeps_what_is_said_and_what_is_held),
        TEST(a_move_that_is_typed_is_edited_by_words),
        TEST(every_step_works_in_kittys_protocol_with_all_keys_told),
        TEST(every_way_out_works_in_every_mode),
        TEST(arrows_and_enter_work_in_every_mode),
        TEST(what_a_terminal_says_late_is_no_key_anywhere),
        TEST(three_keys_of_another_layout_are_answered),
        TEST(the_answer_comes_on_every_screen),
        TEST(a_move_that_is_typed_in_other_letters_is_answered),
        TEST(latin_keys_that_mean_nothing_are_answered_too),
        TEST(a_letter_in_other_clothes_is_the_letter),
        TEST(a_capital_with_a_meaning_of_its_own_keeps_it),
        TEST(text_is_taken_as_it_is),
        TEST(a_paste_is_answered_where_nothing_takes_it),
        TEST(a_key_held_on_a_slow_line_is_as_many_keys),
        TEST(a_key_held_at_the_table_moves_the_cursor),
        TEST(the_crumbs_of_a_flood_play_nothing),
        TEST(plain_mode_answers_every_word_it_does_not_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
