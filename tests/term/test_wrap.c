#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "seed.h"
#include "term/wrap.h"

#define HAN "\xe6\xbc\xa2" /* two columns */
#define ACUTE "\xcc\x81"   /* combining: no column of its own */
#define TEST_TEXT_MAX 200

static void words_are_kept_whole_and_a_newline_ends_a_line(void **state)
{
    (void)state;
    const char *next, *text = "one two three\nfour";
    assert_int_equal(wrap_line(text, 8, &next), 7);
    assert_string_equal(next, "three\nfour");
    assert_int_equal(wrap_line(next, 8, &next), 5);
    assert_string_equal(next, "four");
    assert_int_equal(wrap_line(next, 8, &next), 4);
    assert_string_equal(next, "");
}

/* Cut by columns and by whole characters, whatever comes (H65). */
static void a_long_word_is_cut_by_whole_characters(void **state)
{
    (void)state;
    const char *next;
    assert_int_equal(wrap_line(HAN "\xe5\xad\x97" HAN, 5, &next), 6);
    assert_int_equal(wrap_line(HAN, 1, &next), 3);
    assert_int_equal(wrap_line("abcdef", 4, &next), 4);
    assert_string_equal(next, "ef");
    assert_int_equal(wrap_line("a bcdefg", 4, &next), 1);
    assert_string_equal(next, "bcdefg");
    assert_int_equal(wrap_line("\nx", 4, &next), 0);
    assert_string_equal(next, "x");
}

static void a_combining_mark_stays_with_its_character(void **state)
{
    (void)state;
    const char *next;
    assert_int_equal(wrap_line("abe" ACUTE "fg", 3, &next), 5);
    assert_string_equal(next, "fg");
    assert_int_equal(wrap_line("abe" ACUTE "fg", 2, &next), 2);
    assert_string_equal(next, "e" ACUTE "fg");
    assert_int_equal(wrap_line(HAN ACUTE HAN, 1, &next), 5);
    assert_string_equal(next, HAN);
    assert_int_equal(wrap_lines("e" ACUTE "e" ACUTE "e" ACUTE, 1), 3);
}

static void blanks_at_a_break_are_dropped_and_those_before_a_text_stand(void **state)
{
    (void)state;
    const char *next;
    assert_int_equal(wrap_line("abcd   ef", 4, &next), 4);
    assert_string_equal(next, "ef");
    assert_int_equal(wrap_line("abcd   \nef", 4, &next), 4);
    assert_string_equal(next, "ef");
    assert_int_equal(wrap_lines("abcd   ", 4), 1);
    assert_int_equal(wrap_line(" ab cd", 4, &next), 3);
    assert_string_equal(next, "cd");
    assert_int_equal(wrap_lines("a\n b", 4), 2);
}

static void an_empty_text_has_no_line_and_an_empty_line_is_one(void **state)
{
    (void)state;
    assert_int_equal(wrap_lines("", 10), 0);
    assert_int_equal(wrap_lines("\n", 10), 1);
    assert_int_equal(wrap_lines("a\n\nb\n", 10), 3);
    assert_int_equal(wrap_lines("abc", 0), 3);
    assert_int_equal(wrap_lines("abc", -1), 3);
}

static void text_scrolls_by_lines_inside_its_area(void **state)
{
    (void)state;
    struct canvas *c = canvas_new(20, 4);
    struct text out;
    char buf[200];
    assert_int_equal(wrap_draw(c, (struct area){ 1, 1, 10, 2 }, STYLE_PLAIN, "a\nb\nc\nd", 1), 4);
    text_init(&out, buf, sizeof buf);
    canvas_dump(c, &out);
    assert_string_equal(buf, "\n b\n c\n\n");
    canvas_clear(c);
    text_clear(&out);
    assert_int_equal(wrap_draw(c, (struct area){ 1, 1, 1, 2 }, STYLE_PLAIN, HAN "x", 0), 2);
    canvas_dump(c, &out);
    assert_string_equal(buf, "\n\n x\n\n");
    canvas_free(c);
}

static void make_text(struct random *random, char out[TEST_TEXT_MAX])
{
    static const char *const pieces[] = { "a", "word", " ", "  ", "\n", HAN, ("e" ACUTE), "\xff", "9\xe2\x99\xa6" };
    struct text t;
    text_init(&t, out, TEST_TEXT_MAX - 8);
    for (uint32_t n = random_below(random, 40); n > 0; n--)
        text_add(&t, "%s", pieces[random_below(random, sizeof pieces / sizeof *pieces)]);
}

/* Nothing but blanks and newlines is lost, and a line is only wider than asked where one character is. */
static void whatever_the_text_no_line_is_too_wide_and_no_character_is_lost(void **state)
{
    (void)state;
    struct random random = seed_random("term/test_wrap");
    for (int round = 0; round < 5000; round++) {
        char text[TEST_TEXT_MAX], kept[TEST_TEXT_MAX] = "", all[TEST_TEXT_MAX] = "";
        int cols = 1 + (int)random_below(&random, 12);
        make_text(&random, text);
        for (const char *at = text, *next; *at != '\0'; at = next) {
            size_t n = (size_t)wrap_line(at, cols, &next);
            assert_true(next > at && next <= text + strlen(text));
            assert_true(utf8_columns_of(at, n) <= (cols < 2 ? 2 : cols));
            strncat(kept, at, n);
        }
        strcat(all, text);
        for (char *strings[] = { kept, all, NULL }, **s = strings; *s != NULL; s++) {
            char *to = *s;
            for (const char *from = *s; *from != '\0'; from++)
                if (*from != ' ' && *from != '\n') *to++ = *from;
            *to = '\0';
        }
        assert_string_equal(kept, all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_kept_whole_and_a_newline_ends_a_line),
        cmocka_unit_test(a_long_word_is_cut_by_whole_characters),
        cmocka_unit_test(a_combining_mark_stays_with_its_character),
        cmocka_unit_test(blanks_at_a_break_are_dropped_and_those_before_a_text_stand),
        cmocka_unit_test(an_empty_text_has_no_line_and_an_empty_line_is_one),
        cmocka_unit_test(text_scrolls_by_lines_inside_its_area),
        cmocka_unit_test(whatever_the_text_no_line_is_too_wide_and_no_character_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
