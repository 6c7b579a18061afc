#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "net/limits.h"

static const struct net_limits roomy = {
    .handshakes_per_s = 1000, .unready = 1000, .unready_per_address = 1000, .callers = 1000, .callers_per_address = 1000,
    .login_s = 30, .silent_s = 60,
};

static struct origin origin(const char *text)
{
    struct sockaddr_storage s;
    socklen_t length;
    struct err e;
    assert_true(address_parse(text, &s, &length, &e));
    return origin_of(&s);
}

static enum admission enter_at(struct limits *l, const char *text, int64_t now_ms)
{
    struct origin o = origin(text);
    return limits_enter(l, &o, now_ms);
}

static enum admission enter(struct limits *l, const char *text)
{
    return enter_at(l, text, 0);
}

static void leave(struct limits *l, const char *text, bool ready)
{
    struct origin o = origin(text);
    limits_leave(l, &o, ready);
}

static void the_bucket_holds_one_second_and_fills_by_the_clock(void **state)
{
    (void)state;
    struct net_limits most = roomy;
    most.handshakes_per_s = 4;
    struct limits *l = limits_new(&most);
    for (int i = 0; i < 4; i++) {
        assert_true(limits_may_accept(l, 5000));
        enter_at(l, "1.2.3.4:1", 5000);
    }
    assert_false(limits_may_accept(l, 5000));
    assert_false(limits_may_accept(l, 5100));
    assert_false(limits_may_accept(l, 5249)); /* asked often, not a fraction is lost */
    assert_true(limits_may_accept(l, 5250));
    enter_at(l, "1.2.3.4:1", 5250);
    assert_false(limits_may_accept(l, 5250));
    int taken = 0; /* after a long quiet time no more than a second's worth */
    while (limits_may_accept(l, 5000 + 86400 * 1000)) taken++, enter_at(l, "1.2.3.4:1", 5000 + 86400 * 1000);
    assert_int_equal(taken, 4);
    limits_free(l);
}

static void unready_callers_of_one_address_are_limited_and_others_get_in_H19(void **state)
{
    (void)state;
    struct net_limits most = roomy;
    most.unready_per_address = 2;
    struct limits *l = limits_new(&most);
    assert_int_equal(enter(l, "1.2.3.4:1"), ADMISSION_GRANTED);
    assert_int_equal(enter(l, "1.2.3.4:2"), ADMISSION_GRANTED);
    assert_int_equal(enter(l, "1.2.3.4:3"), ADMISSION_ORIGIN_BUSY);
    assert_int_equal(enter(l, "1.2.3.5:1"), ADMISSION_GRANTED);
    struct origin o = origin("1.2.3.4:1");
    limits_ready(l, &o);
    assert_int_equal(enter(l, "1.2.3.4:3"), ADMISSION_GRANTED);
    assert_int_equal(enter(l, "1.2.3.4:4"), ADMISSION_ORIGIN_BUSY);
    leave(l, "1.2.3.4:2", false);
    assert_int_equal(enter(l, "1.2.3.4:4"), ADMISSION_GRANTED);
    assert_int_equal(limits_callers(l), 4);
    limits_free(l);
}

static void unready_callers_are_limited_in_all(void **state)
{
    (void)state;
    struct net_limits most = roomy;
    most.unready = 2;
    struct limits *l = limits_new(&most);
    assert_int_equal(enter(l, "1.2.3.4:1"), ADMISSION_GRANTED);
    assert_int_equal(enter(l, "[2001:db8::1]:1"), ADMISSION_GRANTED);
    assert_int_equal(enter(l, "5.6.7.8:1"), ADMISSION_DOOR_FULL);
    leave(l, "1.2.3.4:1", false);
    assert_int_equal(enter(l, "5.6.7.8:1"), ADMISSION_GRANTED);
    limits_free(l);
}

static void callers_are_limited_in_all_and_per_address(void **state)
{
    (void)state;
    struct net_limits most = roomy;
    most.callers = 3;
    most.callers_per_address = 2;
    struct limits *l = limits_new(&most);
    struct origin o = origin("1.2.3.4:1");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(enter(l, "1.2.3.4:1"), ADMISSION_GRANTED);
        limits_ready(l, &o);
    }
    assert_int_equal(enter(l, "1.2.3.4:1"), ADMISSION_ORIGIN_FULL);
    assert_int_equal(enter(l, "9.9.9.9:1"), ADMISSION_GRANTED);
    assert_int_equal(enter(l, "8.8.8.8:1"), ADMISSION_HOUSE_FULL);
    leave(l, "1.2.3.4:1", true);
    assert_int_equal(enter(l, "1.2.3.4:1"), ADMISSION_GRANTED);
    limits_free(l);
}

static void an_ipv6_house_of_64_bits_counts_as_one_H73(void **state)
{
    (void)state;
    struct net_limits most = roomy;
    most.callers_per_address = 1;
    struct limits *l = limits_new(&most);
    assert_int_equal(enter(l, "[2001:db8:0:1::1]:1"), ADMISSION_GRANTED);
    assert_int_equal(enter(l, "[2001:db8:0:1:ffff::2]:1"), ADMISSION_ORIGIN_FULL);
    assert_int_equal(enter(l, "[2001:db8:0:2::1]:1"), ADMISSION_GRANTED);
    assert_int_equal(enter(l, "1.2.3.4:1"), ADMISSION_GRANTED);
    assert_int_equal(enter(l, "[::ffff:1.2.3.4]:1"), ADMISSION_ORIGIN_FULL); /* the same caller on an IPv6 socket */
    limits_free(l);
}

static void every_refusal_has_a_sentence(void **state)
{
    (void)state;
    assert_null(admission_why(ADMISSION_GRANTED));
    for (int a = ADMISSION_HOUSE_FULL; a <= ADMISSION_ORIGIN_BUSY; a++) {
        const char *why = admission_why((enum admission)a);
        assert_non_null(why);
        assert_int_equal(why[strlen(why) - 1], '.');
    }
}

/* The counts against a plain list of who is in. */
static void counts_stay_right_through_a_random_crowd(void **state)
{
    (void)state;
    enum { ORIGINS = 5000, STEPS = 50000 };
    static int in[ORIGINS], ready[ORIGINS];
    struct net_limits most = roomy;
    most.callers_per_address = 3;
    most.unready_per_address = 2;
    most.callers = most.unready = 1 << 30;
    struct limits *l = limits_new(&most);
    unsigned seed = 20250;
    print_message("seed %u\n", seed);
    srand(seed);
    int callers = 0;
    for (int step = 0; step < STEPS; step++) {
        int k = rand() % ORIGINS;
        struct origin o = { .family = 4, .bytes = { (uint8_t)k, (uint8_t)(k >> 8) } };
        if (rand() % 2) {
            enum admission want = in[k] >= 3 ? ADMISSION_ORIGIN_FULL : in[k] - ready[k] >= 2 ? ADMISSION_ORIGIN_BUSY : ADMISSION_GRANTED;
            assert_int_equal(limits_enter(l, &o, 0), want);
            in[k] += want == ADMISSION_GRANTED;
            callers += want == ADMISSION_GRANTED;
        } else if (in[k] > ready[k] && rand() % 2) {
            limits_ready(l, &o);
            ready[k]++;
        } else if (in[k] > 0) {
            bool was_ready = ready[k] > 0;
            limits_leave(l, &o, was_ready);
            in[k]--;
            ready[k] -= was_ready;
            callers--;
        }
        assert_int_equal(limits_callers(l), callers);
    }
    limits_free(l);
}

int main(void)
{
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bucket_holds_one_second_and_fills_by_the_clock),
        cmocka_unit_test(unready_callers_of_one_address_are_limited_and_others_get_in_H19),
        cmocka_unit_test(unready_callers_are_limited_in_all),
        cmocka_unit_test(callers_are_limited_in_all_and_per_address),
        cmocka_unit_test(an_ipv6_house_of_64_bits_counts_as_one_H73),
        cmocka_unit_test(every_refusal_has_a_sentence),
        cmocka_unit_test(counts_stay_right_through_a_random_crowd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
