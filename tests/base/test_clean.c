#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "base/clean.h"
#include "base/random.h"
#include "base/utf8.h"

static const char *line(const char *in)
{
    static char out[256];
    clean_line(out, sizeof out, in, strlen(in));
    return out;
}

/* (H63) */
static void escapes_controls_and_c1_never_pass(void **state)
{
    (void)state;
    assert_string_equal(line("a\x1b[2Jb"), "a[2Jb");
    assert_string_equal(line("a\x9b"
                             "2Jb"),
                        "a2Jb"); /* a lone byte is no UTF-8 */
    assert_string_equal(line("a\xc2\x9b"
                             "2Jb"),
                        "a2Jb"); /* U+009B */
    assert_string_equal(line("a\rAdmin: hi"), "aAdmin: hi");
    assert_string_equal(line("a\a\b\x7f\nz"), "az");
    assert_string_equal(line("\xff\xfe\xc0\xaf ok"), "ok");
}

/* (H64) */
static void what_cannot_be_seen_is_left_out(void **state)
{
    (void)state;
    static const uint32_t unseen[] = { 0x200B, 0x202E,  0x2066, 0x00AD, 0x3164, 0x115F, 0xFE0F,  0xFEFF,
                                       0x2028, 0xE0001, 0x2800, 0x034F, 0xE000, 0xD800, 0x10FFFF };
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++) {
        char text[8] = "a";
        size_t n = 1 + utf8_encode(unseen[i], text + 1);
        text[n] = 'b';
        text[n + 1] = '\0';
        assert_false(clean_character(unseen[i]));
        assert_string_equal(line(text), "ab");
    }
}

/* (H64) */
static void at_most_two_combining_marks_stay_on_a_character(void **state)
{
    (void)state;
    assert_string_equal(line("q\xcc\x81\xcc\x81\xcc\x81\xcc\x81z"), "q\xcc\x81\xcc\x81z");
    assert_string_equal(line("\xcc\x81z"), "z");
}

/* (H65) */
static void accents_are_composed_and_wide_characters_stay_whole(void **state)
{
    (void)state;
    assert_string_equal(line("e\xcc\x81"), "\xc3\xa9");
    char out[6];
    size_t n = clean_line(out, sizeof out, "\xe6\xbc\xa2\xe5\xad\x97", 6);
    assert_int_equal(n, 3);
    assert_string_equal(out, "\xe6\xbc\xa2");
    assert_int_equal(utf8_columns("\xe6\xbc\xa2\xe5\xad\x97"), 4);
    assert_int_equal(utf8_width(0x2660), 1);
    assert_int_equal(utf8_width(0x00AD), 0);
    assert_int_equal(utf8_width(0x3164), 0);
    assert_int_equal(utf8_width(0x200B), 0);
}

static void white_space_is_folded_and_trimmed(void **state)
{
    (void)state;
    assert_string_equal(line("  a \t\t b\xc2\xa0\xe2\x80\x83 c  "), "a b c");
    assert_string_equal(line("   "), "");
}

/* (H63) */
static void the_log_gets_one_line_of_ascii(void **state)
{
    (void)state;
    char out[64];
    clean_escape(out, sizeof out, "x\n1.2.3.4 fail\\\x9b", 16);
    assert_string_equal(out, "x\\x0a1.2.3.4 fail\\\\\\x9b");
    assert_int_equal(clean_escape(out, 6, "\n\n\n", 3), 4); /* never half an escape */
}

static void words_for_programs_are_printable_ascii(void **state)
{
    (void)state;
    char out[8];
    assert_int_equal(clean_word(out, sizeof out, "xt\x1b e\xc3rm-256color", 17), 7);
    assert_string_equal(out, "xterm-2");
}

static void names_are_2_to_16_of_few_characters_and_not_the_house_s(void **state)
{
    (void)state;
    static const char *const good[] = { "ann", "A1", "x_-y", "abcdefghijklmnop" };
    static const char *const bad[] = {
        "",     "a", "abcdefghijklmnopq", "a b", "a\x1b[2J", "\xc3\xa9va", "Sysop", "GUEST-12", "admin", "play", "you",
        "-ann", "_x"
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) assert_null(clean_name_why(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_non_null(clean_name_why(bad[i]));
    char name[NAME_MAX_LENGTH + 1];
    clean_name(name, "an\x1bn!!");
    assert_string_equal(name, "ann");
    clean_name(name, "-_ann-");
    assert_string_equal(name, "ann-");
    clean_name(name, "root");
    assert_string_equal(name, "");
}

static const char *skeleton(const char *name)
{
    static char out[2][NAME_MAX_LENGTH + 1];
    static int turn;
    clean_skeleton(out[turn ^= 1], name);
    return out[turn];
}

static void names_that_look_alike_have_one_skeleton(void **state)
{
    (void)state;
    static const char *const alike[][2] = {
        { "Bill", "BiIl" },      { "Bill", "B1ll" },    { "Bill", "Bil1" },      { "Bill", "Bill-" },
        { "Bill", "Bill_" },     { "Bill", "Bi--ll" },  { "Bob", "B0b" },        { "mona", "rnona" },
        { "barney", "bar-ney" }, { "Barney", "BAMEY" }, { "walter", "vvalter" }, { "Otto", "0TT0" },
        { "ian", "Lan" },        { "m", "r_n" },
    };
    static const char *const apart[][2] = {
        { "ann", "anna" },  { "ann", "am" },    { "bea", "bee" },   { "clara", "dara" },
        { "vera", "wera" }, { "bob2", "bobz" }, { "nils", "nili" },
    };
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        assert_string_equal(skeleton(alike[i][0]), skeleton(alike[i][1]));
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        assert_string_not_equal(skeleton(apart[i][0]), skeleton(apart[i][1]));
}

/* An account that has such a name from old times still comes in by it. */
static void a_new_name_may_not_look_like_one_of_the_house_s(void **state)
{
    (void)state;
    static const char *const bad[] = { "sys0p",  "Sy-sop",   "adrnin",    "admln", "P1ay", "y-o-u",
                                       "GUEST7", "Guest_12", "guestbook", "h0st",  "klngs" };
    static const char *const good[] = { "ann", "kingsley", "gus", "players", "hostess" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(clean_name_why(bad[i]));
        assert_non_null(clean_new_name_why(bad[i]));
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) assert_null(clean_new_name_why(good[i]));
    assert_string_equal(clean_new_name_why("root"), clean_name_why("root"));
    char name[NAME_MAX_LENGTH + 1];
    clean_name(name, "s.y.s.0.p");
    assert_string_equal(name, "");
}

static void random_bytes_never_make_a_line_that_is_not_clean(void **state)
{
    (void)state;
    struct random r = random_seeded(20261130);
    for (int i = 0; i < 20000; i++) {
        char in[64], out[80];
        size_t n = random_below(&r, sizeof in + 1);
        random_bytes(&r, in, n);
        size_t len = clean_line(out, 1 + random_below(&r, sizeof out), in, n);
        assert_int_equal(len, strlen(out));
        for (size_t at = 0, took; at < len; at += took) {
            uint32_t c;
            took = utf8_decode(out + at, len - at, &c);
            assert_true(c == ' ' || clean_character(c));
        }
        char again[80];
        clean_line(again, sizeof again, out, len);
        assert_string_equal(again, out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes_controls_and_c1_never_pass),
        cmocka_unit_test(what_cannot_be_seen_is_left_out),
        cmocka_unit_test(at_most_two_combining_marks_stay_on_a_character),
        cmocka_unit_test(accents_are_composed_and_wide_characters_stay_whole),
        cmocka_unit_test(white_space_is_folded_and_trimmed),
        cmocka_unit_test(the_log_gets_one_line_of_ascii),
        cmocka_unit_test(words_for_programs_are_printable_ascii),
        cmocka_unit_test(names_are_2_to_16_of_few_characters_and_not_the_house_s),
        cmocka_unit_test(names_that_look_alike_have_one_skeleton),
        cmocka_unit_test(a_new_name_may_not_look_like_one_of_the_house_s),
        cmocka_unit_test(random_bytes_never_make_a_line_that_is_not_clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
