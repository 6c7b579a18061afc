#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <sodium.h>
#include <stdlib.h>

#include "base/purse.h"

#define SECOND INT64_C(1000000)
#define BURST 3

static struct purses purses;

static int setup(void **state)
{
    (void)state;
    purses_init(&purses);
    return 0;
}

static int take(uint64_t whose, int64_t now_ms, int want)
{
    return purse_take(&purses, whose, now_ms, SECOND, BURST, want);
}

static void each_has_a_bucket_of_its_own(void **state)
{
    (void)state;
    assert_int_equal(take(1, 0, 2), 2);
    assert_int_equal(take(1, 0, 2), 1);
    assert_int_equal(take(1, 0, 1), 0);
    assert_int_equal(take(2, 0, 1), 1);
    assert_int_equal(purse_level(&purses, 3, 0, SECOND, BURST), BURST);
    assert_int_equal(take(1, 2000, 9), 2);
    purse_give_back(&purses, 1, SECOND, 1);
    assert_int_equal(take(1, 2000, 9), 1);
}

/* There is room for 2,048; whoever comes when all of it is in use finds a full bucket, and the memory stays as it was.
 */
static void no_number_of_others_empties_a_bucket(void **state)
{
    (void)state;
    for (uint64_t k = 1; k <= 50000; k++) assert_int_equal(take(k, 0, BURST), BURST);
    for (uint64_t k = 60000; k < 61000; k++) assert_int_equal(take(k, 0, 1), 1);
}

/* What has to be forgotten is what matters least. */
static void the_bucket_nearest_to_full_is_given_away(void **state)
{
    (void)state;
    assert_int_equal(take(1, 0, BURST), BURST);
    for (uint64_t k = 2; k <= 50000; k++) take(k, 0, 1);
    assert_int_equal(take(1, 0, 1), 0);
}

static void what_was_given_away_cannot_be_given_back(void **state)
{
    (void)state;
    take(1, 0, 1);
    for (uint64_t k = 2; k <= 50000; k++) take(k, 0, BURST);
    purse_give_back(&purses, 1, SECOND, 1);
    assert_int_equal(purse_level(&purses, 1, 0, SECOND, BURST), BURST);
}

int main(void)
{
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(each_has_a_bucket_of_its_own, setup),
        cmocka_unit_test_setup(no_number_of_others_empties_a_bucket, setup),
        cmocka_unit_test_setup(the_bucket_nearest_to_full_is_given_away, setup),
        cmocka_unit_test_setup(what_was_given_away_cannot_be_given_back, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
