/* Members hear of the real game nothing that the table does not show (P61, P62, T14). */
#include "games/corners/corners_game.h"
#include "room/people.h"

#include "base/text.h"
#include "games/catalogue/game_list.h"
#include "games/worlds.h"
#include "seed.h"

static int setup(void **state)
{
    *state = party_new();
    return 0;
}

static int teardown(void **state)
{
    party_free(*state);
    return 0;
}

/* Does a line name, in any spelling, a card that a watcher does not see? */
static bool names_hidden_card(struct room *r, const char *line)
{
    return (cards_named(line) & hidden_cards(r->game, r->commit.state, 0)) != 0;
}

static void check_lines(struct party *p, struct room *r)
{
    for (int k = 0; k < p->cy.heard; k++)
        if (names_hidden_card(r, p->cy.line[k])) fail_msg("%s", p->cy.line[k]);
    p->ann.heard = p->bea.heard = p->cy.heard = 0;
}

static void play_any(struct party *p, struct room *r, struct random *chance)
{
    static struct move_list list;
    struct human *who = room_to_move(r) == member_seat(p->ann.m) ? &p->ann : &p->bea;
    r->game->moves(r->commit.state, &list);
    struct move m =
        random_below(chance, 3) == 0 ? move_ending_turn(r) : list.at[random_below(chance, (uint32_t)list.n)];
    assert_null(act(p, who, m.text));
}

static void no_line_names_a_card_that_the_table_does_not_show(void **state)
{
    struct party *p = *state;
    struct random chance = seed_random(__func__);
    for (int last = 0; last <= 1; last++) {
        struct rules rules = { .byte[CORNERS_LAST] = last, .byte[CORNERS_KINGPILE] = true };
        struct room *r = sit_down_at(p, &p->ann, &corners_game, rules, 2);
        sit_down_at(p, &p->bea, &corners_game, rules, 2);
        change_want(r, p->bea.m->claim, CHANGE_SIT);
        settle(p);
        const char *why;
        p->cy.m = lobby_watch(p->lobby, r, &p->cy.person, &ears, &p->cy, &why);
        for (int k = 0; k < 400; k++) {
            if (room_phase(r) == ROOM_PLAYING) {
                play_any(p, r, &chance);
            } else {
                assert_null(room_next(p->ann.m));
                assert_null(room_next(p->bea.m));
                settle(p);
            }
            check_lines(p, r);
        }
        leave(p, &p->ann);
        leave(p, &p->bea);
    }
}

/* (T14) */
static void no_reason_names_a_card_that_the_table_does_not_show(void **state)
{
    struct party *p = *state;
    int reasons = 0;
    for (int last = 0; last <= 1; last++) {
        struct room *r = sit_down_at(p, &p->ann, &corners_game,
                                     (struct rules){ .byte[CORNERS_LAST] = last, .byte[CORNERS_KINGPILE] = true }, 4);
        for (int k = 0; k < 60; k++) {
            if (room_phase(r) == ROOM_BETWEEN)
                assert_null(room_next(p->ann.m));
            else if (room_to_move(r) == member_seat(p->ann.m))
                assert_null(act(p, &p->ann, move_ending_turn(r).text));
            pass(p, 500);
            const char *why = room_why(r);
            reasons += why != NULL;
            if (why != NULL && names_hidden_card(r, why)) fail_msg("%s", why);
            p->ann.heard = 0;
        }
        leave(p, &p->ann);
    }
    assert_true(reasons > 50);
}

static void a_seat_sees_its_hand_and_the_board_and_nothing_else(void **state)
{
    struct party *p = *state;
    struct room *r = sit_down_at(p, &p->ann, &corners_game, (struct rules){ .byte[CORNERS_LAST] = true }, 3);
    unsigned char before[GAME_STATE_MAX], hidden[GAME_STATE_MAX];
    room_state(r, 0, before);
    uint8_t seen[CARD_HIDDEN + 1] = { 0 };
    r->game->census(before, seen);
    assert_int_equal(seen[CARD_HIDDEN], CARDS - 4);
    for (int seat = 1; seat <= 3; seat++) {
        memset(seen, 0, sizeof seen);
        room_state(r, seat, hidden);
        r->game->census(hidden, seen);
        assert_int_equal(seen[CARD_HIDDEN], CARDS - 4 - room_seat(r, seat).cards);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(no_line_names_a_card_that_the_table_does_not_show),
        TEST(no_reason_names_a_card_that_the_table_does_not_show),
        TEST(a_seat_sees_its_hand_and_the_board_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
