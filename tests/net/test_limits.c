#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/origin.h"
#include "net/address.h"
#include "net/limits.h"

static const struct net_limits roomy = {
    .handshakes_per_s = 4000,
    .connects_per_address = 2,
    .connects_per_network = 8,
    .unready = 1000,
    .unready_per_address = 1000,
    .callers = 1000,
    .callers_per_address = 1000,
    .cpu_ms_per_address = 1000,
    .login_s = 30,
    .person_s = 120,
    .silent_s = 60,
};

static uint64_t origin(const char *text)
{
    char address[ADDRESS_TEXT];
    struct sockaddr_storage s;
    socklen_t length;
    struct err e;
    assert_true(address_parse(text, &s, &length, &e));
    address_format(&s, address);
    return origin_number(address);
}

#define STANDINGS_MAX 4096

/* Who is in. */
static struct standing *standings[STANDINGS_MAX];
static int in;

static enum admission enter_at(struct limits *l, const char *text, int64_t now_ms)
{
    uint64_t o = origin(text);
    enum admission a = limits_judge(l, o, now_ms);
    if (a != ADMISSION_GRANTED) return a;
    assert_true(in < STANDINGS_MAX);
    standings[in] = test_calloc(1, sizeof *standings[in]);
    limits_enter(l, o, standings[in++], now_ms);
    return a;
}

static enum admission enter(struct limits *l, const char *text)
{
    return enter_at(l, text, 0);
}

/* The k-th that entered leaves. */
static void leave(struct limits *l, int k)
{
    limits_leave(l, standings[k]);
    test_free(standings[k]);
    standings[k] = NULL;
}

static void end(struct limits *l)
{
    for (int k = 0; k < in; k++)
        if (standings[k] != NULL) leave(l, k);
    assert_int_equal(limits_callers(l), 0);
    in = 0;
    limits_free(l);
}

/* Makes room and returns who had to leave: the number of the k-th that entered, -1 for nobody. */
static int yielded(struct limits *l)
{
    struct standing *s = limits_overfull(l);
    if (s == NULL) return -1;
    for (int k = 0; k < in; k++)
        if (standings[k] == s) {
            leave(l, k);
            assert_null(limits_overfull(l));
            return k;
        }
    fail();
    return -1;
}

static void the_purse_of_the_house_holds_one_second_and_fills_by_the_clock(void **state)
{
    (void)state;
    struct net_limits most = roomy;
    most.handshakes_per_s = 4;
    struct limits *l = limits_new(&most);
    static const char *const far_apart[] = { "1.2.3.4:1", "2.2.3.4:1", "3.2.3.4:1", "4.2.3.4:1", "5.2.3.4:1" };
    for (int i = 0; i < 4; i++) {
        assert_true(limits_may_accept(l, 5000));
        assert_int_equal(enter_at(l, far_apart[i], 5000), ADMISSION_GRANTED);
    }
    assert_false(limits_may_accept(l, 5000));
    assert_false(limits_may_accept(l, 5100));
    assert_false(limits_may_accept(l, 5249)); /* asked often, not a fraction is lost */
    assert_true(limits_may_accept(l, 5250));
    assert_int_equal(enter_at(l, far_apart[4], 5250), ADMISSION_GRANTED);
    assert_false(limits_may_accept(l, 5250));
    assert_true(limits_may_accept(l, 5000 + 86400 * 1000));
    end(l);
}

/* A thousand connections a second for a minute, each gone at once, from `origins` addresses that `name` makes; and
 * every second somebody from `honest`. */
static void flood(void (*name)(int k, char text[64]), int origins, const char *honest)
{
    struct net_limits most = roomy;
    most.handshakes_per_s = 300;
    most.callers_per_address = 20;
    struct limits *l = limits_new(&most);
    int granted = 0, kept_out = 0;
    for (int ms = 0; ms < 60000; ms++) {
        char text[64];
        name(ms % origins, text);
        /* The house is asked before every look, and waits 100 ms when it has nothing left. */
        if (!limits_may_accept(l, ms))
            kept_out++;
        else if (enter_at(l, text, ms) == ADMISSION_GRANTED)
            granted++, leave(l, --in);
        if (ms % 1000 != 999) continue;
        assert_true(limits_may_accept(l, ms));
        assert_int_equal(enter_at(l, honest, ms), ADMISSION_GRANTED);
        leave(l, --in);
    }
    print_message("%d of 60000 let in, the house had nothing left %d times\n", granted, kept_out);
    assert_int_equal(kept_out, 0);
    assert_true(granted <= 300 * 61);
    end(l);
}

static void one_address(int k, char text[64])
{
    (void)k;
    snprintf(text, 64, "127.0.0.5:1");
}

static void addresses_side_by_side(int k, char text[64])
{
    snprintf(text, 64, "127.0.0.%d:1", 5 + k);
}

static void houses_of_one_network(int k, char text[64])
{
    snprintf(text, 64, "[2001:db8:7:%x::1]:1", k);
}

static void networks_far_apart(int k, char text[64])
{
    snprintf(text, 64, "10.%d.0.1:1", k);
}

static void a_flood_from_one_address_leaves_the_purse_for_the_others(void **state)
{
    (void)state;
    flood(one_address, 1, "192.0.2.1:1");
    flood(one_address, 1, "127.0.0.1:1"); /* his neighbour */
}

static void a_flood_from_a_few_addresses_or_one_network_leaves_it_too(void **state)
{
    (void)state;
    flood(addresses_side_by_side, 8, "192.0.2.1:1");
    flood(houses_of_one_network, 60000, "[2001:db8:8::1]:1");
    flood(networks_far_apart, 20, "192.0.2.1:1");
}

static void who_is_refused_costs_the_house_nothing(void **state)
{
    (void)state;
    struct net_limits most = roomy;
    most.handshakes_per_s = 300;
    most.callers = 1;
    struct limits *l = limits_new(&most);
    assert_int_equal(enter(l, "1.2.3.4:1"), ADMISSION_GRANTED);
    for (int i = 0; i < 10000; i++) {
        char text[64];
        snprintf(text, sizeof text, "10.%d.%d.1:1", i / 256 % 4, i % 256);
        enum admission a = enter(l, text);
        assert_true(a == ADMISSION_HOUSE_FULL || a == ADMISSION_FLOOD);
    }
    leave(l, 0);
    int left = 0;
    for (; limits_may_accept(l, 0); left++) {
        char text[64];
        snprintf(text, sizeof text, "11.%d.%d.1:1", left / 256, left % 256);
        assert_int_equal(enter(l, text), ADMISSION_GRANTED);
        leave(l, --in);
    }
    assert_int_equal(left, 299);
    end(l);
}

/* (H19) */
static void unready_callers_of_one_address_are_limited_and_others_get_in(void **state)
{
    (void)state;
    struct net_limits most = roomy;
    most.unready_per_address = 2;
    struct limits *l = limits_new(&most);
    assert_int_equal(enter(l, "1.2.3.4:1"), ADMISSION_GRANTED);
    assert_int_equal(enter(l, "1.2.3.4:2"), ADMISSION_GRANTED);
    assert_int_equal(enter(l, "1.2.3.4:3"), ADMISSION_ORIGIN_BUSY);
    assert_int_equal(enter(l, "1.2.3.5:1"), ADMISSION_GRANTED);
    limits_ready(l, standings[0]);
    assert_int_equal(enter(l, "1.2.3.4:3"), ADMISSION_GRANTED);
    assert_int_equal(enter(l, "1.2.3.4:4"), ADMISSION_ORIGIN_BUSY);
    leave(l, 1);
    assert_int_equal(enter(l, "1.2.3.4:4"), ADMISSION_GRANTED);
    assert_int_equal(limits_callers(l), 4);
    end(l);
}

static void in_a_full_waiting_room_the_oldest_of_the_largest_address_gives_way(void **state)
{
    (void)state;
    struct net_limits most = roomy;
    most.unready = 6;
    struct limits *l = limits_new(&most);
    static const char *const order[] = { "9.9.9.9:1", "1.2.3.4:1", "7.7.7.7:1", "1.2.3.4:2", "1.2.3.4:3", "8.8.8.8:1" };
    for (int i = 0; i < 6; i++) {
        assert_int_equal(enter(l, order[i]), ADMISSION_GRANTED);
        assert_int_equal(yielded(l), -1);
    }
    enter(l, "6.6.6.6:1");
    assert_int_equal(yielded(l), 1);
    enter(l, "1.2.3.4:4"); /* his own */
    assert_int_equal(yielded(l), 3);
    enter(l, "5.5.5.5:1");
    assert_int_equal(yielded(l), 4);
    enter(l, "4.4.4.4:1"); /* each has one: the oldest of all */
    assert_int_equal(yielded(l), 0);
    end(l);
}

static void many_houses_of_one_network_count_together_when_somebody_has_to_give_way(void **state)
{
    (void)state;
    struct net_limits most = roomy;
    most.unready = 5;
    struct limits *l = limits_new(&most);
    enter(l, "[2001:db8:1:1::1]:1");
    enter(l, "[2001:db8:1:1::2]:1"); /* two in one house */
    enter(l, "[2001:db8:2:1::1]:1");
    enter(l, "[2001:db8:2:2::1]:1");
    enter(l, "[2001:db8:2:3::1]:1"); /* three in one network */
    enter(l, "5.5.5.5:1");
    assert_int_equal(yielded(l), 2);
    end(l);
    l = limits_new(&most);
    enter(l, "192.0.2.1:1"); /* in the network of the many, alone at his address */
    for (int i = 0; i < 4; i++) enter(l, "192.0.2.77:1");
    enter(l, "5.5.5.5:1");
    assert_int_equal(yielded(l), 1);
    end(l);
}

static void who_is_waited_for_while_a_person_thinks_gives_way_first_among_his_own(void **state)
{
    (void)state;
    struct net_limits most = roomy;
    most.unready = 3;
    struct limits *l = limits_new(&most);
    enter(l, "1.1.1.1:1");
    enter(l, "2.2.2.2:1");
    enter(l, "2.2.2.2:1");
    limits_person(l, standings[0], true);
    limits_person(l, standings[2], true);
    enter(l, "4.4.4.4:1");
    assert_int_equal(yielded(l), 2); /* of the largest, first the person */
    enter(l, "2.2.2.2:1");
    assert_int_equal(yielded(l), 1);
    end(l);
}

/* However many silent lines come, as long as each of them is of another network. */
static void a_person_who_thinks_is_not_pushed_out_by_silent_lines(void **state)
{
    (void)state;
    struct net_limits most = roomy;
    most.unready = 3;
    struct limits *l = limits_new(&most);
    enter(l, "1.1.1.1:1");
    enter(l, "2.2.2.2:1");
    enter(l, "3.3.3.3:1");
    limits_person(l, standings[0], true);
    enter(l, "4.4.4.4:1");
    assert_int_equal(yielded(l), 1);
    enter(l, "5.5.5.5:1");
    assert_int_equal(yielded(l), 2);
    enter(l, "6.6.6.6:1"); /* each has one: it is the turn of who was asked before these came */
    assert_int_equal(yielded(l), 0);
    end(l);
}

static void callers_are_limited_in_all_and_per_address(void **state)
{
    (void)state;
    struct net_limits most = roomy;
    most.callers = 3;
    most.callers_per_address = 2;
    struct limits *l = limits_new(&most);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(enter(l, "1.2.3.4:1"), ADMISSION_GRANTED);
        limits_ready(l, standings[i]);
    }
    assert_int_equal(enter(l, "1.2.3.4:1"), ADMISSION_ORIGIN_FULL);
    assert_int_equal(enter(l, "9.9.9.9:1"), ADMISSION_GRANTED);
    assert_int_equal(enter(l, "8.8.8.8:1"), ADMISSION_HOUSE_FULL); /* also when one who is inside has not logged in */
    leave(l, 0);
    assert_int_equal(enter(l, "1.2.3.4:1"), ADMISSION_GRANTED);
    end(l);
}

static void a_house_full_of_callers_who_do_not_log_in_lets_others_in(void **state)
{
    (void)state;
    struct net_limits most = roomy;
    most.callers = 3;
    struct limits *l = limits_new(&most);
    for (int i = 0; i < 3; i++) assert_int_equal(enter(l, "1.2.3.4:1"), ADMISSION_GRANTED);
    assert_int_equal(enter(l, "9.9.9.9:1"), ADMISSION_GRANTED);
    assert_int_equal(yielded(l), 0);
    assert_int_equal(limits_callers(l), 3);
    end(l);
}

/* Nineteen that send without end, each read for 3 ms whenever it may be, and one of another address that is read for
 * 0.1 ms ten times a second: of ten seconds (H26). */
static void the_time_of_the_house_is_shared_by_address_and_not_by_line(void **state)
{
    (void)state;
    struct net_limits most = roomy;
    most.cpu_ms_per_address = 200;
    struct limits *l = limits_new(&most);
    for (int i = 0; i < 19; i++) assert_int_equal(enter(l, "1.2.3.4:1"), ADMISSION_GRANTED);
    assert_int_equal(enter(l, "1.2.3.5:1"), ADMISSION_GRANTED);
    int64_t spent_us = 0, at_once_us = 0, worst_us = 0;
    for (int64_t ms = 0; ms < 10000; ms++) {
        at_once_us = 0;
        for (int i = 0; i < 19; i++) {
            if (limits_wait_ms(l, standings[i], ms) > 0) continue;
            limits_spend(l, standings[i], 3000, ms);
            at_once_us += 3000;
        }
        spent_us += at_once_us;
        if (at_once_us > worst_us) worst_us = at_once_us;
        if (ms % 100 != 0) continue;
        assert_int_equal(limits_wait_ms(l, standings[19], ms), 0);
        limits_spend(l, standings[19], 100, ms);
    }
    print_message("%d ms of 10000, at most %d us at once\n", (int)(spent_us / 1000), (int)worst_us);
    assert_in_range(spent_us, 1800000, 2700000);
    assert_true(worst_us <= 20000);
    /* A slowed caller gets the time to wait, and may send after it. */
    int64_t wait = limits_wait_ms(l, standings[0], 10000);
    assert_in_range(wait, 0, 25);
    assert_int_equal(limits_wait_ms(l, standings[0], 10000 + wait), 0);
    end(l);
}

/* Twenty who play as fast as anybody can from one address: 30 keys a second each, 80 us a key. */
static void a_class_behind_one_address_plays_without_waiting(void **state)
{
    (void)state;
    struct net_limits most = roomy;
    most.cpu_ms_per_address = 200;
    struct limits *l = limits_new(&most);
    for (int i = 0; i < 20; i++) assert_int_equal(enter(l, "1.2.3.4:1"), ADMISSION_GRANTED);
    for (int64_t ms = 0; ms < 10000; ms += 33)
        for (int i = 0; i < 20; i++) {
            assert_int_equal(limits_wait_ms(l, standings[i], ms), 0);
            limits_spend(l, standings[i], 80, ms);
        }
    end(l);
}

static void many_houses_of_one_network_have_the_time_of_two(void **state)
{
    (void)state;
    struct net_limits most = roomy;
    most.cpu_ms_per_address = 200;
    struct limits *l = limits_new(&most);
    char name[64];
    for (int i = 0; i < 50; i++) {
        snprintf(name, sizeof name, "[2001:db8:7:%x::1]:1", i);
        assert_int_equal(enter(l, name), ADMISSION_GRANTED);
    }
    int64_t spent_us = 0;
    for (int64_t ms = 0; ms < 10000; ms++)
        for (int i = 0; i < 50; i++) {
            if (limits_wait_ms(l, standings[i], ms) > 0) continue;
            limits_spend(l, standings[i], 1000, ms);
            spent_us += 1000;
        }
    assert_in_range(spent_us, 3500000, 4500000);
    end(l);
}

/* (H73) */
static void an_ipv6_house_of_64_bits_counts_as_one(void **state)
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
    end(l);
}

static void every_refusal_has_a_sentence(void **state)
{
    (void)state;
    assert_null(admission_why(ADMISSION_GRANTED));
    for (int a = ADMISSION_HOUSE_FULL; a <= ADMISSION_FLOOD; a++) {
        const char *why = admission_why((enum admission)a);
        assert_non_null(why);
        assert_int_equal(why[strlen(why) - 1], '.');
    }
}

/* The waiting room against a plain list of who is in it. */
struct stander {
    struct standing standing;
    int origin; /* -1: not in */
    bool ready, person;
    uint64_t number;
};

enum { STANDERS = 300, ORIGINS = 40, WIDTH = 4 }; /* four origins to a network */
static struct stander crowd[STANDERS];

static uint64_t crowd_origin(int k)
{
    char address[32];
    snprintf(address, sizeof address, "10.0.%d.%d:1", k / WIDTH, k % WIDTH);
    return origin_number(address);
}

static int unready_of(int origin, bool wide)
{
    int n = 0;
    for (int i = 0; i < STANDERS; i++) {
        const struct stander *s = &crowd[i];
        if (s->origin < 0 || s->ready) continue;
        n += wide ? s->origin / WIDTH == origin / WIDTH : s->origin == origin;
    }
    return n;
}

/* Would a rather give way than b? */
static bool rather(const struct stander *a, const struct stander *b)
{
    int wide_a = unready_of(a->origin, true), wide_b = unready_of(b->origin, true);
    if (wide_a != wide_b) return wide_a > wide_b;
    int own_a = unready_of(a->origin, false), own_b = unready_of(b->origin, false);
    if (a->origin / WIDTH == b->origin / WIDTH && own_a != own_b) return own_a > own_b;
    if (a->person != b->person) return a->person;
    return a->number < b->number;
}

static void the_waiting_room_is_right_through_a_random_crowd(void **state)
{
    (void)state;
    struct net_limits most = roomy;
    most.unready = 60;
    most.callers_per_address = 1 << 20;
    most.handshakes_per_s = 1000000;
    most.connects_per_address = most.connects_per_network = 1000000;
    struct limits *l = limits_new(&most);
    unsigned seed = 20250;
    print_message("seed %u\n", seed);
    srand(seed);
    for (int i = 0; i < STANDERS; i++) crowd[i].origin = -1;
    uint64_t number = 0;
    int callers = 0, gave_way = 0;
    for (int64_t step = 0; step < 40000; step++) {
        struct stander *s = &crowd[rand() % STANDERS];
        if (s->origin < 0) {
            *s = (struct stander){ .origin = rand() % ORIGINS * (rand() % 3) % ORIGINS, .number = ++number };
            uint64_t o = crowd_origin(s->origin);
            limits_enter(l, o, &s->standing, step * 1000);
            callers++;
            struct standing *out = limits_overfull(l);
            if (out != NULL) {
                struct stander *who = (struct stander *)(void *)out;
                assert_true(who->origin >= 0 && !who->ready && who != s);
                for (int i = 0; i < STANDERS; i++) {
                    struct stander *other = &crowd[i];
                    if (other->origin < 0 || other->ready) continue;
                    assert_false(rather(other, who) && other->origin / WIDTH == who->origin / WIDTH);
                    assert_false(unready_of(other->origin, true) > unready_of(who->origin, true));
                }
                limits_leave(l, out);
                who->origin = -1;
                callers--;
                gave_way++;
                assert_null(limits_overfull(l));
            }
        } else if (!s->ready && rand() % 3 == 0) {
            s->person = !s->person;
            s->number = ++number;
            limits_person(l, &s->standing, s->person);
        } else if (!s->ready && rand() % 8 == 0) {
            limits_ready(l, &s->standing);
            s->ready = true;
        } else if (rand() % 4 == 0) {
            limits_leave(l, &s->standing);
            s->origin = -1;
            callers--;
        }
        assert_int_equal(limits_callers(l), callers);
    }
    assert_true(gave_way > 100);
    for (int i = 0; i < STANDERS; i++)
        if (crowd[i].origin >= 0) limits_leave(l, &crowd[i].standing);
    limits_free(l);
}

int main(void)
{
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_purse_of_the_house_holds_one_second_and_fills_by_the_clock),
        cmocka_unit_test(a_flood_from_one_address_leaves_the_purse_for_the_others),
        cmocka_unit_test(a_flood_from_a_few_addresses_or_one_network_leaves_it_too),
        cmocka_unit_test(who_is_refused_costs_the_house_nothing),
        cmocka_unit_test(unready_callers_of_one_address_are_limited_and_others_get_in),
        cmocka_unit_test(in_a_full_waiting_room_the_oldest_of_the_largest_address_gives_way),
        cmocka_unit_test(many_houses_of_one_network_count_together_when_somebody_has_to_give_way),
        cmocka_unit_test(who_is_waited_for_while_a_person_thinks_gives_way_first_among_his_own),
        cmocka_unit_test(a_person_who_thinks_is_not_pushed_out_by_silent_lines),
        cmocka_unit_test(callers_are_limited_in_all_and_per_address),
        cmocka_unit_test(a_house_full_of_callers_who_do_not_log_in_lets_others_in),
        cmocka_unit_test(the_time_of_the_house_is_shared_by_address_and_not_by_line),
        cmocka_unit_test(a_class_behind_one_address_plays_without_waiting),
        cmocka_unit_test(many_houses_of_one_network_have_the_time_of_two),
        cmocka_unit_test(an_ipv6_house_of_64_bits_counts_as_one),
        cmocka_unit_test(every_refusal_has_a_sentence),
        cmocka_unit_test(the_waiting_room_is_right_through_a_random_crowd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
