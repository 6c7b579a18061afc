#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "base/text.h"

static void text_that_does_not_fit_is_cut_at_a_whole_character(void **state)
{
    (void)state;
    char buf[6];
    struct text t;
    text_init(&t, buf, sizeof buf);
    assert_true(text_add(&t, "abc"));
    assert_false(text_add(&t, "d\xe2\x99\xa5"));
    assert_string_equal(buf, "abcd");
    assert_true(t.cut);
}

static void growing_text_stops_at_its_limit(void **state)
{
    (void)state;
    struct text t;
    text_init_growing(&t, 1000);
    while (text_add(&t, "%s", "0123456789")) continue;
    assert_int_equal(t.len, 999);
    assert_int_equal(strlen(t.buf), 999);
    text_clear(&t);
    assert_false(t.cut);
    text_free(&t);
}

static void one_is_not_counted_as_many(void **state)
{
    (void)state;
    assert_string_equal(text_word(1, "round", "rounds"), "round");
    assert_string_equal(text_word(0, "round", "rounds"), "rounds");
    assert_string_equal(text_word(-1, "round", "rounds"), "rounds");
    assert_string_equal(text_word(INT64_C(4294967297), "round", "rounds"), "rounds");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_that_does_not_fit_is_cut_at_a_whole_character),
        cmocka_unit_test(growing_text_stops_at_its_limit),
        cmocka_unit_test(one_is_not_counted_as_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
