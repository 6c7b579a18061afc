#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "games/felt/drag.h"

static void a_click_takes_and_a_second_one_is_told_apart(void **state)
{
    (void)state;
    struct drag d = { 0 };
    drag_begin(&d, false);
    assert_int_equal(drag_release(&d, true, false), DRAG_TAKE);
    drag_begin(&d, true);
    assert_true(drag_move(&d, true)); /* a hand that trembles over the card drags nothing */
    assert_int_equal(drag_release(&d, true, false), DRAG_AGAIN);
}

static void a_release_over_a_place_puts_and_elsewhere_gives_back(void **state)
{
    (void)state;
    struct drag d = { 0 };
    drag_begin(&d, false);
    assert_true(drag_move(&d, false));
    assert_int_equal(drag_release(&d, false, true), DRAG_PUT);
    drag_begin(&d, true);
    assert_int_equal(drag_release(&d, false, false), DRAG_BACK);
}

/* Who has been elsewhere and comes back has thought better of it, whatever was in hand before. */
static void a_drag_that_returns_to_its_source_goes_back(void **state)
{
    (void)state;
    for (int again = 0; again < 2; again++) {
        struct drag d = { 0 };
        drag_begin(&d, again);
        drag_move(&d, false);
        drag_move(&d, true);
        assert_int_equal(drag_release(&d, true, true), DRAG_BACK);
    }
}

static void without_a_press_nothing_is_dragged_and_a_release_ends_it(void **state)
{
    (void)state;
    struct drag d = { 0 };
    assert_false(drag_move(&d, false));
    assert_int_equal(drag_release(&d, false, true), DRAG_NOTHING);
    drag_begin(&d, false);
    drag_release(&d, true, false);
    assert_false(drag_move(&d, false));
    assert_int_equal(drag_release(&d, false, true), DRAG_NOTHING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_click_takes_and_a_second_one_is_told_apart),
        cmocka_unit_test(a_release_over_a_place_puts_and_elsewhere_gives_back),
        cmocka_unit_test(a_drag_that_returns_to_its_source_goes_back),
        cmocka_unit_test(without_a_press_nothing_is_dragged_and_a_release_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
