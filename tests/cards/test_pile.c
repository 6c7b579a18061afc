#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "cards/pile.h"

static struct pile pile_of(const char *cards)
{
    struct pile p = { 0 };
    for (card c; *cards != '\0'; cards += cards[0] == ' ') {
        int taken = card_parse(cards, &c);
        assert_true(taken > 0);
        pile_push(&p, c);
        cards += taken;
    }
    return p;
}

static void assert_same(struct pile p, const char *cards)
{
    struct pile want = pile_of(cards);
    assert_memory_equal(&p, &want, sizeof p);
}

static void the_base_is_the_first_card_and_the_top_the_last(void **state)
{
    (void)state;
    struct pile p = pile_of("9s 8h 7c");
    assert_string_equal(card_text(pile_base(&p)), "9s");
    assert_string_equal(card_text(pile_top(&p)), "7c");
    struct pile none = { 0 };
    assert_true(pile_empty(&none));
    assert_int_equal(pile_base(&none), CARD_NONE);
    assert_int_equal(pile_top(&none), CARD_NONE);
}

/* A card that has left a pile leaves no trace in it (P22, P62). */
static void what_has_left_a_pile_leaves_no_trace(void **state)
{
    (void)state;
    struct pile p = pile_of("9s 8h 7c 6d");
    assert_true(pile_take(&p, pile_of("8h").c[0]));
    assert_same(p, "9s 7c 6d");
    assert_false(pile_take(&p, pile_of("8h").c[0]));
    assert_string_equal(card_text(pile_pop(&p)), "6d");
    assert_same(p, "9s 7c");
    struct pile onto = pile_of("Td");
    pile_move(&onto, &p);
    assert_same(onto, "Td 9s 7c");
    assert_same(p, "");
    assert_int_equal(pile_pop(&p), CARD_NONE);
}

static void hiding_keeps_the_number_of_cards_and_nothing_else(void **state)
{
    (void)state;
    struct pile a = pile_of("9s 8h 7c"), b = pile_of("Ks Kh Kc");
    pile_hide(&a);
    pile_hide(&b);
    assert_memory_equal(&a, &b, sizeof a);
    uint8_t count[CARD_HIDDEN + 1] = { 0 };
    pile_census(&a, count);
    assert_int_equal(count[CARD_HIDDEN], 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_base_is_the_first_card_and_the_top_the_last),
        cmocka_unit_test(what_has_left_a_pile_leaves_no_trace),
        cmocka_unit_test(hiding_keeps_the_number_of_cards_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
