#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "screens/ticket.h"

static void an_answer_finds_its_owner(void **state)
{
    (void)state;
    int owner;
    struct ticket *t = ticket_new(&owner);
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
    struct ticket *t = ticket_new(&owner);
    void *first = ticket_ask(t), *second = ticket_ask(t);
    ticket_drop(t);
    assert_null(ticket_answer(first));
    assert_null(ticket_answer(second));
    ticket_drop(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_finds_its_owner),
        cmocka_unit_test(an_answer_after_the_owner_has_gone_is_for_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
