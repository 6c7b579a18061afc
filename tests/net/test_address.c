#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "net/address.h"

static void addresses_are_read_and_written_back(void **state)
{
    (void)state;
    static const struct {
        const char *in, *out;
    } good[] = {
        { "127.0.0.1:2323", "127.0.0.1:2323" },
        { "0.0.0.0:0", "0.0.0.0:0" },
        { "*:23", "0.0.0.0:23" },
        { "[::]:2222", "[::]:2222" },
        { "[::1]:65535", "[::1]:65535" },
        { "[2001:DB8::7]:1", "[2001:db8::7]:1" },
        { "[::ffff:1.2.3.4]:5", "1.2.3.4:5" },
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct sockaddr_storage s;
        socklen_t length;
        char text[ADDRESS_TEXT];
        struct err e;
        assert_true(address_parse(good[i].in, &s, &length, &e));
        address_format(&s, text);
        assert_string_equal(text, good[i].out);
    }
}

static void what_is_no_address_is_refused_with_the_reason(void **state)
{
    (void)state;
    static const struct {
        const char *in, *reason;
    } bad[] = {
        { "", "ADDRESS:PORT" },
        { "2323", "ADDRESS:PORT" },
        { "::1:2323", "in brackets" },
        { "127.0.0.1:", "0 to 65535" },
        { "127.0.0.1:65536", "0 to 65535" },
        { "127.0.0.1:-1", "0 to 65535" },
        { "127.0.0.1:23x", "0 to 65535" },
        { "127.0.0.1: 23", "0 to 65535" },
        { "127.0.0.1:000023", "0 to 65535" },
        { "localhost:23", "in numbers" },
        { ":23", "in numbers" },
        { "[]:23", "in numbers" },
        { "1.2.3.256:23", "in numbers" },
        { "[::1:23", "in brackets" },
        { "1111111111111111111111111111111111111111111111111111111111111111:23", "ADDRESS:PORT" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct sockaddr_storage s;
        socklen_t length;
        struct err e = { 0 };
        assert_false(address_parse(bad[i].in, &s, &length, &e));
        if (strstr(e.text, bad[i].reason) == NULL) fail_msg("%s: %s", bad[i].in, e.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_read_and_written_back),
        cmocka_unit_test(what_is_no_address_is_refused_with_the_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
