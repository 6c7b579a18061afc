#include "cli/arguments.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void numbers_have_neither_sign_nor_leading_zeros(void **state)
{
    (void)state;
    static const char *const none[] = {
        "", "0", "01", "-1", "+1", " 1", "x", "4294967296", "18446744073709551617", "99999999999999999999"
    };
    uint32_t n = 0;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) assert_null(argument_number(none[i], UINT32_MAX, &n));
    assert_int_equal(n, 0);
    assert_string_equal(argument_number("4294967295", UINT32_MAX, &n), "");
    assert_int_equal(n, 4294967295);
    assert_string_equal(argument_number("12..34", 12, &n), "..34");
    assert_int_equal(n, 12);
    assert_null(argument_number("13", 12, &n));
}

/* A file of n bytes, read with a limit. */
static void assert_reads(size_t n, size_t limit, size_t want)
{
    char path[] = "/tmp/kingscorner-test-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *f = fdopen(fd, "wb");
    for (size_t i = 0; i < n; i++) fputc((int)('a' + i % 26), f);
    fclose(f);
    struct err e;
    size_t got = 99;
    char *bytes = argument_file(path, limit, &got, &e);
    remove(path);
    assert_non_null(bytes);
    assert_int_equal(got, want);
    for (size_t i = 0; i < got; i++) assert_int_equal(bytes[i], 'a' + i % 26);
    free(bytes);
}

static void files_are_read_wholly_but_no_further_than_the_limit(void **state)
{
    (void)state;
    assert_reads(0, 100, 0);
    assert_reads(100, 100, 100);
    assert_reads(101, 100, 100);
    assert_reads(4096, 100000, 4096);
    assert_reads(50000, 100000, 50000);
    assert_reads(50000, 8192, 8192);
}

static void what_cannot_be_read_is_said_so(void **state)
{
    (void)state;
    struct err e;
    size_t n;
    assert_null(argument_file("/no/such/file", 100, &n, &e));
    assert_string_equal(e.text, "/no/such/file: No such file or directory");
    assert_null(argument_file("/tmp", 100, &n, &e));
    assert_string_equal(e.text, "/tmp: Is a directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_have_neither_sign_nor_leading_zeros),
        cmocka_unit_test(files_are_read_wholly_but_no_further_than_the_limit),
        cmocka_unit_test(what_cannot_be_read_is_said_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
