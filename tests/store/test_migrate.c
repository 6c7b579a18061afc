#include "store/fixture.h"

#include "store/db.h"
#include "store/migrate.h"
#include "store/steps.h"

#include <signal.h>
#include <sys/wait.h>

#define STEP(name, sql)                                                                                                \
    {                                                                                                                  \
        name, (const unsigned char *)(sql), sizeof(sql) - 1                                                            \
    }

static const struct embedded_file good[] = {
    STEP("0001_parent.sql", "CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT; INSERT INTO parent VALUES (7);"),
    STEP("0002_child.sql",
         "CREATE TABLE child (parent INTEGER REFERENCES parent) STRICT; INSERT INTO child VALUES (7);"),
    { 0 },
};
static const struct embedded_file broken[] = {
    STEP("0001_parent.sql", "CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT;"),
    STEP("0002_broken.sql", "CREATE TABLE half (x INTEGER) STRICT; INSERT INTO nowhere VALUES (1);"),
    { 0 },
};
static const struct embedded_file hanging[] = {
    STEP("0001_parent.sql", "CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT;"),
    STEP("0002_hanging.sql",
         "CREATE TABLE child (parent INTEGER REFERENCES parent) STRICT; INSERT INTO child VALUES (8);"),
    { 0 },
};

static int setup(void **state)
{
    struct fixture *f = *state = calloc(1, sizeof *f);
    fixture_make(f);
    return 0;
}

static int teardown(void **state)
{
    fixture_close(*state);
    free(*state);
    return 0;
}

static bool run(struct fixture *f, const struct embedded_file *steps, struct err *e)
{
    struct db *db = db_open(f->path, false, e);
    assert_non_null(db);
    bool well = migrate(db, f->path, steps, e);
    db_close(db);
    return well;
}

static void a_new_file_gets_every_step_and_an_old_one_those_it_lacks(void **state)
{
    struct fixture *f = *state;
    struct err e;
    const struct embedded_file first[] = { good[0], { 0 } };
    assert_true(run(f, first, &e));
    assert_int_equal(kept(f, "PRAGMA user_version"), 1);
    assert_true(run(f, good, &e));
    assert_true(run(f, good, &e));
    assert_int_equal(kept(f, "PRAGMA user_version"), 2);
    assert_int_equal(kept(f, "SELECT count(*) FROM child"), 1);
    assert_false(run(f, first, &e));
    assert_non_null(strstr(e.text, "comes from a newer program (schema 2; this one knows 1)"));
}

static void a_step_that_fails_leaves_the_file_as_the_one_before_left_it(void **state)
{
    struct fixture *f = *state;
    struct err e;
    assert_false(run(f, broken, &e));
    assert_non_null(strstr(e.text, "cannot be brought up to date by 0002_broken.sql: no such table: nowhere."));
    assert_int_equal(kept(f, "PRAGMA user_version"), 1);
    assert_int_equal(kept(f, "SELECT count(*) FROM sqlite_schema"), 1);
}

static void a_step_may_not_leave_a_row_that_points_nowhere(void **state)
{
    struct fixture *f = *state;
    struct err e;
    assert_false(run(f, hanging, &e));
    assert_non_null(strstr(e.text, "1 row would point nowhere"));
    assert_int_equal(kept(f, "PRAGMA user_version"), 1);
}

static void the_steps_of_the_house_run(void **state)
{
    struct fixture *f = *state;
    struct err e;
    assert_true(run(f, db_steps, &e));
    sqlite3 *db = outside_open(f);
    assert_string_equal(outside_text(db, "PRAGMA integrity_check"), "ok");
    sqlite3_close(db);
}

/* --- from every step to the newest --- */

/* Rows for every table, with the step that brought it. Whoever brings a table brings a row. */
static const struct {
    int step;
    const char *sql;
} rows[] = {
    { 1, "INSERT INTO account (id, handle, password, charset, tally, loser, created_s, seen_s) VALUES (1, 'ann', 'x', "
         "'utf8', 7, 1, 10, 20), "
         "(2, 'A-nn', NULL, '', 0, 0, 11, 21), (3, 'B1ll', NULL, '', 0, 0, 12, 22), (4, 'Bill', NULL, '', 49, 0, 13, "
         "23)" },
    { 1, "INSERT INTO account_key VALUES (randomblob(32), 1, 10), (randomblob(32), 1, 11)" },
    { 1, "INSERT INTO card_table (id, game, kind, rules, seats, round, opened_s) VALUES (5, 'corners', 'corners last', "
         "'last', 2, 1, 30)" },
    { 1,
      "INSERT INTO seat (table_id, seat, kind, account_id, name, strength, total) VALUES (5, 1, 1, 1, 'ann', 0, 12)" },
    { 1, "INSERT INTO round (id, table_id, number, dealer, deal_key, game, kind, rules, seats, begun_s) "
         "VALUES (6, 5, 1, 1, randomblob(32), 'corners', 'corners last', 'last', 2, 40)" },
    { 1, "INSERT INTO round_seat (round_id, seat, kind, account_id, name, strength, total) VALUES (6, 1, 1, 1, 'ann', "
         "0, 0)" },
    { 1, "INSERT INTO move (round_id, ply, text) VALUES (6, 1, '9s@n'), (6, 2, 'end')" },
    { 1, "INSERT INTO score (round_id, account_id, seat, points, won, match_over, match_won) VALUES (6, 1, 1, 57, 0, "
         "1, 0)" },
    { 1, "INSERT INTO big_loser (round_id, account_id, tally, when_s) VALUES (6, 1, 57, 50)" },
    { 2, "INSERT INTO patience (id, account_id, game, deal, open, begun_s, changed_s) VALUES (1, 1, 'grid', 617, 1, "
         "60, 61)" },
    { 2, "INSERT INTO patience_move (patience_id, ply, text) VALUES (1, 1, '@b2')" },
    { 5, "INSERT INTO known_network (account_id, hash, seen_s) VALUES (1, randomblob(16), 70)" },
};

static int newest(void)
{
    int n = 0;
    while (db_steps[n].name != NULL) n++;
    return n;
}

/* The steps up to number, and no more. */
static const struct embedded_file *steps_to(int number)
{
    static struct embedded_file some[64];
    memcpy(some, db_steps, (size_t)number * sizeof *some);
    some[number] = (struct embedded_file){ 0 };
    return some;
}

/* One statement's rows as lines, in memory that the caller frees. */
static char *lines_of(sqlite3 *db, const char *sql)
{
    sqlite3_str *out = sqlite3_str_new(db);
    sqlite3_stmt *stmt;
    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK) fail_msg("%s: %s", sqlite3_errmsg(db), sql);
    while (sqlite3_step(stmt) == SQLITE_ROW) sqlite3_str_appendf(out, "%s\n", sqlite3_column_text(stmt, 0));
    sqlite3_finalize(stmt);
    sqlite3_str_appendf(out, "");
    char *text = sqlite3_str_finish(out);
    return text != NULL ? text : sqlite3_mprintf("");
}

#define DUMPS_MAX 64

/* What is in each table: the statement that tells it, of the columns that it has now, and its answer. */
struct dump {
    int n;
    char *sql[DUMPS_MAX], *text[DUMPS_MAX];
};

static struct dump dump_take(struct fixture *f)
{
    struct dump d = { 0 };
    sqlite3 *db = outside_open(f);
    char *all = lines_of(
        db,
        "SELECT 'SELECT ' || (SELECT group_concat('quote(' || name || ')', ' || '','' || ') FROM "
        "pragma_table_info(t.name)) || "
        "' FROM ' || t.name || ' ORDER BY 1' FROM sqlite_schema t WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
    for (char *save, *sql = strtok_r(all, "\n", &save); sql != NULL; sql = strtok_r(NULL, "\n", &save)) {
        assert_true(d.n < DUMPS_MAX);
        d.sql[d.n] = sqlite3_mprintf("%s", sql);
        d.text[d.n] = lines_of(db, sql);
        if (d.text[d.n][0] == '\0') fail_msg("this table has no row to be kept: %s", sql);
        d.n++;
    }
    sqlite3_free(all);
    sqlite3_close(db);
    return d;
}

static void dump_compare(struct fixture *f, struct dump *d)
{
    sqlite3 *db = outside_open(f);
    for (int i = 0; i < d->n; i++) {
        char *now = lines_of(db, d->sql[i]);
        assert_string_equal(now, d->text[i]);
        sqlite3_free(now);
    }
    assert_string_equal(outside_text(db, "PRAGMA integrity_check"), "ok");
    assert_int_equal(outside_number(db, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    sqlite3_close(db);
}

static void dump_free(struct dump *d)
{
    for (int i = 0; i < d->n; i++) {
        sqlite3_free(d->sql[i]);
        sqlite3_free(d->text[i]);
    }
}

/* A file as the program of that step left it. */
static struct dump furnish(struct fixture *f, int step)
{
    struct err e;
    unlink(f->path);
    assert_true(run(f, steps_to(step), &e));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].step <= step) tamper(f, rows[i].sql);
    return dump_take(f);
}

static void rows_of_every_step_are_kept_on_the_way_to_the_newest(void **state)
{
    struct fixture *f = *state;
    struct err e;
    for (int step = 1; step <= newest(); step++) {
        struct dump d = furnish(f, step);
        if (!run(f, db_steps, &e)) fail_msg("from step %d: %s", step, e.text);
        assert_int_equal(kept(f, "PRAGMA user_version"), newest());
        dump_compare(f, &d);
        dump_free(&d);
    }
}

static void die(sqlite3_context *context, int n, sqlite3_value **values)
{
    (void)context, (void)n, (void)values;
    kill(getpid(), SIGKILL);
}

static int give_die(sqlite3 *db, const char **why, const struct sqlite3_api_routines *api)
{
    (void)why, (void)api;
    return sqlite3_create_function(db, "die", 0, SQLITE_UTF8, NULL, die, NULL, NULL);
}

/* A child runs the step that follows, all of it but its end, and is killed. */
static void die_in_step(struct fixture *f, int number)
{
    char *sql = sqlite3_mprintf("%s; SELECT die()", (const char *)db_steps[number - 1].bytes);
    struct embedded_file *steps = (struct embedded_file *)steps_to(number);
    int status;
    steps[number - 1].bytes = (const unsigned char *)sql;
    steps[number - 1].length = strlen(sql);
    pid_t pid = fork();
    if (pid == 0) {
        struct err e;
        sqlite3_auto_extension((void (*)(void))give_die);
        run(f, steps, &e);
        _exit(1);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status));
    sqlite3_free(sql);
}

static void a_step_cut_short_by_a_kill_leaves_the_one_before_and_can_be_taken_again(void **state)
{
    struct fixture *f = *state;
    struct err e;
    for (int step = 1; step < newest(); step++) {
        struct dump d = furnish(f, step);
        die_in_step(f, step + 1);
        assert_int_equal(kept(f, "PRAGMA user_version"), step);
        dump_compare(f, &d);
        if (!run(f, db_steps, &e)) fail_msg("from step %d: %s", step, e.text);
        dump_compare(f, &d);
        dump_free(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_new_file_gets_every_step_and_an_old_one_those_it_lacks, setup, teardown),
        cmocka_unit_test_setup_teardown(a_step_that_fails_leaves_the_file_as_the_one_before_left_it, setup, teardown),
        cmocka_unit_test_setup_teardown(a_step_may_not_leave_a_row_that_points_nowhere, setup, teardown),
        cmocka_unit_test_setup_teardown(the_steps_of_the_house_run, setup, teardown),
        cmocka_unit_test_setup_teardown(rows_of_every_step_are_kept_on_the_way_to_the_newest, setup, teardown),
        cmocka_unit_test_setup_teardown(a_step_cut_short_by_a_kill_leaves_the_one_before_and_can_be_taken_again, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
