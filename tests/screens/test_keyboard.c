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
#define ROW(literal) { literal, sizeof literal - 1 }
    ROW("\033\r"),        ROW("\033\n"),      ROW("\033\r\n"),       ROW("\033\t"),      ROW("\033\003"),     ROW("\033\004"),
    ROW("\033\f"),        ROW("\033\0"),      ROW("\033q"),          ROW("\033 "),       ROW("\033\xc3\xa9"), ROW("\033\033[A"),
    ROW("\033\033[B"),    ROW("\033\033OA"),  ROW("\033\033OM"),     ROW("\033[13;3u"),  ROW("\033[27;3u"),   ROW("\033[27;3;13~"),
    ROW("\033\033[13u"),  ROW("\033\033[99;5u"), ROW("\033[1;3A"),   ROW("\033[113;9u"), ROW("\033[99;7u"),   ROW("\033\033[5~"),
    ROW("\033\033OP"),    ROW("\033\033[[A"),
#undef ROW
};
#define ALT_KEYS (sizeof alt_keys / sizeof *alt_keys)

static void a_key_with_alt_neither_leaves_a_form_nor_sends_it(void **state) /* H54 */
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

static void a_move_that_is_typed_is_edited_by_words(void **state) /* H5 */
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
    static const char *const asks[] = { "\033[27u",   "\033[113u",      "\033[113;129u", "\033[113;;113u", "\033[27;5;99~",
                                        "\033[99;5u", "\033[27;5;100~", "\033[100;69u",  "\033[1081::113u", "\033[27;1;113~" };
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
    static const char *const downs[] = { "\033[1;1:1B", "\033[1;1:2B", "\033[1;129B", "\033OB", "\033[b", "\033[57420u", "\033[1;2B", "\033O2B" };
    static const char *const enters[] = { "\033[13u", "\033[13;2u", "\033[13;5u", "\033[27;2;13~", "\033[57414;129u", "\033OM", "\033[13;1:1u" };
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

static void what_a_terminal_says_late_is_no_key_anywhere(void **state) /* H58 */
{
    (void)state;
    static const char *const replies[] = { "\033[I", "\033[O", "\033[?1u", "\033[?62;22c", "\033[>41;379;0c", "\033[1;1R",
                                           "\033]11;rgb:0000/0000/0000\033\\", "\033P>|XTerm(379)\033\\", "\033[?2026;2$y",
                                           "\033[57441;2u", "\033[113;1:3u" };
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
