#include "room/solo_play.h"
#include "room/toy.h"

static const struct rules plain = { .byte = { 0 } };
static const char waits[] = WAIT_WORDS, goes_on[] = WAIT_OVER;

static int setup(void **state)
{
    toy_mind = TOY_ENDS;
    return house_setup(state);
}

static int teardown(void **state)
{
    return house_teardown(state);
}

/* ann and bea at a table of two; ann is to move, and nobody has heard anything yet. */
static struct room *two(struct house *h)
{
    struct party *p = h->p;
    struct room *r = sit_down_at(p, &p->ann, &toy_game, plain, 2);
    house_rest(h);
    sit_down_at(p, &p->bea, &toy_game, plain, 2);
    change_want(r, p->bea.m->claim, CHANGE_SIT);
    house_rest(h);
    while (room_to_move(r) != member_seat(p->ann.m)) {
        assert_null(act(p, &p->bea, "end"));
        house_rest(h);
    }
    p->ann.heard = p->bea.heard = 0;
    return r;
}

static void assert_told(struct human *h, int waiting, int going_on)
{
    assert_int_equal(heard_times(h, waits), waiting);
    assert_int_equal(heard_times(h, goes_on), going_on);
}

/* The store's answers do not come back while only the clock goes on. */
static void a_move_that_waits_for_a_slow_disk_is_told_once_and_again_when_it_goes_on(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h);
    assert_null(act(p, &p->ann, "end"));
    pass(p, 1000);
    assert_told(&p->bea, 0, 0);
    pass(p, 30000);
    assert_told(&p->ann, 1, 0);
    assert_told(&p->bea, 1, 0);
    house_rest(h);
    assert_told(&p->ann, 1, 1);
    assert_told(&p->bea, 1, 1);
    assert_int_equal(room_to_move(r), member_seat(p->bea.m));
    assert_null(act(p, &p->bea, "end"));
    house_rest(h);
    assert_told(&p->ann, 1, 1);
}

static void a_write_that_takes_up_to_a_second_is_not_spoken_of(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    two(h);
    assert_null(act(p, &p->ann, "end"));
    pass(p, 1000);
    house_rest(h);
    assert_told(&p->ann, 0, 0);
    assert_told(&p->bea, 0, 0);
}

static void a_computer_players_move_that_cannot_be_written_is_told_once_and_again_when_it_goes_on(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = sit_down_at(p, &p->ann, &toy_game, plain, 2);
    house_rest(h);
    while (room_to_move(r) != member_seat(p->ann.m)) house_pass(h, 500);
    assert_null(act(p, &p->ann, "end"));
    house_rest(h);
    int64_t round = r->now.id;
    r->now.id = round + 1000; /* of which the store knows nothing */
    house_pass(h, 20000);
    assert_told(&p->ann, 1, 0);
    assert_int_not_equal(room_to_move(r), member_seat(p->ann.m));
    r->now.id = round;
    house_pass(h, 2000);
    assert_told(&p->ann, 1, 1);
    assert_int_equal(room_to_move(r), member_seat(p->ann.m));
    house_pass(h, 5000);
    assert_told(&p->ann, 1, 1);
}

static void who_comes_while_the_disk_is_waited_for_is_told_as_well(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h);
    const char *why;
    assert_null(act(p, &p->ann, "end"));
    pass(p, 3000);
    p->cy.m = lobby_watch(p->lobby, r, &p->cy.person, &ears, &p->cy, &why);
    settle(p);
    assert_told(&p->cy, 1, 0);
    house_rest(h);
    assert_told(&p->cy, 1, 1);
}

static void a_table_whose_opening_waits_says_so_and_shows_nothing(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = sit_down_at(p, &p->ann, &toy_game, plain, 2);
    pass(p, 5000);
    assert_false(room_ready(r));
    assert_int_equal(p->ann.heard, 1);
    assert_told(&p->ann, 1, 0);
    assert_string_equal(room_move(p->ann.m, room_turn(r), "play"), "One moment: the cards are being brought.");
    assert_string_equal(room_next(p->ann.m), "One moment: the cards are being brought.");
    assert_string_equal(room_hint(p->ann.m), "One moment: the cards are being brought.");
    house_rest(h);
    assert_true(room_ready(r));
    assert_told(&p->ann, 1, 1);
    assert_true(heard(&p->ann, "ann sits down."));
}

/* --- patiences --- */

static void a_patience_that_waits_for_a_slow_disk_says_so_once_and_again_when_it_goes_on(void **state)
{
    struct house *h = *state;
    struct player ann = player_of(&h->p->ann);
    ann.s = solo_open(h->p->lobby, &(struct game_row){ game_find("grid"), game_find("grid")->variants }, &ann.person, 1,
                      &player_ears, &ann);
    pass(h->p, 1000);
    assert_string_equal(ann.told, "");
    pass(h->p, 5000);
    assert_string_equal(ann.told, waits);
    assert_false(solo_ready(ann.s));
    house_rest(h);
    assert_true(solo_ready(ann.s));
    assert_string_equal(ann.told, goes_on);

    ann.told[0] = '\0';
    assert_null(player_move(h, &ann, player_thought(&ann).text));
    house_pass(h, 5000);
    assert_string_equal(ann.told, "");
    assert_null(solo_move(ann.s, player_thought(&ann).text));
    pass(h->p, 1001);
    assert_string_equal(ann.told, waits);
    ann.told[0] = '\0';
    pass(h->p, 60000);
    assert_string_equal(ann.told, "");
    house_rest(h);
    assert_int_equal(solo_plies(ann.s), 2);
    assert_string_equal(ann.told, goes_on);
    player_close(h, &ann);
}

/* --- time --- */

static void nobody_loses_a_turn_because_the_disk_was_slow(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h);
    pass(p, 55000); /* five of sixty seconds are left */
    assert_int_equal(heard_times(&p->ann, "Ten seconds left"), 1);
    assert_null(act(p, &p->ann, "take"));
    pass(p, 20000);
    assert_int_equal(room_clock_ms(r), 5000);
    pass(p, 20000);
    assert_int_equal(room_clock_ms(r), 5000);
    house_rest(h);
    assert_int_equal(room_clock_ms(r), 5000);
    house_pass(h, 4800);
    assert_int_equal(room_to_move(r), member_seat(p->ann.m));
    assert_int_equal(heard_times(&p->ann, "Ten seconds left"), 1);
    house_pass(h, 400);
    assert_int_equal(room_to_move(r), member_seat(p->bea.m));
    assert_true(heard(&p->bea, "The time of ann is up."));
}

static void nobody_loses_a_seat_while_the_disk_is_slow(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h);
    int seat = member_seat(p->bea.m);
    assert_null(act(p, &p->ann, "take"));
    pass(p, 40000);
    go_away(p, &p->bea); /* from now on 90 seconds, of which none passes yet */
    pass(p, 400000);
    assert_false(room_seat(r, seat).computer);
    house_rest(h);
    pass(p, 89000);
    assert_false(room_seat(r, seat).computer);
    pass(p, 1000);
    house_rest(h);
    assert_true(room_seat(r, seat).computer);
}

static void the_next_round_is_waited_for_no_less_because_the_disk_is_slow(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h);
    assert_null(act(p, &p->ann, "block"));
    house_write_only(h);
    event_base_loop(h->base, EVLOOP_NONBLOCK);
    settle(p); /* the points are told, and are on their way */
    assert_null(room_next(p->ann.m));
    pass(p, 100000);
    assert_int_equal(room_clock_ms(r), 60000);
    house_rest(h);
    assert_int_equal(room_phase(r), ROOM_BETWEEN);
    assert_int_equal(room_clock_ms(r), 60000);
    house_pass(h, 60000);
    assert_int_equal(room_phase(r), ROOM_PLAYING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_move_that_waits_for_a_slow_disk_is_told_once_and_again_when_it_goes_on),
        TEST(a_write_that_takes_up_to_a_second_is_not_spoken_of),
        TEST(a_computer_players_move_that_cannot_be_written_is_told_once_and_again_when_it_goes_on),
        TEST(who_comes_while_the_disk_is_waited_for_is_told_as_well),
        TEST(a_table_whose_opening_waits_says_so_and_shows_nothing),
        TEST(a_patience_that_waits_for_a_slow_disk_says_so_once_and_again_when_it_goes_on),
        TEST(nobody_loses_a_turn_because_the_disk_was_slow),
        TEST(nobody_loses_a_seat_while_the_disk_is_slow),
        TEST(the_next_round_is_waited_for_no_less_because_the_disk_is_slow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
