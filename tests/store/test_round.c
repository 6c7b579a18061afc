#include "store/fixture.h"

static int setup(void **state)
{
    struct fixture *f = *state = calloc(1, sizeof *f);
    fixture_open(f);
    return 0;
}

static int teardown(void **state)
{
    fixture_close(*state);
    free(*state);
    return 0;
}

static struct account look(struct fixture *f, const char *handle)
{
    struct answer a = { 0 };
    account_by_handle(f->store, handle, on_account, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    return a.account;
}

static struct figures figures(struct fixture *f, int64_t account, const char *kind)
{
    struct answer a = { 0 };
    account_figures(f->store, account, kind, on_figures, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    return a.figures;
}

static struct round_score points(int64_t account, int n)
{
    return (struct round_score){ .account = account, .points = n };
}

/* --- moves --- */

static void a_move_told_twice_is_kept_once(void **state)
{
    struct fixture *f = *state;
    struct table_row t = table_of(f, person(f, "ann"));
    int64_t round = begin(f, &t).id;
    assert_int_equal(move(f, round, 1, "7h@n"), STORE_OK);
    assert_int_equal(move(f, round, 1, "7h@n"), STORE_OK);
    assert_int_equal(kept(f, "SELECT count(*) FROM move"), 1);
}

static void another_move_of_the_same_number_is_refused(void **state)
{
    struct fixture *f = *state;
    struct table_row t = table_of(f, person(f, "ann"));
    int64_t round = begin(f, &t).id;
    assert_int_equal(move(f, round, 1, "7h@n"), STORE_OK);
    assert_int_equal(move(f, round, 1, "end"), STORE_FAILED);
    assert_int_equal(kept(f, "SELECT count(*) FROM move WHERE text = '7h@n'"), 1);
}

/* A record with a hole could not be played again, so what follows a failed move fails too. */
static void a_move_without_the_one_before_is_refused(void **state)
{
    struct fixture *f = *state;
    struct table_row t = table_of(f, person(f, "ann"));
    int64_t round = begin(f, &t).id;
    assert_int_equal(move(f, round, 2, "end"), STORE_FAILED);
    assert_int_equal(move(f, round, 1, "end"), STORE_OK);
    assert_int_equal(move(f, round, 2, "end"), STORE_OK);
    assert_int_equal(move(f, round + 100, 1, "end"), STORE_NONE);
}

static void a_round_that_is_over_takes_no_move(void **state)
{
    struct fixture *f = *state;
    int64_t ann = person(f, "ann");
    struct table_row t = table_of(f, ann);
    play(f, &t, points(ann, 3));
    int64_t round = kept(f, "SELECT id FROM round");
    assert_int_equal(move(f, round, 1, "end"), STORE_FAILED);
}

static void a_table_plays_one_round_at_a_time(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    struct table_row t = table_of(f, person(f, "ann"));
    struct round_row r = begin(f, &t);
    r.id = store_next_id(f->store);
    r.number = t.round = 2;
    round_begin(f->store, &t, &r, on_done, &a);
    assert_int_equal(await(f, &a), STORE_FAILED);
    assert_int_equal(kept(f, "SELECT round FROM card_table"), 1); /* the table is as it was, too */
}

/* The disk may have taken what it said it had not. */
static void a_round_that_is_begun_again_is_there_once(void **state)
{
    struct fixture *f = *state;
    struct table_row t = table_of(f, person(f, "ann"));
    struct round_row r = begin(f, &t);
    for (int i = 0; i < 2; i++) {
        struct answer a = { 0 };
        snprintf(t.seat[2].name, sizeof t.seat[2].name, "%s", i == 0 ? "Edda" : "Ilse");
        round_begin(f->store, &t, &r, on_done, &a);
        assert_int_equal(await(f, &a), STORE_OK);
    }
    assert_int_equal(kept(f, "SELECT count(*) FROM round"), 1);
    assert_int_equal(kept(f, "SELECT count(*) FROM round_seat WHERE name = 'Ilse'"), 1);
    assert_int_equal(kept(f, "SELECT count(*) FROM round_seat WHERE name = 'Edda'"), 0);
}

/* --- points --- */

/* Figures may not come to more than was played (P12). */
static void an_end_told_twice_counts_once(void **state)
{
    struct fixture *f = *state;
    int64_t ann = person(f, "ann");
    struct table_row t = table_of(f, ann);
    struct round_end end = { .table = t, .round = begin(f, &t).id, .result = "cy goes out." };
    end.score[1] = (struct round_score){ .account = ann, .points = 51, .won = true };
    for (int i = 0; i < 3; i++) {
        struct answer a = { 0 };
        round_finish(f->store, &end, on_finish, &a);
        assert_int_equal(await(f, &a), STORE_OK);
        assert_true(a.banner[1]); /* the same answer each time */
        if (i == 1) fixture_reopen(f);
    }
    struct figures all = figures(f, ann, "");
    assert_int_equal(all.rounds, 1);
    assert_int_equal(all.wins, 1);
    assert_int_equal(all.points, 51);
    assert_int_equal(all.banners, 1);
    assert_int_equal(all.tally, 0);
}

/* The banner comes at 50, points over 50 are not carried, the lifetime total goes on (T13). */
static void each_fifty_points_make_a_big_loser(void **state)
{
    struct fixture *f = *state;
    int64_t ann = person(f, "ann");
    struct table_row t = table_of(f, ann);
    assert_false(play(f, &t, points(ann, 30)).banner[1]);
    assert_false(play(f, &t, points(ann, 19)).banner[1]);
    assert_int_equal(look(f, "ann").tally, 49);
    assert_false(look(f, "ann").loser);
    assert_true(play(f, &t, points(ann, 8)).banner[1]);
    assert_int_equal(look(f, "ann").tally, 0);
    assert_true(look(f, "ann").loser);
    assert_false(play(f, &t, points(ann, 49)).banner[1]);
    assert_true(play(f, &t, points(ann, 1)).banner[1]);
    struct figures all = figures(f, ann, "");
    assert_int_equal(all.banners, 2);
    assert_int_equal(all.points, 107);
    assert_int_equal(all.tally, 0);
}

/* Worn until the bearer next wins; a win that brings the next banner itself is not that (T13). */
static void a_win_sheds_the_mark_but_not_one_that_it_brings(void **state)
{
    struct fixture *f = *state;
    int64_t ann = person(f, "ann");
    struct table_row t = table_of(f, ann);
    play(f, &t, points(ann, 50));
    play(f, &t, points(ann, 0));
    assert_true(look(f, "ann").loser);
    struct round_score win = { .account = ann, .won = true, .sheds_mark = true };
    play(f, &t, win);
    assert_false(look(f, "ann").loser);
    win.points = 50;
    assert_true(play(f, &t, win).banner[1]);
    assert_true(look(f, "ann").loser);
}

static void the_hall_lists_the_newest_first_with_date_and_round(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    int64_t ann = person(f, "ann"), bea = person(f, "bea");
    struct table_row t = table_of(f, ann);
    losers_read(f->store, on_losers, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    assert_int_equal(a.losers_n, 0);
    for (int i = 0; i < LOSER_ROWS + 2; i++) {
        f->clock.s = 5000 + i;
        play(f, &t, points(i % 2 ? ann : bea, 60));
    }
    losers_read(f->store, on_losers, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    assert_int_equal(a.losers_n, LOSER_ROWS);
    assert_string_equal(a.losers[0].handle, "ann");
    assert_string_equal(a.losers[1].handle, "bea");
    assert_int_equal(a.losers[0].when_s, 5000 + LOSER_ROWS + 1);
    assert_int_equal(a.losers[0].round, kept(f, "SELECT max(id) FROM round"));
}

/* The wall clock jumps by years, forward and back: the newest is still first, and what is kept is what the clock said.
 */
static void a_wall_clock_that_jumps_moves_nobody_in_the_hall(void **state)
{
    struct fixture *f = *state;
    static const int64_t jumps[] = { 1700000000, INT64_C(4102444800), 0, 1700000100, -5, INT64_C(1) << 40 };
    struct answer a = { 0 };
    int64_t ann = person(f, "ann");
    struct table_row t = table_of(f, ann);
    for (int i = 0; i < 6; i++) {
        f->clock.s = jumps[i];
        assert_true(play(f, &t, points(ann, 50)).banner[1]);
        fixture_reopen(f);
    }
    losers_read(f->store, on_losers, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    assert_int_equal(a.losers_n, 6);
    for (int i = 0; i < 6; i++) assert_int_equal(a.losers[i].when_s, jumps[5 - i]);
    assert_int_equal(figures(f, ann, "").banners, 6);
}

/* Figures stand under the id of game and rules; titles that people see are not in the store at all (P16). */
static void figures_are_kept_for_each_kind_and_for_all_together(void **state)
{
    struct fixture *f = *state;
    int64_t ann = person(f, "ann");
    struct table_row last = table_of(f, ann), first = table_of(f, ann);
    strcpy(first.kind, "corners first");
    play(f, &last, points(ann, 7));
    play(f, &last, (struct round_score){ .account = ann, .points = 2, .won = true });
    play(f, &first, (struct round_score){ .account = ann, .points = 9, .match_over = true });
    play(f, &first, (struct round_score){ .account = ann, .won = true, .match_over = true, .match_won = true });
    struct figures a = figures(f, ann, "corners last"), b = figures(f, ann, "corners first"), all = figures(f, ann, "");
    assert_true(a.rounds == 2 && a.wins == 1 && a.points == 9 && a.best == 2 && a.worst == 7 && a.matches == 0);
    assert_true(b.rounds == 2 && b.wins == 1 && b.points == 9 && b.best == 0 && b.worst == 9);
    assert_true(b.matches == 2 && b.matches_won == 1);
    assert_true(all.rounds == 4 && all.wins == 2 && all.points == 18 && all.best == 0 && all.worst == 9 &&
                all.matches == 2);
    struct figures none = figures(f, ann, "grid");
    assert_true(none.rounds == 0 && none.best == -1 && none.worst == -1 && none.tally == 18);
}

static void figures_of_nobody_are_none(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    account_figures(f->store, 4711, "", on_figures, &a);
    assert_int_equal(await(f, &a), STORE_NONE);
}

/* Whoever leaves takes the points of the hand once; the end of the round adds nothing for them (T16). */
static void who_leaves_for_good_takes_the_points_once(void **state)
{
    struct fixture *f = *state;
    int64_t ann = person(f, "ann");
    struct table_row t = table_of(f, ann);
    int64_t round = begin(f, &t).id;
    t.seat[1] = t.seat[2];
    for (int i = 0; i < 2; i++) {
        struct answer a = { 0 };
        round_leave(f->store, &t, round, ann, 52, on_done, &a);
        assert_int_equal(await(f, &a), STORE_OK);
    }
    struct answer a = { 0 };
    struct round_end end = { .table = t, .round = round, .result = "cy goes out." };
    end.score[1] = (struct round_score){ .account = ann, .points = 3, .won = true };
    round_finish(f->store, &end, on_finish, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    struct figures all = figures(f, ann, "");
    assert_true(all.rounds == 1 && all.points == 52 && all.wins == 0 && all.banners == 1);
    assert_true(look(f, "ann").loser);
}

static void a_round_with_a_score_of_nobody_known_leaves_nothing_behind(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    int64_t ann = person(f, "ann");
    struct table_row t = table_of(f, ann);
    struct round_end end = { .table = t, .round = begin(f, &t).id, .result = "cy goes out." };
    end.table.seat[1].total = 60;
    end.score[1] = points(ann, 60);
    end.score[2] = points(4711, 1);
    round_finish(f->store, &end, on_finish, &a);
    assert_int_equal(await(f, &a), STORE_FAILED);
    assert_false(a.banner[1]);
    assert_int_equal(kept(f, "SELECT count(*) FROM score"), 0);
    assert_int_equal(kept(f, "SELECT sum(total) FROM seat"), 0);
    assert_int_equal(kept(f, "SELECT count(*) FROM round WHERE ended_s IS NULL"), 1);
    assert_int_equal(look(f, "ann").tally, 0);
}

/* --- records --- */

struct shown {
    struct answer answer;
    struct finished_round kept;
    char moves[8][TABLE_MOVE];
};

static void on_kept(void *arg, enum store_result result, const struct finished_round *r)
{
    struct shown *s = arg;
    on_done(&s->answer, result);
    assert_int_equal(r != NULL, result == STORE_OK);
    if (r == NULL) return;
    s->kept = *r;
    assert_in_range(r->n, 0, 8);
    if (r->n > 0) memcpy(s->moves, r->moves, (size_t)r->n * sizeof *r->moves);
}

static enum store_result read_round(struct fixture *f, struct shown *s, int64_t round)
{
    finished_round_read(f->store, round, on_kept, s);
    return await(f, &s->answer);
}

/* Game, Rules, Seats with a mark for computers, Dealer, Key, moves, Result and Date; the seats as they were at the
 * beginning. */
static void a_finished_round_has_all_that_its_record_needs(void **state)
{
    struct fixture *f = *state;
    struct shown s = { 0 };
    struct answer a = { 0 };
    struct table_row t = table_of(f, person(f, "ann"));
    struct round_row r = begin(f, &t);
    assert_int_equal(move(f, r.id, 1, "7h@n"), STORE_OK);
    assert_int_equal(move(f, r.id, 2, "end"), STORE_OK);
    assert_int_equal(read_round(f, &s, r.id), STORE_NONE); /* its key is nobody's business yet */
    struct round_end end = { .table = t, .round = r.id, .result = "bea goes out." };
    end.table.seat[1] = seat_of(person(f, "bea"), "bea");
    strcpy(end.table.rules, "other rules");
    f->clock.s = 2000;
    round_finish(f->store, &end, on_finish, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    assert_int_equal(read_round(f, &s, r.id), STORE_OK);
    assert_string_equal(s.kept.table.game, "corners");
    assert_string_equal(s.kept.table.rules, t.rules);
    assert_string_equal(s.kept.table.seat[1].name, "ann");
    assert_int_equal(s.kept.table.seat[1].kind, SEAT_PERSON);
    assert_string_equal(s.kept.table.seat[2].name, "cy");
    assert_int_equal(s.kept.table.seat[2].kind, SEAT_COMPUTER);
    assert_int_equal(s.kept.row.dealer, 1);
    assert_int_equal(s.kept.row.number, 1);
    assert_memory_equal(s.kept.row.key, r.key, sizeof r.key);
    assert_string_equal(s.kept.result, "bea goes out.");
    assert_int_equal(s.kept.begun_s, 1000);
    assert_int_equal(s.kept.ended_s, 2000);
    assert_int_equal(s.kept.n, 2);
    assert_string_equal(s.moves[0], "7h@n");
    assert_string_equal(s.moves[1], "end");
    assert_int_equal(read_round(f, &s, r.id + 100), STORE_NONE);
}

/* --- a restart --- */

struct found {
    int tables;
    struct table_row table[4];
    bool playing[4];
    struct round_row round[4];
    int n[4];
    char last[4][TABLE_MOVE];
};

static void on_open(void *ctx, const struct table_row *t, const struct round_row *r, const char (*moves)[TABLE_MOVE],
                    int n)
{
    struct found *found = ctx;
    int i = found->tables++;
    found->table[i] = *t;
    found->playing[i] = r != NULL;
    if (r != NULL) found->round[i] = *r;
    found->n[i] = n;
    if (n > 0) strcpy(found->last[i], moves[n - 1]);
}

static struct found after_restart(struct fixture *f)
{
    struct found found = { 0 };
    struct err e;
    fixture_reopen(f);
    assert_true(table_each_open(f->store, on_open, &found, &e));
    return found;
}

/* A restart is nobody's loss: the table stands where it stood (P14). */
static void an_unfinished_round_comes_back_with_its_moves(void **state)
{
    struct fixture *f = *state;
    int64_t ann = person(f, "ann");
    struct table_row t = table_of(f, ann), idle = table_of(f, ann);
    struct answer a = { 0 };
    t.seat[1].total = 12;
    struct round_row r = begin(f, &t);
    move(f, r.id, 1, "7h@n");
    move(f, r.id, 2, "end");
    table_save(f->store, &idle, on_done, &a);
    await(f, &a);
    struct found found = after_restart(f);
    assert_int_equal(found.tables, 2);
    assert_true(found.playing[0] && !found.playing[1]);
    assert_memory_equal(&found.table[0].seat[1], &t.seat[1], sizeof t.seat[1]);
    assert_string_equal(found.table[0].kind, t.kind);
    assert_string_equal(found.table[0].rules, t.rules);
    assert_int_equal(found.table[0].seat[2].strength, 2);
    assert_int_equal(found.round[0].id, r.id);
    assert_int_equal(found.round[0].table, t.id);
    assert_memory_equal(found.round[0].key, r.key, sizeof r.key);
    assert_int_equal(found.n[0], 2);
    assert_string_equal(found.last[0], "end");
    assert_int_equal(figures(f, ann, "").rounds, 0);
}

static void a_table_that_has_lost_seats_has_lost_them(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    struct table_row t = table_of(f, person(f, "ann"));
    t.seats = 4;
    table_save(f->store, &t, on_done, &a);
    await(f, &a);
    t.seats = 2;
    t.seat[1] = (struct table_seat){ 0 };
    table_save(f->store, &t, on_done, &a);
    await(f, &a);
    struct found found = after_restart(f);
    assert_int_equal(found.table[0].seats, 2);
    assert_int_equal(found.table[0].seat[1].kind, SEAT_EMPTY);
    assert_int_equal(kept(f, "SELECT count(*) FROM seat"), 2);
}

static void a_table_that_breaks_up_stays_as_a_record_without_points(void **state)
{
    struct fixture *f = *state;
    struct shown s = { 0 };
    struct answer a = { 0 };
    int64_t ann = person(f, "ann");
    struct table_row t = table_of(f, ann);
    struct round_row r = begin(f, &t);
    move(f, r.id, 1, "7h@n");
    table_close(f->store, t.id, on_done, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    table_save(f->store, &t, on_done, &a); /* a late word does not open it again */
    assert_int_equal(await(f, &a), STORE_OK);
    struct round_end end = { .table = t, .round = r.id, .result = "too late" };
    end.score[1] = points(ann, 5);
    round_finish(f->store, &end, on_finish, &a);
    assert_int_equal(await(f, &a), STORE_FAILED);
    assert_int_equal(after_restart(f).tables, 0);
    assert_int_equal(read_round(f, &s, r.id), STORE_OK);
    assert_string_equal(s.kept.result, "");
    assert_int_equal(s.kept.n, 1);
    assert_int_equal(figures(f, ann, "").rounds, 0);
    table_close(f->store, t.id + 100, on_done, &a);
    assert_int_equal(await(f, &a), STORE_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_move_told_twice_is_kept_once, setup, teardown),
        cmocka_unit_test_setup_teardown(another_move_of_the_same_number_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(a_move_without_the_one_before_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(a_round_that_is_over_takes_no_move, setup, teardown),
        cmocka_unit_test_setup_teardown(a_table_plays_one_round_at_a_time, setup, teardown),
        cmocka_unit_test_setup_teardown(a_round_that_is_begun_again_is_there_once, setup, teardown),
        cmocka_unit_test_setup_teardown(an_end_told_twice_counts_once, setup, teardown),
        cmocka_unit_test_setup_teardown(each_fifty_points_make_a_big_loser, setup, teardown),
        cmocka_unit_test_setup_teardown(a_win_sheds_the_mark_but_not_one_that_it_brings, setup, teardown),
        cmocka_unit_test_setup_teardown(a_wall_clock_that_jumps_moves_nobody_in_the_hall, setup, teardown),
        cmocka_unit_test_setup_teardown(the_hall_lists_the_newest_first_with_date_and_round, setup, teardown),
        cmocka_unit_test_setup_teardown(figures_are_kept_for_each_kind_and_for_all_together, setup, teardown),
        cmocka_unit_test_setup_teardown(figures_of_nobody_are_none, setup, teardown),
        cmocka_unit_test_setup_teardown(who_leaves_for_good_takes_the_points_once, setup, teardown),
        cmocka_unit_test_setup_teardown(a_round_with_a_score_of_nobody_known_leaves_nothing_behind, setup, teardown),
        cmocka_unit_test_setup_teardown(a_finished_round_has_all_that_its_record_needs, setup, teardown),
        cmocka_unit_test_setup_teardown(an_unfinished_round_comes_back_with_its_moves, setup, teardown),
        cmocka_unit_test_setup_teardown(a_table_that_has_lost_seats_has_lost_them, setup, teardown),
        cmocka_unit_test_setup_teardown(a_table_that_breaks_up_stays_as_a_record_without_points, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
