#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/backlog.h"
#include "net/conn.h"

/* ours writes, theirs reads; both with small buffers and without waiting. */
struct pair {
    int ours, theirs;
};

static struct pair pair_open(void)
{
    int fds[2], small = 4096;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds), 0);
    setsockopt(fds[0], SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    return (struct pair){ fds[0], fds[1] };
}

static void pair_close(struct pair p)
{
    close(p.ours);
    close(p.theirs);
}

static void every_byte_arrives_once_and_in_order(void **state)
{
    (void)state;
    enum { TOTAL = 500000 };
    unsigned seed = 77;
    print_message("seed %u\n", seed);
    srand(seed);
    struct pair p = pair_open();
    struct backlog b = { 0 };
    size_t written = 0, read = 0;
    while (read < TOTAL) {
        uint8_t bytes[3000];
        size_t n = (size_t)rand() % sizeof bytes;
        if (n > TOTAL - written) n = TOTAL - written;
        if (b.to - b.from > 100000) n = 0;
        for (size_t i = 0; i < n; i++) bytes[i] = (uint8_t)((written + i) * 7 >> 3);
        if (n > 0) assert_true(backlog_write(&b, p.ours, bytes, n));
        written += n;
        ssize_t got = recv(p.theirs, bytes, 1 + (size_t)rand() % sizeof bytes, 0);
        for (ssize_t i = 0; i < got; i++) assert_int_equal(bytes[i], (uint8_t)((read + (size_t)i) * 7 >> 3));
        if (got > 0) read += (size_t)got;
        if (rand() % 2) assert_true(backlog_flush(&b, p.ours));
    }
    assert_true(backlog_flush(&b, p.ours));
    assert_true(backlog_empty(&b));
    assert_null(b.bytes); /* costs nothing while it is empty */
    pair_close(p);
}

/* (H43) */
static void more_than_the_limit_is_refused_and_the_limit_itself_is_not(void **state)
{
    (void)state;
    struct pair p = pair_open();
    struct backlog b = { 0 };
    static uint8_t bytes[4096];
    while (backlog_empty(&b)) assert_true(backlog_write(&b, p.ours, bytes, sizeof bytes));
    while (b.to - b.from + sizeof bytes <= CONN_BACKLOG_MAX)
        assert_true(backlog_write(&b, p.ours, bytes, sizeof bytes));
    assert_true(backlog_write(&b, p.ours, bytes, CONN_BACKLOG_MAX - (b.to - b.from)));
    assert_int_equal(b.to - b.from, CONN_BACKLOG_MAX);
    assert_false(backlog_write(&b, p.ours, bytes, 1));
    assert_true(b.size <= 2 * CONN_BACKLOG_MAX);
    backlog_clear(&b);
    assert_true(backlog_empty(&b));
    pair_close(p);
}

static void a_broken_connection_is_told(void **state)
{
    (void)state;
    struct pair p = pair_open();
    struct backlog b = { 0 };
    static uint8_t bytes[4096];
    while (backlog_empty(&b)) assert_true(backlog_write(&b, p.ours, bytes, sizeof bytes));
    close(p.theirs);
    assert_false(backlog_flush(&b, p.ours));
    backlog_clear(&b);
    assert_false(backlog_write(&b, p.ours, bytes, 1));
    close(p.ours);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_arrives_once_and_in_order),
        cmocka_unit_test(more_than_the_limit_is_refused_and_the_limit_itself_is_not),
        cmocka_unit_test(a_broken_connection_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
