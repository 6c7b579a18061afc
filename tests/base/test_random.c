#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <sodium.h>

#include "base/random.h"

static void a_seed_gives_the_same_sequence_everywhere(void **state)
{
    (void)state;
    struct random a = random_seeded(1), b = random_seeded(1), c = random_seeded(2);
    int different = 0;
    for (int i = 0; i < 100; i++) {
        uint32_t x = random_below(&a, 1000);
        assert_int_equal(x, random_below(&b, 1000));
        different += x != random_below(&c, 1000);
    }
    assert_true(different > 90);
}

static void every_number_below_n_comes_about_as_often(void **state)
{
    (void)state;
    struct random r = random_seeded(7);
    int count[52] = { 0 };
    for (int i = 0; i < 52000; i++) count[random_below(&r, 52)]++;
    for (int i = 0; i < 52; i++) assert_in_range(count[i], 850, 1150);
    assert_int_equal(random_below(&r, 1), 0);
}

/* (P30) */
static void the_system_s_chance_never_repeats(void **state)
{
    (void)state;
    struct random r = random_system();
    uint64_t a, b;
    random_bytes(&r, &a, sizeof a);
    random_bytes(&r, &b, sizeof b);
    assert_true(a != b);
    assert_in_range(random_below(&r, 3), 0, 2);
}

int main(void)
{
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_gives_the_same_sequence_everywhere),
        cmocka_unit_test(every_number_below_n_comes_about_as_often),
        cmocka_unit_test(the_system_s_chance_never_repeats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
