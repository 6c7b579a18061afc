#include "room/people.h"
#include "room/toy.h"
#include "seed.h"

static const struct rules plain = { .byte = { 0 } };

static int setup(void **state)
{
    toy_mind = TOY_ENDS;
    toy_thoughts = 0;
    *state = party_new();
    return 0;
}

static int teardown(void **state)
{
    party_free(*state);
    return 0;
}

static bool same_state(struct room *r, const struct toy *before)
{
    return memcmp(r->commit.state, before, sizeof *before) == 0;
}

/* --- coming --- */

static void a_new_table_is_filled_with_computer_players_of_different_names(void **state)
{
    struct party *p = *state;
    struct room *r = sit_down_at(p, &p->ann, &toy_game, plain, 4);
    for (int seat = 1; seat <= 4; seat++) {
        struct seat_info info = room_seat(r, seat);
        assert_int_equal(info.person, seat == member_seat(p->ann.m));
        assert_int_equal(info.computer, !info.person);
        for (int other = 1; other < seat; other++) assert_string_not_equal(info.name, room_seat(r, other).name);
    }
}

static void one_who_comes_into_a_running_round_waits_for_the_next(void **state)
{
    struct party *p = *state;
    struct room *r = ann_to_move(p, &toy_game, plain, 2);
    assert_ptr_equal(sit_down_at(p, &p->bea, &toy_game, plain, 2), r);
    assert_int_equal(member_seat(p->bea.m), 0);
    assert_int_equal(room_seat_of(r, p->bea.person.account), 3 - member_seat(p->ann.m));
    assert_string_equal(act(p, &p->bea, "play"), "Your seat is yours with the next round.");
    assert_string_equal(room_next(p->bea.m), "You are in with the next round.");
    next_round(p);
    assert_int_equal(member_seat(p->bea.m), 3 - member_seat(p->ann.m));
    assert_true(room_seat(r, member_seat(p->bea.m)).person);
}

static void one_who_is_left_alone_at_the_table_need_not_wait(void **state)
{
    struct party *p = *state;
    struct room *r = ann_to_move(p, &toy_game, plain, 3);
    sit_down_at(p, &p->bea, &toy_game, plain, 3);
    leave(p, &p->ann);
    assert_int_not_equal(member_seat(p->bea.m), 0);
    assert_int_equal(room_phase(r), ROOM_PLAYING);
    while (room_to_move(r) != member_seat(p->bea.m)) pass(p, 500);
    assert_null(act(p, &p->bea, "play"));
}

static void quick_match_looks_for_people_and_the_same_rules(void **state)
{
    struct party *p = *state;
    struct room *first = sit_down_at(p, &p->ann, &toy_game, plain, 2);
    struct room *other = sit_down_at(p, &p->bea, &toy_game, (struct rules){ .byte[TOY_LAST] = true }, 2);
    assert_ptr_not_equal(first, other);
    assert_ptr_equal(sit_down_at(p, &p->cy, &toy_game, plain, 2), first);
    /* Both seats are spoken for. */
    assert_ptr_not_equal(sit_down_at(p, &p->dot, &toy_game, plain, 2), first);
    /* There are no other people to play with. */
    go_away(p, &p->bea);
    assert_ptr_not_equal(sit_down_at(p, &p->eve, &toy_game, (struct rules){ .byte[TOY_LAST] = true }, 2), other);
    assert_int_equal(lobby_tables(p->lobby), 4);
}

static void quick_match_prefers_a_table_of_as_many_seats(void **state)
{
    struct party *p = *state;
    struct room *four = sit_down_at(p, &p->ann, &toy_game, plain, 4);
    struct human *others[] = { &p->cy, &p->dot, &p->eve };
    for (int k = 0; k < 3; k++) assert_ptr_equal(sit_down_at(p, others[k], &toy_game, plain, 4), four);
    struct room *two = sit_down_at(p, &p->bea, &toy_game, plain, 2);
    assert_ptr_not_equal(two, four);
    leave(p, &p->cy);
    leave(p, &p->dot);
    assert_ptr_equal(sit_down_at(p, &p->cy, &toy_game, plain, 2), two);
    assert_ptr_equal(sit_down_at(p, &p->dot, &toy_game, plain, 3), four);
}

static void what_cannot_be_is_refused_with_a_sentence(void **state)
{
    struct party *p = *state;
    const char *why;
    assert_null(lobby_quick(p->lobby, &toy_game, &plain, 5, &p->ann.person, &ears, &p->ann, &why));
    assert_non_null(why);
    assert_null(lobby_quick(p->lobby, &toy_game, &plain, 1, &p->ann.person, &ears, &p->ann, &why));
    struct game patience = toy_game;
    patience.patience = true;
    assert_null(lobby_quick(p->lobby, &patience, &plain, 2, &p->ann.person, &ears, &p->ann, &why));
    assert_int_equal(lobby_tables(p->lobby), 0);
}

static void a_full_house_lets_a_table_go_that_nobody_has_been_at_for_an_hour(void **state)
{
    struct party *p = *state;
    p->lobby->env.tables_max = 2;
    sit_down_at(p, &p->ann, &toy_game, plain, 2);
    struct room *stays = sit_down_at(p, &p->bea, &toy_game, (struct rules){ .byte[TOY_LAST] = true }, 2);
    go_away(p, &p->ann);
    const char *why;
    struct rules third = { .byte[TOY_TARGET] = 50 };
    assert_null(lobby_quick(p->lobby, &toy_game, &third, 2, &p->cy.person, &ears, &p->cy, &why));
    assert_string_equal(why, "The house is full: there is no table left.");
    pass(p, 3600000);
    sit_down_at(p, &p->cy, &toy_game, third, 2);
    assert_int_equal(lobby_tables(p->lobby), 2);
    assert_null(lobby_room_of(p->lobby, p->ann.person.account));
    assert_ptr_equal(lobby_room_of(p->lobby, p->bea.person.account), stays);
}

/* --- one seat for each account --- */

/* (H45, P58, P60) */
static void a_second_line_takes_over_the_seat_and_the_first_is_told(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    int seat = member_seat(p->ann.m);
    struct human again = { .person = p->ann.person };
    assert_ptr_equal(sit_down_at(p, &again, &toy_game, (struct rules){ .byte[TOY_LAST] = true }, 4), r);
    assert_int_equal(member_seat(again.m), seat);
    assert_string_equal(p->ann.ended, "Another line of yours has taken your seat.");
    assert_null(p->ann.m);
    assert_null(act(p, &again, "play"));
    assert_int_equal(lobby_tables(p->lobby), 1);
    const char *lines[ROOM_LOG];
    assert_true(room_log(r, lines) >= 3);
}

/* (H45) */
static void the_first_line_may_still_call_before_it_is_told(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    struct member *old = p->ann.m;
    struct human again = { .person = p->ann.person };
    const char *why;
    again.m = lobby_quick(p->lobby, &toy_game, &plain, 2, &again.person, &ears, &again, &why);
    assert_ptr_equal(member_room(old), r);
    assert_int_equal(member_seat(old), 0);
    assert_string_equal(room_move(old, room_turn(r), "play"), "Another line of yours has taken your seat.");
    assert_non_null(room_say(old, "hello"));
    assert_non_null(room_next(old));
    assert_non_null(room_hint(old));
    member_away(old);
    settle(p);
    assert_string_equal(p->ann.ended, "");
    assert_false(room_seat(r, member_seat(again.m)).away);
}

/* (P60) */
static void a_claim_is_taken_over_like_a_seat(void **state)
{
    struct party *p = *state;
    struct room *r = ann_to_move(p, &toy_game, plain, 3);
    sit_down_at(p, &p->bea, &toy_game, plain, 3);
    struct human again = { .person = p->bea.person };
    assert_ptr_equal(sit_down_at(p, &again, &toy_game, plain, 3), r);
    assert_string_not_equal(p->bea.ended, "");
    act(p, &p->ann, "block");
    room_next(p->ann.m);
    settle(p);
    assert_int_not_equal(member_seat(again.m), 0);
    int seats = 0;
    for (int seat = 1; seat <= 3; seat++) seats += room_seat(r, seat).person;
    assert_int_equal(seats, 2);
}

/* (H68) */
static void guests_of_one_name_are_different_people(void **state)
{
    struct party *p = *state;
    struct human twin = { .person = p->eve.person };
    struct room *r = sit_down_at(p, &p->eve, &toy_game, plain, 3);
    assert_ptr_equal(sit_down_at(p, &twin, &toy_game, plain, 3), r);
    assert_string_equal(p->eve.ended, "");
    assert_int_equal(room_seat_of(r, 0), 0);
    assert_null(lobby_room_of(p->lobby, 0));
}

/* --- away and back --- */

/* (H62, P14, P55, P69) */
static void alone_the_table_stands_still_until_the_same_prompt_comes_back(void **state)
{
    struct party *p = *state;
    struct room *r = ann_to_move(p, &toy_game, plain, 3);
    act(p, &p->ann, "take");
    struct toy before;
    memcpy(&before, r->commit.state, sizeof before);
    uint32_t turn = room_turn(r);
    int seat = member_seat(p->ann.m);
    go_away(p, &p->ann);
    assert_true(room_seat(r, seat).away);
    assert_true(lobby_due(p->lobby) == INT64_MAX);
    pass(p, 7 * 24 * 3600000LL);
    assert_true(same_state(r, &before));
    assert_ptr_equal(sit_down_at(p, &p->ann, &toy_game, plain, 3), r);
    assert_int_equal(member_seat(p->ann.m), seat);
    assert_int_equal(room_turn(r), turn);
    assert_true(same_state(r, &before));
    assert_null(act(p, &p->ann, "play"));
}

/* (P55, P70) */
static void a_computer_player_does_not_think_for_an_empty_table(void **state)
{
    struct party *p = *state;
    struct room *r = ann_to_move(p, &toy_game, plain, 3);
    assert_null(room_move(p->ann.m, room_turn(r), "end"));
    go_away(p, &p->ann);
    struct toy before;
    memcpy(&before, r->commit.state, sizeof before);
    int thoughts = toy_thoughts;
    pass(p, 3600000);
    assert_int_equal(toy_thoughts, thoughts);
    assert_true(same_state(r, &before));
    sit_down_at(p, &p->ann, &toy_game, plain, 3);
    pass(p, 2000);
    assert_int_equal(room_to_move(r), member_seat(p->ann.m));
}

/* (P54, T16, P56, H70) */
static void one_who_drops_keeps_the_seat_and_the_others_go_on(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    int seat = member_seat(p->bea.m);
    go_away(p, &p->bea);
    assert_true(room_seat(r, seat).away);
    assert_false(room_seat(r, seat).computer);
    assert_true(heard(&p->ann, "bea is away."));
    assert_null(act(p, &p->ann, "play"));
    pass(p, 89999);
    assert_false(room_seat(r, seat).computer);
    pass(p, 1);
    assert_true(room_seat(r, seat).computer && room_seat(r, seat).person && room_seat(r, seat).away);
    assert_true(heard(&p->ann, "bea is away too long"));
}

/* (T16, P58) */
static void the_stand_in_plays_until_the_person_is_back(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    int seat = member_seat(p->bea.m);
    go_away(p, &p->bea);
    act(p, &p->ann, "end");
    assert_int_equal(room_to_move(r), seat);
    p->lobby->env.turn_s = 0;
    pass(p, 90000);
    pass(p, 500);
    assert_int_equal(room_to_move(r), member_seat(p->ann.m));
    act(p, &p->ann, "end");
    sit_down_at(p, &p->bea, &toy_game, plain, 2);
    assert_int_equal(member_seat(p->bea.m), seat);
    assert_false(room_seat(r, seat).computer);
    pass(p, 5000);
    assert_int_equal(room_to_move(r), seat);
    assert_null(act(p, &p->bea, "play"));
}

/* (T16) */
static void the_points_of_the_round_are_the_absent_persons(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    int seat = member_seat(p->bea.m);
    go_away(p, &p->bea);
    pass(p, 90000);
    act(p, &p->ann, "block");
    assert_true(room_seat(r, seat).person);
    assert_int_equal(room_seat(r, seat).total, TOY_CARDS);
}

/* (T16) */
static void one_who_does_not_come_back_has_no_seat_in_the_next_round(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    int seat = member_seat(p->bea.m);
    go_away(p, &p->bea);
    pass(p, 90000);
    next_round(p);
    assert_false(room_seat(r, seat).person);
    assert_int_equal(room_seat_of(r, p->bea.person.account), 0);
    assert_true(heard(&p->ann, "bea has not come back"));
    /* The way back is that of everybody. */
    assert_ptr_equal(sit_down_at(p, &p->bea, &toy_game, plain, 2), r);
    next_round(p);
    assert_int_equal(member_seat(p->bea.m), seat);
}

/* (T16) */
static void one_who_drops_between_rounds_keeps_the_seat_while_grace_lasts(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    int seat = member_seat(p->bea.m);
    act(p, &p->ann, "block");
    go_away(p, &p->bea);
    assert_null(room_next(p->ann.m));
    settle(p);
    assert_int_equal(room_phase(r), ROOM_PLAYING);
    assert_true(room_seat(r, seat).person);
    sit_down_at(p, &p->bea, &toy_game, plain, 2);
    assert_int_equal(member_seat(p->bea.m), seat);
}

/* (P57) */
static void dropping_and_coming_back_changes_no_order(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    char names[2][PERSON_NAME];
    for (int seat = 1; seat <= 2; seat++) strcpy(names[seat - 1], room_seat(r, seat).name);
    uint32_t turn = room_turn(r);
    go_away(p, &p->ann);
    sit_down_at(p, &p->ann, &toy_game, plain, 2);
    for (int seat = 1; seat <= 2; seat++) assert_string_equal(names[seat - 1], room_seat(r, seat).name);
    assert_int_equal(room_turn(r), turn);
    assert_int_equal(room_to_move(r), member_seat(p->ann.m));
}

/* (T16) */
static void grace_does_not_run_while_nobody_waits(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    int seat = member_seat(p->bea.m);
    go_away(p, &p->bea);
    pass(p, 60000);
    go_away(p, &p->ann);
    pass(p, 3600000);
    assert_false(room_seat(r, seat).computer);
    sit_down_at(p, &p->ann, &toy_game, plain, 2);
    assert_false(room_seat(r, seat).computer);
    pass(p, 90000);
    assert_true(room_seat(r, seat).computer);
}

/* (H67) */
static void a_hundred_reconnects_make_three_notices_at_most(void **state)
{
    struct party *p = *state;
    two_people(p, &toy_game, plain);
    pass(p, 60000);
    p->ann.heard = 0;
    for (int k = 0; k < 100; k++) {
        go_away(p, &p->bea);
        pass(p, 50);
        sit_down_at(p, &p->bea, &toy_game, plain, 2);
        pass(p, 50);
    }
    assert_in_range(heard_times(&p->ann, "bea is"), 1, 3);
}

/* --- leaving --- */

/* (T16) */
static void one_who_leaves_hands_the_seat_to_a_computer(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    int seat = member_seat(p->bea.m);
    leave(p, &p->bea);
    assert_true(heard(&p->ann, "bea leaves with 3 points"));
    assert_false(room_seat(r, seat).person);
    assert_null(lobby_room_of(p->lobby, p->bea.person.account));
    act(p, &p->ann, "end");
    pass(p, 1000);
    assert_int_equal(room_to_move(r), member_seat(p->ann.m));
}

static void the_last_to_leave_closes_the_table(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    const char *why;
    p->cy.m = lobby_watch(p->lobby, r, &p->cy.person, &ears, &p->cy, &why);
    leave(p, &p->ann);
    assert_int_equal(lobby_tables(p->lobby), 1);
    leave(p, &p->bea);
    assert_int_equal(lobby_tables(p->lobby), 0);
    assert_string_equal(p->cy.ended, "Everybody has left the table.");
    assert_null(p->cy.m);
}

static void a_table_of_guests_closes_when_the_last_one_drops(void **state)
{
    struct party *p = *state;
    struct human twin = { .person = p->eve.person };
    sit_down_at(p, &p->eve, &toy_game, plain, 2);
    sit_down_at(p, &twin, &toy_game, plain, 2);
    go_away(p, &p->eve);
    assert_int_equal(lobby_tables(p->lobby), 1);
    assert_int_not_equal(member_seat(twin.m), 0);
    go_away(p, &twin);
    assert_int_equal(lobby_tables(p->lobby), 0);
}

static void a_guest_who_drops_cannot_come_back_so_a_computer_plays_on(void **state)
{
    struct party *p = *state;
    struct room *r = ann_to_move(p, &toy_game, plain, 2);
    sit_down_at(p, &p->eve, &toy_game, plain, 2);
    next_round(p);
    int seat = member_seat(p->eve.m);
    go_away(p, &p->eve);
    assert_false(room_seat(r, seat).person);
    assert_true(room_seat(r, seat).computer);
}

/* --- asleep --- */

/* (P72) */
static void three_turns_slept_through_and_a_computer_plays_until_a_move(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    int ann = member_seat(p->ann.m);
    for (int turn = 0; turn < 3; turn++) {
        assert_int_equal(room_to_move(r), ann);
        pass(p, 60000);
        if (room_to_move(r) != ann) assert_null(act(p, &p->bea, "end"));
    }
    assert_true(room_seat(r, ann).computer);
    assert_false(room_seat(r, ann).away);
    assert_true(heard(&p->ann, "ann has let 3 turns go by"));
    pass(p, 500);
    assert_int_equal(room_to_move(r), member_seat(p->bea.m));
    assert_string_equal(act(p, &p->ann, "end"), "It is not your turn.");
    assert_false(room_seat(r, ann).computer);
    act(p, &p->bea, "end");
    pass(p, 30000);
    assert_int_equal(room_to_move(r), ann);
}

/* Anything may happen at any moment. After each event the house comes to rest, and its lists stay whole. */
static void a_storm_of_comings_and_goings_breaks_nothing(void **state)
{
    struct party *p = *state;
    struct random chance = seed_random(__func__);
    struct human *all[] = { &p->ann, &p->bea, &p->cy, &p->dot, &p->eve };
    static const char *const moves[] = { "play", "take", "end", "end", "block", "?" };
    toy_mind = TOY_PLAYS;
    for (int step = 0; step < 6000; step++) {
        struct human *h = all[random_below(&chance, 5)];
        h->heard = 0;
        if (h->m == NULL) {
            sit_down_at(p, h, &toy_game, (struct rules){ .byte[TOY_LAST] = random_below(&chance, 2) },
                        2 + (int)random_below(&chance, 3));
            continue;
        }
        switch (random_below(&chance, 12)) {
        case 0: go_away(p, h); break;
        case 1: leave(p, h); break;
        case 2: room_next(h->m); break;
        case 3: room_hint(h->m); break;
        case 4: room_say(h->m, "hello"); break;
        case 5: pass(p, random_below(&chance, 100000)); break;
        default: room_move(h->m, room_turn(member_room(h->m)), moves[random_below(&chance, 6)]); break;
        }
        for (size_t k = 0; k < 5; k++) all[k]->heard = 0;
        settle(p);
        for (int k = 0; k < lobby_tables(p->lobby); k++)
            for (int seat = 1; seat <= room_seats(lobby_room(p->lobby, k)); seat++)
                assert_non_null(room_seat(lobby_room(p->lobby, k), seat).name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_new_table_is_filled_with_computer_players_of_different_names),
        TEST(one_who_comes_into_a_running_round_waits_for_the_next),
        TEST(one_who_is_left_alone_at_the_table_need_not_wait),
        TEST(quick_match_looks_for_people_and_the_same_rules),
        TEST(quick_match_prefers_a_table_of_as_many_seats),
        TEST(what_cannot_be_is_refused_with_a_sentence),
        TEST(a_full_house_lets_a_table_go_that_nobody_has_been_at_for_an_hour),
        TEST(a_second_line_takes_over_the_seat_and_the_first_is_told),
        TEST(the_first_line_may_still_call_before_it_is_told),
        TEST(a_claim_is_taken_over_like_a_seat),
        TEST(guests_of_one_name_are_different_people),
        TEST(alone_the_table_stands_still_until_the_same_prompt_comes_back),
        TEST(a_computer_player_does_not_think_for_an_empty_table),
        TEST(one_who_drops_keeps_the_seat_and_the_others_go_on),
        TEST(the_stand_in_plays_until_the_person_is_back),
        TEST(the_points_of_the_round_are_the_absent_persons),
        TEST(one_who_does_not_come_back_has_no_seat_in_the_next_round),
        TEST(one_who_drops_between_rounds_keeps_the_seat_while_grace_lasts),
        TEST(dropping_and_coming_back_changes_no_order),
        TEST(grace_does_not_run_while_nobody_waits),
        TEST(a_hundred_reconnects_make_three_notices_at_most),
        TEST(one_who_leaves_hands_the_seat_to_a_computer),
        TEST(the_last_to_leave_closes_the_table),
        TEST(a_table_of_guests_closes_when_the_last_one_drops),
        TEST(a_guest_who_drops_cannot_come_back_so_a_computer_plays_on),
        TEST(three_turns_slept_through_and_a_computer_plays_until_a_move),
        TEST(a_storm_of_comings_and_goings_breaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
