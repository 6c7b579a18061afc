#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "cards/card.h"

static void every_card_reads_back_from_its_text(void **state)
{
    (void)state;
    for (card c = 1; c <= CARDS; c++) {
        card read = CARD_NONE;
        assert_int_equal(card_parse(card_text(c), &read), 2);
        assert_int_equal(read, c);
        assert_int_equal(card_of(card_rank(c), card_suit(c)), c);
    }
}

static void a_ten_may_be_written_10_and_case_does_not_matter(void **state)
{
    (void)state;
    card c = CARD_NONE;
    assert_int_equal(card_parse("10s@n", &c), 3);
    assert_string_equal(card_text(c), "Ts");
    assert_int_equal(card_parse("kD", &c), 2);
    assert_string_equal(card_text(c), "Kd");
    assert_int_equal(card_parse("TS", &c), 2);
    assert_string_equal(card_text(c), "Ts");
}

static void what_is_no_card_is_not_read(void **state)
{
    (void)state;
    static const char *const bad[] = { "",   "A",  "1s", "0s", "10", "1",   "11s",
                                       "Xs", "Ax", "s",  "??", "--", " As", "\xff\xfe" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        card c = CARD_HIDDEN;
        assert_int_equal(card_parse(bad[i], &c), 0);
        assert_int_equal(c, CARD_HIDDEN);
    }
}

static void cards_that_are_none_have_texts_too(void **state)
{
    (void)state;
    assert_string_equal(card_text(CARD_NONE), "--");
    assert_string_equal(card_text(CARD_HIDDEN), "??");
    assert_string_equal(card_text(200), "--");
    assert_string_equal(card_words(card_of(TEN, SPADES)), "10 of spades");
    assert_string_equal(card_words(card_of(ACE, CLUBS)), "ace of clubs");
    assert_string_equal(card_words(card_of(KING, HEARTS)), "king of hearts");
}

/* One rank lower, the other colour, no wrap (S2, T4a). */
static void a_card_builds_on_one_rank_higher_of_the_other_colour(void **state)
{
    (void)state;
    int fits = 0;
    for (card c = CARD_NONE; c <= CARD_HIDDEN; c++)
        for (card on = CARD_NONE; on <= CARD_HIDDEN; on++) fits += card_builds(c, on);
    assert_int_equal(fits, 12 * 4 * 2);
    assert_true(card_builds(card_of(9, SPADES), card_of(TEN, HEARTS)));
    assert_false(card_builds(card_of(9, SPADES), card_of(TEN, CLUBS)));
    assert_false(card_builds(card_of(TEN, HEARTS), card_of(9, SPADES)));
    assert_false(card_builds(card_of(KING, SPADES), card_of(ACE, HEARTS)));
    assert_false(card_builds(CARD_NONE, card_of(ACE, HEARTS)));
}

static void the_builders_of_a_card_are_the_cards_that_build_on_it(void **state)
{
    (void)state;
    for (int on = CARD_NONE; on <= CARD_HIDDEN; on++) {
        card_set want = 0;
        for (int c = 1; c <= CARDS; c++)
            if (card_builds((card)c, (card)on)) want |= card_bit((card)c);
        assert_true(card_builders((card)on) == want);
        assert_true((card_bit((card)on) & CARD_SET_ALL) == (card_is((card)on) ? card_bit((card)on) : 0));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_card_reads_back_from_its_text),
        cmocka_unit_test(a_ten_may_be_written_10_and_case_does_not_matter),
        cmocka_unit_test(what_is_no_card_is_not_read),
        cmocka_unit_test(cards_that_are_none_have_texts_too),
        cmocka_unit_test(a_card_builds_on_one_rank_higher_of_the_other_colour),
        cmocka_unit_test(the_builders_of_a_card_are_the_cards_that_build_on_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
