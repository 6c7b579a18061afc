#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "net/meter.h"

static int64_t real, thread, readings;

static int64_t real_us(void)
{
    return real;
}

static int64_t thread_us(void)
{
    readings++;
    return thread;
}

static struct meter a_meter(void)
{
    real = 1000000;
    thread = 5000;
    readings = 0;
    return (struct meter){ .real_us = real_us, .thread_us = thread_us, .read_at_us = real, .read_us = thread };
}

static void pass(int64_t working_us, int64_t waiting_us)
{
    thread += working_us;
    real += working_us + waiting_us;
}

static void short_work_is_charged_without_asking_the_kernel(void **state)
{
    (void)state;
    struct meter m = a_meter();
    for (int us = 0; us + 120 <= METER_FRESH_US; us += 120) {
        struct meter_mark began = meter_begin(&m);
        pass(120, 0);
        assert_int_equal(meter_since(&m, began), 120);
    }
    assert_int_equal(readings, 0);
}

static void work_that_lost_its_core_is_not_charged_the_wait(void **state)
{
    (void)state;
    struct meter m = a_meter();
    pass(METER_FRESH_US + 1, 0);
    struct meter_mark began = meter_begin(&m);
    pass(200, 80000);
    assert_int_equal(meter_since(&m, began), 200);
}

/* Whoever takes much pays all of it, whatever came before. */
static void long_work_is_charged_in_full(void **state)
{
    (void)state;
    for (int64_t before = 0; before <= 2 * METER_FRESH_US; before += 70) {
        struct meter m = a_meter();
        pass(before, before / 2);
        struct meter_mark began = meter_begin(&m);
        pass(METER_SHORT_US + 1, 0);
        assert_int_equal(meter_since(&m, began), METER_SHORT_US + 1);
        pass(90000, 0);
        assert_int_equal(meter_since(&m, began), METER_SHORT_US + 1 + 90000);
    }
}

static void what_is_charged_too_much_is_bounded(void **state)
{
    (void)state;
    struct meter m = a_meter();
    pass(METER_FRESH_US, 0);
    struct meter_mark began = meter_begin(&m);
    pass(300, 50000);
    int64_t charged = meter_since(&m, began);
    assert_true(charged >= 300 && charged <= 300 + METER_FRESH_US);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_work_is_charged_without_asking_the_kernel),
        cmocka_unit_test(work_that_lost_its_core_is_not_charged_the_wait),
        cmocka_unit_test(long_work_is_charged_in_full),
        cmocka_unit_test(what_is_charged_too_much_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
