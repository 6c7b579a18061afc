#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/clock.h"
#include "base/log.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATIENCE_MS 20000
#define TEXT_MAX (512 * 1024)

/* Standard error, for as long as a test runs, is a file. */
static int kept, file;
static char text[TEXT_MAX];

static void catch (void)
{
    char path[] = "/tmp/kingscorner-log-XXXXXX";
    file = mkstemp(path);
    unlink(path);
    kept = dup(STDERR_FILENO);
    dup2(file, STDERR_FILENO);
}

static const char *caught(void)
{
    dup2(kept, STDERR_FILENO);
    close(kept);
    ssize_t n = pread(file, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = '\0';
    close(file);
    return text;
}

static int count(const char *in, const char *what)
{
    int n = 0;
    for (const char *at = in; (at = strstr(at, what)) != NULL; at++) n++;
    return n;
}

static void one_call_is_one_line_before_it_starts_and_after(void **state)
{
    (void)state;
    catch ();
    log_event(LOG_INFO, NULL, "at once");
    log_start(&clock_system);
    log_event(LOG_WARNING, "192.0.2.1:5", "what\nhe\x1b[2Jsent");
    bool whole = log_stop(PATIENCE_MS);
    log_event(LOG_INFO, NULL, "and at once again");
    assert_string_equal(caught(), "<6>at once\n<4>192.0.2.1:5: what?he?[2Jsent\n<6>and at once again\n");
    assert_true(whole && log_stop(0));
}

static void the_lines_of_one_origin_are_bounded_and_the_rest_is_counted(void **state)
{
    (void)state;
    struct clock_fake clock;
    clock_fake_init(&clock, 1000000, 0);
    catch ();
    log_start(&clock.clock);
    for (int i = 0; i < 1000; i++) {
        char who[32];
        snprintf(who, sizeof who, "192.0.2.1:%d", 40000 + i);
        log_event(LOG_INFO, who, "flood");
        if (i % 10 == 0) log_event(LOG_INFO, "192.0.2.2:50000", "visit");
    }
    log_turn();
    clock.ms += LOG_LEFT_OUT_MS;
    log_turn();
    log_turn();
    for (int i = 0; i < 1000; i++) log_event(LOG_INFO, "192.0.2.1:1", "again");
    assert_true(log_stop(PATIENCE_MS));
    caught();
    assert_int_equal(count(text, "flood"), LOG_ORIGIN_BURST);
    assert_int_equal(count(text, "visit"), 100);
    assert_int_equal(count(text, "again"), LOG_ORIGIN_PER_S * LOG_LEFT_OUT_MS / 1000);
    assert_int_equal(count(text, "<5>800 more lines about callers were left out\n"), 1);
    assert_int_equal(count(text, "<5>950 more lines about callers were left out\n"), 1);
    assert_int_equal(count(text, "left out"), 2);
}

static void all_strangers_together_are_bounded_and_take_nothing_from_the_house(void **state)
{
    (void)state;
    struct clock_fake clock;
    clock_fake_init(&clock, 1000000, 0);
    catch ();
    log_start(&clock.clock);
    for (int i = 0; i < 1900; i++) {
        char who[32];
        snprintf(who, sizeof who, "[2001:db8:%x::1]:77", i);
        log_event(LOG_INFO, who, "swarm");
    }
    for (int i = 0; i < 100; i++) log_event(LOG_INFO, NULL, "house");
    assert_true(log_stop(PATIENCE_MS));
    caught();
    assert_int_equal(count(text, "swarm"), LOG_STRANGERS_BURST);
    assert_int_equal(count(text, "house"), 100);
    assert_int_equal(count(text, "<5>900 more lines about callers were left out\n"), 1);
}

/* On a full disk every move of a stranger is an error of the house. */
static void one_kind_of_line_hides_no_other(void **state)
{
    (void)state;
    struct clock_fake clock;
    clock_fake_init(&clock, 1000000, 0);
    catch ();
    log_start(&clock.clock);
    for (int i = 0; i < 1000; i++) log_event(LOG_ERR, NULL, "move %d is not written", i);
    log_event(LOG_ERR, NULL, "something else is wrong");
    assert_true(log_stop(PATIENCE_MS));
    caught();
    assert_int_equal(count(text, "is not written"), LOG_ORIGIN_BURST);
    assert_int_equal(count(text, "something else"), 1);
    assert_int_equal(count(text, "<4>800 more lines were left out: their kind came too often\n"), 1);
}

/* An address of IPv6 is worth nothing: a network is one origin. */
static void a_network_of_ipv6_is_one_origin(void **state)
{
    (void)state;
    struct clock_fake clock;
    clock_fake_init(&clock, 1000000, 0);
    catch ();
    log_start(&clock.clock);
    for (int i = 0; i < 900; i++) {
        char who[48];
        snprintf(who, sizeof who, "[2001:db8:1:2:%x:%x::1]:77", i, 7 * i);
        log_event(LOG_INFO, who, "swarm");
    }
    assert_true(log_stop(PATIENCE_MS));
    assert_int_equal(count(caught(), "swarm"), LOG_ORIGIN_BURST);
}

static void nobody_waits_for_who_does_not_read_the_log(void **state)
{
    (void)state;
    int fds[2];
    char page[4096];
    assert_int_equal(pipe(fds), 0);
    assert_true(fcntl(fds[1], F_SETPIPE_SZ, 4096) > 0);
    kept = dup(STDERR_FILENO);
    dup2(fds[1], STDERR_FILENO);
    log_start(&clock_system);
    for (int i = 0; i < 20000; i++) {
        char who[32];
        snprintf(who, sizeof who, "192.0.%d.%d:5", i / 250, i % 250);
        log_event(LOG_INFO, i % 2 ? who : NULL, "a line of some length, number %d", i);
    }
    bool whole = log_stop(1);
    log_event(LOG_INFO, NULL, "this one is dropped, and waits for nobody either");
    dup2(kept, STDERR_FILENO);
    close(kept);
    assert_false(whole);
    close(fds[1]);
    /* The thread that waits is let go. */
    while (read(fds[0], page, sizeof page) > 0) continue;
    close(fds[0]);
}

static void die(bool by_signal)
{
    catch ();
    pid_t child = fork();
    if (child == 0) {
        log_start(&clock_system);
        for (int i = 0; i < 100; i++) log_event(LOG_INFO, NULL, "before %d.", i);
        if (by_signal)
            kill(getpid(), SIGABRT);
        else
            abort();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    caught();
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    for (int i = 0; i < 100; i++) {
        char line[32];
        snprintf(line, sizeof line, "<6>before %d.\n", i);
        assert_non_null(strstr(text, line));
    }
}

static void an_assertion_that_fails_loses_no_line_before_it(void **state)
{
    (void)state;
    for (int by_signal = 0; by_signal <= 1; by_signal++) die(by_signal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_call_is_one_line_before_it_starts_and_after),
        cmocka_unit_test(the_lines_of_one_origin_are_bounded_and_the_rest_is_counted),
        cmocka_unit_test(all_strangers_together_are_bounded_and_take_nothing_from_the_house),
        cmocka_unit_test(one_kind_of_line_hides_no_other),
        cmocka_unit_test(a_network_of_ipv6_is_one_origin),
        cmocka_unit_test(nobody_waits_for_who_does_not_read_the_log),
        cmocka_unit_test(an_assertion_that_fails_loses_no_line_before_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
