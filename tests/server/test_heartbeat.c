#include "room/people.h"
#include "room/toy.h"
#include "server/heartbeat.h"
#include "server/lobby_clock.h"

#include "await.h"

#include <event2/event.h>

static void count(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    ++*(int *)arg;
}

/* Turns the loop until its own timers say that so long has passed. */
static void turn_for(struct event_base *base, int ms)
{
    int passed = 0;
    event_base_once(base, -1, EV_TIMEOUT, count, &passed,
                    &(struct timeval){ .tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000 });
    AWAIT(base, passed != 0, "no timer after %d ms", ms);
}

static void a_hole_ends_with_the_next_beat(void **state)
{
    (void)state;
    struct event_base *base = event_base_new();
    struct clock_fake real;
    struct clock_house house;
    struct heartbeat beat = { .timer = NULL };
    heartbeat_stop(&beat);
    clock_fake_init(&real, 1000000, 1700000000);
    clock_house_init(&house, &real.clock);
    real.ms += 60000; /* so long the building took */
    heartbeat_start(&beat, base, &house);
    assert_int_equal(house.turn_ms, 1060000);
    real.slept_ms += 3600000;
    assert_int_equal(clock_mono_ms(&house.clock), 1000000);
    AWAIT(base, house.turn_ms != 1060000, "the heart does not beat");
    assert_int_equal(clock_mono_ms(&house.clock), 1000000);
    real.ms += 10;
    assert_int_equal(clock_mono_ms(&house.clock), 1000010);
    heartbeat_stop(&beat);
    heartbeat_stop(&beat);
    assert_int_equal(event_base_loop(base, 0), 1); /* nothing is left in it */
    event_base_free(base);
}

/* The loop's timer rings while the house's time stands still, and again: the turn is not over. With the house's time it
 * is (T17). */
static void a_timer_that_rings_too_early_ends_no_turn(void **state)
{
    (void)state;
    struct party *p = party_new();
    struct event_base *base = event_base_new();
    struct lobby_clock timer = { .timer = NULL };
    p->env.turn_s = 1;
    lobby_free(p->lobby);
    party_lobby(p);
    struct room *r = two_people(p, &toy_game, (struct rules){ .byte = { 0 } });
    int ann = member_seat(p->ann.m);
    lobby_clock_start(&timer, base, &p->clock.clock, p->lobby);
    turn_for(base, 1300);
    assert_int_equal(room_to_move(r), ann);
    assert_int_equal(room_clock_ms(r), 1000);
    p->clock.ms += 1000;
    AWAIT(base, room_to_move(r) != ann, "the turn of ann does not end");
    assert_true(heard(&p->bea, "The time of ann is up."));
    lobby_clock_stop(&timer);
    party_free(p);
    event_base_free(base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hole_ends_with_the_next_beat),
        cmocka_unit_test(a_timer_that_rings_too_early_ends_no_turn),
    };
    toy_mind = TOY_ENDS;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
