#include "games/corners/corners_game.h"
#include "room/house.h"
#include "room/toy.h"

#include "games/catalogue/game_list.h"
#include "seed.h"

static const struct rules plain = { .byte = { 0 } };

static int setup(void **state)
{
    toy_mind = TOY_ENDS;
    return house_setup(state);
}

static int teardown(void **state)
{
    return house_teardown(state);
}

static struct room *sit(struct house *h, struct human *who, const struct game *game, struct rules rules, int seats)
{
    struct room *r = sit_down_at(h->p, who, game, rules, seats);
    house_rest(h);
    return r;
}

static const char *do_move(struct house *h, struct human *who, const char *text)
{
    const char *why = act(h->p, who, text);
    house_rest(h);
    return why;
}

static void say_next(struct house *h, struct human *who)
{
    assert_null(room_next(who->m));
    house_rest(h);
}

/* ann and bea at a table of so many seats in its first round, ann to move. bea has not waited for the next round. */
static struct room *two(struct house *h, const struct game *game, struct rules rules, int seats)
{
    struct party *p = h->p;
    struct room *r = sit(h, &p->ann, game, rules, seats);
    sit(h, &p->bea, game, rules, seats);
    change_want(r, p->bea.m->claim, CHANGE_SIT);
    house_rest(h);
    while (room_to_move(r) != member_seat(p->ann.m)) {
        if (room_to_move(r) == member_seat(p->bea.m)) do_move(h, &p->bea, move_ending_turn(r).text);
        house_pass(h, 500);
    }
    p->ann.heard = p->bea.heard = 0;
    return r;
}

static int cards_of(struct room *r, const struct human *who)
{
    return room_seat(r, member_seat(who->m)).cards;
}

/* --- moves on their way --- */

static void a_move_is_seen_when_it_is_on_disk(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h, &toy_game, plain, 2);
    assert_null(act(p, &p->ann, "play"));
    assert_int_equal(cards_of(r, &p->ann), TOY_CARDS);
    assert_false(heard(&p->bea, "ann does play."));
    house_rest(h);
    assert_int_equal(cards_of(r, &p->ann), TOY_CARDS - 1);
    assert_true(heard(&p->bea, "ann does play."));
    struct kept k;
    house_kept(h, &k);
    assert_string_equal(k.moves[k.n - 1], "play");
}

/* (T8, P67) */
static void moves_that_wait_are_checked_when_their_turn_comes(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h, &toy_game, plain, 2);
    uint32_t turn = room_turn(r);
    assert_null(room_move(p->ann.m, turn, "take"));
    assert_null(room_move(p->ann.m, turn, "end"));
    assert_null(room_move(p->ann.m, turn, "end"));
    assert_null(room_move(p->ann.m, turn, "end"));
    house_rest(h);
    assert_int_equal(room_turn(r), turn + 1);
    assert_int_equal(room_to_move(r), member_seat(p->bea.m));
    assert_int_equal(p->ann.refusals, 1); /* one sentence for both */
    assert_string_equal(p->ann.refused, "It is not your turn.");
    assert_int_equal(cards_of(r, &p->ann), TOY_CARDS + 1);
}

static void few_moves_wait_and_no_more(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h, &toy_game, plain, 2);
    for (int k = 0; k < 1 + QUEUE_MAX; k++) assert_null(room_move(p->ann.m, room_turn(r), "take"));
    assert_string_equal(room_move(p->ann.m, room_turn(r), "take"), "The house cannot write just now; try again.");
    house_rest(h);
    assert_int_equal(cards_of(r, &p->ann), TOY_CARDS + 1 + QUEUE_MAX);
    assert_non_null(act(p, &p->bea, "take"));
}

static void a_move_that_cannot_be_written_is_not_made(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h, &toy_game, plain, 2);
    int64_t round = r->now.id;
    r->now.id = round + 1000; /* of which the store knows nothing */
    assert_null(do_move(h, &p->ann, "play"));
    assert_string_equal(p->ann.refused, "The house cannot write just now; try again.");
    assert_int_equal(cards_of(r, &p->ann), TOY_CARDS);
    r->now.id = round;
    assert_null(do_move(h, &p->ann, "play"));
    assert_int_equal(cards_of(r, &p->ann), TOY_CARDS - 1);
}

static void one_who_goes_takes_the_waiting_moves_along(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h, &toy_game, plain, 2);
    int seat = member_seat(p->ann.m);
    assert_null(room_move(p->ann.m, room_turn(r), "play"));
    assert_null(room_move(p->ann.m, room_turn(r), "play"));
    go_away(p, &p->ann);
    house_rest(h);
    assert_int_equal(room_seat(r, seat).cards, TOY_CARDS - 1);
}

static void answers_for_a_table_or_a_lobby_that_is_gone_are_dropped(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = sit(h, &p->ann, &toy_game, plain, 2);
    while (room_to_move(r) != member_seat(p->ann.m)) house_pass(h, 500);
    assert_null(room_move(p->ann.m, room_turn(r), "play"));
    leave(p, &p->ann);
    assert_null(lobby_room_of(p->lobby, p->ann.person.account));
    house_rest(h);
    assert_int_equal(lobby_tables(p->lobby), 0);
    sit(h, &p->bea, &toy_game, plain, 2);
    sit(h, &p->ann, &toy_game, (struct rules){ .byte[TOY_LAST] = true }, 2);
    lobby_free(p->lobby);
    p->ann.m = p->bea.m = NULL;
    house_write_only(h);
    party_lobby(p);
}

/* --- the log is the state --- */

static bool replays_to_live_state(struct house *h, struct room *r)
{
    _Alignas(max_align_t) unsigned char state[GAME_STATE_MAX] = { 0 };
    struct kept k;
    struct deck deck;
    house_kept(h, &k);
    if (k.round.id == 0) return room_phase(r) == ROOM_BETWEEN;
    deal_deck(&deck, k.round.key);
    r->game->deal(state, &deck, &r->rules, r->seats, k.round.dealer);
    for (int i = 0; i < k.n; i++) {
        struct made made;
        assert_null(r->game->apply(state, r->game->to_move(state), k.moves[i], &made));
    }
    return memcmp(state, r->commit.state, r->game->state_size) == 0;
}

static const char *any_move(struct room *r, struct random *chance)
{
    static struct move_list list;
    r->game->moves(r->commit.state, &list);
    /* Half of the time the turn ends, so that rounds do not last for ever. */
    if (random_below(chance, 2) == 0) list.at[0] = move_ending_turn(r), list.n = 1;
    return list.at[random_below(chance, (uint32_t)list.n)].text;
}

/* (P78) */
static void the_log_replays_to_the_live_state_after_every_move(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct random chance = seed_random(__func__);
    struct room *r =
        two(h, &corners_game, (struct rules){ .byte[CORNERS_LAST] = true, .byte[CORNERS_KINGPILE] = true }, 2);
    for (int k = 0; k < 120; k++) {
        assert_true(replays_to_live_state(h, r));
        if (room_phase(r) == ROOM_BETWEEN) {
            say_next(h, &p->ann);
            say_next(h, &p->bea);
        } else {
            struct human *who = room_to_move(r) == member_seat(p->ann.m) ? &p->ann : &p->bea;
            assert_null(do_move(h, who, any_move(r, &chance)));
        }
    }
}

/* --- a host that stops --- */

/* (H62, P14, P55, P70) */
static void after_a_restart_everything_is_as_it_was(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct random chance = seed_random(__func__);
    struct room *r =
        two(h, &corners_game, (struct rules){ .byte[CORNERS_KINGPILE] = true, .byte[CORNERS_TARGET] = 25 }, 2);
    for (int k = 0; k < 20 && room_phase(r) == ROOM_PLAYING; k++) {
        unsigned char before[GAME_STATE_MAX];
        char key[sizeof r->key_text];
        memcpy(before, r->commit.state, r->game->state_size);
        strcpy(key, r->key_text);
        int64_t id = room_id(r);
        int ann = member_seat(p->ann.m), bea = member_seat(p->bea.m), to_move = room_to_move(r);
        house_restart(h);
        assert_int_equal(lobby_tables(p->lobby), 1);
        r = lobby_room_of(p->lobby, p->ann.person.account);
        assert_int_equal(room_id(r), id);
        assert_memory_equal(r->commit.state, before, r->game->state_size);
        assert_string_equal(r->key_text, key);
        assert_true(room_seat(r, ann).away && room_seat(r, bea).away);
        assert_ptr_equal(sit(h, &p->ann, &toy_game, plain, 4), r);
        assert_ptr_equal(sit(h, &p->bea, &toy_game, plain, 4), r);
        assert_int_equal(member_seat(p->ann.m), ann);
        assert_int_equal(member_seat(p->bea.m), bea);
        assert_int_equal(room_to_move(r), to_move);
        struct human *who = to_move == ann ? &p->ann : &p->bea;
        assert_null(do_move(h, who, any_move(r, &chance)));
    }
}

static void computers_and_totals_come_back_and_guests_seats_go_to_computers(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r =
        two(h, &corners_game, (struct rules){ .byte[CORNERS_LAST] = true, .byte[CORNERS_KINGPILE] = true }, 4);
    sit(h, &p->eve, &corners_game, (struct rules){ .byte[CORNERS_LAST] = true, .byte[CORNERS_KINGPILE] = true }, 4);
    int eve = p->eve.m->claim, computer = 0;
    r->seat[eve].total = 17;
    change_want(r, eve, CHANGE_SIT);
    for (int seat = 1; seat <= 4; seat++)
        if (r->seat[seat].kind == SEAT_COMPUTER) computer = seat;
    char name[PERSON_NAME];
    strcpy(name, room_seat(r, computer).name);
    int strength = r->seat[computer].strength;
    house_rest(h);
    house_restart(h);
    r = lobby_room(p->lobby, 0);
    assert_string_equal(room_seat(r, computer).name, name);
    assert_int_equal(r->seat[computer].strength, strength);
    assert_false(room_seat(r, eve).person);
    assert_true(room_seat(r, eve).computer);
    assert_int_equal(room_seat(r, eve).total, 17);
}

/* Plays on until the move that ends the round is on disk, but its end is not. Returns the round's points of ann. */
static int play_to_the_uncounted_end(struct house *h, struct room *r, struct random *chance)
{
    struct party *p = h->p;
    int ann = member_seat(p->ann.m);
    for (;;) {
        struct human *who = room_to_move(r) == ann ? &p->ann : &p->bea;
        assert_null(room_move(who->m, room_turn(r), any_move(r, chance)));
        house_write_only(h);
        struct result result;
        r->game->result(r->commit.next, &result);
        if (result.over) return result.points[ann];
        house_rest(h);
    }
}

/* (P12, P15) */
static void a_host_that_stops_before_the_counting_counts_once(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct rules rules = { .byte[CORNERS_LAST] = true, .byte[CORNERS_KINGPILE] = true };
    struct room *r = two(h, &corners_game, rules, 2);
    int ann = member_seat(p->ann.m);
    struct random chance = seed_random(__func__);
    int total = play_to_the_uncounted_end(h, r, &chance);
    house_restart(h);
    r = lobby_room(p->lobby, 0);
    assert_int_equal(room_phase(r), ROOM_BETWEEN);
    assert_int_equal(room_seat(r, ann).total, total);
    struct figures f = house_figures(h, &p->ann);
    assert_int_equal(f.rounds, 1);
    assert_int_equal(f.points, total);
    /* And between rounds: the next round lies ready, the deal has passed to the left (T2). */
    int dealer = r->now.dealer;
    house_restart(h);
    r = lobby_room(p->lobby, 0);
    assert_int_equal(room_phase(r), ROOM_PLAYING);
    assert_int_equal(room_round(r), 2);
    assert_int_equal(r->now.dealer, dealer % 2 + 1);
    assert_int_equal(room_seat(r, ann).total, total);
    assert_int_equal(house_figures(h, &p->ann).rounds, 1);
}

/* What the store says of the totals of a table whose rounds are all counted: the sum of them. */
static void check_totals(struct house *h, struct room *r, int rounds)
{
    struct kept k;
    house_kept(h, &k);
    for (int seat = 1; seat <= r->seats; seat++) {
        assert_int_equal(r->seat[seat].total, rounds * TOY_CARDS);
        assert_int_equal(k.table.seat[seat].total, rounds * TOY_CARDS);
    }
}

/* (P12) */
static void one_who_leaves_while_the_end_of_the_round_is_on_its_way_takes_no_points_off_the_table(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h, &toy_game, plain, 3);
    assert_null(room_move(p->ann.m, room_turn(r), "block"));
    house_write_only(h);
    event_base_loop(h->base, EVLOOP_NONBLOCK);
    settle(p);
    assert_int_equal(room_phase(r), ROOM_BETWEEN);
    assert_int_equal(r->writing.what, WRITE_FINISH);
    leave(p, &p->bea);
    house_rest(h);
    check_totals(h, r, 1);
    assert_int_equal(house_figures(h, &p->bea).points, TOY_CARDS);
    assert_true(heard(&p->ann, "bea leaves; "));
}

/* (P12) */
static void one_who_leaves_before_the_end_of_the_round_can_be_written_is_counted(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h, &toy_game, plain, 3);
    assert_null(room_move(p->ann.m, room_turn(r), "block"));
    house_write_only(h);
    int64_t round = r->now.id;
    event_base_loop(h->base, EVLOOP_NONBLOCK);
    r->now.id = round + 1000; /* the counting will find no such round */
    house_rest(h);
    assert_true(r->finish_wanted);
    leave(p, &p->bea);
    leave(p, &p->ann);
    house_pass(h, 1100);
    assert_int_equal(lobby_tables(p->lobby), 1);
    r->now.id = round;
    house_pass(h, 1100);
    assert_int_equal(lobby_tables(p->lobby), 0);
    assert_int_equal(house_figures(h, &p->ann).points, TOY_CARDS);
    assert_int_equal(house_figures(h, &p->bea).points, TOY_CARDS);
}

/* --- on disk before anybody hears of it, and the same after a restart --- */

static void a_seat_that_was_promised_is_there_after_a_restart(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r =
        sit(h, &p->ann, &corners_game, (struct rules){ .byte[CORNERS_LAST] = true, .byte[CORNERS_KINGPILE] = true }, 3);
    sit_down_at(p, &p->bea, &corners_game, (struct rules){ .byte[CORNERS_LAST] = true, .byte[CORNERS_KINGPILE] = true },
                3);
    assert_false(heard(&p->ann, "bea takes the seat of"));
    house_rest(h);
    assert_true(heard(&p->ann, "bea takes the seat of"));
    int seat = room_seat_of(r, p->bea.person.account);
    house_restart(h);
    r = lobby_room(p->lobby, 0);
    assert_int_equal(room_seat_of(r, p->bea.person.account), seat);
    assert_int_not_equal(seat_open(r, 0), seat);
    assert_ptr_equal(
        sit(h, &p->ann, &corners_game, (struct rules){ .byte[CORNERS_LAST] = true, .byte[CORNERS_KINGPILE] = true }, 3),
        r);
    assert_ptr_equal(
        sit(h, &p->bea, &corners_game, (struct rules){ .byte[CORNERS_LAST] = true, .byte[CORNERS_KINGPILE] = true }, 3),
        r);
    assert_int_equal(p->bea.m->claim, seat);
}

static void a_promised_seat_is_not_waited_for_by_those_who_play(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h, &toy_game, plain, 3);
    sit(h, &p->cy, &toy_game, plain, 3);
    assert_true(heard(&p->ann, "cy takes the seat of"));
    go_away(p, &p->cy);
    house_rest(h);
    assert_int_not_equal(room_seat_of(r, p->cy.person.account), 0);
    do_move(h, &p->ann, "block");
    say_next(h, &p->ann);
    say_next(h, &p->bea);
    assert_int_equal(room_phase(r), ROOM_PLAYING);
    assert_int_equal(room_seat_of(r, p->cy.person.account), 0);
    assert_true(heard(&p->ann, "cy has not come back; "));
}

static void one_who_waits_for_a_seat_and_leaves_gives_it_back(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h, &toy_game, plain, 3);
    sit(h, &p->cy, &toy_game, plain, 3);
    int seat = room_seat_of(r, p->cy.person.account);
    leave(p, &p->cy);
    assert_int_equal(room_seat_of(r, p->cy.person.account), 0);
    house_pass(h, CLAIM_MS);
    assert_int_equal(seat_open(r, 0), seat);
    assert_true(heard(&p->ann, "cy does not wait for the seat; "));
}

static void one_who_waits_is_promised_the_seat_when_it_is_on_disk(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    static const char comes[] = "You are in with the next round.", yours[] = "Your seat is yours with the next round.";
    struct room *r = two(h, &toy_game, plain, 3);
    sit_down_at(p, &p->cy, &toy_game, plain, 3);
    assert_string_equal(room_next(p->cy.m), NOT_PROMISED);
    assert_string_equal(act(p, &p->cy, "play"), NOT_PROMISED);
    house_rest(h);
    assert_string_equal(room_next(p->cy.m), comes);
    assert_string_equal(act(p, &p->cy, "play"), yours);

    /* Given back, and wanted again while that is on its way, or waits for its time. */
    leave(p, &p->cy);
    sit_down_at(p, &p->cy, &toy_game, plain, 3);
    assert_string_equal(room_next(p->cy.m), comes); /* it has never been given back on disk */
    leave(p, &p->cy);
    house_pass(h, CLAIM_MS);
    assert_true(heard(&p->ann, "cy does not wait for the seat; "));
    sit_down_at(p, &p->cy, &toy_game, plain, 3);
    house_rest(h);
    assert_string_equal(room_next(p->cy.m), NOT_PROMISED);
    house_pass(h, CLAIM_MS - 200);
    assert_string_equal(room_next(p->cy.m), NOT_PROMISED);
    house_pass(h, 200);
    assert_string_equal(room_next(p->cy.m), comes);
    leave(p, &p->cy);
    pass(p, CLAIM_MS);
    assert_int_equal(r->writing.what, WRITE_SEATS);
    sit_down_at(p, &p->cy, &toy_game, plain, 3);
    assert_string_equal(room_next(p->cy.m), NOT_PROMISED);
    house_pass(h, CLAIM_MS);
    assert_string_equal(room_next(p->cy.m), comes);
    house_restart(h);
}

/* They were away when it was decided, and are back before it is on disk. */
static void one_who_is_back_too_late_for_a_round_has_the_claim_to_the_one_after_it(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h, &toy_game, plain, 3);
    sit(h, &p->cy, &toy_game, plain, 3);
    go_away(p, &p->cy);
    do_move(h, &p->ann, "block");
    say_next(h, &p->ann);
    assert_null(room_next(p->bea.m));
    settle(p);
    assert_int_equal(r->writing.what, WRITE_BEGIN);
    sit_down_at(p, &p->cy, &toy_game, plain, 3);
    assert_string_equal(room_next(p->cy.m), NOT_PROMISED);
    house_pass(h, CLAIM_MS);
    assert_int_equal(room_phase(r), ROOM_PLAYING);
    assert_int_equal(member_seat(p->cy.m), 0);
    assert_string_equal(room_next(p->cy.m), "You are in with the next round.");
    struct kept k;
    house_kept(h, &k);
    assert_int_equal(k.table.seat[p->cy.m->claim].heir, p->cy.person.account);
}

static void coming_and_going_stops_nobodys_moves(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h, &toy_game, plain, 3);
    sit(h, &p->cy, &toy_game, plain, 3);
    int64_t heir = 0;
    for (int k = 0; k < 20; k++) {
        int seat = room_seat_of(r, p->cy.person.account);
        leave(p, &p->cy);
        assert_null(room_move(p->ann.m, room_turn(r), "take"));
        house_rest(h);
        assert_int_equal(cards_of(r, &p->ann), TOY_CARDS + 1 + k);
        sit_down_at(p, &p->cy, &toy_game, plain, 3);
        house_rest(h);
        heir += seat != 0;
    }
    assert_true(heir > 0);
    int64_t writes = r->commit.serial;
    house_rest(h);
    assert_int_equal(r->commit.serial, writes);
    house_pass(h, 600);
    assert_int_not_equal(room_seat_of(r, p->cy.person.account), 0);
    struct kept k;
    house_kept(h, &k);
    int64_t account = 0;
    for (int seat = 1; seat <= 3; seat++) account += k.table.seat[seat].heir;
    assert_int_equal(account, p->cy.person.account);
}

/* (T16) */
static void a_computer_still_plays_for_one_who_was_away_too_long_before_the_restart(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct rules rules = { .byte[CORNERS_LAST] = true, .byte[CORNERS_KINGPILE] = true };
    struct room *r = two(h, &corners_game, rules, 2);
    int seat = member_seat(p->bea.m);
    go_away(p, &p->bea);
    pass(p, 95000);
    assert_false(heard(&p->ann, "bea is away too long"));
    house_rest(h);
    assert_true(heard(&p->ann, "bea is away too long"));
    house_restart(h);
    r = lobby_room(p->lobby, 0);
    assert_true(room_seat(r, seat).computer);
    assert_ptr_equal(sit(h, &p->bea, &corners_game, rules, 2), r);
    assert_false(room_seat(r, seat).computer);
    house_restart(h);
    assert_false(room_seat(lobby_room(p->lobby, 0), seat).computer);
}

/* One who has seen the seal of a round plays that round (T3). */
static void the_seal_that_was_told_is_that_of_the_round_after_a_restart(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct rules rules = { .byte[CORNERS_LAST] = true, .byte[CORNERS_KINGPILE] = true };
    struct room *r = sit_down_at(p, &p->ann, &corners_game, rules, 2);
    assert_int_equal(p->ann.heard, 0);
    assert_false(room_ready(r));
    assert_int_equal(room_seat(r, 1).cards, 0); /* also for somebody who asks this early */
    assert_int_equal(lobby_tables(p->lobby), 0);
    house_write_only(h);
    assert_int_equal(p->ann.heard, 0);
    settle(p);
    assert_int_equal(lobby_tables(p->lobby), 1);
    char told[120];
    snprintf(told, sizeof told, "Round 1: the deck's seal is %s.", room_seal(r));
    assert_true(heard(&p->ann, told));
    house_restart(h);
    r = lobby_room(p->lobby, 0);
    const char *lines[ROOM_LOG];
    assert_int_equal(room_log(r, lines), 1);
    assert_string_equal(lines[0], told);
}

static void leaving_is_told_when_it_is_on_disk_and_nobody_waits_for_it(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h, &toy_game, plain, 2);
    leave(p, &p->bea);
    assert_null(lobby_room_of(p->lobby, p->bea.person.account));
    assert_false(heard(&p->ann, "bea leaves"));
    sit_down_at(p, &p->bea, &toy_game, (struct rules){ .byte[TOY_LAST] = true }, 2); /* at another table already */
    assert_ptr_not_equal(member_room(p->bea.m), r);
    house_rest(h);
    assert_true(heard(&p->ann, "bea leaves with 3 points; "));
    assert_int_equal(house_figures(h, &p->bea).points, TOY_CARDS);
}

static int line_of(const struct human *h, const char *part)
{
    for (int k = 0; k < h->heard; k++)
        if (strstr(h->line[k], part) != NULL) return k;
    fail_msg("%s has not heard: %s", h->person.name, part);
    return -1;
}

static int places_on_disk(struct house *h, int64_t account)
{
    struct kept k;
    int n = 0;
    house_kept(h, &k);
    for (int seat = 1; seat <= k.table.seats; seat++)
        n += (k.table.seat[seat].account == account) + (k.table.seat[seat].heir == account);
    return n;
}

/* A lower seat than the one that was left is free, and a move is on its way all the while. */
static void who_leaves_a_seat_and_claims_another_is_told_to_leave_first_and_never_has_both_on_disk(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    two(h, &toy_game, plain, 3);
    struct room *r = sit(h, &p->cy, &toy_game, plain, 3);
    change_want(r, p->cy.m->claim, CHANGE_SIT);
    leave(p, &p->bea);
    house_pass(h, CLAIM_MS);
    int left = member_seat(p->cy.m);
    p->ann.heard = 0;
    assert_null(room_move(p->ann.m, room_turn(r), "take"));
    leave(p, &p->cy);
    sit_down_at(p, &p->cy, &toy_game, plain, 3);
    assert_true(p->cy.m->claim < left);
    assert_int_equal(r->writing.what, WRITE_MOVE);
    for (; store_pending(p->env.store) > 0; settle(p)) {
        house_write_only(h);
        assert_true(places_on_disk(h, p->cy.person.account) <= 1);
    }
    house_pass(h, CLAIM_MS);
    assert_true(line_of(&p->ann, "cy leaves with ") < line_of(&p->ann, "cy takes the seat of "));
    assert_int_equal(places_on_disk(h, p->cy.person.account), 1);
}

/* eve and bea play, and cy has a seat or only the claim to one and is away: then bea leaves, and eve says next. */
static struct room *guests_play_on(struct house *h, bool seated)
{
    struct party *p = h->p;
    struct room *r = two(h, &toy_game, plain, 4);
    sit(h, &p->cy, &toy_game, plain, 4);
    if (seated) change_want(r, p->cy.m->claim, CHANGE_SIT);
    sit(h, &p->eve, &toy_game, plain, 4);
    change_want(r, p->eve.m->claim, CHANGE_SIT);
    house_rest(h);
    go_away(p, &p->cy);
    leave(p, &p->bea);
    leave(p, &p->ann);
    house_rest(h);
    if (seated) change_want(r, room_seat_of(r, p->cy.person.account), CHANGE_STAND_IN);
    while (room_to_move(r) != member_seat(p->eve.m)) house_pass(h, 500);
    do_move(h, &p->eve, "block");
    assert_int_equal(places_on_disk(h, p->cy.person.account), 1);
    p->eve.heard = 0;
    assert_null(room_next(p->eve.m));
    settle(p);
    return r;
}

static void a_seat_or_claim_ends_on_disk_before_it_is_told_when_only_guests_play_on(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    for (int seated = 0; seated < 2; seated++) {
        struct room *r = guests_play_on(h, seated);
        assert_int_equal(r->writing.what, WRITE_BEGIN);
        assert_false(heard(&p->eve, "cy has not come back"));
        house_write_only(h);
        struct kept k;
        house_kept(h, &k);
        assert_int_equal(k.tables, 0);
        assert_false(heard(&p->eve, "cy has not come back"));
        house_rest(h);
        assert_true(heard(&p->eve, "cy has not come back"));
        assert_int_equal(room_phase(r), ROOM_PLAYING);
        leave(p, &p->eve);
        house_rest(h);
        assert_int_equal(lobby_tables(p->lobby), 0);
    }
}

static void what_cannot_be_set_up_again_is_closed_and_breaks_nothing(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    sit(h, &p->ann, &toy_game, plain, 2); /* a game that no list knows */
    house_restart(h);
    assert_int_equal(lobby_tables(p->lobby), 0);
    struct room *r = sit(h, &p->ann, &corners_game, (struct rules){ .byte[CORNERS_LAST] = true }, 2);
    sit(h, &p->bea, &corners_game, (struct rules){ .byte[CORNERS_LAST] = false }, 2);
    round_move(p->env.store, r->now.id, r->ply + 1, "Ks@moon", NULL, NULL);
    house_rest(h);
    house_restart(h);
    assert_int_equal(lobby_tables(p->lobby), 1);
    assert_null(lobby_room_of(p->lobby, p->ann.person.account));
    struct kept k;
    house_kept(h, &k);
    assert_int_equal(k.tables, 1);
}

/* --- nobody plays a round twice --- */

/* The result of the round that ends now, and what the store has of that person. */
static void check_left(struct house *h, const struct human *who, int points)
{
    struct figures f = house_figures(h, who);
    assert_int_equal(f.rounds, 1);
    assert_int_equal(f.points, points);
}

/* ann has left, asks for a seat again and is alone at the table: the computers play on, and she has the next round. */
static void wait_for_the_next_round(struct house *h, struct room *r)
{
    struct party *p = h->p;
    assert_int_equal(member_seat(p->ann.m), 0);
    assert_int_equal(room_phase(r), ROOM_PLAYING);
    for (int k = 0; k < 3000 && room_phase(r) == ROOM_PLAYING; k++) {
        assert_int_equal(member_seat(p->ann.m), 0);
        house_pass(h, 500);
    }
    assert_int_equal(room_phase(r), ROOM_BETWEEN);
    assert_false(heard(&p->ann, ", ann ") || heard(&p->ann, ": ann "));
    assert_int_not_equal(member_seat(p->ann.m), 0);
    say_next(h, &p->ann);
    assert_int_equal(room_phase(r), ROOM_PLAYING);
    assert_int_not_equal(member_seat(p->ann.m), 0);
}

/* (T16) */
static void one_who_has_left_a_round_does_not_sit_in_it_again(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    toy_mind = TOY_PLAYS;
    struct room *r = two(h, &toy_game, plain, 3);
    leave(p, &p->ann);
    house_rest(h);
    assert_true(heard(&p->bea, "ann leaves with 3 points; "));
    assert_ptr_equal(sit(h, &p->ann, &toy_game, plain, 3), r);
    house_pass(h, CLAIM_MS);
    assert_true(heard(&p->bea, "ann takes the seat of "));
    leave(p, &p->bea);
    house_rest(h);
    wait_for_the_next_round(h, r);
    check_left(h, &p->ann, TOY_CARDS);
    check_left(h, &p->bea, TOY_CARDS);
}

/* Neither when their leaving is not on disk yet, nor their claim (T16). */
static void one_who_comes_back_before_their_leaving_is_on_disk_waits_too(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    toy_mind = TOY_PLAYS;
    struct room *r = two(h, &toy_game, plain, 3);
    leave(p, &p->ann);
    sit_down_at(p, &p->ann, &toy_game, plain, 3);
    leave(p, &p->bea);
    assert_ptr_equal(member_room(p->ann.m), r);
    house_rest(h);
    assert_int_equal(lobby_tables(p->lobby), 1);
    wait_for_the_next_round(h, r);
    check_left(h, &p->ann, TOY_CARDS);
}

/* (T16) */
static void one_who_has_left_a_round_does_not_sit_in_it_after_a_restart_either(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct rules rules = { .byte[CORNERS_LAST] = true, .byte[CORNERS_KINGPILE] = true };
    struct room *r = two(h, &corners_game, rules, 3);
    leave(p, &p->ann);
    house_rest(h);
    int64_t points = house_figures(h, &p->ann).points;
    sit(h, &p->ann, &corners_game, rules, 3);
    house_pass(h, CLAIM_MS);
    house_restart(h);
    r = lobby_room(p->lobby, 0);
    assert_int_equal(r->now.n_left, 1);
    assert_ptr_equal(sit(h, &p->bea, &corners_game, rules, 3), r);
    assert_ptr_equal(sit(h, &p->ann, &corners_game, rules, 3), r);
    leave(p, &p->bea);
    house_rest(h);
    assert_int_equal(member_seat(p->ann.m), 0);
    /* Alone, and the host stops again: the next round is theirs all the same. */
    house_restart(h);
    r = lobby_room(p->lobby, 0);
    assert_ptr_equal(sit(h, &p->ann, &corners_game, rules, 3), r);
    for (int k = 0; k < 3000 && room_phase(r) == ROOM_PLAYING; k++) {
        assert_int_equal(member_seat(p->ann.m), 0);
        house_pass(h, 500);
    }
    assert_int_not_equal(member_seat(p->ann.m), 0);
    check_left(h, &p->ann, (int)points);
}

/* Somebody who has not been in it still need not wait, until so many have left that nobody knows who they were. */
static void a_round_that_very_many_have_left_takes_nobody_in(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h, &toy_game, plain, 3);
    for (int k = 1; k < ROUND_LEFT_MAX; k++) round_left(r, 1000 + k);
    round_left(r, 1001);
    assert_int_equal(r->now.n_left, ROUND_LEFT_MAX - 1);
    assert_false(round_closed_to(r, p->cy.person.account));
    leave(p, &p->ann);
    assert_true(round_closed_to(r, p->cy.person.account));
    round_left(r, 2000);
    assert_int_equal(r->now.n_left, ROUND_LEFT_MAX);
    sit(h, &p->cy, &toy_game, plain, 3);
    leave(p, &p->bea);
    house_rest(h);
    assert_int_equal(member_seat(p->cy.m), 0);
}

/* --- who is kept --- */

static void a_table_of_guests_is_not_kept(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = sit(h, &p->eve, &toy_game, plain, 2);
    while (room_to_move(r) != member_seat(p->eve.m)) house_pass(h, 500);
    assert_null(do_move(h, &p->eve, "play"));
    struct kept k;
    house_kept(h, &k);
    assert_int_equal(k.tables, 0);

    /* With an account at it, it is kept from the next round on. */
    assert_ptr_equal(sit(h, &p->ann, &toy_game, plain, 2), r);
    house_kept(h, &k);
    assert_int_equal(k.tables, 0);
    do_move(h, &p->eve, "block");
    say_next(h, &p->eve);
    house_kept(h, &k);
    assert_int_equal(k.tables, 1);
    assert_int_equal(k.round.number, 2);

    /* And no more once the account has left. */
    leave(p, &p->ann);
    house_rest(h);
    while (room_to_move(r) != member_seat(p->eve.m)) house_pass(h, 500);
    do_move(h, &p->eve, "block");
    say_next(h, &p->eve);
    assert_int_equal(room_phase(r), ROOM_PLAYING);
    house_kept(h, &k);
    assert_int_equal(k.tables, 0);
}

/* (T16) */
static void leaving_in_mid_round_takes_the_points_of_the_hand_once(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h, &toy_game, plain, 2);
    do_move(h, &p->ann, "take");
    leave(p, &p->ann);
    house_rest(h);
    struct figures f = house_figures(h, &p->ann);
    assert_int_equal(f.rounds, 1);
    assert_int_equal(f.points, TOY_CARDS + 1);
    /* The seat plays on, but not for ann. */
    while (room_to_move(r) != member_seat(p->bea.m)) house_pass(h, 500);
    do_move(h, &p->bea, "block");
    assert_int_equal(house_figures(h, &p->ann).points, TOY_CARDS + 1);
    assert_int_equal(house_figures(h, &p->bea).points, TOY_CARDS);
    leave(p, &p->bea);
    house_rest(h);
    assert_int_equal(house_figures(h, &p->bea).rounds, 1);
    struct kept k;
    house_kept(h, &k);
    assert_int_equal(k.tables, 0);
}

/* (T16) */
static void an_absent_person_is_counted_with_the_round(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    two(h, &toy_game, plain, 2);
    go_away(p, &p->bea);
    house_rest(h);
    do_move(h, &p->ann, "block");
    struct figures f = house_figures(h, &p->bea);
    assert_int_equal(f.rounds, 1);
    assert_int_equal(f.points, TOY_CARDS);
}

/* (T13) */
static void the_banner_is_shown_to_all_and_the_mark_worn_until_a_win(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h, &toy_game, plain, 2);
    int ann = member_seat(p->ann.m);
    ((struct toy *)(void *)r->commit.state)->held[ann] = 50;
    do_move(h, &p->ann, "block");
    assert_int_equal(p->ann.banners, 1);
    assert_int_equal(p->bea.banners, 1);
    assert_string_equal(p->bea.banner, "ann");
    assert_true(room_seat(r, ann).loser);
    assert_true(heard(&p->bea, "ann is a big loser: 50 points. The mark stays until the next win."));
    say_next(h, &p->ann);
    say_next(h, &p->bea);
    for (int k = 0; k < TOY_CARDS; k++) {
        if (room_to_move(r) == member_seat(p->bea.m)) do_move(h, &p->bea, "end");
        assert_true(room_seat(r, ann).loser);
        assert_null(do_move(h, &p->ann, "play"));
    }
    assert_int_equal(room_phase(r), ROOM_BETWEEN);
    assert_false(room_seat(r, ann).loser);
    assert_int_equal(p->bea.banners, 1);
}

/* (T13) */
static void with_a_target_only_a_won_match_takes_the_mark_off(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h, &toy_game, (struct rules){ .byte[TOY_TARGET] = 10 }, 2);
    int ann = member_seat(p->ann.m), bea = member_seat(p->bea.m);
    r->seat[ann].who.loser = true;
    struct toy *t = (struct toy *)(void *)r->commit.state;
    t->held[ann] = 1;
    do_move(h, &p->ann, "play");
    assert_true(room_seat(r, ann).loser);
    say_next(h, &p->ann);
    say_next(h, &p->bea);
    if (room_to_move(r) == bea) do_move(h, &p->bea, "end");
    t->held[ann] = 1;
    t->held[bea] = 10;
    do_move(h, &p->ann, "play");
    assert_int_equal(r->match_won, 1u << ann);
    assert_false(room_seat(r, ann).loser);
    struct figures f = house_figures(h, &p->ann);
    assert_int_equal(f.matches, 1);
    assert_int_equal(f.matches_won, 1);
    assert_int_equal(house_figures(h, &p->bea).matches_won, 0);
    struct kept k;
    house_kept(h, &k);
    assert_int_equal(k.table.seat[bea].total, 0);
    assert_int_equal(room_seat(r, bea).total, TOY_CARDS + 10);
}

static void a_round_that_cannot_be_begun_or_counted_is_tried_again(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h, &toy_game, plain, 2);
    int64_t round = r->now.id;
    do_move(h, &p->ann, "end");
    r->writing.what = WRITE_NONE;
    assert_null(room_move(p->bea.m, room_turn(r), "block"));
    house_write_only(h);
    event_base_loop(h->base, EVLOOP_NONBLOCK);
    r->now.id = round + 1000; /* the counting will find no such round */
    house_rest(h);
    assert_int_equal(room_phase(r), ROOM_BETWEEN);
    assert_true(r->finish_wanted);
    assert_null(room_next(p->ann.m));
    assert_null(room_next(p->bea.m));
    house_pass(h, 3000);
    assert_int_equal(room_phase(r), ROOM_BETWEEN);
    r->now.id = round;
    house_pass(h, 1100);
    assert_int_equal(room_phase(r), ROOM_PLAYING);
    assert_int_equal(house_figures(h, &p->ann).rounds, 1);
}

static void the_house_tries_its_own_moves_again_but_not_without_pause(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct room *r = two(h, &toy_game, plain, 2);
    house_pass(h, 59000);
    int64_t round = r->now.id;
    uint32_t serial = r->commit.serial;
    r->now.id = round + 1000;
    house_pass(h, 5000);
    assert_int_equal(room_to_move(r), member_seat(p->ann.m));
    assert_in_range(r->commit.serial - serial, 2, 6);
    assert_int_equal(heard_times(&p->ann, "The time of ann is up."), 0);
    r->now.id = round;
    house_pass(h, 1100);
    assert_int_equal(heard_times(&p->ann, "The time of ann is up."), 1);
    assert_int_equal(room_to_move(r), member_seat(p->bea.m));
}

/* --- anything, at any moment --- */

static void on_table_seen(void *ctx, const struct table_row *t, const struct round_row *round,
                          const char (*moves)[TABLE_MOVE], int n)
{
    struct room *r = tables_find(ctx, t->id);
    (void)moves;
    if (r == NULL || r->table_kept != t->id || r->phase != ROOM_PLAYING || round == NULL) return;
    if (round->id == r->now.id) assert_true(n >= r->ply);
}

/* What members see is on disk, whenever one looks. */
static void check_what_is_seen(struct house *h)
{
    struct err e;
    assert_true(table_each_open(h->p->env.store, on_table_seen, h->p->lobby, &e));
}

static void do_anything(struct house *h, struct human *who, struct random *chance)
{
    struct party *p = h->p;
    struct rules rules = { .byte[CORNERS_LAST] = random_below(chance, 2), .byte[CORNERS_KINGPILE] = true };
    if (who->m == NULL) {
        sit_down_at(p, who, &corners_game, rules, 2 + (int)random_below(chance, 2));
        return;
    }
    struct room *r = member_room(who->m);
    switch (random_below(chance, 16)) {
    case 0: go_away(p, who); break;
    case 1: leave(p, who); break;
    case 2: pass(p, random_below(chance, 100000)); break;
    case 3: event_base_loop(h->base, EVLOOP_NONBLOCK); break;
    case 4:
    case 5: house_rest(h); break;
    case 6: room_next(who->m); break;
    default:
        if (room_phase(r) == ROOM_PLAYING) room_move(who->m, room_turn(r), any_move(r, chance));
    }
}

/* (P15) */
static void a_storm_with_restarts_loses_nothing_that_was_seen(void **state)
{
    struct house *h = *state;
    struct party *p = h->p;
    struct random chance = seed_random(__func__);
    struct human *all[] = { &p->ann, &p->bea, &p->cy, &p->eve };
    p->env.pace_ms = 0;
    for (int step = 0; step < 1500; step++) {
        do_anything(h, all[random_below(&chance, 4)], &chance);
        for (int k = 0; k < 4; k++) all[k]->heard = 0;
        if (step % 10 == 0) check_what_is_seen(h);
        if (step % 150 == 149) house_restart(h);
    }
    house_rest(h);
    int64_t rounds = 0;
    for (int k = 0; k < 3; k++) rounds += house_figures(h, all[k]).rounds;
    assert_true(rounds > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_move_is_seen_when_it_is_on_disk),
        TEST(moves_that_wait_are_checked_when_their_turn_comes),
        TEST(few_moves_wait_and_no_more),
        TEST(a_move_that_cannot_be_written_is_not_made),
        TEST(one_who_goes_takes_the_waiting_moves_along),
        TEST(answers_for_a_table_or_a_lobby_that_is_gone_are_dropped),
        TEST(the_log_replays_to_the_live_state_after_every_move),
        TEST(after_a_restart_everything_is_as_it_was),
        TEST(computers_and_totals_come_back_and_guests_seats_go_to_computers),
        TEST(a_host_that_stops_before_the_counting_counts_once),
        TEST(one_who_leaves_while_the_end_of_the_round_is_on_its_way_takes_no_points_off_the_table),
        TEST(one_who_leaves_before_the_end_of_the_round_can_be_written_is_counted),
        TEST(a_seat_that_was_promised_is_there_after_a_restart),
        TEST(a_promised_seat_is_not_waited_for_by_those_who_play),
        TEST(one_who_waits_for_a_seat_and_leaves_gives_it_back),
        TEST(one_who_waits_is_promised_the_seat_when_it_is_on_disk),
        TEST(one_who_is_back_too_late_for_a_round_has_the_claim_to_the_one_after_it),
        TEST(coming_and_going_stops_nobodys_moves),
        TEST(a_computer_still_plays_for_one_who_was_away_too_long_before_the_restart),
        TEST(the_seal_that_was_told_is_that_of_the_round_after_a_restart),
        TEST(leaving_is_told_when_it_is_on_disk_and_nobody_waits_for_it),
        TEST(who_leaves_a_seat_and_claims_another_is_told_to_leave_first_and_never_has_both_on_disk),
        TEST(a_seat_or_claim_ends_on_disk_before_it_is_told_when_only_guests_play_on),
        TEST(what_cannot_be_set_up_again_is_closed_and_breaks_nothing),
        TEST(one_who_has_left_a_round_does_not_sit_in_it_again),
        TEST(one_who_comes_back_before_their_leaving_is_on_disk_waits_too),
        TEST(one_who_has_left_a_round_does_not_sit_in_it_after_a_restart_either),
        TEST(a_round_that_very_many_have_left_takes_nobody_in),
        TEST(a_table_of_guests_is_not_kept),
        TEST(leaving_in_mid_round_takes_the_points_of_the_hand_once),
        TEST(an_absent_person_is_counted_with_the_round),
        TEST(the_banner_is_shown_to_all_and_the_mark_worn_until_a_win),
        TEST(with_a_target_only_a_won_match_takes_the_mark_off),
        TEST(a_round_that_cannot_be_begun_or_counted_is_tried_again),
        TEST(the_house_tries_its_own_moves_again_but_not_without_pause),
        TEST(a_storm_with_restarts_loses_nothing_that_was_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
