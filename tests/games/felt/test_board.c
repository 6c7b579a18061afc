#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/contract.h"
#include "games/felt/board.h"
#include "seed.h"

static struct random chance;

/* Any board, also one that no round reaches: piles of any cards, empty places, a hand with a hidden card. */
static void deal_anything(struct board *b, struct pile *hand)
{
    struct deck d = random_deck(&chance);
    int next = 0;
    memset(b, 0, sizeof *b);
    memset(hand, 0, sizeof *hand);
    for (int p = 0; p < PLACES; p++)
        for (int n = (int)random_below(&chance, 4); n > 0; n--) pile_push(&b->at[p], d.c[next++]);
    for (int n = (int)random_below(&chance, 20); n > 0; n--) pile_push(hand, d.c[next++]);
    if (random_below(&chance, 4) == 0) pile_push(hand, CARD_HIDDEN);
}

static bool listed(const struct play *p, const struct play *plays, int n)
{
    for (int i = 0; i < n; i++)
        if (plays[i].card == p->card && plays[i].to == p->to && (p->card != CARD_NONE || plays[i].from == p->from))
            return true;
    return false;
}

/* The list is made another way than the refusals, for speed; they must never differ. */
static void a_play_is_listed_exactly_when_it_is_not_refused(void **state)
{
    (void)state;
    for (int i = 0; i < 3000; i++) {
        struct board b;
        struct pile hand;
        struct play plays[PLAYS_MAX];
        struct board_rules r = { .king_sides = i & 1, .king_piles = i & 2 };
        int allowed = 0;
        deal_anything(&b, &hand);
        int n = board_plays(&b, &hand, r, plays);
        for (int c = CARD_NONE; c <= CARDS; c++)
            for (int k = 0; k < (c == CARD_NONE ? PLACES * PLACES : PLACES); k++) {
                struct play p = { .card = (card)c, .from = (uint8_t)(k / PLACES), .to = (uint8_t)(k % PLACES) };
                bool may = play_refusal(&p, &b, &hand, r) == ALLOWED;
                allowed += may;
                if (may != listed(&p, plays, n)) fail_msg("card %s, place %d of %d", card_text(p.card), p.to, p.from);
            }
        assert_int_equal(n, allowed);
    }
}

static int byte_order(const void *a, const void *b)
{
    return strcmp(((const struct move *)a)->text, ((const struct move *)b)->text);
}

static void sorting_is_in_plain_byte_order(void **state)
{
    (void)state;
    for (int i = 0; i < 3000; i++) {
        struct board b;
        struct pile hand;
        struct play plays[PLAYS_MAX];
        struct move_list list, want;
        deal_anything(&b, &hand);
        list.n = board_plays(&b, &hand, (struct board_rules){ true, true }, plays);
        for (int k = 0; k < list.n; k++) play_text(&plays[k], &list.at[k]);
        list.at[list.n++] = (struct move){ "end" };
        list.at[list.n++] = (struct move){ "draw" };
        want = list;
        qsort(want.at, (size_t)want.n, sizeof *want.at, byte_order);
        moves_sort(&list);
        assert_memory_equal(list.at, want.at, (size_t)list.n * sizeof *list.at);
    }
}

static void the_text_of_a_play_reads_back_as_that_play(void **state)
{
    (void)state;
    const struct pile none = { 0 };
    for (int c = CARD_NONE; c <= CARDS; c++)
        for (int k = 0; k < PLACES * PLACES; k++) {
            struct play p = { .card = (card)c,
                              .from = (uint8_t)(c == CARD_NONE ? k / PLACES : 0),
                              .to = (uint8_t)(k % PLACES) },
                        read;
            struct move m;
            char want[MOVE_TEXT];
            snprintf(want, sizeof want, c != CARD_NONE ? "%s@%s" : "%s>%s",
                     c != CARD_NONE ? card_text(p.card) : place_text((enum place)p.from), place_text((enum place)p.to));
            play_text(&p, &m);
            assert_string_equal(m.text, want);
            assert_true(play_parse(&read, m.text, &none));
            assert_memory_equal(&read, &p, sizeof p);
        }
}

static int start(void **state)
{
    (void)state;
    chance = seed_random("games/felt/test_board");
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_play_is_listed_exactly_when_it_is_not_refused),
        cmocka_unit_test(sorting_is_in_plain_byte_order),
        cmocka_unit_test(the_text_of_a_play_reads_back_as_that_play),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
