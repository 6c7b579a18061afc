/* The house of this test program, with ann as its first caller. Each test opens it and closes it. Include it last:
 * other headers have parameters of these names. */
#pragma once
#include "screens/house.h"

static struct test_house h;
static struct caller_in_test ann;

static inline int setup(void **state)
{
    (void)state;
    house_open(&h, true);
    return 0;
}

static inline int setup_without_store(void **state)
{
    (void)state;
    house_open(&h, false);
    return 0;
}

static inline int teardown(void **state)
{
    (void)state;
    house_close(&h);
    return 0;
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
#define TEST_WITHOUT_STORE(f) cmocka_unit_test_setup_teardown(f, setup_without_store, teardown)
