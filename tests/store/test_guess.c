#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/origin.h"
#include "store/guess.h"

#define HOME 77 /* a network that the owner of account 1 is known in */

static int setup(void **state)
{
    *state = calloc(1, sizeof(struct guesses));
    guesses_init(*state);
    return 0;
}

static int teardown(void **state)
{
    free(*state);
    return 0;
}

static bool wrong(struct guesses *g, const char *handle, const char *address, int64_t now)
{
    struct guess try = guess_new(g, handle, origin_number(address), 0, 0);
    return guess_begin(g, &try, now);
}

static bool wrong_from_home(struct guesses *g, const char *handle, const char *address, int64_t now)
{
    struct guess try = guess_new(g, handle, origin_number(address), 1, HOME);
    return guess_begin(g, &try, now);
}

static int tries(struct guesses *g, const char *handle, const char *address, int64_t now, int most)
{
    int n = 0;
    while (n < most && wrong(g, handle, address, now)) n++;
    return n;
}

static void one_network_is_stopped_whatever_its_port_and_the_name_it_tries(void **state)
{
    struct guesses *g = *state;
    assert_int_equal(tries(g, "ann", "192.0.2.1:1000", 0, 4), 4);
    assert_int_equal(tries(g, "bea", "192.0.2.1:2000", 0, 99), GUESS_ORIGIN_BURST - 4);
    assert_int_equal(tries(g, "ann", "[2001:db8:1:2::1]:9", 0, 99), GUESS_ORIGIN_BURST);
    assert_int_equal(tries(g, "bea", "[2001:db8:1:2:ffff::7]:9", 0, 99), 0);
    assert_true(wrong(g, "ann", "192.0.2.1:1000", GUESS_ORIGIN_INTERVAL_US / 1000));
    assert_false(wrong(g, "ann", "192.0.2.1:1000", GUESS_ORIGIN_INTERVAL_US / 1000));
}

static int flood(struct guesses *g)
{
    int n = 0;
    for (int k = 0; k < 100; k++) {
        char address[32];
        snprintf(address, sizeof address, "198.51.100.%d:77", k);
        n += wrong(g, k % 2 ? "Ann" : "ann", address, 0);
    }
    return n;
}

static void one_handle_is_guarded_against_many_networks(void **state)
{
    assert_int_equal(flood(*state), GUESS_HANDLE_BURST);
}

static void those_who_guess_from_elsewhere_do_not_keep_the_owner_out(void **state)
{
    struct guesses *g = *state;
    flood(g);
    assert_false(wrong(g, "ann", "192.0.2.1:1", 0));
    for (int k = 0; k < GUESS_ORIGIN_BURST; k++) assert_true(wrong_from_home(g, "ann", "192.0.2.1:1", 0));
    assert_false(wrong_from_home(g, "ann", "192.0.2.1:1", 0));
    assert_true(wrong_from_home(g, "ann", "192.0.2.1:1", GUESS_ORIGIN_INTERVAL_US / 1000));
}

/* ... and who guesses at many names from the owner's own address empties that address's bucket, not the owner's. */
static void a_neighbour_who_guesses_at_others_does_not_keep_the_owner_out(void **state)
{
    struct guesses *g = *state;
    assert_int_equal(tries(g, "bea", "192.0.2.1:1", 0, 99), GUESS_ORIGIN_BURST);
    assert_false(wrong(g, "ann", "192.0.2.1:1", 0));
    assert_true(wrong_from_home(g, "ann", "192.0.2.1:1", 0));
}

/* Numbers of strangers beyond all memory: one who makes no mistakes pays for none of them. */
static void a_hundred_thousand_networks_cannot_shut_the_door_for_another(void **state)
{
    struct guesses *g = *state;
    for (unsigned k = 0; k < 100000; k++) {
        char address[64], handle[16];
        snprintf(address, sizeof address, "[2001:db8:%x:%x::1]:7", k >> 16, k & 0xffff);
        snprintf(handle, sizeof handle, "h%u", k);
        for (int n = 0; n < 10; n++) wrong(g, handle, address, 0);
    }
    assert_int_equal(tries(g, "ann", "192.0.2.1:1", 0, 99), GUESS_ORIGIN_BURST);
}

static void what_was_right_counts_for_nothing(void **state)
{
    struct guesses *g = *state;
    for (int k = 0; k < 1000; k++) {
        struct guess try = guess_new(g, "ann", origin_number("192.0.2.1:1000"), k % 2, HOME);
        assert_true(guess_begin(g, &try, 5));
        guess_forgive(g, &try);
    }
    assert_int_equal(tries(g, "ann", "192.0.2.1:1", 5, 99), GUESS_ORIGIN_BURST);
}

int main(void)
{
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_network_is_stopped_whatever_its_port_and_the_name_it_tries, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(one_handle_is_guarded_against_many_networks, setup, teardown),
        cmocka_unit_test_setup_teardown(those_who_guess_from_elsewhere_do_not_keep_the_owner_out, setup, teardown),
        cmocka_unit_test_setup_teardown(a_neighbour_who_guesses_at_others_does_not_keep_the_owner_out, setup, teardown),
        cmocka_unit_test_setup_teardown(a_hundred_thousand_networks_cannot_shut_the_door_for_another, setup, teardown),
        cmocka_unit_test_setup_teardown(what_was_right_counts_for_nothing, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
