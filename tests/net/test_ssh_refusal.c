#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "net/ssh_refusal.h"

static uint32_t number(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* The packet at `at`, which must end at `end`, says exactly this. */
static void assert_says(const uint8_t *at, const uint8_t *end, const char *why)
{
    uint32_t length = number(at);
    assert_ptr_equal(at + 4 + length, end);
    assert_int_equal((4 + length) % 8, 0);
    assert_in_range(at[4], 4, 11);
    assert_int_equal(at[5], 1);
    assert_int_equal(number(at + 6), 12);
    assert_int_equal(number(at + 10), strlen(why));
    assert_memory_equal(at + 14, why, strlen(why));
    assert_int_equal(number(at + 14 + strlen(why)), 0);
    assert_int_equal(1 + 1 + 4 + 4 + strlen(why) + 4 + at[4], length);
}

static void a_greeting_and_one_packet_of_whole_blocks_whatever_the_length(void **state)
{
    (void)state;
    static const char greeting[] = "SSH-2.0-KingsCorner\r\n";
    char why[201] = "";
    for (size_t n = 0; n <= 200; n++) {
        uint8_t out[SSH_REFUSAL_MAX];
        size_t length = ssh_refusal(out, why, false);
        assert_true(length <= sizeof out);
        assert_memory_equal(out, greeting, sizeof greeting - 1);
        assert_says(out + sizeof greeting - 1, out + length, why);
        length = ssh_refusal(out, why, true);
        assert_says(out, out + length, why);
        why[n] = (char)('a' + n % 26);
        why[n < 200 ? n + 1 : 200] = '\0';
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_greeting_and_one_packet_of_whole_blocks_whatever_the_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
