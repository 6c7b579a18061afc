#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/outlet.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define PATIENCE_MS 20000

static const char lost[] = "%llu lost\n";

/* A pipe that is full, and what it is full of. */
static size_t pipe_fill(int fds[2])
{
    static const char zeros[4096];
    size_t filled = 0;
    assert_int_equal(pipe(fds), 0);
    int flags = fcntl(fds[1], F_GETFL);
    fcntl(fds[1], F_SETFL, flags | O_NONBLOCK);
    for (ssize_t n; (n = write(fds[1], zeros, sizeof zeros)) > 0;) filled += (size_t)n;
    fcntl(fds[1], F_SETFL, flags);
    return filled;
}

/* So many bytes of what comes. */
static void take(int fd, char *out, size_t n)
{
    for (size_t got = 0; got < n;) {
        struct pollfd in = { .fd = fd, .events = POLLIN };
        if (poll(&in, 1, PATIENCE_MS) != 1) fail_msg("nothing came after %zu of %zu bytes", got, n);
        ssize_t some = read(fd, out + got, n - got);
        assert_true(some > 0);
        got += (size_t)some;
    }
}

static void take_text(int fd, const char *expected)
{
    char text[512];
    size_t n = strlen(expected);
    assert_true(n < sizeof text);
    take(fd, text, n);
    text[n] = '\0';
    assert_string_equal(text, expected);
}

static bool put(struct outlet *o, const char *line)
{
    return outlet_put(o, line, strlen(line));
}

static void lines_come_whole_and_in_order(void **state)
{
    (void)state;
    int fds[2];
    char line[64];
    assert_int_equal(pipe(fds), 0);
    struct outlet *o = outlet_open(fds[1], 2 * OUTLET_LINE_MAX, lost);
    for (int i = 0; i < 5000; i++) {
        int n = snprintf(line, sizeof line, "line %d\n", i);
        while (!outlet_put(o, line, (size_t)n)) fail_msg("no room for line %d", i);
        take_text(fds[0], line);
    }
    assert_true(outlet_close(o, PATIENCE_MS));
    close(fds[0]);
    close(fds[1]);
}

/* A writer never waits, even when nobody reads. A line counts what was lost, in the place where it was. */
static void a_full_pipe_stops_nobody_and_what_is_lost_is_counted(void **state)
{
    (void)state;
    int fds[2], put_in = 0, refused = 0;
    size_t filled = pipe_fill(fds);
    char line[64], *junk = malloc(filled);
    struct outlet *o = outlet_open(fds[1], 2 * OUTLET_LINE_MAX, lost);
    for (int i = 0; i < 1000; i++) {
        int n = snprintf(line, sizeof line, "line %03d\n", i);
        if (outlet_put(o, line, (size_t)n))
            put_in++;
        else
            refused++;
    }
    assert_int_equal(put_in, 2 * OUTLET_LINE_MAX / 9);
    take(fds[0], junk, filled);
    for (int i = 0; i < put_in; i++) {
        snprintf(line, sizeof line, "line %03d\n", i);
        take_text(fds[0], line);
    }
    snprintf(line, sizeof line, "%d lost\n", refused);
    take_text(fds[0], line);
    assert_true(put(o, "on it goes\n"));
    take_text(fds[0], "on it goes\n");
    assert_true(outlet_close(o, PATIENCE_MS));
    free(junk);
    close(fds[0]);
    close(fds[1]);
}

static void nobody_waits_at_the_end_for_who_does_not_read(void **state)
{
    (void)state;
    int fds[2];
    size_t filled = pipe_fill(fds);
    char *junk = malloc(filled);
    struct outlet *o = outlet_open(fds[1], 2 * OUTLET_LINE_MAX, lost);
    assert_true(put(o, "the last words\n"));
    assert_false(outlet_close(o, 1));
    /* The thread is still there, and goes when somebody reads. */
    take(fds[0], junk, filled);
    take_text(fds[0], "the last words\n");
    free(junk);
    close(fds[0]);
    close(fds[1]);
}

/* The flag belongs to the description that a shell has open too: the outlet leaves it alone and copes with it. */
static void a_descriptor_that_does_not_wait_is_waited_for(void **state)
{
    (void)state;
    int fds[2];
    size_t filled = pipe_fill(fds);
    char *junk = malloc(filled);
    fcntl(fds[1], F_SETFL, O_NONBLOCK);
    struct outlet *o = outlet_open(fds[1], 2 * OUTLET_LINE_MAX, lost);
    assert_true(put(o, "late\n"));
    take(fds[0], junk, filled);
    take_text(fds[0], "late\n");
    assert_true(outlet_close(o, PATIENCE_MS));
    assert_true(fcntl(fds[1], F_GETFL) & O_NONBLOCK);
    free(junk);
    close(fds[0]);
    close(fds[1]);
}

static void a_reader_who_is_gone_is_no_end(void **state)
{
    (void)state;
    int fds[2];
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe(fds), 0);
    close(fds[0]);
    struct outlet *o = outlet_open(fds[1], 2 * OUTLET_LINE_MAX, lost);
    for (int i = 0; i < 100; i++) assert_true(put(o, "to nobody\n") || i > 0);
    assert_false(outlet_close(o, PATIENCE_MS));
    close(fds[1]);
}

/* A disk that is full, or a limit: nothing is tried again until there is something new, and then what was lost is told
 * first. */
static void what_could_not_be_written_is_told_when_it_can_be_again(void **state)
{
    (void)state;
    char path[] = "/tmp/kingscorner-outlet-XXXXXX", text[256] = "";
    int fd = mkstemp(path);
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit before, none;
    getrlimit(RLIMIT_FSIZE, &before);
    none = (struct rlimit){ .rlim_cur = 0, .rlim_max = before.rlim_max };
    setrlimit(RLIMIT_FSIZE, &none);
    struct outlet *o = outlet_open(fd, 2 * OUTLET_LINE_MAX, lost);
    assert_true(put(o, "one\n"));
    assert_true(put(o, "two\n"));
    assert_false(outlet_close(o, PATIENCE_MS));
    o = outlet_open(fd, 2 * OUTLET_LINE_MAX, lost);
    assert_true(put(o, "three\n"));
    setrlimit(RLIMIT_FSIZE, &before); /* before the thread has tried it, or after */
    assert_true(put(o, "four\n"));
    assert_true(outlet_close(o, PATIENCE_MS));
    assert_true(outlet_close(NULL, 0));
    assert_true(pread(fd, text, sizeof text - 1, 0) > 0);
    assert_true(strcmp(text, "three\nfour\n") == 0 || strcmp(text, "1 lost\nfour\n") == 0);
    close(fd);
    unlink(path);
}

static void a_dying_program_writes_what_waits_as_far_as_nobody_is_waited_for(void **state)
{
    (void)state;
    int fds[2];
    size_t filled = pipe_fill(fds);
    char *junk = malloc(filled);
    struct outlet *o = outlet_open(fds[1], 2 * OUTLET_LINE_MAX, lost);
    assert_true(put(o, "the cause\n"));
    outlet_dump(o); /* full: it comes back */
    take(fds[0], junk, filled);
    take_text(fds[0], "the cause\n");
    assert_true(outlet_close(o, PATIENCE_MS));
    free(junk);
    close(fds[0]);
    close(fds[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_whole_and_in_order),
        cmocka_unit_test(a_full_pipe_stops_nobody_and_what_is_lost_is_counted),
        cmocka_unit_test(nobody_waits_at_the_end_for_who_does_not_read),
        cmocka_unit_test(a_descriptor_that_does_not_wait_is_waited_for),
        cmocka_unit_test(a_reader_who_is_gone_is_no_end),
        cmocka_unit_test(what_could_not_be_written_is_told_when_it_can_be_again),
        cmocka_unit_test(a_dying_program_writes_what_waits_as_far_as_nobody_is_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
