#include "server/auth.h"

#include "net/net.h"
#include "store/account.h"
#include "store/password.h"
#include "store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

/* The store and the net of this test, in place of theirs: what is asked is noted, and answered when the test says so.
 */
static struct asked {
    int found, logged_in;
    char handle[ACCOUNT_HANDLE], password[PASSWORD_MAX + 1];
    account_done *done;
    void *arg;
} asked;

static struct answered {
    int times;
    uint64_t ticket;
    enum verdict verdict;
    int64_t account;
} answered;

static struct account ann = { .id = 7, .handle = "ann", .has_password = true };
static struct account bea = { .id = 8, .handle = "bea" };

void account_by_handle(struct store *s, const char *handle, account_done *done, void *arg)
{
    (void)s;
    asked.found++;
    strcpy(asked.handle, handle);
    asked.done = done;
    asked.arg = arg;
}

void account_log_in(struct store *s, const char *handle, const char *password, const char *address, account_done *done,
                    void *arg)
{
    (void)s, (void)address;
    asked.logged_in++;
    strcpy(asked.handle, handle);
    strcpy(asked.password, password);
    asked.done = done;
    asked.arg = arg;
}

void net_answer(struct net *n, uint64_t ticket, enum verdict verdict, int64_t account)
{
    (void)n;
    answered =
        (struct answered){ .times = answered.times + 1, .ticket = ticket, .verdict = verdict, .account = account };
}

static struct auth auth;

static int start(void **state)
{
    (void)state;
    asked = (struct asked){ .found = 0 };
    answered = (struct answered){ .times = 0 };
    auth = (struct auth){ .base = event_base_new(), .net = (struct net *)&auth };
    return 0;
}

static int stop(void **state)
{
    (void)state;
    event_base_free(auth.base);
    return 0;
}

static void store_says(enum store_result result, const struct account *account)
{
    asked.done(asked.arg, result, account);
}

static void assert_answer(enum verdict verdict, int64_t account)
{
    assert_int_equal(answered.times, 1);
    assert_int_equal(answered.ticket, 42);
    assert_int_equal(answered.verdict, verdict);
    assert_int_equal(answered.account, account);
}

static void a_name_nobody_has_is_a_guest(void **state)
{
    (void)state;
    auth_check(&auth, 42, "192.0.2.1:40000", "ann", NULL);
    assert_int_equal(answered.times, 0);
    assert_string_equal(asked.handle, "ann");
    store_says(STORE_NONE, NULL);
    assert_answer(VERDICT_GUEST, 0);
}

/* (H23) */
static void an_account_without_password_is_no_lock(void **state)
{
    (void)state;
    auth_check(&auth, 42, "192.0.2.1:40000", "bea", NULL);
    store_says(STORE_OK, &bea);
    assert_answer(VERDICT_GUEST, 0);
}

/* A user name is hostile (H63). */
static void a_name_that_cannot_be_a_handle_is_a_guest_without_a_look_up(void **state)
{
    (void)state;
    auth_check(&auth, 42, "192.0.2.1:40000", "-f root\x1b[2J and much longer than any handle is", NULL);
    assert_int_equal(answered.times, 0);
    assert_int_equal(asked.found, 0);
    event_base_loop(auth.base, EVLOOP_NONBLOCK);
    assert_answer(VERDICT_GUEST, 0);
}

static void the_password_of_an_account_is_asked_for(void **state)
{
    (void)state;
    auth_check(&auth, 42, "192.0.2.1:40000", "ann", NULL);
    store_says(STORE_OK, &ann);
    assert_answer(VERDICT_ACCOUNT, 0);
}

static void the_right_password_is_the_account(void **state)
{
    (void)state;
    auth_check(&auth, 42, "192.0.2.1:40000", "ann", "secret12");
    assert_int_equal(answered.times, 0);
    assert_string_equal(asked.handle, "ann");
    assert_string_equal(asked.password, "secret12");
    store_says(STORE_OK, &ann);
    assert_answer(VERDICT_ACCOUNT, 7);
}

static void any_other_answer_to_a_password_is_a_refusal(void **state)
{
    static const enum store_result results[] = { STORE_NONE, STORE_WRONG, STORE_BUSY, STORE_FAILED };
    (void)state;
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        answered.times = 0;
        auth_check(&auth, 42, "192.0.2.1:40000", "ann", "secret13");
        store_says(results[i], NULL);
        assert_answer(VERDICT_REFUSE, 0);
    }
}

static void a_busy_store_lets_nobody_pass_for_a_guest(void **state)
{
    (void)state;
    auth_check(&auth, 42, "192.0.2.1:40000", "ann", NULL);
    store_says(STORE_BUSY, NULL);
    assert_answer(VERDICT_ACCOUNT, 0);
}

static void an_answer_after_the_net_has_closed_is_dropped(void **state)
{
    (void)state;
    auth_check(&auth, 42, "192.0.2.1:40000", "ann", NULL);
    auth.net = NULL;
    store_says(STORE_NONE, NULL);
    assert_int_equal(answered.times, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_name_nobody_has_is_a_guest),
        TEST(an_account_without_password_is_no_lock),
        TEST(a_name_that_cannot_be_a_handle_is_a_guest_without_a_look_up),
        TEST(the_password_of_an_account_is_asked_for),
        TEST(the_right_password_is_the_account),
        TEST(any_other_answer_to_a_password_is_a_refusal),
        TEST(a_busy_store_lets_nobody_pass_for_a_guest),
        TEST(an_answer_after_the_net_has_closed_is_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
