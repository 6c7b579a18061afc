#include "room/people.h"
#include "room/toy.h"

#include "await.h"
#include "base/pool.h"

#include <event2/event.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static const struct rules plain = { .byte = { 0 } };

/* Holds the pool's only thread until the test lets it go. */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool at_gate, gate_passed;

static struct event_base *base;

static int setup(void **state)
{
    toy_mind = TOY_PLAYS;
    toy_thoughts = 0;
    *state = party_new();
    return 0;
}

static int teardown(void **state)
{
    party_free(*state);
    return 0;
}

/* One pool for both kinds of thoughts. */
static void use_pool(struct party *p, struct pool *pool)
{
    p->lobby->env.moves = p->lobby->env.hints = pool;
}

static int setup_pool(void **state)
{
    setup(state);
    struct party *p = *state;
    base = event_base_new();
    use_pool(p, pool_new(base, &(struct pool_size){ .threads = 1, .queue = 1 }));
    return 0;
}

static int teardown_pool(void **state)
{
    struct party *p = *state;
    pool_free(p->lobby->env.moves);
    int failed = teardown(state);
    event_base_free(base);
    return failed;
}

static void wait_at_gate(void *arg)
{
    (void)arg;
    at_gate = true;
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
}

static void pass_gate(void *arg, bool ran)
{
    (void)arg;
    gate_passed = ran;
}

static void close_gate(struct party *p)
{
    at_gate = gate_passed = false;
    pthread_mutex_lock(&gate);
    assert_true(pool_submit(p->lobby->env.moves, 0, wait_at_gate, pass_gate, NULL));
    while (!at_gate) sched_yield();
}

/* Waits for answers of the pool until the condition holds. */
#define HEAR_POOL(p, condition) AWAIT(base, (settle(p), condition), "the pool does not answer")

/* ann ends her turn at a table of two: the computer is to move. */
static struct room *computer_to_move(struct party *p)
{
    struct room *r = ann_to_move(p, &toy_game, plain, 2);
    assert_null(room_move(p->ann.m, room_turn(r), "end"));
    return r;
}

/* --- at once --- */

static void moves_come_one_at_a_time_at_the_house_pace(void **state)
{
    struct party *p = *state;
    struct room *r = computer_to_move(p);
    int seat = 3 - member_seat(p->ann.m);
    settle(p);
    assert_int_equal(room_seat(r, seat).cards, TOY_CARDS);
    pass(p, 499);
    assert_int_equal(room_seat(r, seat).cards, TOY_CARDS);
    pass(p, 1);
    assert_int_equal(room_seat(r, seat).cards, TOY_CARDS - 1);
    assert_int_equal(room_to_move(r), seat);
    pass(p, 500);
    assert_int_equal(room_to_move(r), member_seat(p->ann.m));
}

/* The calmest wish of those who play, or wait to, is the table's; who only watches holds nobody up. */
static void the_calmest_wish_at_the_table_is_its_pace(void **state)
{
    struct party *p = *state;
    struct room *r = ann_to_move(p, &toy_game, plain, 3);
    const char *why;
    assert_ptr_equal(sit_down_at(p, &p->bea, &toy_game, plain, 3), r);
    p->cy.m = lobby_watch(p->lobby, r, &p->cy.person, &ears, &p->cy, &why);
    member_set_pace(p->cy.m, PACE_CALM);
    static const struct {
        enum pace ann, bea;
        int wait;
    } cases[] = {
        { PACE_OFF, PACE_OFF, 0 },
        { PACE_OFF, PACE_CALM, 1000 },
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_int_equal(room_to_move(r), member_seat(p->ann.m));
        member_set_pace(p->ann.m, cases[k].ann);
        member_set_pace(p->bea.m, cases[k].bea);
        assert_null(room_move(p->ann.m, room_turn(r), "end"));
        uint32_t turn = room_turn(r);
        if (cases[k].wait > 0) {
            int seat = room_to_move(r), cards = room_seat(r, seat).cards;
            pass(p, cases[k].wait - 1);
            assert_int_equal(room_seat(r, seat).cards, cards);
            pass(p, 1);
            assert_int_equal(room_seat(r, seat).cards, cards - 1);
        } else {
            settle(p);
            assert_int_not_equal(room_turn(r), turn);
            assert_int_equal(room_to_move(r), member_seat(p->ann.m));
        }
    }
}

/* Without anybody to see it nothing moves, at any pace. */
static void computers_alone_do_not_spin(void **state)
{
    struct party *p = *state;
    struct room *r = ann_to_move(p, &toy_game, plain, 3);
    member_set_pace(p->ann.m, PACE_OFF);
    assert_null(room_move(p->ann.m, room_turn(r), "end"));
    member_away(p->ann.m);
    p->ann.m = NULL;
    settle(p);
    int seat = room_to_move(r), cards = room_seat(r, seat).cards;
    pass(p, 10000);
    assert_int_equal(room_to_move(r), seat);
    assert_int_equal(room_seat(r, seat).cards, cards);
    assert_true(lobby_due(p->lobby) > p->clock.ms);
}

/* (T14, P62) */
static void a_mind_sees_only_what_its_seat_sees(void **state)
{
    struct party *p = *state;
    ann_to_move(p, &toy_game, plain, 2);
    assert_null(room_hint(p->ann.m));
    settle(p);
    assert_true(heard(&p->ann, "and see ??."));
}

/* (T14) */
static void the_reason_of_the_last_move_can_be_asked_for(void **state)
{
    struct party *p = *state;
    struct room *r = ann_to_move(p, &toy_game, plain, 2);
    r->reason[0] = '\0';
    assert_null(room_why(r));
    act(p, &p->ann, "end");
    pass(p, 500);
    const struct seat *s = &r->seat[3 - member_seat(p->ann.m)];
    char want[SENTENCE];
    snprintf(want, sizeof want, "%s: To play is right, for who hears this sees ?? and ??.", s->who.name);
    assert_string_equal(room_why(r), want);
}

/* The game is handed the position as everybody sees it: not even the mover's own hand is in it, and what the mind
 * thought with that hand in view stays with the mind (T14). */
static void a_reason_is_made_of_what_everybody_sees(void **state)
{
    struct party *p = *state;
    struct room *r = computer_to_move(p);
    pass(p, 500);
    assert_non_null(strstr(room_why(r), "sees ?? and ??."));
    assert_null(strstr(room_why(r), "I am of strength"));
    assert_ptr_equal(member_why(p->ann.m), room_why(r));
}

/* A hint is for one pair of ears, also when it is taken and everybody hears of the move (T14). */
static void a_hint_that_is_taken_is_still_nobody_elses(void **state)
{
    struct party *p = *state;
    struct room *r = ann_to_move(p, &toy_game, plain, 3);
    sit_down_at(p, &p->bea, &toy_game, plain, 3);
    const char *why;
    p->cy.m = lobby_watch(p->lobby, r, &p->cy.person, &ears, &p->cy, &why);
    assert_null(room_hint(p->ann.m));
    settle(p);
    assert_non_null(strstr(member_why(p->ann.m), "I am of strength 3"));
    assert_ptr_equal(member_why(p->bea.m), room_why(r));
    assert_ptr_equal(member_why(p->cy.m), room_why(r));
    assert_null(act(p, &p->ann, p->ann.hint.text));
    assert_ptr_equal(member_why(p->ann.m), room_why(r));
    assert_true(room_why(r) == NULL || strstr(room_why(r), "I am of strength") == NULL);
    assert_false(heard(&p->bea, "I am of strength") || heard(&p->cy, "I am of strength"));
}

/* (P46) */
static void a_turn_without_end_is_ended_by_the_house(void **state)
{
    struct party *p = *state;
    toy_mind = TOY_TAKES;
    struct room *r = computer_to_move(p);
    /* Room enough in the hand: the mind would take on and on. */
    int seat = 3 - member_seat(p->ann.m), moves = 0;
    struct toy *t = (struct toy *)(void *)r->commit.state;
    while (room_to_move(r) == seat) {
        t->held[seat] = TOY_CARDS;
        pass(p, 500);
        assert_true(++moves <= 61);
    }
    assert_int_equal(moves, 61);
}

static void a_mind_that_is_wrong_does_not_stop_the_table(void **state)
{
    struct party *p = *state;
    toy_mind = TOY_IS_WRONG;
    struct room *r = computer_to_move(p);
    pass(p, 500);
    assert_int_equal(room_to_move(r), member_seat(p->ann.m));
    assert_non_null(strstr(room_why(r), "The house ended this turn."));
}

/* (P47) */
static void two_computers_in_a_row_see_each_others_moves(void **state)
{
    struct party *p = *state;
    struct room *r = ann_to_move(p, &toy_game, plain, 3);
    uint32_t turn = room_turn(r);
    act(p, &p->ann, "end");
    pass(p, 500 * 4);
    assert_int_equal(room_turn(r), turn + 3);
    int held = 0;
    for (int seat = 1; seat <= 3; seat++) held += room_seat(r, seat).cards;
    assert_true(held <= 3 * TOY_CARDS - 2);
    assert_int_equal(room_to_move(r), member_seat(p->ann.m));
}

static void a_round_of_computers_ends_and_is_counted(void **state)
{
    struct party *p = *state;
    struct room *r = computer_to_move(p);
    while (room_phase(r) == ROOM_PLAYING) {
        if (room_to_move(r) == member_seat(p->ann.m)) act(p, &p->ann, "end");
        pass(p, 500);
    }
    assert_int_equal(r->result.seat_out, 3 - member_seat(p->ann.m));
    pass(p, 3600000);
    assert_int_equal(room_phase(r), ROOM_BETWEEN);
}

/* --- hints --- */

/* (T14) */
static void a_hint_is_told_to_whoever_asked_and_to_nobody_else(void **state)
{
    struct party *p = *state;
    two_people(p, &toy_game, plain);
    assert_null(room_hint(p->ann.m));
    assert_string_equal(room_hint(p->ann.m), "The house is still thinking about it.");
    settle(p);
    assert_true(heard(&p->ann, "Hint: the house does play. I am of strength 3 and see ??. To type: play."));
    assert_string_equal(p->ann.hint.text, "play");
    assert_false(heard(&p->bea, "Hint"));
    assert_string_equal(room_hint(p->bea.m), "It is not your turn.");
}

/* --- on the pool --- */

static void thoughts_come_back_from_the_pool(void **state)
{
    struct party *p = *state;
    struct room *r = ann_to_move(p, &toy_game, plain, 2);
    if (toy_thoughts == 0) act(p, &p->ann, "end");
    HEAR_POOL(p, toy_thoughts != 0);
    pass(p, 500);
    assert_int_equal(room_seat(r, 3 - member_seat(p->ann.m)).cards, TOY_CARDS - 1);
}

/* ann and bea; it is bea's turn, who is away, and a computer plays for her. */
static struct room *stand_in_to_move(struct party *p)
{
    struct pool *pool = p->lobby->env.moves;
    use_pool(p, NULL);
    struct room *r = two_people(p, &toy_game, plain);
    p->lobby->env.turn_s = 0;
    go_away(p, &p->bea);
    pass(p, 90000);
    assert_true(room_seat(r, 3 - member_seat(p->ann.m)).computer);
    use_pool(p, pool);
    act(p, &p->ann, "end");
    return r;
}

/* A mind without a choice answers at once; nobody shall see by the clock that it had none (T14). */
static void at_any_speed_a_thought_takes_its_time(void **state)
{
    struct party *p = *state;
    struct pool *pool = p->lobby->env.moves;
    use_pool(p, NULL);
    struct room *r = ann_to_move(p, &toy_game, plain, 2);
    use_pool(p, pool);
    member_set_pace(p->ann.m, PACE_OFF);
    int seat = 3 - member_seat(p->ann.m), before = toy_thoughts;
    act(p, &p->ann, "end");
    HEAR_POOL(p, toy_thoughts != before && r->thinking->step == THINK_READY);
    pass(p, 24);
    assert_int_equal(room_seat(r, seat).cards, TOY_CARDS);
    pass(p, 1);
    assert_int_equal(room_seat(r, seat).cards, TOY_CARDS - 1);
}

/* (T16) */
static void a_thought_is_dropped_when_the_person_is_back(void **state)
{
    struct party *p = *state;
    close_gate(p);
    struct room *r = stand_in_to_move(p);
    assert_int_equal(r->thinking->step, THINK_ASKED);
    sit_down_at(p, &p->bea, &toy_game, plain, 2);
    assert_int_equal(r->thinking->step, THINK_NOT);
    pthread_mutex_unlock(&gate);
    HEAR_POOL(p, toy_thoughts != 0 && gate_passed);
    int bea = member_seat(p->bea.m);
    pass(p, 5000);
    assert_int_equal(room_to_move(r), bea);
    assert_int_equal(room_seat(r, bea).cards, TOY_CARDS);
}

static void an_answer_for_a_table_that_is_gone_is_dropped(void **state)
{
    struct party *p = *state;
    close_gate(p);
    struct pool *pool = p->lobby->env.moves;
    use_pool(p, NULL);
    ann_to_move(p, &toy_game, plain, 2);
    use_pool(p, pool);
    assert_null(room_hint(p->ann.m));
    settle(p);
    leave(p, &p->ann);
    assert_int_equal(lobby_tables(p->lobby), 0);
    int before = toy_thoughts;
    pthread_mutex_unlock(&gate);
    HEAR_POOL(p, toy_thoughts != before);
}

static void an_answer_for_a_lobby_that_is_gone_is_dropped(void **state)
{
    struct party *p = *state;
    struct pool *pool = p->lobby->env.moves;
    use_pool(p, NULL);
    ann_to_move(p, &toy_game, plain, 2);
    use_pool(p, pool);
    int before = toy_thoughts;
    assert_null(room_hint(p->ann.m));
    settle(p);
    lobby_free(p->lobby);
    AWAIT(base, toy_thoughts != before, "the pool does not think");
    party_lobby(p);
    use_pool(p, pool);
}

static void a_full_or_stuck_pool_does_not_stop_the_table(void **state)
{
    struct party *p = *state;
    close_gate(p);
    assert_true(pool_submit(p->lobby->env.moves, 0, wait_at_gate, pass_gate, NULL));
    struct room *r = sit_down_at(p, &p->ann, &toy_game, plain, 2);
    for (int turns = 0; turns < 3; turns++) {
        while (room_to_move(r) != member_seat(p->ann.m)) pass(p, 100);
        act(p, &p->ann, "end");
    }
    pass(p, 60000);
    assert_int_equal(room_to_move(r), member_seat(p->ann.m));
    assert_null(room_hint(p->ann.m));
    settle(p);
    assert_true(heard(&p->ann, "no hint just now"));
    pthread_mutex_unlock(&gate);
}

#define TEST_POOL(f) cmocka_unit_test_setup_teardown(f, setup_pool, teardown_pool)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(moves_come_one_at_a_time_at_the_house_pace),
        TEST(the_calmest_wish_at_the_table_is_its_pace),
        TEST(computers_alone_do_not_spin),
        TEST(a_mind_sees_only_what_its_seat_sees),
        TEST(the_reason_of_the_last_move_can_be_asked_for),
        TEST(a_reason_is_made_of_what_everybody_sees),
        TEST(a_hint_that_is_taken_is_still_nobody_elses),
        TEST(a_turn_without_end_is_ended_by_the_house),
        TEST(a_mind_that_is_wrong_does_not_stop_the_table),
        TEST(two_computers_in_a_row_see_each_others_moves),
        TEST(a_round_of_computers_ends_and_is_counted),
        TEST(a_hint_is_told_to_whoever_asked_and_to_nobody_else),
        TEST_POOL(thoughts_come_back_from_the_pool),
        TEST_POOL(at_any_speed_a_thought_takes_its_time),
        TEST_POOL(a_thought_is_dropped_when_the_person_is_back),
        TEST_POOL(an_answer_for_a_table_that_is_gone_is_dropped),
        TEST_POOL(an_answer_for_a_lobby_that_is_gone_is_dropped),
        TEST_POOL(a_full_or_stuck_pool_does_not_stop_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
