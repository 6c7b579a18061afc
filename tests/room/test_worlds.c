/* Two tables that differ in what one of the people there may not see, side by side: whatever that person hears, asks
 * for and sees is the same at both, word for word and at the same moment (P61, P62, H69, T14). Before each move the
 * second table's hidden cards are dealt anew; only what the move brings to light lies where it lies at the first. */
#include "games/corners/corners_game.h"
#include "room/people.h"

#include "games/catalogue/game_list.h"
#include "room/twins.h"
#include "seed.h"

#define ROUNDS 60
#define HINT_ONE_IN 25 /* moves */
#define LEAVE_ONE_IN 100

static struct random chance;

struct twins {
    struct party *p[2];
    struct room *r[2];
    struct human *ear[2]; /* the one who shall not notice */
    int viewer;           /* its seat; 0: it watches */
};

static struct human *human_at(const struct twins *t, int i, int seat)
{
    struct human *all[] = { &t->p[i]->ann, &t->p[i]->bea };
    for (int k = 0; k < 2; k++)
        if (all[k]->m != NULL && member_seat(all[k]->m) == seat) return all[k];
    return NULL;
}

/* ann and bea play, all other seats are beginners', cy watches. */
static void open_one(struct twins *t, int i, const struct rules *rules, int seats, uint64_t seed)
{
    struct party *p = t->p[i] = party_new();
    const char *why;
    lobby_free(p->lobby);
    p->env.random = random_seeded(seed);
    party_lobby(p);
    struct room *r = t->r[i] = sit_down_at(p, &p->ann, &corners_game, *rules, seats);
    sit_down_at(p, &p->bea, &corners_game, *rules, seats);
    seat_sit(r, p->bea.m->claim, p->bea.m);
    p->cy.m = lobby_watch(p->lobby, r, &p->cy.person, &ears, &p->cy, &why);
    for (int seat = 1; seat <= seats; seat++)
        if (r->seat[seat].kind == SEAT_COMPUTER) r->seat[seat].strength = 1;
    settle(p);
    p->ann.heard = p->bea.heard = p->cy.heard = 0;
}

static void open_twins(struct twins *t, const struct rules *rules, bool watches)
{
    uint64_t seed = random_below(&chance, UINT32_MAX);
    int seats = 2 + (int)random_below(&chance, 3);
    for (int i = 0; i < 2; i++) {
        open_one(t, i, rules, seats, seed);
        t->ear[i] = watches ? &t->p[i]->cy : &t->p[i]->ann;
    }
    t->viewer = member_seat(t->ear[0]->m);
    assert_int_equal(t->viewer, member_seat(t->ear[1]->m));
}

static void close_twins(struct twins *t)
{
    for (int i = 0; i < 2; i++) party_free(t->p[i]);
}

/* --- comparing --- */

/* heard: what it named is known to who heard it. */
static void same_words(const struct twins *t, const char *one, const char *other, card_set known, const char *what)
{
    if ((one == NULL) != (other == NULL) || (one != NULL && strcmp(one, other) != 0))
        fail_msg("seat %d: %s differ: %s / %s", t->viewer, what, one ? one : "none", other ? other : "none");
    card_set hidden =
        hidden_cards(&corners_game, t->r[0]->commit.state, t->viewer) & ~known & ~twins_example(one != NULL ? one : "");
    if (one != NULL && (cards_named(one) & hidden) != 0)
        fail_msg("seat %d: %s name a hidden card: %s", t->viewer, what, one);
}

static void same_log(const struct twins *t)
{
    const char *full[2][ROOM_LOG];
    struct log_line brief[2][ROOM_LOG];
    int n = room_log(t->r[0], full[0]);
    assert_int_equal(n, room_log(t->r[1], full[1]));
    for (int i = 0; i < 2; i++) assert_int_equal(room_log_brief(t->r[i], brief[i]), n);
    for (int k = n > 8 ? n - 8 : 0; k < n; k++) {
        same_words(t, full[0][k], full[1][k], 0, "lines of the log");
        same_words(t, brief[0][k].words, brief[1][k].words, 0, "brief lines");
        same_words(t, brief[0][k].who, brief[1][k].who, 0, "who did it");
    }
}

static void same_view(const struct twins *t)
{
    union any_state seen[2];
    room_state(t->r[0], t->viewer, seen[0].bytes);
    room_state(t->r[1], t->viewer, seen[1].bytes);
    assert_memory_equal(seen[0].bytes, seen[1].bytes, corners_game.state_size);
    for (int seat = 1; seat <= room_seats(t->r[0]); seat++) {
        struct seat_info one = room_seat(t->r[0], seat), other = room_seat(t->r[1], seat);
        assert_true(one.cards == other.cards && one.total == other.total && one.computer == other.computer);
        same_words(t, one.name, other.name, 0, "names");
    }
    assert_int_equal(room_phase(t->r[0]), room_phase(t->r[1]));
    assert_int_equal(room_clock_ms(t->r[0]), room_clock_ms(t->r[1]));
    assert_int_equal(lobby_due(t->p[0]->lobby), lobby_due(t->p[1]->lobby));
}

static void same_for_the_ear(const struct twins *t)
{
    struct human *one = t->ear[0], *other = t->ear[1];
    assert_int_equal(one->heard, other->heard);
    for (int k = 0; k < one->heard; k++) same_words(t, one->line[k], other->line[k], 0, "lines");
    assert_int_equal(one->changed, other->changed);
    assert_int_equal(one->refusals, other->refusals);
    assert_string_equal(one->hint.text, other->hint.text);
    same_words(t, member_why(one->m), member_why(other->m), 0, "reasons");
    same_log(t);
    same_view(t);
    for (int i = 0; i < 2; i++) t->p[i]->ann.heard = t->p[i]->bea.heard = t->p[i]->cy.heard = 0;
}

/* While it is played nothing leads to the deck. */
static void the_deck_is_kept(const struct twins *t)
{
    for (int i = 0; i < 2; i++) {
        if (room_phase(t->r[i]) != ROOM_PLAYING) continue;
        assert_null(room_key(t->r[i]));
        assert_null(room_record(t->r[i]));
        assert_int_equal(room_round_kept(t->r[i]), 0);
    }
}

/* --- acting, the same at both tables --- */

/* Whoever is on the move asks; the ear does, whether it may or not. */
static void ask_for_hints(struct twins *t)
{
    char why[2][SENTENCE] = { "", "" };
    int seat = room_to_move(t->r[0]);
    for (int i = 0; i < 2; i++) {
        struct human *who = human_at(t, i, seat);
        if (who != NULL && who != t->ear[i]) (void)room_hint(who->m);
        const char *told = room_hint(t->ear[i]->m);
        if (told != NULL) snprintf(why[i], sizeof why[i], "%s", told);
        settle(t->p[i]);
    }
    same_words(t, why[0], why[1], 0, "answers to the wish for a hint");
}

/* Tries what is refused here, or is no move: the answer must know no more than the person who asked. */
static void try_to_move(struct twins *t)
{
    char line[20], why[2][SENTENCE] = { "", "" };
    if (!twins_no_move(t->r[0], t->viewer, &chance, line)) return;
    for (int i = 0; i < 2; i++) {
        const char *told = room_move(t->ear[i]->m, room_turn(t->r[i]), line);
        assert_non_null(told);
        snprintf(why[i], sizeof why[i], "%s", told);
        settle(t->p[i]);
    }
    same_words(t, why[0], why[1], cards_named(line), "refusals");
}

static int points_held(const struct room *r, int seat)
{
    struct result result;
    r->game->result(r->commit.state, &result);
    return result.points[seat];
}

/* The table names the points of a hand that somebody leaves (T16): where they differ, the second world is made like the
 * first. */
static void bea_leaves(struct twins *t)
{
    int seat = t->p[0]->bea.m != NULL ? member_seat(t->p[0]->bea.m) : 0;
    if (seat != 0 && points_held(t->r[0], seat) != points_held(t->r[1], seat))
        memcpy(t->r[1]->commit.state, t->r[0]->commit.state, t->r[0]->game->state_size);
    for (int i = 0; i < 2; i++)
        if (t->p[i]->bea.m != NULL) leave(t->p[i], &t->p[i]->bea);
}

static void make(struct twins *t, const struct move *m)
{
    int seat = room_to_move(t->r[0]);
    for (int i = 0; i < 2; i++) {
        struct human *who = human_at(t, i, seat);
        if (who != NULL) {
            assert_null(act(t->p[i], who, m->text));
            continue;
        }
        assert_int_equal(t->r[i]->thinking->step, THINK_READY);
        t->r[i]->thinking->move = *m;
        pass(t->p[i], 500);
    }
}

static void play_twins(const struct rules *rules, bool watches)
{
    struct twins t;
    open_twins(&t, rules, watches);
    same_for_the_ear(&t);
    for (int n = 0; room_phase(t.r[0]) == ROOM_PLAYING; n++) {
        assert_true(n < 2000);
        struct move m = twins_choose(t.r[0], &chance);
        twins_vary(t.r[0], t.r[1], t.viewer, &m, &chance);
        if (random_below(&chance, HINT_ONE_IN) == 0) ask_for_hints(&t);
        if (random_below(&chance, 2) == 0) try_to_move(&t);
        if (random_below(&chance, LEAVE_ONE_IN) == 0) bea_leaves(&t);
        same_for_the_ear(&t);
        the_deck_is_kept(&t);
        make(&t, &m);
        same_for_the_ear(&t);
    }
    close_twins(&t);
}

static void nobody_hears_of_hidden_cards(bool last)
{
    static const struct rules rules[][2] = {
        { { .byte[CORNERS_KINGPILE] = true, .byte[CORNERS_TARGET] = 25 }, { .byte[CORNERS_MUSTKING] = true } },
        { { .byte[CORNERS_LAST] = true, .byte[CORNERS_KINGPILE] = true },
          { .byte[CORNERS_LAST] = true, .byte[CORNERS_MUSTKING] = true, .byte[CORNERS_TARGET] = 50 } },
    };
    chance = seed_random(__func__);
    for (int i = worlds_rounds(ROUNDS); i > 0; i--) play_twins(&rules[last][i % 4 == 0], i % 2 == 0);
}

static void drawing_first_nobody_hears_of_hidden_cards(void **state)
{
    (void)state;
    nobody_hears_of_hidden_cards(false);
}

static void drawing_last_nobody_hears_of_hidden_cards(void **state)
{
    (void)state;
    nobody_hears_of_hidden_cards(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawing_first_nobody_hears_of_hidden_cards),
        cmocka_unit_test(drawing_last_nobody_hears_of_hidden_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
