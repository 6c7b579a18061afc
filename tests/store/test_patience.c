#include "store/patience.h"

#include "store/fixture.h"

struct loaded {
    int times;
    enum store_result result;
    struct patience_row row;
    char moves[PATIENCE_MOVES_MAX][TABLE_MOVE];
    int n;
};

static struct fixture f;
static int64_t ann;

static int setup(void **state)
{
    (void)state;
    fixture_open(&f);
    ann = person(&f, "ann");
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    fixture_close(&f);
    return 0;
}

static void on_patience(void *arg, enum store_result result, const struct patience_row *row,
                        const char (*moves)[TABLE_MOVE], int n)
{
    struct loaded *l = arg;
    assert_int_equal(row != NULL, result == STORE_OK);
    l->times++;
    l->result = result;
    l->n = n;
    if (row != NULL) l->row = *row;
    for (int i = 0; i < n; i++) memcpy(l->moves[i], moves[i], TABLE_MOVE);
}

static void wait_for(const int *times)
{
    AWAIT(f.base, *times != 0, "the store does not answer");
    assert_int_equal(*times, 1);
}

/* In memory that lives until the next call. */
static const struct loaded *load(int64_t account, const char *game)
{
    static struct loaded l;
    l.times = 0;
    patience_load(f.store, account, game, on_patience, &l);
    wait_for(&l.times);
    return &l;
}

static struct patience_row begin_deal(int64_t account, const char *game, uint32_t deal)
{
    struct loaded l = { 0 };
    patience_begin(f.store, account, game, deal, on_patience, &l);
    wait_for(&l.times);
    assert_int_equal(l.result, STORE_OK);
    assert_int_equal(l.n, 0);
    assert_int_equal(l.row.deal, deal);
    return l.row;
}

static enum store_result save(const struct patience_row *row, int ply, const char *move)
{
    struct answer a = { 0 };
    patience_save(f.store, row, ply, move, on_done, &a);
    return await(&f, &a);
}

static void on_patience_figures(void *arg, enum store_result result, const struct patience_figures *figures)
{
    struct {
        int times;
        struct patience_figures figures;
    } *a = arg;
    assert_int_equal(result, STORE_OK);
    a->times++;
    a->figures = *figures;
}

static struct patience_figures figures(int64_t account, const char *game)
{
    struct {
        int times;
        struct patience_figures figures;
    } a = { 0 };
    patience_figures(f.store, account, game, on_patience_figures, &a);
    wait_for(&a.times);
    return a.figures;
}

enum how { GIVEN_UP, LOST, WON, CLEAN };

/* Takes up a deal, plays it and ends it that way. */
static void whole_game(uint32_t deal, enum how how, int score)
{
    struct patience_row row = begin_deal(ann, "grid", deal);
    row.played = true;
    assert_int_equal(save(&row, 0, "@b2"), STORE_OK);
    row.won = how >= WON;
    row.clean = how == CLEAN;
    row.lost = how == LOST;
    row.score = how == GIVEN_UP ? -1 : score;
    assert_int_equal(save(&row, 1, "@c2"), STORE_OK);
}

/* The store gives back every move, to that account and that game only (G15, H62). */
static void what_stands_is_there_after_a_restart(void **state)
{
    (void)state;
    struct patience_row row = begin_deal(ann, "grid", 617);
    row.played = true;
    assert_int_equal(save(&row, 0, "@b2"), STORE_OK);
    assert_int_equal(save(&row, 1, "@c2"), STORE_OK);
    begin_deal(ann, "cross", 4294967295u);
    fixture_reopen(&f);
    const struct loaded *l = load(ann, "grid");
    assert_int_equal(l->result, STORE_OK);
    assert_int_equal(l->row.deal, 617);
    assert_true(l->row.played);
    assert_int_equal(l->row.score, -1);
    assert_int_equal(l->n, 2);
    assert_string_equal(l->moves[0], "@b2");
    assert_string_equal(l->moves[1], "@c2");
    assert_int_equal(load(ann, "cross")->row.deal, 4294967295u);
    assert_int_equal(load(person(&f, "bea"), "grid")->result, STORE_NONE);
    assert_int_equal(load(ann, "spider")->result, STORE_NONE);
}

/* What is undone is kept nowhere; the mark that it was is (G14, S12). */
static void undone_moves_are_removed(void **state)
{
    (void)state;
    struct patience_row row = begin_deal(ann, "grid", 617);
    row.played = true;
    assert_int_equal(save(&row, 0, "@b2"), STORE_OK);
    assert_int_equal(save(&row, 1, "@c2"), STORE_OK);
    row.undo = true;
    assert_int_equal(save(&row, 1, NULL), STORE_OK);
    assert_int_equal(save(&row, 0, NULL), STORE_OK);
    assert_int_equal(kept(&f, "SELECT count(*) FROM patience_move"), 0);
    assert_int_equal(save(&row, 0, "@a2"), STORE_OK);
    assert_int_equal(load(ann, "grid")->n, 1);
    assert_true(load(ann, "grid")->row.undo);
    assert_string_equal(load(ann, "grid")->moves[0], "@a2");
}

static void the_same_call_again_changes_nothing(void **state)
{
    (void)state;
    struct patience_row row = begin_deal(ann, "grid", 617);
    row.played = row.won = true;
    row.score = 40;
    for (int i = 0; i < 3; i++) assert_int_equal(save(&row, 0, "@b2"), STORE_OK);
    assert_int_equal(load(ann, "grid")->n, 1);
    assert_int_equal(figures(ann, "grid").won, 1);
    assert_int_equal(figures(ann, "grid").score_sum, 40);
}

/* A log with a hole could not be played again. */
static void a_move_without_the_one_before_is_refused_and_nothing_changes(void **state)
{
    (void)state;
    struct patience_row row = begin_deal(ann, "grid", 617);
    row.played = row.won = true;
    assert_int_equal(save(&row, 1, "@b2"), STORE_FAILED);
    assert_false(load(ann, "grid")->row.played);
    assert_int_equal(load(ann, "grid")->n, 0);
}

static void a_deal_that_is_not_open_is_not_changed(void **state)
{
    (void)state;
    struct patience_row row = begin_deal(ann, "grid", 617), other = row;
    other.deal = 618;
    assert_int_equal(save(&other, 0, "@b2"), STORE_NONE);
    row.played = true;
    assert_int_equal(save(&row, 0, "@b2"), STORE_OK);
    begin_deal(ann, "grid", 618);
    assert_int_equal(save(&row, 1, "@c2"), STORE_NONE);
    assert_int_equal(kept(&f, "SELECT count(*) FROM patience_move"), 0);
}

/* Three moves, restart, new deal (P4). */
static void a_deal_counts_as_played_however_it_is_left(void **state)
{
    (void)state;
    struct patience_row row = begin_deal(ann, "grid", 617);
    row.played = true;
    assert_int_equal(save(&row, 0, "@b2"), STORE_OK);
    row.restart = true;
    assert_int_equal(save(&row, 0, NULL), STORE_OK);
    begin_deal(ann, "grid", 618);
    assert_int_equal(figures(ann, "grid").played, 1);
    assert_int_equal(figures(ann, "grid").won, 0);
}

/* Played once its first card is placed; so pressing for new deals fills no disk (G18). */
static void deals_that_were_only_looked_at_are_forgotten(void **state)
{
    (void)state;
    for (uint32_t deal = 1; deal <= 30; deal++) begin_deal(ann, "grid", deal);
    assert_int_equal(kept(&f, "SELECT count(*) FROM patience"), 1);
    assert_int_equal(figures(ann, "grid").played, 0);
}

/* One result for a deal (P12); won if it was ever won (G18). */
static void a_deal_played_again_counts_once(void **state)
{
    (void)state;
    whole_game(617, LOST, 12);
    whole_game(618, GIVEN_UP, 0);
    struct patience_row again = begin_deal(ann, "grid", 617);
    assert_true(again.restart);
    assert_true(again.lost);
    assert_int_equal(again.score, 12);
    again.won = true;
    again.score = 40;
    assert_int_equal(save(&again, 0, "@b2"), STORE_OK);
    struct patience_figures g = figures(ann, "grid");
    assert_int_equal(g.played, 2);
    assert_int_equal(g.won, 1);
    assert_int_equal(g.clean, 0);
    assert_int_equal(g.ended, 1);
    assert_int_equal(g.score_sum, 40);
    /* What was won stays won, whatever comes after. */
    again.won = false;
    assert_int_equal(save(&again, 0, NULL), STORE_OK);
    assert_int_equal(figures(ann, "grid").won, 1);
}

/* (G18, S12) */
static void figures_sum_up_one_game_of_one_account(void **state)
{
    (void)state;
    whole_game(1, CLEAN, 40);
    whole_game(2, LOST, 8);
    whole_game(3, WON, 40);
    whole_game(4, GIVEN_UP, 0);
    struct patience_figures g = figures(ann, "grid");
    assert_int_equal(g.played, 4);
    assert_int_equal(g.won, 2);
    assert_int_equal(g.clean, 1);
    assert_int_equal(g.ended, 3);
    assert_int_equal(g.score_sum, 88);
    assert_int_equal(g.score_min, 8);
    assert_int_equal(g.score_max, 40);
    g = figures(ann, "cross");
    assert_int_equal(g.played, 0);
    assert_int_equal(g.score_max, -1);
    assert_int_equal(figures(person(&f, "bea"), "grid").played, 0);
}

/* (P38) */
static void only_a_lost_deal_ends_a_streak(void **state)
{
    (void)state;
    whole_game(1, CLEAN, 40);
    whole_game(2, WON, 40);
    for (uint32_t deal = 3; deal <= 6; deal++) begin_deal(ann, "grid", deal);
    whole_game(7, GIVEN_UP, 0);
    begin_deal(ann, "cross", 1);
    assert_int_equal(figures(ann, "grid").streak, 2);
    whole_game(8, WON, 40);
    assert_int_equal(figures(ann, "grid").streak, 3);
    whole_game(9, LOST, 3);
    assert_int_equal(figures(ann, "grid").streak, 0);
    whole_game(10, WON, 40);
    assert_int_equal(figures(ann, "grid").streak, 1);
    assert_int_equal(figures(ann, "grid").streak_best, 3);
}

/* A lost game may be undone, and then it is no loss once it is won (G14). */
static void a_loss_that_was_undone_and_won_is_a_win(void **state)
{
    (void)state;
    whole_game(1, WON, 40);
    whole_game(2, LOST, 3);
    struct patience_row row = load(ann, "grid")->row;
    row.undo = row.won = true;
    row.score = 40;
    assert_int_equal(save(&row, 1, "@d2"), STORE_OK);
    assert_int_equal(figures(ann, "grid").streak, 2);
}

/* (S14) */
static void a_par_is_kept_with_its_deal(void **state)
{
    (void)state;
    begin_deal(ann, "cross", 617);
    assert_int_equal(load(ann, "cross")->row.par, -1);
    patience_save_par(f.store, ann, "cross", 617, 11, NULL, NULL);
    patience_save_par(f.store, ann, "cross", 618, 12, NULL, NULL);
    assert_int_equal(load(ann, "cross")->row.par, 11);
    assert_int_equal(kept(&f, "SELECT count(*) FROM patience"), 1);
}

/* A load that is asked for after a change sees it, though nobody waited for the change. */
static void what_was_asked_before_is_done_before(void **state)
{
    (void)state;
    struct patience_row row = begin_deal(ann, "grid", 617);
    row.played = true;
    patience_save(f.store, &row, 0, "@b2", NULL, NULL);
    assert_int_equal(load(ann, "grid")->n, 1);
}

static struct account account_of_ann(void)
{
    struct answer a = { 0 };
    account_by_handle(f.store, "ann", on_account, &a);
    assert_int_equal(await(&f, &a), STORE_OK);
    return a.account;
}

/* Who finds no open patience with the account need not ask for one; but a reader may overtake a write. */
static void an_account_tells_whether_a_patience_is_open(void **state)
{
    (void)state;
    struct account a = account_of_ann();
    assert_true(a.settled && !a.patience && !a.played);
    struct patience_row row = begin_deal(ann, "grid", 617);
    a = account_of_ann();
    assert_true(a.settled && a.patience);
    row.played = row.lost = true;
    struct answer saved = { 0 };
    patience_save(f.store, &row, 0, "@b2", on_done, &saved);
    assert_false(account_of_ann().settled);
    if (saved.times == 0) assert_int_equal(await(&f, &saved), STORE_OK);
    assert_true(account_of_ann().settled);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_stands_is_there_after_a_restart),
        TEST(undone_moves_are_removed),
        TEST(the_same_call_again_changes_nothing),
        TEST(a_move_without_the_one_before_is_refused_and_nothing_changes),
        TEST(a_deal_that_is_not_open_is_not_changed),
        TEST(a_deal_counts_as_played_however_it_is_left),
        TEST(deals_that_were_only_looked_at_are_forgotten),
        TEST(a_deal_played_again_counts_once),
        TEST(figures_sum_up_one_game_of_one_account),
        TEST(only_a_lost_deal_ends_a_streak),
        TEST(a_loss_that_was_undone_and_won_is_a_win),
        TEST(a_par_is_kept_with_its_deal),
        TEST(what_was_asked_before_is_done_before),
        TEST(an_account_tells_whether_a_patience_is_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
