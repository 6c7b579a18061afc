#include "store/fixture.h"

#include "store/db.h"
#include "store/migrate.h"
#include "store/steps.h"

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
    assert_non_null(strstr(e.text, "1 rows would point nowhere"));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_new_file_gets_every_step_and_an_old_one_those_it_lacks, setup, teardown),
        cmocka_unit_test_setup_teardown(a_step_that_fails_leaves_the_file_as_the_one_before_left_it, setup, teardown),
        cmocka_unit_test_setup_teardown(a_step_may_not_leave_a_row_that_points_nowhere, setup, teardown),
        cmocka_unit_test_setup_teardown(the_steps_of_the_house_run, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
