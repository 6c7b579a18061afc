#include "screens/house.h"

#include "screens/ticket.h"

static struct test_house h;
static struct caller_in_test ann;

static int setup(void **state)
{
    (void)state;
    house_open(&h, false);
    caller_guest(&ann, &h);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    caller_drop(&ann);
    house_close(&h);
    return 0;
}

static void an_answer_finds_its_owner(void **state)
{
    (void)state;
    int owner;
    struct ticket *t = ticket_new(session_of(&ann), &owner);
    void *first = ticket_ask(t), *second = ticket_ask(t);
    assert_ptr_equal(ticket_answer(first), &owner);
    assert_ptr_equal(ticket_answer(second), &owner);
    ticket_drop(t);
}

/* The sanitizer sees it if the ticket goes too early, or never. */
static void an_answer_after_the_owner_has_gone_is_for_nobody(void **state)
{
    (void)state;
    int owner;
    struct ticket *t = ticket_new(session_of(&ann), &owner);
    void *first = ticket_ask(t), *second = ticket_ask(t);
    ticket_drop(t);
    assert_null(ticket_answer(first));
    assert_null(ticket_answer(second));
    ticket_drop(NULL);
}

/* Between the end of the line and the moment when the screens leave. */
static void an_answer_while_the_visit_ends_is_for_nobody(void **state)
{
    (void)state;
    int owner;
    struct ticket *t = ticket_new(session_of(&ann), &owner);
    void *first = ticket_ask(t);
    session_end(session_of(&ann), "", 0);
    assert_null(ticket_answer(first));
    ticket_drop(t);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_answer_finds_its_owner),
        TEST(an_answer_after_the_owner_has_gone_is_for_nobody),
        TEST(an_answer_while_the_visit_ends_is_for_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
