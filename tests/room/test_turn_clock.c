#include "room/people.h"
#include "room/toy.h"

static const struct rules plain = { .byte = { 0 } };

static int setup(void **state)
{
    toy_mind = TOY_ENDS;
    *state = party_new();
    return 0;
}

static int teardown(void **state)
{
    party_free(*state);
    return 0;
}

/* (T17, P72) */
static void the_clock_warns_and_then_ends_the_turn(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    assert_int_equal(room_clock_ms(r), 60000);
    pass(p, 49999);
    assert_false(heard(&p->ann, "Ten seconds"));
    pass(p, 1);
    assert_int_equal(heard_times(&p->ann, "Ten seconds left"), 1);
    assert_false(heard(&p->bea, "Ten seconds"));
    pass(p, 9999);
    assert_int_equal(room_to_move(r), member_seat(p->ann.m));
    assert_int_equal(room_clock_ms(r), 1);
    pass(p, 1);
    assert_int_equal(room_to_move(r), member_seat(p->bea.m));
    assert_true(heard(&p->bea, "The time of ann is up."));
    assert_true(heard(&p->bea, "ann does end."));
    assert_int_equal(room_clock_ms(r), 60000);
}

/* The house's own clock over real time: a loop that stood still takes nobody's time, whichever deadline runs. */
struct stopped {
    struct clock_house house;
    struct party *p;
};

static void stopped_open(struct stopped *s, struct party *p)
{
    s->p = p;
    clock_house_init(&s->house, &p->clock.clock);
    p->env.clock = &s->house.clock;
    lobby_free(p->lobby);
    party_lobby(p);
}

static void stopped_pass(struct stopped *s, int64_t ms)
{
    for (; ms > 0; ms -= 250) {
        s->p->clock.ms += ms < 250 ? ms : 250;
        assert_int_equal(clock_house_turn(&s->house), 0);
        settle(s->p);
    }
}

/* The loop stands still for an hour, and at its first turn a timer of the lobby may come before the heartbeat or after
 * it. */
static void stopped_hour(struct stopped *s)
{
    s->p->clock.slept_ms += 3600000;
    lobby_tick(s->p->lobby);
    assert_true(clock_house_turn(&s->house) >= 3600000);
    lobby_tick(s->p->lobby);
}

/* (T17) */
static void a_loop_that_stood_still_ends_no_turn(void **state)
{
    struct party *p = *state;
    struct stopped s;
    stopped_open(&s, p);
    struct room *r = two_people(p, &toy_game, plain);
    stopped_pass(&s, 49999);
    stopped_hour(&s);
    assert_false(heard(&p->ann, "Ten seconds"));
    assert_int_equal(room_clock_ms(r), 10001);
    stopped_pass(&s, 10000);
    assert_int_equal(heard_times(&p->ann, "Ten seconds left"), 1);
    stopped_hour(&s);
    assert_int_equal(room_clock_ms(r), 1);
    assert_int_equal(room_to_move(r), member_seat(p->ann.m));
    stopped_pass(&s, 1);
    assert_int_equal(room_to_move(r), member_seat(p->bea.m));
    lobby_free(p->lobby);
    p->env.clock = &p->clock.clock;
    party_lobby(p);
}

/* (T16) */
static void a_loop_that_stood_still_gives_no_seat_away(void **state)
{
    struct party *p = *state;
    struct stopped s;
    stopped_open(&s, p);
    struct room *r = two_people(p, &toy_game, plain);
    int seat = member_seat(p->bea.m);
    go_away(p, &p->bea);
    stopped_pass(&s, 89999);
    stopped_hour(&s);
    assert_false(room_seat(r, seat).computer);
    stopped_pass(&s, 1);
    assert_true(room_seat(r, seat).computer);
    lobby_free(p->lobby);
    p->env.clock = &p->clock.clock;
    party_lobby(p);
}

/* (T17) */
static void a_loop_that_stood_still_begins_no_round(void **state)
{
    struct party *p = *state;
    struct stopped s;
    stopped_open(&s, p);
    struct room *r = two_people(p, &toy_game, plain);
    act(p, &p->ann, "block");
    assert_null(room_next(p->ann.m));
    settle(p);
    stopped_pass(&s, 59999);
    stopped_hour(&s);
    assert_int_equal(room_phase(r), ROOM_BETWEEN);
    stopped_pass(&s, 1);
    assert_int_equal(room_phase(r), ROOM_PLAYING);
    lobby_free(p->lobby);
    p->env.clock = &p->clock.clock;
    party_lobby(p);
}

/* (T8) */
static void a_late_end_does_not_end_the_next_turn(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    uint32_t turn = room_turn(r);
    pass(p, 60000);
    assert_string_equal(room_move(p->ann.m, turn, "end"), "It is not your turn.");
    assert_int_equal(room_to_move(r), member_seat(p->bea.m));
}

/* (T17) */
static void what_must_go_out_goes_out_before_the_turn_ends(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    ((struct toy *)(void *)r->commit.state)->mustking = true;
    int ann = member_seat(p->ann.m);
    assert_string_equal(act(p, &p->ann, "end"), "A card must go out first.");
    pass(p, 60000);
    assert_int_equal(room_seat(r, ann).cards, TOY_CARDS - 1);
    assert_int_equal(room_to_move(r), member_seat(p->bea.m));
    assert_int_equal(heard_times(&p->bea, "The time of ann is up."), 1);
}

/* (T17) */
static void nobody_is_pressed_for_time_against_computers(void **state)
{
    struct party *p = *state;
    struct room *r = ann_to_move(p, &toy_game, plain, 4);
    assert_int_equal(room_clock_ms(r), -1);
    pass(p, 24 * 3600000LL);
    assert_int_equal(room_to_move(r), member_seat(p->ann.m));
}

/* (T17) */
static void a_table_without_a_time_has_no_clock(void **state)
{
    struct party *p = *state;
    p->lobby->env.turn_s = 0;
    struct room *r = two_people(p, &toy_game, plain);
    assert_int_equal(room_clock_ms(r), -1);
    pass(p, 3600000);
    assert_int_equal(room_to_move(r), member_seat(p->ann.m));
}

/* (T17, P69) */
static void hanging_up_gains_no_time(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    pass(p, 40000);
    go_away(p, &p->ann);
    pass(p, 10000);
    sit_down_at(p, &p->ann, &toy_game, plain, 2);
    assert_int_equal(room_clock_ms(r), 10000);
    pass(p, 10000);
    assert_int_equal(room_to_move(r), member_seat(p->bea.m));
}

/* (P56, H70) */
static void the_turn_of_one_who_dropped_ends_by_the_clock(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    go_away(p, &p->ann);
    pass(p, 60000);
    assert_int_equal(room_to_move(r), member_seat(p->bea.m));
    assert_true(heard(&p->bea, "The time of ann is up."));
    /* The round ends without ann. */
    for (int k = 0; k < TOY_CARDS; k++) {
        while (room_to_move(r) != member_seat(p->bea.m)) pass(p, 1000);
        assert_null(act(p, &p->bea, "play"));
    }
    assert_int_equal(room_phase(r), ROOM_BETWEEN);
}

/* (P72) */
static void a_move_in_time_is_not_idle(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    int ann = member_seat(p->ann.m);
    for (int k = 0; k < 6; k++) {
        if (k == 2) assert_null(act(p, &p->ann, "take"));
        if (k == 4) assert_null(act(p, &p->ann, "take"));
        pass(p, 60000);
        assert_null(act(p, &p->bea, "end"));
        assert_false(room_seat(r, ann).computer);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_clock_warns_and_then_ends_the_turn),
        TEST(a_late_end_does_not_end_the_next_turn),
        TEST(a_loop_that_stood_still_ends_no_turn),
        TEST(a_loop_that_stood_still_gives_no_seat_away),
        TEST(a_loop_that_stood_still_begins_no_round),
        TEST(what_must_go_out_goes_out_before_the_turn_ends),
        TEST(nobody_is_pressed_for_time_against_computers),
        TEST(a_table_without_a_time_has_no_clock),
        TEST(hanging_up_gains_no_time),
        TEST(the_turn_of_one_who_dropped_ends_by_the_clock),
        TEST(a_move_in_time_is_not_idle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
