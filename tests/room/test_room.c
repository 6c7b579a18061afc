#include "room/people.h"
#include "room/toy.h"

static const struct rules plain = { .byte = { 0 } };
static const struct rules to_25 = { .byte[TOY_TARGET] = 25 };

static int setup(void **state)
{
    toy_mind = TOY_PLAYS;
    *state = party_new();
    return 0;
}

static int teardown(void **state)
{
    party_free(*state);
    return 0;
}

/* --- moves --- */

static void a_move_is_made_and_told_to_all(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    assert_null(act(p, &p->ann, "PLAY"));
    assert_true(heard(&p->bea, "ann does play."));
    assert_true(heard(&p->ann, "ann does play."));
    assert_true(p->bea.changed > 0);
    assert_int_equal(room_seat(r, member_seat(p->ann.m)).cards, TOY_CARDS - 1);
}

static void a_refused_move_changes_nothing_and_says_why(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    uint32_t turn = room_turn(r);
    assert_string_equal(act(p, &p->ann, "\x1b[2J"), "That is no move.");
    assert_string_equal(act(p, &p->bea, "play"), "It is not your turn.");
    assert_int_equal(room_turn(r), turn);
    assert_int_equal(room_seat(r, 1).cards + room_seat(r, 2).cards, 2 * TOY_CARDS);
}

/* (T8, P67) */
static void three_ends_in_one_packet_end_one_turn(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    uint32_t turn = room_turn(r);
    assert_null(room_move(p->ann.m, turn, "end"));
    assert_string_equal(room_move(p->ann.m, turn, "end"), "It is not your turn.");
    assert_string_equal(room_move(p->ann.m, turn, "end"), "It is not your turn.");
    assert_int_equal(room_turn(r), turn + 1);
    assert_int_equal(room_to_move(r), member_seat(p->bea.m));
    assert_null(act(p, &p->bea, "end"));
    assert_string_equal(room_move(p->ann.m, turn, "play"), "That was meant for an earlier turn.");
}

static void nobody_is_called_back_from_inside_a_call(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    int heard_before = p->ann.heard + p->bea.heard, changed = p->ann.changed + p->bea.changed;
    assert_null(room_move(p->ann.m, room_turn(r), "play"));
    assert_null(room_say(p->bea.m, "well played"));
    assert_int_equal(p->ann.heard + p->bea.heard, heard_before);
    assert_int_equal(p->ann.changed + p->bea.changed, changed);
    assert_true(lobby_due(p->lobby) <= p->clock.ms);
    settle(p);
    assert_int_equal(p->ann.heard + p->bea.heard, heard_before + 4);
}

static void whoever_keeps_the_time_is_told_when_something_is_due(void **state)
{
    struct party *p = *state;
    two_people(p, &toy_game, plain);
    int before = p->due_moved;
    assert_null(room_say(p->ann.m, "hello"));
    assert_true(p->due_moved > before);
}

/* --- rounds --- */

/* (T9, T11) */
static void whoever_is_out_wins_and_the_points_are_counted(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    int ann = member_seat(p->ann.m), bea = member_seat(p->bea.m);
    assert_null(room_key(r));
    for (int k = 0; k < TOY_CARDS; k++) assert_null(act(p, &p->ann, "play"));
    assert_int_equal(room_phase(r), ROOM_BETWEEN);
    assert_int_equal(r->result.seat_out, ann);
    assert_int_equal(room_seat(r, ann).total, 0);
    assert_int_equal(room_seat(r, bea).total, TOY_CARDS);
    assert_int_equal(strlen(room_key(r)), 64);
    assert_string_equal(act(p, &p->ann, "end"), "The round is over.");
    assert_true(heard(&p->bea, "Somebody is out."));
}

static void the_result_of_a_running_round_tells_nothing(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    assert_null(room_record(r));
    assert_null(room_key(r));
    assert_false(heard(&p->bea, "Points:"));
    for (int seat = 1; seat <= room_seats(r); seat++) assert_int_equal(room_seat(r, seat).total, 0);
    assert_null(act(p, &p->ann, "block"));
    assert_non_null(room_record(r));
    assert_non_null(room_key(r));
    assert_true(heard(&p->bea, "Points:"));
}

static void the_key_shown_after_the_round_fits_the_seal_shown_before_it(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    char seal[DEAL_SEAL_TEXT], again[DEAL_SEAL_TEXT];
    strcpy(seal, room_seal(r));
    act(p, &p->ann, "block");
    uint8_t key[DEAL_KEY_BYTES];
    for (int k = 0; k < DEAL_KEY_BYTES; k++) {
        char two[3] = { room_key(r)[2 * k], room_key(r)[2 * k + 1], '\0' };
        key[k] = (uint8_t)strtoul(two, NULL, 16);
    }
    deal_seal(again, key);
    assert_string_equal(seal, again);
}

/* (T2) */
static void the_deal_passes_to_the_left_and_the_next_begins(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    int dealer = r->now.dealer;
    for (int round = 0; round < 5; round++) {
        dealer = dealer % room_seats(r) + 1;
        next_round(p);
        assert_int_equal(r->now.dealer, dealer);
        assert_int_equal(room_to_move(r), dealer % room_seats(r) + 1);
    }
}

/* (T2) */
static void the_first_dealer_is_drawn_by_chance(void **state)
{
    (void)state;
    int dealt[SEATS_MAX + 1] = { 0 };
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct party *p = party_new();
        p->lobby->env.random = random_seeded(seed);
        dealt[sit_down_at(p, &p->ann, &toy_game, plain, 4)->now.dealer]++;
        party_free(p);
    }
    for (int seat = 1; seat <= 4; seat++) assert_true(dealt[seat] > 0);
}

static void the_next_round_waits_for_everybody_present(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    assert_string_equal(room_next(p->ann.m), "The round is not over.");
    act(p, &p->ann, "block");
    assert_null(room_next(p->ann.m));
    settle(p);
    assert_int_equal(room_phase(r), ROOM_BETWEEN);
    assert_null(room_next(p->bea.m));
    settle(p);
    assert_int_equal(room_phase(r), ROOM_PLAYING);
}

static void one_who_sleeps_between_rounds_does_not_hold_up_the_others(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    act(p, &p->ann, "block");
    pass(p, 3600000);
    assert_int_equal(room_phase(r), ROOM_BETWEEN);
    assert_null(room_next(p->ann.m));
    settle(p);
    assert_int_equal(room_clock_ms(r), 60000);
    pass(p, 59999);
    assert_int_equal(room_phase(r), ROOM_BETWEEN);
    pass(p, 1);
    assert_int_equal(room_phase(r), ROOM_PLAYING);
}

/* (P53) */
static void nothing_of_a_round_is_left_in_the_next(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    uint32_t turn = room_turn(r);
    char seal[DEAL_SEAL_TEXT];
    strcpy(seal, room_seal(r));
    act(p, &p->ann, "take");
    next_round(p);
    assert_string_not_equal(room_seal(r), seal);
    assert_null(room_key(r));
    assert_null(room_why(r));
    assert_true(room_turn(r) > turn);
    for (int seat = 1; seat <= 2; seat++) assert_int_equal(room_seat(r, seat).cards, TOY_CARDS);
}

/* --- the match --- */

static struct room *three_at_totals(struct party *p, int me, int a, int b)
{
    struct room *r = sit_down_at(p, &p->ann, &toy_game, to_25, 3);
    while (room_to_move(r) != member_seat(p->ann.m)) pass(p, 500);
    int seat = member_seat(p->ann.m);
    r->seat[seat].total = me;
    r->seat[seat % 3 + 1].total = a;
    r->seat[(seat + 1) % 3 + 1].total = b;
    return r;
}

/* Ends the round here with these hands; a player without cards is out. */
static void end_round_with(struct party *p, struct room *r, int me, int a, int b)
{
    struct toy *t = (struct toy *)(void *)r->commit.state;
    int seat = member_seat(p->ann.m);
    t->held[seat] = (uint8_t)me;
    t->held[seat % 3 + 1] = (uint8_t)a;
    t->held[(seat + 1) % 3 + 1] = (uint8_t)b;
    t->out = (uint8_t)(a == 0 && b > 0 ? seat % 3 + 1 : 0);
    assert_null(act(p, &p->ann, "block"));
    assert_int_equal(room_phase(r), ROOM_BETWEEN);
}

/* (P49) */
static void the_lowest_total_wins_the_match_whoever_went_out(void **state)
{
    struct party *p = *state;
    struct room *r = three_at_totals(p, 10, 20, 24);
    char words[ROOM_LOG_TEXT];
    int seat = member_seat(p->ann.m);
    end_round_with(p, r, 5, 0, 3);
    assert_int_equal(r->result.seat_out, seat % 3 + 1);
    assert_int_equal(room_seat(r, seat).total, 15);
    assert_int_equal(r->match_won, 1u << seat);
    int one = seat == 1 ? 2 : 1, other = seat == 3 ? 2 : 3;
    snprintf(words, sizeof words, "ann wins the match to 25 with 15 points; %s has %d, %s %d.", room_seat(r, one).name,
             room_seat(r, one).total, room_seat(r, other).name, room_seat(r, other).total);
    assert_true(heard(&p->ann, words));
    assert_null(room_next(p->ann.m));
    settle(p);
    assert_int_equal(r->match_won, 0);
    for (int k = 1; k <= 3; k++) assert_int_equal(room_seat(r, k).total, 0);
}

/* (T12, P50) */
static void a_shared_lowest_total_plays_another_round(void **state)
{
    struct party *p = *state;
    struct room *r = three_at_totals(p, 24, 9, 9);
    end_round_with(p, r, 2, 0, 0);
    assert_int_equal(r->match_won, 0);
    assert_null(room_next(p->ann.m));
    pass(p, 1500);
    while (room_to_move(r) != member_seat(p->ann.m)) pass(p, 500);
    end_round_with(p, r, 1, 1, 1);
    assert_int_equal(r->match_won, 0);
    assert_int_equal(room_seat(r, member_seat(p->ann.m)).total, 27);
    assert_null(room_next(p->ann.m));
    settle(p);
    while (room_to_move(r) != member_seat(p->ann.m)) pass(p, 500);
    end_round_with(p, r, 1, 2, 1);
    assert_int_equal(r->match_won, 1u << ((member_seat(p->ann.m) + 1) % 3 + 1));
}

/* (T12) */
static void a_match_without_a_target_goes_on(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    r->seat[1].total = 1000;
    act(p, &p->ann, "block");
    assert_int_equal(r->match_won, 0);
    next_round(p);
    assert_true(room_seat(r, 1).total >= 1000);
}

/* (T12) */
static void points_add_up_over_rounds_and_leave_a_match_at_their_seats(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    for (int round = 1; round <= 3; round++) {
        for (int k = 0; k < TOY_CARDS; k++) {
            if (room_to_move(r) != member_seat(p->ann.m)) act(p, &p->bea, "end");
            assert_null(act(p, &p->ann, "play"));
        }
        assert_int_equal(room_seat(r, member_seat(p->bea.m)).total, round * TOY_CARDS);
        assert_int_equal(room_seat(r, member_seat(p->ann.m)).total, 0);
        next_round(p);
    }
}

/* --- who sees what --- */

static bool sees_hand(struct room *r, int viewer, int seat)
{
    struct toy seen, *t = &seen;
    room_state(r, viewer, t);
    for (int k = 0; k < t->held[seat]; k++)
        if (t->hand[seat][k] != CARD_HIDDEN) return true;
    return false;
}

/* (P61, P62) */
static void hands_are_hidden_from_everybody_else_in_every_round(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    for (int round = 0; round < 3; round++) {
        assert_true(sees_hand(r, 1, 1));
        assert_true(sees_hand(r, 2, 2));
        assert_false(sees_hand(r, 1, 2));
        assert_false(sees_hand(r, 2, 1));
        next_round(p);
    }
}

/* (H69, P63, P64) */
static void whoever_watches_sees_backs_and_may_not_act(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    const char *why;
    p->cy.m = lobby_watch(p->lobby, r, &p->cy.person, &ears, &p->cy, &why);
    assert_non_null(p->cy.m);
    assert_int_equal(member_seat(p->cy.m), 0);
    assert_int_equal(room_watchers(r), 1);
    assert_false(sees_hand(r, 0, 1));
    assert_false(sees_hand(r, 0, 2));
    assert_string_equal(act(p, &p->cy, "play"), "You are watching: only players move.");
    assert_non_null(room_next(p->cy.m));
    assert_non_null(room_hint(p->cy.m));
    act(p, &p->ann, "play");
    assert_true(heard(&p->cy, "ann does play."));
    leave(p, &p->cy);
    assert_int_equal(room_watchers(r), 0);
    assert_int_equal(room_phase(r), ROOM_PLAYING);
}

/* (P65) */
static void nobody_watches_their_own_table(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    const char *why;
    assert_null(lobby_watch(p->lobby, r, &p->ann.person, &ears, &p->cy, &why));
    assert_non_null(why);
    go_away(p, &p->ann);
    assert_null(lobby_watch(p->lobby, r, &p->ann.person, &ears, &p->cy, &why));
}

static void watchers_have_a_limit(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    struct member *m[ROOM_WATCHERS_MAX];
    const char *why;
    for (int k = 0; k < ROOM_WATCHERS_MAX; k++) {
        m[k] = lobby_watch(p->lobby, r, &p->eve.person, &ears, &p->eve, &why);
        assert_non_null(m[k]);
    }
    assert_null(lobby_watch(p->lobby, r, &p->eve.person, &ears, &p->eve, &why));
    assert_non_null(why);
    for (int k = 0; k < ROOM_WATCHERS_MAX; k++) member_leave(m[k]);
}

/* --- talk --- */

/* (H63) */
static void talk_is_cleaned_and_told_to_all(void **state)
{
    struct party *p = *state;
    two_people(p, &toy_game, plain);
    assert_null(room_say(p->ann.m, "hello\x1b[2J \rbea: I am bea\x9b"));
    settle(p);
    assert_true(heard(&p->bea, "ann: hello[2J bea: I am bea"));
    assert_non_null(room_say(p->ann.m, "\x1b\r\n \x07"));
}

/* (H67) */
static void talk_is_limited_and_hanging_up_renews_nothing(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    for (int k = 0; k < 5; k++) assert_null(room_say(p->ann.m, "spam"));
    assert_non_null(room_say(p->ann.m, "spam"));
    settle(p);
    go_away(p, &p->ann);
    assert_ptr_equal(sit_down_at(p, &p->ann, &toy_game, plain, 2), r);
    assert_non_null(room_say(p->ann.m, "spam"));
    assert_null(room_say(p->bea.m, "please stop"));
    p->clock.ms += 700;
    assert_null(room_say(p->ann.m, "spam"));
    assert_non_null(room_say(p->ann.m, "spam"));
}

static void a_line_of_talk_as_long_as_can_be_fits_the_log(void **state)
{
    struct party *p = *state;
    two_people(p, &toy_game, plain);
    char much[4000];
    memset(much, 'x', sizeof much - 1);
    much[sizeof much - 1] = '\0';
    assert_null(room_say(p->ann.m, much));
    settle(p);
    assert_int_equal(strlen(p->bea.line[p->bea.heard - 1]), strlen("ann: ") + ROOM_CHAT_MAX);
}

static void the_log_keeps_the_last_lines_in_order(void **state)
{
    struct party *p = *state;
    struct room *r = two_people(p, &toy_game, plain);
    for (int k = 0; k < ROOM_LOG + 5; k++) {
        char line[20];
        snprintf(line, sizeof line, "line %d", k);
        p->clock.ms += 700;
        assert_null(room_say(p->ann.m, line));
    }
    const char *lines[ROOM_LOG];
    assert_int_equal(room_log(r, lines), ROOM_LOG);
    assert_string_equal(lines[0], "ann: line 5");
    assert_string_equal(lines[ROOM_LOG - 1], "ann: line 44");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_move_is_made_and_told_to_all),
        TEST(a_refused_move_changes_nothing_and_says_why),
        TEST(three_ends_in_one_packet_end_one_turn),
        TEST(nobody_is_called_back_from_inside_a_call),
        TEST(whoever_keeps_the_time_is_told_when_something_is_due),
        TEST(whoever_is_out_wins_and_the_points_are_counted),
        TEST(the_result_of_a_running_round_tells_nothing),
        TEST(the_key_shown_after_the_round_fits_the_seal_shown_before_it),
        TEST(the_deal_passes_to_the_left_and_the_next_begins),
        TEST(the_first_dealer_is_drawn_by_chance),
        TEST(the_next_round_waits_for_everybody_present),
        TEST(one_who_sleeps_between_rounds_does_not_hold_up_the_others),
        TEST(nothing_of_a_round_is_left_in_the_next),
        TEST(the_lowest_total_wins_the_match_whoever_went_out),
        TEST(a_shared_lowest_total_plays_another_round),
        TEST(a_match_without_a_target_goes_on),
        TEST(points_add_up_over_rounds_and_leave_a_match_at_their_seats),
        TEST(hands_are_hidden_from_everybody_else_in_every_round),
        TEST(whoever_watches_sees_backs_and_may_not_act),
        TEST(nobody_watches_their_own_table),
        TEST(watchers_have_a_limit),
        TEST(talk_is_cleaned_and_told_to_all),
        TEST(talk_is_limited_and_hanging_up_renews_nothing),
        TEST(a_line_of_talk_as_long_as_can_be_fits_the_log),
        TEST(the_log_keeps_the_last_lines_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
