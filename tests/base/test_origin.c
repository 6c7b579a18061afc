#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/origin.h"

static void the_port_does_not_count_and_of_ip6_neither_does_the_second_half(void **state)
{
    (void)state;
    assert_int_equal(origin_number("192.0.2.1:1000"), origin_number("192.0.2.1:2000"));
    assert_int_not_equal(origin_number("192.0.2.1:1000"), origin_number("192.0.2.2:1000"));
    assert_int_equal(origin_number("[2001:db8:1:2::1]:9"), origin_number("[2001:db8:1:2:ffff::7%eth0]:10"));
    assert_int_not_equal(origin_number("[2001:db8:1:2::1]:9"), origin_number("[2001:db8:1:3::1]:9"));
}

static void one_customer_has_many_networks_of_ip6(void **state)
{
    (void)state;
    uint64_t one = origin_number("[2001:db8:1:2::1]:9"), two = origin_number("[2001:db8:1:3::1]:9");
    assert_int_equal(origin_customer(one), origin_customer(two));
    assert_int_not_equal(origin_customer(one), origin_customer(origin_number("[2001:db8:2:2::1]:9")));
    assert_int_equal(origin_customer(origin_number("192.0.2.1:1")), origin_number("192.0.2.1:1"));
}

static void an_owner_is_known_again_in_a_neighbouring_address(void **state)
{
    (void)state;
    uint64_t home = origin_number("192.0.2.1:1");
    assert_int_equal(origin_network(home), origin_network(origin_number("192.0.2.200:1")));
    assert_int_not_equal(origin_network(home), origin_network(origin_number("192.0.3.1:1")));
    assert_int_equal(origin_network(origin_number("[2001:db8:1:2::1]:9")),
                     origin_network(origin_number("[2001:db8:1:3::1]:9")));
}

/* Nobody pays for the house, and no odd text is the house: nor is an address of IPv6 ever one of IPv4. */
static void any_text_is_an_address_and_only_an_empty_one_is_the_house(void **state)
{
    (void)state;
    static const char *const odd[] = { "?", "[",     "[]",          "[::1%eth0]:22",        "[::1]:22", "[::]:1", "]",
                                       ":", "1.2.3", "[1.2.3.4]:5", "[ff04:0:c000:201::]:9" };
    assert_int_equal(origin_number(""), ORIGIN_HOUSE);
    assert_int_equal(origin_number(ADDRESS_HERE), ORIGIN_HOUSE);
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++) {
        uint64_t origin = origin_number(odd[k]);
        assert_int_not_equal(origin, ORIGIN_HOUSE);
        assert_int_not_equal(origin_customer(origin), ORIGIN_HOUSE);
        assert_int_equal(origin_network(origin), ORIGIN_HOUSE);
        assert_int_not_equal(origin, origin_number("192.0.2.1:1"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_port_does_not_count_and_of_ip6_neither_does_the_second_half),
        cmocka_unit_test(one_customer_has_many_networks_of_ip6),
        cmocka_unit_test(an_owner_is_known_again_in_a_neighbouring_address),
        cmocka_unit_test(any_text_is_an_address_and_only_an_empty_one_is_the_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
