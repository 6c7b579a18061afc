/* No deck can be foreseen: the cards come from the system's chance, never from the clock. */
#include "room/people.h"
#include "room/toy.h"

#include <sodium.h>
#include <stdio.h>

static const struct rules plain = { 0 };

static int setup(void **state)
{
    struct party *p = party_new();
    lobby_free(p->lobby);
    p->env.random = random_system();
    party_lobby(p);
    toy_mind = TOY_ENDS;
    *state = p;
    return sodium_init() < 0 ? -1 : 0;
}

static int teardown(void **state)
{
    party_free(*state);
    return 0;
}

/* The first cards of every seat, as the whole state has them. */
struct cards {
    card hand[SEATS_MAX + 1][CARDS];
};

static struct cards cards_of_round(const struct room *r)
{
    struct cards c;
    memcpy(c.hand, ((const struct toy *)(const void *)r->commit.state)->hand, sizeof c.hand);
    return c;
}

/* (P30) */
static void a_hundred_rounds_have_a_hundred_decks(void **state)
{
    struct party *p = *state;
    uint8_t keys[100][DEAL_KEY_BYTES];
    struct room *r = two_people(p, &toy_game, plain);
    for (int i = 0; i < 100; i++) {
        memcpy(keys[i], r->now.key, DEAL_KEY_BYTES);
        for (int k = 0; k < i; k++) assert_memory_not_equal(keys[i], keys[k], DEAL_KEY_BYTES);
        if (room_to_move(r) == 0) fail_msg("no round is on");
        if (room_to_move(r) == member_seat(p->ann.m))
            act(p, &p->ann, "block");
        else
            act(p, &p->bea, "block");
        assert_null(room_next(p->ann.m));
        assert_null(room_next(p->bea.m));
        settle(p);
        p->ann.heard = p->bea.heard = 0;
    }
}

/* (P31) */
static void tables_of_the_same_moment_have_other_decks(void **state)
{
    struct party *p = *state;
    int64_t moment = p->clock.ms;
    const struct rules last = { .byte[TOY_LAST] = true };
    struct room *one = sit_down_at(p, &p->ann, &toy_game, plain, 2),
                *other = sit_down_at(p, &p->bea, &toy_game, last, 2);
    assert_ptr_not_equal(one, other);
    assert_int_equal(p->clock.ms, moment);
    assert_memory_not_equal(one->now.key, other->now.key, DEAL_KEY_BYTES);
    struct cards a = cards_of_round(one), b = cards_of_round(other);
    assert_memory_not_equal(&a, &b, sizeof a);
}

/* Another host, started at the same moment: the time gives nothing away (P31). */
static void a_host_started_at_a_known_time_deals_unknown_cards(void **state)
{
    struct party *p = *state, *twin;
    void *other;
    assert_int_equal(setup(&other), 0);
    twin = other;
    assert_int_equal(twin->clock.ms, p->clock.ms);
    assert_int_equal(twin->clock.s, p->clock.s);
    struct room *one = sit_down_at(p, &p->ann, &toy_game, plain, 2),
                *two = sit_down_at(twin, &twin->ann, &toy_game, plain, 2);
    assert_memory_not_equal(one->now.key, two->now.key, DEAL_KEY_BYTES);
    assert_string_not_equal(room_seal(one), room_seal(two));
    party_free(twin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_hundred_rounds_have_a_hundred_decks),
        TEST(tables_of_the_same_moment_have_other_decks),
        TEST(a_host_started_at_a_known_time_deals_unknown_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
