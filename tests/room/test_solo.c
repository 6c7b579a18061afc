#include "room/solo_play.h"

#include "base/origin.h"
#include "base/pool.h"
#include "base/text.h"
#include "games/catalogue/game_list.h"
#include "seed.h"

static struct house *h;
static struct player ann;

static int setup(void **state)
{
    if (house_setup(state) != 0) return -1;
    h = *state;
    ann = player_of(&h->p->ann);
    return 0;
}

static int teardown(void **state)
{
    return house_teardown(state);
}

static const struct game *grid(void)
{
    return game_find("grid");
}

static const struct game *cross(void)
{
    return game_find("cross");
}

static void keep_state(unsigned char out[GAME_STATE_MAX])
{
    memset(out, 0, GAME_STATE_MAX);
    memcpy(out, ann.s->commit.state, ann.s->game->state_size);
}

static void assert_state(const unsigned char kept[GAME_STATE_MAX])
{
    assert_memory_equal(ann.s->commit.state, kept, ann.s->game->state_size);
}

/* The host stops where it stands and starts again. */
static void restart_host(void)
{
    ann.s = NULL;
    house_restart(h);
}

static void undo_one(void)
{
    assert_null(solo_undo(ann.s));
    house_rest(h);
}

/* --- saving --- */

/* A move is shown when it is on disk, not before; and nobody is called back from inside (G15). */
static void a_move_is_on_disk_before_it_is_shown(void **state)
{
    (void)state;
    player_open(h, &ann, grid(), 617);
    int changed = ann.changed;
    assert_null(solo_move(ann.s, player_thought(&ann).text));
    assert_int_equal(solo_plies(ann.s), 0);
    house_write_only(h);
    assert_int_equal(solo_plies(ann.s), 0);
    assert_int_equal(ann.changed, changed);
    house_rest(h);
    assert_int_equal(solo_plies(ann.s), 1);
    assert_true(ann.changed > changed);
    assert_int_equal(ann.moved, 1);
    assert_non_null(strstr(ann.words, "places the "));
}

/* The host stops after any move (G15, P14, H62). A crash is no loss. */
static void the_game_is_there_again_after_a_crash(void **state)
{
    (void)state;
    static const char *const games[] = { "grid", "cross" };
    for (int k = 0; k < 2; k++) {
        unsigned char kept[GAME_STATE_MAX];
        player_open(h, &ann, game_find(games[k]), 0);
        uint32_t deal = solo_deal_number(ann.s);
        for (int n = 1; n <= 12; n++) {
            player_play(h, &ann, 1);
            keep_state(kept);
            struct patience_figures before = player_figures(h, &ann, games[k]);
            restart_host();
            player_open(h, &ann, game_find(games[k]), 0);
            assert_int_equal(solo_deal_number(ann.s), deal);
            assert_int_equal(solo_plies(ann.s), n);
            assert_state(kept);
            struct patience_figures after = player_figures(h, &ann, games[k]);
            assert_memory_equal(&before, &after, sizeof before);
            assert_int_equal(after.played, 1);
        }
    }
}

/* A move that is on its way when the host stops has been made or not; nothing else is lost. */
static void a_move_under_way_is_whole_or_not_there(void **state)
{
    (void)state;
    player_open(h, &ann, grid(), 617);
    player_play(h, &ann, 3);
    assert_null(solo_move(ann.s, player_thought(&ann).text));
    restart_host();
    player_open(h, &ann, grid(), 0);
    assert_int_equal(solo_plies(ann.s), 4); /* the store finishes its jobs before it closes */
}

/* Nobody sees the move, and the moves that waited for it are dropped. It may be made again. */
static void a_move_that_cannot_be_written_is_not_made(void **state)
{
    (void)state;
    player_open(h, &ann, cross(), 617);
    ann.s->row.deal = 618; /* which is not the one that is open */
    for (int i = 0; i < 3; i++) assert_null(solo_move(ann.s, "draw"));
    house_rest(h);
    assert_string_equal(ann.refused, "The house cannot write just now; try again.");
    assert_int_equal(ann.refusals, 1);
    assert_int_equal(solo_plies(ann.s), 0);
    ann.s->row.deal = 617;
    assert_null(player_move(h, &ann, "draw"));
    assert_int_equal(solo_plies(ann.s), 1);
}

/* What comes in one packet is made in order. */
static void moves_wait_while_one_is_on_its_way(void **state)
{
    (void)state;
    player_open(h, &ann, cross(), 617);
    for (int i = 0; i < 4; i++) assert_null(solo_move(ann.s, "draw"));
    assert_null(solo_undo(ann.s));
    house_rest(h);
    assert_int_equal(solo_plies(ann.s), 3);
    assert_null(solo_move(ann.s, "draw"));
    assert_null(solo_move(ann.s, "nonsense"));
    house_rest(h);
    assert_int_equal(ann.refusals, 1);
    for (int i = 0; i < QUEUE_MAX + 1; i++) assert_null(solo_move(ann.s, "draw"));
    assert_string_equal(solo_move(ann.s, "draw"), "The house cannot write just now; try again.");
    house_rest(h);
    assert_int_equal(solo_plies(ann.s), 4 + QUEUE_MAX + 1);
}

static void a_damaged_log_is_played_as_far_as_it_goes(void **state)
{
    (void)state;
    player_open(h, &ann, grid(), 617);
    player_play(h, &ann, 2);
    patience_save(h->p->env.store, &ann.s->row, 2, "@z9", NULL, NULL);
    house_rest(h);
    restart_host();
    player_open(h, &ann, grid(), 0);
    assert_int_equal(solo_plies(ann.s), 2);
    player_play(h, &ann, 1);
    restart_host();
    player_open(h, &ann, grid(), 0);
    assert_int_equal(solo_plies(ann.s), 3);
}

/* --- undo and dealing again --- */

/* Each undo gives back the position before, and the store keeps the moves that stand (G14, P78). */
static void undo_goes_back_move_by_move_to_the_deal(void **state)
{
    (void)state;
    static unsigned char kept[40][GAME_STATE_MAX];
    struct random chance = seed_random("undo");
    static const char *const games[] = { "grid", "cross" };
    for (int k = 0; k < 2; k++) {
        player_open(h, &ann, game_find(games[k]), 0);
        int n = 0;
        for (; n < 40 && !player_result(&ann).over; n++) {
            static struct move_list list;
            keep_state(kept[n]);
            ann.s->game->moves(ann.s->commit.state, &list);
            assert_null(player_move(h, &ann, list.at[random_below(&chance, (uint32_t)list.n)].text));
        }
        if (player_result(&ann).won) n = 0;
        while (n-- > 0) {
            undo_one();
            assert_state(kept[n]);
            assert_int_equal(solo_plies(ann.s), n);
        }
        assert_string_equal(solo_undo(ann.s), "There is nothing to undo: no card has been played.");
        assert_int_equal(player_figures(h, &ann, games[k]).played, 1);
        player_close(h, &ann);
    }
}

/* A pair is one move (P24); the count of the stock is of the position (P25). */
static void a_pair_comes_back_in_one(void **state)
{
    (void)state;
    player_open(h, &ann, grid(), grid_deal(true, 0));
    int before = 0;
    for (; player_result(&ann).points[1] < 2; before = solo_plies(ann.s)) player_play(h, &ann, 1);
    int counter = player_result(&ann).points[1], left = player_result(&ann).left;
    undo_one();
    assert_int_equal(solo_plies(ann.s), before - 1);
    assert_true(player_result(&ann).points[1] < counter);
    assert_int_equal(player_result(&ann).left, left);
    while (solo_plies(ann.s) > 0) undo_one();
    assert_int_equal(player_result(&ann).left, 52);
    assert_int_equal(player_result(&ann).points[1], 0);
}

/* The same deal, card for card, and after a restart of the host too (P6). */
static void dealing_again_gives_the_same_cards(void **state)
{
    (void)state;
    unsigned char kept[GAME_STATE_MAX];
    player_open(h, &ann, grid(), 0);
    uint32_t deal = solo_deal_number(ann.s);
    keep_state(kept);
    assert_string_equal(solo_restart(ann.s), "This deal is at its beginning.");
    player_play(h, &ann, 10);
    assert_null(solo_restart(ann.s));
    house_rest(h);
    assert_state(kept);
    assert_false(solo_clean(ann.s));
    player_play(h, &ann, 3);
    restart_host();
    player_open(h, &ann, grid(), 0);
    assert_int_equal(solo_deal_number(ann.s), deal);
    assert_null(solo_restart(ann.s));
    house_rest(h);
    assert_state(kept);
    restart_host();
    player_open(h, &ann, grid(), 0);
    assert_state(kept);
    assert_int_equal(solo_plies(ann.s), 0);
}

/* A win is final, and dealing again is another try that takes nothing away (P26). */
static void a_won_game_cannot_be_undone(void **state)
{
    (void)state;
    player_open(h, &ann, grid(), grid_deal(true, 0));
    player_play(h, &ann, 500);
    assert_true(player_result(&ann).won);
    assert_string_equal(solo_undo(ann.s), "The game is won, and that is final.");
    assert_int_equal(player_figures(h, &ann, "grid").won, 1);
    assert_int_equal(player_figures(h, &ann, "grid").clean, 1);
    assert_null(solo_restart(ann.s));
    house_rest(h);
    player_play(h, &ann, 500);
    struct patience_figures f = player_figures(h, &ann, "grid");
    assert_int_equal(f.played, 1);
    assert_int_equal(f.won, 1);
    assert_int_equal(f.clean, 1);
    assert_int_equal(f.score_max, 40);
}

/* An undone loss breaks nothing once it is won, a loss that stays does (G14, P38). */
static void a_lost_game_may_be_undone(void **state)
{
    (void)state;
    player_open(h, &ann, grid(), grid_deal(false, 0));
    player_play(h, &ann, 500);
    struct result r = player_result(&ann);
    assert_true(r.over && !r.won);
    struct patience_figures f = player_figures(h, &ann, "grid");
    assert_int_equal(f.played, 1);
    assert_int_equal(f.won, 0);
    assert_int_equal(f.score_max, r.points[1]);
    undo_one();
    assert_false(player_result(&ann).over);
    assert_false(solo_clean(ann.s));
}

/* --- figures --- */

/* Three moves, restart, new deal (P4); that ends no streak (P38). */
static void a_started_game_counts_once_however_it_ends(void **state)
{
    (void)state;
    uint32_t first = grid_deal(true, 0);
    player_open(h, &ann, grid(), first);
    player_play(h, &ann, 500);
    assert_null(solo_deal(ann.s, 0));
    house_rest(h);
    player_play(h, &ann, 3);
    assert_null(solo_restart(ann.s));
    assert_null(solo_deal(ann.s, 0));
    assert_null(solo_deal(ann.s, 0));
    house_rest(h);
    struct patience_figures f = player_figures(h, &ann, "grid");
    assert_int_equal(f.played, 2);
    assert_int_equal(f.won, 1);
    assert_int_equal(f.streak, 1);
}

/* A win is a win once, also when its last move is made again after a crash (P12). */
static void the_same_win_does_not_count_twice(void **state)
{
    (void)state;
    player_open(h, &ann, grid(), grid_deal(true, 0));
    player_play_until_sure(h, &ann);
    for (int i = 0; i < 3; i++) {
        restart_host();
        player_open(h, &ann, grid(), 0);
        player_play(h, &ann, 500);
        assert_true(player_result(&ann).won);
    }
    assert_null(solo_deal(ann.s, solo_deal_number(ann.s)));
    house_rest(h);
    player_play(h, &ann, 500);
    assert_int_equal(player_figures(h, &ann, "grid").played, 1);
    assert_int_equal(player_figures(h, &ann, "grid").won, 1);
    assert_int_equal(player_figures(h, &ann, "grid").streak_best, 1);
}

/* The last card lies and the line drops: won, with all forty cards (P13). */
static void a_game_that_is_won_but_for_the_clearing_counts_when_it_is_left(void **state)
{
    (void)state;
    player_open(h, &ann, grid(), grid_deal(true, 0));
    player_play_until_sure(h, &ann);
    assert_false(player_result(&ann).over);
    assert_false(solo_unfinished(ann.s));
    assert_int_equal(player_figures(h, &ann, "grid").won, 0);
    player_close(h, &ann);
    struct patience_figures f = player_figures(h, &ann, "grid");
    assert_int_equal(f.won, 1);
    assert_int_equal(f.clean, 1);
    assert_int_equal(f.score_max, 40);
    /* Coming back finds the clearing; the win stands (P26). */
    player_open(h, &ann, grid(), 0);
    assert_true(player_result(&ann).sure && !player_result(&ann).over);
    assert_non_null(solo_undo(ann.s));
    player_play(h, &ann, 500);
    assert_int_equal(player_figures(h, &ann, "grid").won, 1);
    assert_null(solo_deal(ann.s, grid_deal(true, solo_deal_number(ann.s))));
    house_rest(h);
    player_play_until_sure(h, &ann);
    assert_null(solo_deal(ann.s, 0));
    house_rest(h);
    assert_int_equal(player_figures(h, &ann, "grid").won, 2);
}

/* The last card is still on its way when the line drops. */
static void a_sure_win_under_way_counts_too(void **state)
{
    (void)state;
    player_open(h, &ann, grid(), grid_deal(true, 0));
    while (player_result(&ann).left > 1 || player_thought(&ann).text[0] != '@') player_play(h, &ann, 1);
    assert_null(solo_move(ann.s, player_thought(&ann).text));
    player_close(h, &ann);
    assert_int_equal(player_figures(h, &ann, "grid").won, 1);
}

/* One key clears the rest; each of its moves is kept like any other, and another command stops it (G12). */
static void what_is_left_of_a_sure_win_is_played_by_itself(void **state)
{
    (void)state;
    player_open(h, &ann, grid(), grid_deal(true, 0));
    assert_string_equal(solo_finish(ann.s), "The game is not yet sure to be won.");
    player_play_until_sure(h, &ann);
    int moved = ann.moved, plies = solo_plies(ann.s);
    assert_null(solo_finish(ann.s));
    house_rest(h);
    assert_true(player_result(&ann).won);
    assert_int_equal(ann.moved - moved, solo_plies(ann.s) - plies);
    assert_string_equal(solo_finish(ann.s), "The game is over.");
    assert_int_equal(player_figures(h, &ann, "grid").clean, 1);
    player_open(h, &ann, cross(), 617);
    while (!player_result(&ann).sure) assert_null(player_move(h, &ann, "draw"));
    plies = solo_plies(ann.s);
    assert_null(solo_finish(ann.s));
    assert_null(solo_undo(ann.s));
    house_rest(h);
    assert_int_equal(solo_plies(ann.s), plies);
}

/* One by one, as the person wants to see them, and another command stops it. */
static void the_rest_is_played_at_the_persons_pace(void **state)
{
    (void)state;
    struct party *p = h->p;
    player_open(h, &ann, grid(), grid_deal(true, 0));
    player_play_until_sure(h, &ann);
    solo_set_pace(ann.s, PACE_CALM);
    int plies = solo_plies(ann.s);
    assert_null(solo_finish(ann.s));
    house_rest(h);
    for (int made = 1; !player_result(&ann).over; made++) {
        assert_int_equal(solo_plies(ann.s), plies + made);
        p->clock.ms += PACE_CALM_TIMES * p->env.pace_ms - 1;
        house_rest(h);
        assert_int_equal(solo_plies(ann.s), plies + made);
        assert_int_equal(lobby_due(p->lobby), ++p->clock.ms);
        house_rest(h);
    }
    assert_true(player_result(&ann).won);
    p->clock.ms += 60000;
    house_rest(h);
    assert_true(lobby_due(p->lobby) > p->clock.ms);
    player_open(h, &ann, cross(), 617);
    while (!player_result(&ann).sure) assert_null(player_move(h, &ann, "draw"));
    plies = solo_plies(ann.s);
    solo_set_pace(ann.s, PACE_FAST);
    assert_null(solo_finish(ann.s));
    house_rest(h);
    assert_null(solo_undo(ann.s));
    p->clock.ms += 60000;
    house_rest(h);
    assert_int_equal(solo_plies(ann.s), plies);
}

/* The peak hand is the score, and the lower is the better (S12); every game ends in a win (S9). */
static void a_solitaire_is_won_by_any_play_and_scored_by_its_peak(void **state)
{
    (void)state;
    int best = 99, sum = 0;
    for (uint32_t deal = 1; deal <= 3; deal++) {
        player_open(h, &ann, cross(), deal);
        player_play(h, &ann, 500);
        assert_true(player_result(&ann).won);
        int peak = player_result(&ann).points[1];
        best = peak < best ? peak : best;
        sum += peak;
        player_close(h, &ann);
    }
    struct patience_figures f = player_figures(h, &ann, "cross");
    assert_int_equal(f.played, 3);
    assert_int_equal(f.clean, 3);
    assert_int_equal(f.score_min, best);
    assert_int_equal(f.score_sum, sum);
    /* A worse try of the same deal leaves its score alone. */
    player_open(h, &ann, cross(), 3);
    while (player_result(&ann).left > ann.s->game->cards_held(ann.s->commit.state, 1)) player_move(h, &ann, "draw");
    player_play(h, &ann, 500);
    assert_true(player_result(&ann).won);
    assert_int_equal(player_figures(h, &ann, "cross").score_sum, sum);
}

/* What a draw has shown can be taken back, and costs the clean win (S12, P34, P71). */
static void an_undone_draw_makes_a_win_not_clean(void **state)
{
    (void)state;
    player_open(h, &ann, cross(), 617);
    assert_null(player_move(h, &ann, "draw"));
    undo_one();
    restart_host();
    player_open(h, &ann, cross(), 0);
    assert_false(solo_clean(ann.s));
    player_play(h, &ann, 500);
    assert_int_equal(player_figures(h, &ann, "cross").won, 1);
    assert_int_equal(player_figures(h, &ann, "cross").clean, 0);
}

/* --- hints --- */

/* A hint is help (G16, S11, G18). It is said which (P9). */
static void a_hint_comes_with_its_reason_and_is_remembered(void **state)
{
    (void)state;
    char words[64] = "";
    struct text t;
    player_open(h, &ann, grid(), 617);
    assert_null(solo_why(ann.s));
    assert_null(solo_hint(ann.s));
    house_rest(h);
    assert_non_null(strstr(ann.told, "Hint: the house places the "));
    assert_non_null(strstr(ann.told, ann.hint.text + 1));
    assert_int_equal(ann.hint.text[0], '@');
    assert_non_null(solo_why(ann.s));
    assert_non_null(strstr(ann.told, solo_why(ann.s)));
    assert_int_equal(solo_plies(ann.s), 0);
    ann.hint.text[0] = '\0';
    assert_null(solo_hint(ann.s)); /* the second one has nothing to write down first */
    house_rest(h);
    assert_int_equal(ann.hint.text[0], '@');
    assert_true(solo_may_undo(ann.s) == false);
    player_play(h, &ann, 1);
    assert_null(solo_why(ann.s));
    assert_true(solo_may_undo(ann.s));
    restart_host();
    player_open(h, &ann, grid(), 0);
    assert_false(solo_clean(ann.s));
    undo_one();
    text_init(&t, words, sizeof words);
    solo_help_words(ann.s, &t);
    assert_string_equal(words, "undo and hints");
}

/* What gives nothing costs nothing (P10). */
static void a_hint_that_comes_too_late_is_free(void **state)
{
    (void)state;
    h->p->env.hints = h->p->env.pars = pool_new(h->base, &(struct pool_size){ .threads = 1, .queue = 4 });
    lobby_free(h->p->lobby);
    party_lobby(h->p);
    player_open(h, &ann, cross(), 617);
    assert_null(solo_hint(ann.s));
    assert_string_equal(solo_hint(ann.s), "The house is still thinking about it.");
    settle(h->p);
    assert_string_equal(solo_hint(ann.s), "The house is still thinking about it.");
    player_move(h, &ann, "draw");
    AWAIT(h->base, (house_rest(h), strstr(ann.told, "The board has changed") != NULL), "told was only: %s", ann.told);
    assert_true(solo_clean(ann.s));
    lobby_free(h->p->lobby);
    pool_free(h->p->env.hints);
    h->p->env.hints = h->p->env.pars = NULL;
    party_lobby(h->p);
}

static void a_game_that_is_over_has_no_hint(void **state)
{
    (void)state;
    player_open(h, &ann, grid(), grid_deal(false, 0));
    player_play(h, &ann, 500);
    assert_string_equal(solo_hint(ann.s), "The game is over.");
    assert_string_equal(solo_move(ann.s, "resume"), "The game is over.");
}

/* Searched once the deal is played, kept with it, the same for everybody (S14). */
static void a_par_is_found_and_kept(void **state)
{
    (void)state;
    player_open(h, &ann, cross(), 617);
    assert_int_equal(solo_par(ann.s), -1);
    player_play(h, &ann, 1);
    int par = solo_par(ann.s);
    assert_in_range(par, 7, 20);
    struct human *all[] = { &h->p->bea, &h->p->eve };
    for (int i = 0; i < 2; i++) {
        struct player other = player_of(all[i]);
        player_open(h, &other, cross(), 617);
        player_play(h, &other, 1);
        assert_int_equal(solo_par(other.s), par);
        player_close(h, &other);
    }
    restart_host();
    player_open(h, &ann, cross(), 0);
    assert_int_equal(solo_par(ann.s), par);
    player_close(h, &ann);
    player_open(h, &ann, grid(), 1);
    player_play(h, &ann, 1);
    assert_int_equal(solo_par(ann.s), -1);
}

/* Each deal of an account is a row in the books: a network takes up so many and no more, and moves on in its own time.
 */
static void deals_are_taken_up_a_few_a_minute(void **state)
{
    (void)state;
    ann.person.origin = origin_number("192.0.2.1:1");
    player_open(h, &ann, grid(), 1);
    for (uint32_t k = 0; k < 60; k++) {
        assert_null(solo_deal(ann.s, 2 + k));
        house_rest(h);
    }
    assert_string_equal(solo_deal(ann.s, 100),
                        "So many deals were taken up from your network: play this one, or ask again in a few seconds.");
    assert_int_equal(solo_deal_number(ann.s), 61);
    player_play(h, &ann, 1);
    assert_null(solo_restart(ann.s)); /* no new row */
    house_rest(h);
    h->p->clock.ms += 3000;
    assert_null(solo_deal(ann.s, 100));
    house_rest(h);
}

/* A network has four searches in the queue; whose answer was not waited for is asked for again with the next move. */
static void one_network_does_not_fill_the_queue_of_pars(void **state)
{
    (void)state;
    struct player line[6];
    h->p->env.pars = pool_new(h->base, &(struct pool_size){ .threads = 1, .queue = 8, .share = 2 });
    lobby_free(h->p->lobby);
    party_lobby(h->p);
    for (int k = 0; k < 6; k++) {
        line[k] = player_of(&h->p->eve);
        line[k].person.origin = origin_number(k < 5 ? "192.0.2.1:1" : "192.0.2.2:1");
        player_open(h, &line[k], cross(), 617);
        player_play(h, &line[k], 1);
    }
    AWAIT(h->base, (house_rest(h), solo_par(line[5].s) >= 0), "the other network has no par");
    for (int k = 0; k < 5; k++) {
        while (solo_par(line[k].s) < 0 && !player_result(&line[k]).over) {
            player_play(h, &line[k], 1);
            event_base_loop(h->base, EVLOOP_NONBLOCK);
        }
        AWAIT(h->base, (house_rest(h), solo_par(line[k].s) >= 0), "line %d has no par", k);
    }
    lobby_free(h->p->lobby);
    pool_free(h->p->env.pars);
    h->p->env.pars = NULL;
    party_lobby(h->p);
}

/* --- people --- */

static void a_guest_plays_and_nothing_is_kept(void **state)
{
    (void)state;
    struct player eve = player_of(&h->p->eve);
    player_open(h, &eve, grid(), grid_deal(true, 0));
    player_play(h, &eve, 5);
    assert_null(solo_undo(eve.s));
    assert_null(solo_hint(eve.s));
    house_rest(h);
    assert_int_equal(solo_plies(eve.s), 4);
    assert_false(solo_clean(eve.s));
    player_play(h, &eve, 500);
    assert_true(player_result(&eve).won);
    uint32_t deal = solo_deal_number(eve.s);
    assert_null(solo_deal(eve.s, 0));
    house_rest(h);
    assert_int_not_equal(solo_deal_number(eve.s), deal);
    assert_true(solo_clean(eve.s));
    player_play(h, &eve, 5);
    player_close(h, &eve);
    player_open(h, &eve, grid(), 0);
    assert_int_equal(solo_plies(eve.s), 0);
    assert_int_equal(store_pending(h->p->env.store), 0);
}

static void a_second_line_takes_the_patience_over(void **state)
{
    (void)state;
    struct player other = player_of(&h->p->ann), bea = player_of(&h->p->bea), at_cross = other;
    player_open(h, &ann, grid(), 617);
    player_open(h, &bea, grid(), 617);
    player_open(h, &at_cross, cross(), 617);
    player_play(h, &ann, 3);
    assert_null(solo_move(ann.s, player_thought(&ann).text)); /* still under way */
    struct solo *old = ann.s;
    other.s =
        solo_open(h->p->lobby, &(struct game_row){ grid(), grid()->variants }, &other.person, 0, &player_ears, &other);
    assert_ptr_equal(ann.s, old); /* nobody is called back from inside */
    house_rest(h);
    assert_null(ann.s);
    assert_string_equal(ann.ended, "Another line of yours has taken this patience over.");
    assert_int_equal(solo_deal_number(other.s), 617);
    assert_int_equal(solo_plies(other.s), 4);
    assert_non_null(bea.s);
    assert_non_null(at_cross.s);
    player_close(h, &other);
}

/* Two games of one person stand side by side, and each deal by its number is the same for all. */
static void a_deal_can_be_named(void **state)
{
    (void)state;
    unsigned char kept[GAME_STATE_MAX];
    struct player bea = player_of(&h->p->bea);
    player_open(h, &ann, grid(), 4294967295u);
    keep_state(kept);
    player_open(h, &bea, grid(), 0);
    player_play(h, &bea, 2);
    assert_null(solo_deal(bea.s, 4294967295u));
    house_rest(h);
    assert_memory_equal(bea.s->commit.state, kept, grid()->state_size);
    assert_int_equal(player_figures(h, &bea, "grid").played, 1);
    player_open(h, &ann, cross(), 4294967295u);
    assert_memory_not_equal(ann.s->commit.state, kept, 60);
}

static void chance_decides_over_new_deals(void **state)
{
    (void)state;
    uint32_t seen[20];
    player_open(h, &ann, grid(), 0);
    for (int i = 0; i < 20; i++) {
        seen[i] = solo_deal_number(ann.s);
        assert_true(seen[i] != 0);
        for (int k = 0; k < i; k++) assert_int_not_equal(seen[k], seen[i]);
        assert_null(solo_deal(ann.s, 0));
        house_rest(h);
    }
}

/* --- for lists --- */

static void on_glance(void *arg, const struct solo_glance *g)
{
    *(struct solo_glance *)arg = *g;
}

static struct solo_glance glance(const struct game *game)
{
    struct solo_glance g = { .left = -1 };
    solo_look(h->p->lobby, &(struct game_row){ game, game->variants }, ann.person.account, on_glance, &g);
    assert_int_equal(g.left, -1);
    AWAIT(h->base, g.left >= 0, "the store does not answer with the patience");
    return g;
}

static void a_glance_tells_of_the_unfinished_one(void **state)
{
    (void)state;
    assert_false(glance(grid()).unfinished);
    player_open(h, &ann, grid(), 617);
    assert_false(glance(grid()).unfinished);
    player_play(h, &ann, 9);
    struct result r = player_result(&ann);
    player_close(h, &ann);
    struct solo_glance g = glance(grid());
    assert_true(g.unfinished);
    assert_int_equal(g.deal, 617);
    assert_int_equal(g.left, r.left);
    assert_false(glance(cross()).unfinished);
    player_open(h, &ann, grid(), 0);
    player_play(h, &ann, 500);
    assert_false(glance(grid()).unfinished);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_move_is_on_disk_before_it_is_shown),
        TEST(the_game_is_there_again_after_a_crash),
        TEST(a_move_under_way_is_whole_or_not_there),
        TEST(a_move_that_cannot_be_written_is_not_made),
        TEST(moves_wait_while_one_is_on_its_way),
        TEST(a_damaged_log_is_played_as_far_as_it_goes),
        TEST(undo_goes_back_move_by_move_to_the_deal),
        TEST(a_pair_comes_back_in_one),
        TEST(dealing_again_gives_the_same_cards),
        TEST(a_won_game_cannot_be_undone),
        TEST(a_lost_game_may_be_undone),
        TEST(a_started_game_counts_once_however_it_ends),
        TEST(the_same_win_does_not_count_twice),
        TEST(a_game_that_is_won_but_for_the_clearing_counts_when_it_is_left),
        TEST(a_sure_win_under_way_counts_too),
        TEST(what_is_left_of_a_sure_win_is_played_by_itself),
        TEST(the_rest_is_played_at_the_persons_pace),
        TEST(a_solitaire_is_won_by_any_play_and_scored_by_its_peak),
        TEST(an_undone_draw_makes_a_win_not_clean),
        TEST(a_hint_comes_with_its_reason_and_is_remembered),
        TEST(a_hint_that_comes_too_late_is_free),
        TEST(a_game_that_is_over_has_no_hint),
        TEST(a_par_is_found_and_kept),
        TEST(deals_are_taken_up_a_few_a_minute),
        TEST(one_network_does_not_fill_the_queue_of_pars),
        TEST(a_guest_plays_and_nothing_is_kept),
        TEST(a_second_line_takes_the_patience_over),
        TEST(a_deal_can_be_named),
        TEST(chance_decides_over_new_deals),
        TEST(a_glance_tells_of_the_unfinished_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
