#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/weak.h"

static void a_target_is_found_until_it_goes(void **state)
{
    (void)state;
    int target;
    struct weak *own = weak_new(&target), *asked = weak_hold(own), *other = weak_hold(own);
    assert_ptr_equal(weak_target(asked), &target);
    assert_ptr_equal(weak_drop(other), &target);
    weak_clear(own);
    assert_null(weak_target(asked));
    assert_null(weak_drop(asked));
}

static void a_target_without_questions_leaves_nothing(void **state)
{
    (void)state;
    int target;
    weak_clear(weak_new(&target));
    weak_clear(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_target_is_found_until_it_goes),
        cmocka_unit_test(a_target_without_questions_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
