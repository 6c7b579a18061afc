#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/text.h"
#include "screens/scroll.h"

static bool press(int *from, enum key_code code, char ch)
{
    return scroll_key(from, &(struct key){ .code = code, .ch = (uint32_t)ch });
}

static void arrows_pages_and_their_letters_move_and_other_keys_do_not(void **state)
{
    (void)state;
    int from = 0;
    assert_true(press(&from, KEY_DOWN, 0) && press(&from, KEY_CHAR, 'j'));
    assert_int_equal(from, 2);
    assert_true(press(&from, KEY_PAGE_DOWN, 0) && press(&from, KEY_CHAR, ' '));
    assert_int_equal(from, 2 + 2 * SCROLL_PAGE);
    assert_true(press(&from, KEY_CHAR, 'b') && press(&from, KEY_PAGE_UP, 0) && press(&from, KEY_UP, 0));
    assert_int_equal(from, 1);
    assert_false(press(&from, KEY_CHAR, 'x') || press(&from, KEY_ENTER, 0) || press(&from, KEY_LEFT, 0));
    assert_int_equal(from, 1);
    assert_true(press(&from, KEY_PAGE_UP, 0));
    assert_int_equal(from, 0);
}

/* Whatever was pressed before: one key up from the end is seen at once. */
static void the_end_is_the_last_line_with_which_the_page_is_full(void **state)
{
    (void)state;
    int from = 0;
    for (int k = 0; k < 3000; k++) press(&from, KEY_PAGE_DOWN, 0);
    assert_true(press(&from, KEY_END, 0));
    assert_int_equal(scroll_last(&from, 30, 10), 20);
    assert_int_equal(from, 20);
    press(&from, KEY_UP, 0);
    assert_int_equal(scroll_last(&from, 30, 10), 20);
    assert_int_equal(from, 19);
    assert_int_equal(scroll_last(&from, 10, 10), 0);
    assert_int_equal(from, 0);
}

static void a_page_shows_the_lines_from_there_on(void **state)
{
    (void)state;
    struct canvas *c = canvas_new(12, 3);
    struct text out;
    char buf[100];
    int from = 9;
    assert_int_equal(scroll_draw(c, (struct area){ 1, 0, 10, 2 }, "one two three four five", &from), 1);
    assert_int_equal(from, 1);
    text_init(&out, buf, sizeof buf);
    canvas_dump(c, &out);
    assert_string_equal(buf, " three four\n five\n\n");
    canvas_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrows_pages_and_their_letters_move_and_other_keys_do_not),
        cmocka_unit_test(the_end_is_the_last_line_with_which_the_page_is_full),
        cmocka_unit_test(a_page_shows_the_lines_from_there_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
