#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <sodium.h>
#include <stdio.h>

#include "store/guess.h"

static int tries(struct guesses *g, const char *handle, const char *address, int64_t now, int most)
{
    int n = 0;
    while (n < most && guess_begin(g, handle, address, now)) n++;
    return n;
}

static void one_network_is_stopped_whatever_its_port_and_the_name_it_tries(void **state)
{
    (void)state;
    struct guesses g;
    guesses_init(&g);
    assert_int_equal(tries(&g, "ann", "192.0.2.1:1000", 0, 4), 4);
    assert_int_equal(tries(&g, "bea", "192.0.2.1:2000", 0, 99), GUESS_ORIGIN_BURST - 4);
    assert_int_equal(tries(&g, "ann", "[2001:db8:1:2::1]:9", 0, 99), GUESS_ORIGIN_BURST);
    assert_int_equal(tries(&g, "bea", "[2001:db8:1:2:ffff::7]:9", 0, 99), 0);
    assert_true(guess_begin(&g, "ann", "192.0.2.1:1000", GUESS_ORIGIN_INTERVAL_US / 1000));
    assert_false(guess_begin(&g, "ann", "192.0.2.1:1000", GUESS_ORIGIN_INTERVAL_US / 1000));
}

static void one_handle_is_guarded_against_many_networks(void **state)
{
    (void)state;
    struct guesses g;
    guesses_init(&g);
    int n = 0;
    for (int k = 0; k < 100; k++) {
        char address[32];
        snprintf(address, sizeof address, "198.51.100.%d:77", k);
        n += guess_begin(&g, k % 2 ? "Ann" : "ann", address, 0);
    }
    assert_in_range(n, GUESS_HANDLE_BURST - 1, GUESS_HANDLE_BURST); /* two of a hundred may share a slot */
}

static void what_was_right_counts_for_nothing(void **state)
{
    (void)state;
    struct guesses g;
    guesses_init(&g);
    for (int k = 0; k < 1000; k++) {
        assert_true(guess_begin(&g, "ann", "192.0.2.1:1000", 5));
        guess_forgive(&g, "ann", "192.0.2.1:1000");
    }
    assert_int_equal(tries(&g, "ann", "192.0.2.1:1", 5, 99), GUESS_ORIGIN_BURST);
}

static void any_text_is_an_address(void **state)
{
    (void)state;
    struct guesses g;
    guesses_init(&g);
    static const char *const odd[] = { "", "?", "[", "[]", "[::1%eth0]:22", "]", ":" };
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++) assert_true(guess_begin(&g, "", odd[k], 0));
}

int main(void)
{
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_network_is_stopped_whatever_its_port_and_the_name_it_tries),
        cmocka_unit_test(one_handle_is_guarded_against_many_networks),
        cmocka_unit_test(what_was_right_counts_for_nothing),
        cmocka_unit_test(any_text_is_an_address),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
