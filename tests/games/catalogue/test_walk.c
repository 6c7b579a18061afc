#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/catalogue/game_list.h"
#include "games/catalogue/record.h"
#include "games/contract.h"
#include "games/grid/grid.h"
#include "games/null/null_game.h"
#include "seed.h"
#include "term/wrap.h"

/* Long walks to and fro through each game: moves by chance, moves taken back, moves that are refused. */
#define STEPS 100000
#define WAY_MAX 4000 /* no round is longer */

static struct random chance;

struct walk {
    const struct game *game;
    struct record record; /* the moves that stand */
    union any_state state;
    union any_state way[WAY_MAX]; /* the position before each of them */
    int back, refused;
};

static void begin(struct walk *w)
{
    const struct game *game = w->game;
    record_clear(&w->record);
    w->record.game = game;
    w->record.deck = random_deck(&chance);
    w->record.seats = game->seats_min + (int)random_below(&chance, (uint32_t)(game->seats_max - game->seats_min + 1));
    w->record.dealer = game->patience ? 1 : 1 + (int)random_below(&chance, (uint32_t)w->record.seats);
    w->record.rules = random_rules(game, &chance);
    struct made made;
    memset(&w->state, 0, sizeof w->state);
    assert_null(record_replay(&w->record, w->state.bytes, 0, &made));
}

static void assert_52_cards(const struct walk *w)
{
    uint8_t count[CARD_HIDDEN + 1];
    w->game->census(w->state.bytes, count);
    for (int c = CARD_NONE; c <= CARD_HIDDEN; c++) assert_int_equal(count[c], card_is((card)c));
}

static void go_on(struct walk *w)
{
    struct move_list list;
    struct made made;
    w->game->moves(w->state.bytes, &list);
    if (list.n == 0) {
        begin(w);
        return;
    }
    const struct move *m = &list.at[random_below(&chance, (uint32_t)list.n)];
    assert_in_range(w->record.n, 0, WAY_MAX - 1);
    w->way[w->record.n] = w->state;
    assert_null(w->game->apply(w->state.bytes, w->game->to_move(w->state.bytes), m->text, &made));
    assert_string_equal(made.move.text, m->text);
    record_add(&w->record, &made.move);
}

/* An undo is the deal and all moves but the last made anew; it must be, byte for byte, what was there before that move.
 * Now and then the move is made again, and that must lead to where it led before. */
static void go_back(struct walk *w)
{
    struct made made;
    union any_state there = w->state;
    if (w->record.n == 0) return;
    struct move last = w->record.moves[--w->record.n];
    memset(&w->state, 0, sizeof w->state);
    assert_null(record_replay(&w->record, w->state.bytes, w->record.n, &made));
    assert_memory_equal(w->state.bytes, w->way[w->record.n].bytes, w->game->state_size);
    w->back++;
    if (random_below(&chance, 2) == 0) return;
    assert_null(w->game->apply(w->state.bytes, w->game->to_move(w->state.bytes), last.text, &made));
    assert_memory_equal(w->state.bytes, there.bytes, w->game->state_size);
    record_add(&w->record, &last);
}

/* A text that is a move somewhere, of this game or another; mostly not here. */
static const char *some_text(void)
{
    static const char *const texts[] = { "@b2",   "@a1",  "xb2",  "xa1d4", "resume", "draw",  "end",  "Ks@n",
                                         "9s@ne", "w>n",  "n>n",  "ne>n",  "s>sw",   "10h@e", "9s n", "w n",
                                         "3 n",   "turn", "pass", "undo",  "",       "@",     ">" };
    return texts[random_below(&chance, sizeof texts / sizeof *texts)];
}

static void try_something(struct walk *w)
{
    struct made made;
    union any_state copy = w->state;
    int seat = (int)random_below(&chance, SEATS_MAX + 1);
    const char *why = w->game->apply(copy.bytes, seat, some_text(), &made);
    if (why == NULL) return;
    assert_memory_equal(copy.bytes, w->state.bytes, w->game->state_size);
    /* ... and the reason can be read whole in a window of 40x12 that wraps at once. */
    if (wrap_lines(why, 37) > 2) fail_msg("too long for two lines: %s", why);
    w->refused++;
}

/* An undo is exactly the position before, and 52 cards are in one place each, after every step (P23, P6, P78). */
static void undo_is_the_replay_of_what_came_before(void **state)
{
    static struct walk w;
    w = (struct walk){ .game = *state };
    record_init(&w.record);
    begin(&w);
    for (int i = 0; i < STEPS; i++) {
        uint32_t dice = random_below(&chance, 10);
        if (dice < 7)
            go_on(&w);
        else if (dice < 9)
            go_back(&w);
        else
            try_something(&w);
        assert_52_cards(&w);
    }
    assert_true(w.back > STEPS / 10 && w.refused > STEPS / 50);
    record_clear(&w.record);
}

/* --- scores --- */

static void play_out(const struct game *game, union any_state *s, bool by_mind)
{
    struct rules none;
    struct deck deck = random_deck(&chance);
    assert_null(game->rules_parse(&none, ""));
    game->deal(s->bytes, &deck, &none, 1, 1);
    for (;;) {
        struct move_list list;
        struct thought thought;
        struct made made;
        game->moves(s->bytes, &list);
        if (list.n == 0) return;
        union any_state seen = *s;
        game->hide(seen.bytes, 1);
        if (by_mind)
            game->think(seen.bytes, 1, 1, &chance, 1, &thought);
        else
            thought.move = list.at[random_below(&chance, (uint32_t)list.n)];
        assert_null(game->apply(s->bytes, 1, thought.move.text, &made));
    }
}

/* Of grid's counters the lowest that wins is above the highest that loses (P36). */
static void any_win_of_grid_scores_above_any_loss(void **state)
{
    (void)state;
    static union any_state s;
    int most_lost = 0, least_won = CARDS, won = 0;
    for (int i = 0; i < 100000 || won == 0; i++) {
        struct result result;
        play_out(&grid_game, &s, i % 500 == 0 || i >= 100000);
        grid_game.result(s.bytes, &result);
        assert_true(result.over);
        won += result.won;
        if (result.won && result.points[1] < least_won) least_won = result.points[1];
        if (!result.won && result.points[1] > most_lost) most_lost = result.points[1];
    }
    assert_int_equal(least_won, 40);
    assert_in_range(most_lost, 1, 39);
}

static int start(void **state)
{
    (void)state;
    chance = seed_random("games/catalogue/test_walk");
    return sodium_init() < 0 ? -1 : 0;
}

int main(void)
{
    static char names[8][80];
    static struct CMUnitTest tests[8];
    int n = 0;
    for (const struct game *const *g = game_list; n < 7; g++) {
        const struct game *game = *g != NULL ? *g : &null_game;
        snprintf(names[n], sizeof names[n], "%s: undo is the replay of what came before", game->id);
        tests[n] = (struct CMUnitTest){ .name = names[n],
                                        .test_func = undo_is_the_replay_of_what_came_before,
                                        .initial_state = (void *)game };
        n++;
        if (*g == NULL) break;
    }
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(any_win_of_grid_scores_above_any_loss);
    return _cmocka_run_group_tests("walk", tests, (size_t)n, start, NULL);
}
