#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/clock.h"

#define HOUR_MS INT64_C(3600000)

struct both {
    struct clock_fake real;
    struct clock_house house;
};

static const struct clock *both_init(struct both *b)
{
    clock_fake_init(&b->real, 5000000, 1700000000);
    clock_house_init(&b->house, &b->real.clock);
    return &b->house.clock;
}

static void while_the_loop_turns_the_houses_time_is_the_machines(void **state)
{
    (void)state;
    struct both b;
    const struct clock *c = both_init(&b);
    int64_t start = clock_mono_ms(c);
    for (int i = 1; i <= 1000; i++) {
        b.real.ms += i % 4 == 0 ? 1000 : 1;
        assert_int_equal(clock_mono_ms(c), start + b.real.ms - 5000000);
        assert_int_equal(clock_house_turn(&b.house), 0);
    }
}

static void a_hole_takes_no_time_and_is_told_once(void **state)
{
    (void)state;
    struct both b;
    const struct clock *c = both_init(&b);
    b.real.ms += 200;
    int64_t before = clock_mono_ms(c);
    b.real.slept_ms += HOUR_MS;
    for (int i = 0; i < 3; i++) assert_int_equal(clock_mono_ms(c), before);
    assert_int_equal(clock_house_turn(&b.house), HOUR_MS);
    assert_int_equal(clock_mono_ms(c), before);
    assert_int_equal(clock_house_turn(&b.house), 0);
    b.real.ms += 70;
    assert_int_equal(clock_mono_ms(c), before + 70);
}

/* A stopped program, a machine that slept and one with too much to do are one and the same. */
static void what_is_missed_is_all_but_what_was_read_before(void **state)
{
    (void)state;
    struct both b;
    const struct clock *c = both_init(&b);
    int64_t start = clock_mono_ms(c);
    b.real.ms += 1001; /* nobody has read it since the turn */
    assert_int_equal(clock_mono_ms(c), start);
    assert_int_equal(clock_house_turn(&b.house), 1001);
    b.real.ms += 1000; /* the longest that is no hole */
    assert_int_equal(clock_mono_ms(c), start + 1000);
    b.real.ms += 500;
    assert_int_equal(clock_mono_ms(c), start + 1000);
    assert_int_equal(clock_house_turn(&b.house), 500);
    assert_int_equal(clock_mono_ms(c), start + 1000);
}

static void it_never_goes_back_whatever_happens(void **state)
{
    (void)state;
    struct both b;
    const struct clock *c = both_init(&b);
    unsigned chance = 1;
    int64_t last = clock_mono_ms(c), turned = b.real.ms, allowed = 0;
    for (int i = 0; i < 100000; i++) {
        chance = chance * 1103515245 + 12345;
        int64_t passes = chance >> 16 & 7 ? chance >> 20 & 255 : chance >> 18 & 16383;
        b.real.ms += passes;
        if (chance >> 30) {
            int64_t since = b.real.ms - turned;
            allowed += since < CLOCK_HOLE_MS ? since : CLOCK_HOLE_MS;
            turned = b.real.ms;
            clock_house_turn(&b.house);
        }
        int64_t now = clock_mono_ms(c);
        assert_true(now >= last && now - 5000000 <= allowed + CLOCK_HOLE_MS);
        last = now;
    }
}

static void real_time_that_goes_back_is_no_time(void **state)
{
    (void)state;
    struct both b;
    const struct clock *c = both_init(&b);
    b.real.ms += 300;
    int64_t before = clock_mono_ms(c);
    b.real.ms -= 1000 * HOUR_MS;
    assert_int_equal(clock_mono_ms(c), before);
    assert_int_equal(clock_house_turn(&b.house), 0);
    assert_int_equal(clock_mono_ms(c), before);
    b.real.ms += 400;
    assert_int_equal(clock_mono_ms(c), before + 400);
}

static void brakes_and_bans_see_the_holes(void **state)
{
    (void)state;
    struct both b;
    const struct clock *c = both_init(&b);
    int64_t before = clock_boot_ms(c);
    b.real.slept_ms += HOUR_MS;
    assert_int_equal(clock_boot_ms(c), before + HOUR_MS);
    clock_house_turn(&b.house);
    assert_int_equal(clock_boot_ms(c), before + HOUR_MS);
}

static void the_wall_clock_may_jump_by_years_and_moves_no_deadline(void **state)
{
    (void)state;
    struct both b;
    const struct clock *c = both_init(&b);
    int64_t mono = clock_mono_ms(c), boot = clock_boot_ms(c);
    const int64_t jumps[] = { 0, INT64_C(4102444800), 1700000000, -1000000000 };
    for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++) {
        b.real.s = jumps[i];
        assert_int_equal(clock_wall_s(c), jumps[i]);
        assert_int_equal(clock_house_turn(&b.house), 0);
        assert_int_equal(clock_mono_ms(c), mono);
        assert_int_equal(clock_boot_ms(c), boot);
    }
}

static void a_day_has_four_figures_for_its_year_whatever_the_clock_says(void **state)
{
    (void)state;
    static const struct {
        int64_t s;
        const char *day;
    } days[] = {
        { 0, "1970-01-01" },
        { 1700000000, "2023-11-14" },
        { INT64_C(4102444800), "2100-01-01" },
        { INT64_C(253402300799), "9999-12-31" },
        { INT64_C(253402300800), "9999-12-31" },
        { INT64_MAX, "9999-12-31" },
        { -1, "1970-01-01" },
        { INT64_MIN, "1970-01-01" },
    };
    for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
        char day[CLOCK_DAY];
        clock_day(day, days[i].s);
        assert_string_equal(day, days[i].day);
    }
}

static void the_systems_clock_goes_on(void **state)
{
    (void)state;
    int64_t mono = clock_mono_ms(&clock_system), boot = clock_boot_ms(&clock_system);
    assert_true(boot >= mono && clock_wall_s(&clock_system) > 1600000000);
    while (clock_mono_ms(&clock_system) == mono || clock_boot_ms(&clock_system) == boot) continue;
    assert_true(clock_mono_ms(&clock_system) > mono && clock_boot_ms(&clock_system) > boot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(while_the_loop_turns_the_houses_time_is_the_machines),
        cmocka_unit_test(a_hole_takes_no_time_and_is_told_once),
        cmocka_unit_test(what_is_missed_is_all_but_what_was_read_before),
        cmocka_unit_test(it_never_goes_back_whatever_happens),
        cmocka_unit_test(real_time_that_goes_back_is_no_time),
        cmocka_unit_test(brakes_and_bans_see_the_holes),
        cmocka_unit_test(the_wall_clock_may_jump_by_years_and_moves_no_deadline),
        cmocka_unit_test(a_day_has_four_figures_for_its_year_whatever_the_clock_says),
        cmocka_unit_test(the_systems_clock_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
