#include "cli/sim_report.h"

#include "cli/sim_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <sodium.h>
#include <string.h>

#include "games/catalogue/game_list.h"

static struct sim_plan plan_of(const char *id, const char *rules, int seats, int strength)
{
    struct sim_plan plan = { .game = game_find(id), .seats = seats, .first = 1, .last = 40, .budget_ms = 10 };
    assert_null(plan.game->rules_parse(&plan.rules, rules));
    for (int seat = 1; seat <= seats; seat++) plan.strength[seat] = strength;
    return plan;
}

static struct sim_tally play(const struct sim_plan *plan, uint32_t first, uint32_t last)
{
    struct sim_tally tally = { 0 };
    atomic_bool stop = false;
    for (uint32_t number = first; number <= last; number++) assert_true(sim_play(plan, number, &stop, &tally));
    return tally;
}

static void assert_near(double a, double b)
{
    if (fabs(a - b) > 0.0001) fail_msg("%f is not %f", a, b);
}

static void assert_interval(int64_t hits, int64_t n, double low, double high)
{
    struct sim_interval i = sim_wilson(hits, n);
    assert_near(i.low, low);
    assert_near(i.high, high);
}

/* Newcombe 1998 has these. */
static void wilson_intervals_are_those_of_the_books(void **state)
{
    (void)state;
    assert_interval(81, 263, 0.2553, 0.3662);
    assert_interval(15, 148, 0.0624, 0.1605);
    assert_interval(0, 20, 0, 0.1611);
    assert_interval(1, 29, 0.0061, 0.1718);
    assert_interval(20, 20, 1 - 0.1611, 1);
    assert_interval(1, 1, 0.2065, 1);
}

static void sums_of_parts_are_the_whole(void **state)
{
    (void)state;
    struct sim_plan plan = plan_of("corners", "first", 3, SIM_RANDOM);
    struct sim_tally whole = play(&plan, 1, 40), sum = play(&plan, 31, 40), more = play(&plan, 1, 30), none = { 0 };
    sim_add(&sum, &none);
    sim_add(&sum, &more);
    assert_memory_equal(&sum, &whole, sizeof sum);
    assert_int_equal(whole.games, 40);
    for (int seat = 1; seat <= 3; seat++) {
        assert_true(whole.seat[seat].least * 40 <= whole.seat[seat].points);
        assert_true(whole.seat[seat].most * 40 >= whole.seat[seat].points);
        assert_true(whole.seat[seat].squares >= whole.seat[seat].points);
    }
}

static void threads_make_the_same_sums(void **state)
{
    (void)state;
    static const int threads[] = { 1, 2, 7, SIM_THREADS_MAX };
    struct sim_plan plan = plan_of("cross", "", 1, 1);
    struct sim_tally want = play(&plan, plan.first, plan.last);
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        struct sim_tally tally;
        sim_run_free(sim_run_new(&plan, threads[i]), &tally);
        assert_memory_equal(&tally, &want, sizeof tally);
    }
}

static void a_stopped_game_counts_for_nothing(void **state)
{
    (void)state;
    struct sim_plan plan = plan_of("grid", "", 1, SIM_RANDOM);
    struct sim_tally tally = { 0 }, none = { 0 };
    atomic_bool stop = true;
    assert_false(sim_play(&plan, 1, &stop, &tally));
    assert_memory_equal(&tally, &none, sizeof tally);
}

/* Every game of cross is won (S8, S9); some seat has the lowest points (T11). */
static void what_is_counted_fits_the_rules(void **state)
{
    (void)state;
    struct sim_plan cross = plan_of("cross", "", 1, SIM_RANDOM), corners = plan_of("corners", "last", 4, 2);
    struct sim_tally c = play(&cross, 1, 40), t = play(&corners, 1, 40);
    int64_t won = 0;
    assert_int_equal(c.seat[1].won, 40);
    assert_in_range(c.seat[1].least, 7, 41);
    for (int seat = 1; seat <= 4; seat++) won += t.seat[seat].won;
    assert_in_range(won, 40, 160);
}

static void minds_have_names(void **state)
{
    (void)state;
    for (int strength = SIM_RANDOM; strength <= 3; strength++)
        assert_int_equal(sim_strength(sim_mind(strength)), strength);
    assert_int_equal(sim_strength("genius"), -1);
    assert_int_equal(sim_strength(""), -1);
}

static int start(void **state)
{
    (void)state;
    return sodium_init() < 0 ? -1 : 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_intervals_are_those_of_the_books),
        cmocka_unit_test(sums_of_parts_are_the_whole),
        cmocka_unit_test(threads_make_the_same_sums),
        cmocka_unit_test(a_stopped_game_counts_for_nothing),
        cmocka_unit_test(what_is_counted_fits_the_rules),
        cmocka_unit_test(minds_have_names),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
