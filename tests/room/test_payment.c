/* What strangers ask for in floods: it ends at their own purse, is said in a sentence, and delays nobody else. */
#include "room/people.h"
#include "room/toy.h"

#include "await.h"
#include "base/origin.h"
#include "base/pool.h"

#include <event2/event.h>
#include <semaphore.h>

static const struct rules plain = { .byte = { 0 } };

static int setup(void **state)
{
    struct party *p = *state = party_new();
    toy_mind = TOY_ENDS;
    toy_thoughts = 0;
    p->ann.person.origin = origin_number("192.0.2.1:1");
    p->bea.person.origin = origin_number("192.0.2.2:1");
    p->cy.person.origin = origin_number("[2001:db8:1:2::1]:1");
    p->dot.person.origin = origin_number("[2001:db8:1:3::1]:1");
    return 0;
}

static int teardown(void **state)
{
    party_free(*state);
    return 0;
}

/* --- queues --- */

/* Pools of one thread, each of which stands at a gate. */
struct pools {
    struct event_base *base;
    struct pool *hashes, *hints, *pars, *moves;
    sem_t gate;
    int passed;
};

static void stand(void *arg)
{
    sem_wait(&((struct pools *)arg)->gate);
}

static void passed(void *arg, bool ran)
{
    (void)ran;
    ((struct pools *)arg)->passed++;
}

static struct pool *stuck(struct pools *q, int share)
{
    struct pool *pool = pool_new(q->base, &(struct pool_size){ .threads = 1, .queue = 8, .share = share });
    assert_true(pool_submit(pool, 0, stand, passed, q));
    return pool;
}

static void fill(struct pools *q, struct pool *pool)
{
    while (pool_submit(pool, 0, stand, passed, q)) continue;
}

static void pools_open(struct party *p, struct pools *q)
{
    *q = (struct pools){ .base = event_base_new() };
    sem_init(&q->gate, 0, 0);
    q->hashes = stuck(q, 2);
    q->hints = stuck(q, 4);
    q->pars = stuck(q, 4);
    q->moves = pool_new(q->base, &(struct pool_size){ .threads = 1, .queue = 8 });
    p->lobby->env.hints = q->hints;
    p->lobby->env.pars = q->pars;
    p->lobby->env.moves = q->moves;
}

static void pools_close(struct party *p, struct pools *q)
{
    lobby_free(p->lobby);
    party_lobby(p);
    for (int i = 0; i < 100; i++) sem_post(&q->gate);
    pool_free(q->hashes);
    pool_free(q->hints);
    pool_free(q->pars);
    pool_free(q->moves);
    event_base_free(q->base);
    sem_destroy(&q->gate);
}

/* The queues of passwords, hints and pars are stuck and full to the brim: at the table a turn of the computer players
 * goes by. */
static void no_flood_delays_a_computer_players_move(void **state)
{
    struct party *p = *state;
    struct pools q;
    pools_open(p, &q);
    fill(&q, q.hashes);
    fill(&q, q.hints);
    fill(&q, q.pars);
    struct room *r = sit_down_at(p, &p->ann, &toy_game, plain, 4);
    int ann = member_seat(p->ann.m);
    for (int turn = 0; turn < 3; turn++) {
        for (int n = 0; room_to_move(r) != ann; n++) {
            assert_true(n < 100);
            AWAIT(q.base, r->thinking->step != THINK_ASKED, "the computer player has no answer");
            pass(p, 500);
        }
        assert_null(act(p, &p->ann, "end"));
    }
    assert_true(toy_thoughts >= 6);
    assert_int_equal(r->thinking->asks, 0);
    assert_int_equal(q.passed, 0);
    pools_close(p, &q);
}

/* ann's network has its share of the hints' queue and no more, so bea's hint has a place and its turn. */
static void a_flood_of_hints_leaves_room_for_another_network(void **state)
{
    struct party *p = *state;
    struct pools q;
    struct human line[6];
    pools_open(p, &q);
    p->lobby->env.moves = NULL;
    p->lobby->env.tables_max = 20;
    for (int k = 0; k < 6; k++) {
        human_init(&line[k], 0, "guest-1");
        line[k].person.origin = p->ann.person.origin;
        struct room *r = sit_down_at(p, &line[k], &toy_game, (struct rules){ .byte[TOY_TARGET] = k }, 2);
        while (room_to_move(r) != member_seat(line[k].m)) pass(p, 500);
        assert_null(room_hint(line[k].m));
        settle(p);
    }
    assert_false(heard(&line[3], "no hint just now"));
    assert_true(heard(&line[4], "The house has no hint just now; ask again."));
    assert_true(heard(&line[5], "no hint just now"));
    struct room *r = sit_down_at(p, &p->bea, &toy_game, (struct rules){ .byte[TOY_TARGET] = 99 }, 2);
    while (room_to_move(r) != member_seat(p->bea.m)) pass(p, 500);
    assert_null(room_hint(p->bea.m));
    settle(p);
    assert_false(heard(&p->bea, "no hint just now"));
    for (int stuck_pools = 3; stuck_pools > 0; stuck_pools--) sem_post(&q.gate); /* whichever wakes first */
    AWAIT(q.base, (settle(p), heard(&p->bea, "Hint: ")), "bea gets no hint");
    pools_close(p, &q);
}

/* --- purses --- */

static void hints_are_paid_by_the_network_that_asks(void **state)
{
    struct party *p = *state;
    ann_to_move(p, &toy_game, plain, 2);
    for (int k = 0; k < 300; k++) {
        assert_null(room_hint(p->ann.m));
        settle(p);
        p->ann.heard = 0;
    }
    assert_string_equal(room_hint(p->ann.m),
                        "So many hints were asked for from your network: ask again in a few seconds.");
    struct room *r = sit_down_at(p, &p->bea, &toy_game, (struct rules){ .byte[TOY_LAST] = true }, 2);
    while (room_to_move(r) != member_seat(p->bea.m)) pass(p, 100);
    assert_null(room_hint(p->bea.m));
    pass(p, 1000);
    assert_null(room_hint(p->ann.m));
}

static const char *open_table(struct party *p, struct human *h, int kind)
{
    const char *why;
    struct rules rules = { .byte[TOY_TARGET] = kind };
    h->m = lobby_quick(p->lobby, &toy_game, &rules, 2, &h->person, &ears, h, &why);
    settle(p);
    return why;
}

/* Four of a house of eight, from however many lines and addresses of one customer. */
static void one_network_cannot_take_every_table(void **state)
{
    struct party *p = *state;
    struct human line[5];
    p->lobby->env.tables_per_origin = 4;
    for (int k = 0; k < 5; k++) {
        human_init(&line[k], 0, "guest-1");
        line[k].person.origin = k % 2 ? p->cy.person.origin : p->dot.person.origin;
        const char *why = open_table(p, &line[k], k);
        if (k < 4)
            assert_null(why);
        else
            assert_string_equal(why,
                                "There are many tables from your network already: sit down at one of them, or watch.");
    }
    assert_null(open_table(p, &p->ann, 10));
    assert_null(open_table(p, &line[4], 0)); /* sitting down at an open table opens none */
    leave(p, &line[1]);
    pass(p, 10000);
    assert_null(open_table(p, &line[1], 11));
}

static void tables_are_not_opened_and_left_without_end(void **state)
{
    struct party *p = *state;
    for (int k = 0; k < 40; k++) {
        assert_null(open_table(p, &p->ann, 0));
        leave(p, &p->ann);
    }
    assert_string_equal(
        open_table(p, &p->ann, 0),
        "So many tables were opened from your network: sit down at one, or try again in a few seconds.");
    assert_null(open_table(p, &p->bea, 0));
    pass(p, 10000);
    assert_null(open_table(p, &p->ann, 1));
}

/* Coming and going renews nothing, and the next person in the seat can speak (H67). */
static void talk_is_paid_by_the_person_and_not_by_the_seat(void **state)
{
    struct party *p = *state;
    const char *why;
    struct room *r = ann_to_move(p, &toy_game, plain, 2);
    int said = 0;
    for (int k = 0; k < 12; k++) {
        struct member *m = lobby_watch(p->lobby, r, &p->eve.person, &ears, &p->eve, &why);
        said += room_say(m, "spam") == NULL;
        member_leave(m);
    }
    assert_int_equal(said, 5);
    for (int k = 0; k < 5; k++) assert_null(room_say(p->ann.m, "spam"));
    assert_string_equal(room_say(p->ann.m, "spam"), "Not so fast: others want to be heard too.");
    struct member *bea = lobby_watch(p->lobby, r, &p->bea.person, &ears, &p->bea, &why);
    seat_sit(r, member_seat(p->ann.m), bea); /* in ann's place */
    assert_null(room_say(bea, "hello"));
    settle(p);
}

/* Nobody pays for the house: who plays on their own machine has no purse that could be empty. */
static void the_person_at_this_machine_pays_nothing(void **state)
{
    struct party *p = *state;
    p->ann.person.origin = ORIGIN_HOUSE;
    ann_to_move(p, &toy_game, plain, 2);
    for (int k = 0; k < 1000; k++) {
        assert_null(room_hint(p->ann.m));
        settle(p);
        p->ann.heard = 0;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(no_flood_delays_a_computer_players_move),    TEST(a_flood_of_hints_leaves_room_for_another_network),
        TEST(hints_are_paid_by_the_network_that_asks),    TEST(one_network_cannot_take_every_table),
        TEST(tables_are_not_opened_and_left_without_end), TEST(talk_is_paid_by_the_person_and_not_by_the_seat),
        TEST(the_person_at_this_machine_pays_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
