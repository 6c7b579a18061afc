#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/bucket.h"

static void a_new_bucket_is_full_and_gives_no_more_than_it_holds(void **state)
{
    (void)state;
    struct bucket b = { 0 };
    assert_int_equal(bucket_take(&b, 0, 1000, 5, 3), 3);
    assert_int_equal(bucket_take(&b, 0, 1000, 5, 3), 2);
    assert_int_equal(bucket_take(&b, 0, 1000, 5, 3), 0);
    assert_int_equal(bucket_level(&b, 0, 1000, 5), 0);
}

static void one_more_comes_each_interval_and_never_more_than_the_burst(void **state)
{
    (void)state;
    struct bucket b = { 0 };
    assert_int_equal(bucket_take(&b, 1000, 700000, 5, 9), 5);
    assert_int_equal(bucket_take(&b, 1699, 700000, 5, 1), 0);
    assert_int_equal(bucket_take(&b, 1700, 700000, 5, 1), 1);
    assert_int_equal(bucket_take(&b, 1701, 700000, 5, 1), 0);
    assert_int_equal(bucket_level(&b, 3600000, 700000, 5), 5);
}

static void many_a_millisecond_add_up_exactly(void **state)
{
    (void)state;
    struct bucket b = { 0 };
    int given = bucket_take(&b, 0, 250, 8192, 8192);
    for (int ms = 1; ms <= 1000; ms++) given += bucket_take(&b, ms, 250, 8192, 100);
    assert_int_equal(given, 8192 + 4000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_bucket_is_full_and_gives_no_more_than_it_holds),
        cmocka_unit_test(one_more_comes_each_interval_and_never_more_than_the_burst),
        cmocka_unit_test(many_a_millisecond_add_up_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
