#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "net/ssh_house.h"
#include "net/ssh_stranger.h"

#include <sys/socket.h>

static void a_guest_sits_down_types_and_reads(void **state)
{
    struct house *h = *state;
    char text[64] = "";
    ssh_session session = stranger_enter(h->port, "play");
    ssh_channel channel = stranger_sit(session, 100, 30);
    WAIT_FOR(h, h->opened == 1);
    assert_string_equal(h->caller.term, "xterm-ghostty");
    assert_int_equal(h->caller.cols, 100);
    assert_int_equal(h->caller.rows, 30);
    assert_int_equal(ssh_channel_write(channel, "abc", 3), 3);
    WAIT_FOR(h, h->typed_n == 3);
    house_do(h, do_write, "hello");
    assert_int_equal(ssh_channel_read(channel, text, 5, 0), 5);
    assert_string_equal(text, "hello");
    stranger_leave(session);
    WAIT_FOR(h, h->closed == 1 && h->gone == 1);
}


int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_HOUSE(a_guest_sits_down_types_and_reads),
    };
    return cmocka_run_group_tests(tests, make_key_dir, remove_key_dir);
}
