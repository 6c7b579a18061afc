#include "store/fixture.h"

#include "store/db_files.h"
#include "store/db.h"
#include "store/migrate.h"
#include "store/tidy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

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

/* The sentence with which the file of f is refused. */
static const char *refusal(struct fixture *f)
{
    static struct err e;
    e.text[0] = '\0';
    store_close(f->store);
    f->store = NULL;
    assert_null(store_open(f->base, &f->clock.clock, f->pool, f->path, &e));
    return e.text;
}

static void assert_says(const char *sentence, const char *words)
{
    if (strstr(sentence, words) == NULL) fail_msg("\"%s\" does not say \"%s\"", sentence, words);
    assert_int_equal(sentence[strlen(sentence) - 1], '.');
}

static void every_file_is_for_its_owner_only(void **state)
{
    struct fixture *f = *state;
    static const char *const ends[] = { "", "-wal", "-shm", ".lock" };
    store_close(f->store);
    f->store = NULL;
    assert_int_equal(chmod(f->path, 0644), 0);
    mode_t mask = umask(0);
    fixture_reopen(f);
    person(f, "ann");
    umask(mask);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char name[128];
        struct stat st;
        snprintf(name, sizeof name, "%s%s", f->path, ends[i]);
        assert_int_equal(stat(name, &st), 0);
        assert_int_equal(st.st_mode & 0777, 0600);
    }
}

static void a_second_host_is_refused_until_the_first_has_gone(void **state)
{
    struct fixture *f = *state;
    struct err e;
    assert_null(store_open(f->base, &f->clock.clock, f->pool, f->path, &e));
    assert_says(e.text, "in use by another host");
    fixture_reopen(f);
}

/* A link to the database from elsewhere is the same database: its lock is the one of the file. */
static void a_second_host_is_refused_by_a_link_too(void **state)
{
    struct fixture *f = *state;
    struct err e = { "" };
    char link[128], lock[160];
    snprintf(link, sizeof link, "%s/link.db", f->dir);
    snprintf(lock, sizeof lock, "%s.lock", link);
    assert_int_equal(symlink(f->path, link), 0);
    assert_null(store_open(f->base, &f->clock.clock, f->pool, link, &e));
    assert_says(e.text, "in use by another host");
    assert_int_equal(access(lock, F_OK), -1);
    store_close(f->store);
    f->store = store_open(f->base, &f->clock.clock, f->pool, link, &e);
    assert_non_null(f->store);
    assert_null(store_open(f->base, &f->clock.clock, f->pool, f->path, &e));
    assert_says(e.text, "in use by another host");
    assert_int_equal(access(lock, F_OK), -1);
    assert_int_equal(unlink(link), 0);
}

static void a_database_with_two_names_is_refused(void **state)
{
    struct fixture *f = *state;
    struct err e = { "" };
    char other[128];
    snprintf(other, sizeof other, "%s/other.db", f->dir);
    assert_int_equal(link(f->path, other), 0);
    assert_null(store_open(f->base, &f->clock.clock, f->pool, other, &e));
    assert_says(e.text, "a hard link");
    assert_says(refusal(f), "a hard link");
    assert_int_equal(unlink(other), 0);
    strcat(other, ".lock");
    assert_int_equal(unlink(other), 0);
    fixture_reopen(f);
}

static void a_commit_is_on_the_disk_and_foreign_keys_hold(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    sqlite3 *db = outside_open(f);
    assert_string_equal(outside_text(db, "PRAGMA journal_mode"), "wal");
    assert_int_equal(outside_number(db, "PRAGMA application_id"), STORE_APPLICATION);
    assert_int_equal(outside_number(db,
                                    "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND type = 'table' "
                                    "AND name NOT LIKE 'sqlite_%' AND NOT strict"),
                     0);
    sqlite3_close(db);
    struct table_row t = table_of(f, 4711);
    table_save(f->store, &t, on_done, &a);
    assert_int_equal(await(f, &a), STORE_FAILED);
    assert_int_equal(kept(f, "SELECT count(*) FROM card_table"), 0);
}

static void a_database_of_a_newer_program_is_refused_and_not_changed(void **state)
{
    struct fixture *f = *state;
    tamper(f, "PRAGMA user_version = 4711");
    assert_says(refusal(f), "comes from a newer program (schema 4711");
    assert_int_equal(kept(f, "PRAGMA user_version"), 4711);
}

static void a_database_of_another_program_is_refused(void **state)
{
    struct fixture *f = *state;
    tamper(f, "PRAGMA application_id = 7");
    assert_says(refusal(f), "some other program");
    tamper(f, "PRAGMA application_id = 0");
    assert_says(refusal(f), "some other program");
}

static void overwrite(const struct fixture *f, off_t at, size_t n)
{
    int fd = open(f->path, O_WRONLY);
    char *rubbish = malloc(n);
    memset(rubbish, 0x5A, n);
    assert_int_equal(pwrite(fd, rubbish, n, at), n);
    free(rubbish);
    close(fd);
}

/* Better no house than one that plays on with half of its memory (P15, P16). */
static void a_damaged_database_is_refused_in_a_clear_sentence(void **state)
{
    struct fixture *f = *state;
    for (int i = 0; i < 60; i++) {
        char handle[32];
        snprintf(handle, sizeof handle, "player%d", i);
        person(f, handle);
    }
    store_close(f->store);
    f->store = NULL;
    long page = kept(f, "SELECT rootpage FROM sqlite_schema WHERE name = 'account'");
    overwrite(f, (page - 1) * 4096, 4096);
    assert_says(refusal(f), "is damaged");
    overwrite(f, 0, 100);
    assert_says(refusal(f), "damaged or no database at all");
}

static void a_directory_that_is_not_there_is_refused(void **state)
{
    struct fixture *f = *state;
    struct err e;
    assert_null(store_open(f->base, &f->clock.clock, f->pool, "/tmp/kingscorner-is-not-here/house.db", &e));
    assert_says(e.text, "No such file or directory");
}

static void ids_go_on_after_a_restart(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(store_next_id(f->store), 1);
    struct table_row t = table_of(f, person(f, "ann"));
    struct round_row r = begin(f, &t);
    assert_int_equal(r.id, 3);
    fixture_reopen(f);
    assert_int_equal(store_next_id(f->store), 4);
}

/* Something outside holds up the writer, so that jobs have to queue. */
static void a_full_queue_says_busy_and_everybody_gets_one_answer(void **state)
{
    struct fixture *f = *state;
    enum { ASKED = 17000, ROOM = 16384 };
    struct answer *a = calloc(ASKED, sizeof *a);
    struct table_row t = table_of(f, 0);
    sqlite3 *outside = outside_open(f);
    outside_exec(outside, "BEGIN IMMEDIATE");
    for (int i = 0; i < ASKED; i++) table_save(f->store, &t, on_done, &a[i]);
    assert_int_equal(store_pending(f->store), ASKED);
    for (int i = 0; i < ASKED; i++) assert_int_equal(a[i].times, 0);
    outside_exec(outside, "COMMIT");
    sqlite3_close(outside);
    AWAIT(f->base, store_pending(f->store) == 0, "%d answers do not come", (int)store_pending(f->store));
    int busy = 0;
    for (int i = 0; i < ASKED; i++) {
        assert_int_equal(a[i].times, 1);
        assert_int_equal(a[i].result, i < ROOM ? STORE_OK : a[i].result);
        busy += a[i].result == STORE_BUSY;
    }
    assert_in_range(busy, ASKED - ROOM - 1, ASKED - ROOM); /* the writer may have one in its hand */
    free(a);
}

struct chain {
    struct fixture *f;
    struct table_row table;
    int left;
};

static void next_link(void *arg, enum store_result result)
{
    struct chain *c = arg;
    assert_int_equal(result, STORE_OK);
    if (c->left-- == 0) return;
    c->table.id++;
    table_save(c->f->store, &c->table, next_link, c);
}

static void closing_finishes_also_what_answers_ask_for(void **state)
{
    struct fixture *f = *state;
    struct chain c = { .f = f, .table = table_of(f, 0), .left = 9 };
    struct answer losers = { 0 };
    table_save(f->store, &c.table, next_link, &c);
    losers_read(f->store, on_losers, &losers);
    store_close(f->store);
    f->store = NULL;
    assert_int_equal(c.left, -1);
    assert_int_equal(losers.times, 1);
    assert_int_equal(kept(f, "SELECT count(*) FROM card_table"), 10);
}

static void a_done_of_nobody_is_not_called(void **state)
{
    struct fixture *f = *state;
    struct table_row t = table_of(f, 0);
    table_save(f->store, &t, NULL, NULL);
    fixture_reopen(f);
    assert_int_equal(kept(f, "SELECT count(*) FROM card_table"), 1);
}

/* Until the log beside the file is empty: the writer's thread does it in its own time. */
static void await_empty_log(struct fixture *f)
{
    struct timespec moment = { .tv_nsec = 20 * 1000 * 1000 };
    for (int i = 0; i < 1500 && db_files_size(f->path, "-wal") != 0; i++) nanosleep(&moment, NULL);
    assert_int_equal(db_files_size(f->path, "-wal"), 0);
}

static void the_log_is_emptied_when_nobody_writes(void **state)
{
    struct fixture *f = *state;
    person(f, "ann");
    await_empty_log(f);
    person(f, "bea");
    assert_true(db_files_size(f->path, "-wal") > 0);
    await_empty_log(f);
    assert_int_equal(kept(f, "SELECT count(*) FROM account"), 2);
}

/* What the house's log got since it was turned into this file. */
static const char *logged(FILE *log)
{
    static char text[2048];
    rewind(log);
    text[fread(text, 1, sizeof text - 1, log)] = '\0';
    return text;
}

static void a_reader_that_holds_the_log_up_is_told_once_and_its_end_too(void **state)
{
    struct fixture *f = *state;
    struct tidy t = { .held = false };
    struct err e;
    person(f, "ann");
    store_close(f->store);
    f->store = NULL;
    struct db *db = db_open(f->path, false, &e);
    assert_true(db_use_wal(db, &e));
    sqlite3 *reader = outside_open(f);
    outside_exec(reader, "BEGIN; SELECT count(*) FROM account");
    assert_true(db_exec(db, "UPDATE account SET tally = 1", &e));
    FILE *log = tmpfile();
    int before = dup(STDERR_FILENO);
    dup2(fileno(log), STDERR_FILENO);
    assert_false(tidy_log(&t, db, 5000));
    assert_false(tidy_log(&t, db, 5000 + TIDY_HELD_MS - 1));
    assert_string_equal(logged(log), "");
    assert_false(tidy_log(&t, db, 5000 + TIDY_HELD_MS));
    assert_false(tidy_log(&t, db, 5000 + 3 * TIDY_HELD_MS));
    const char *first = strstr(logged(log), "<4>store: somebody has been reading in the database for 10 s");
    assert_non_null(first);
    assert_null(strstr(first + 1, "<4>"));
    outside_exec(reader, "COMMIT");
    sqlite3_close(reader);
    assert_true(tidy_log(&t, db, 5000 + 4 * TIDY_HELD_MS));
    assert_non_null(strstr(logged(log), "<5>store: the reader has gone after 40 s"));
    assert_int_equal(db_files_size(f->path, "-wal"), 0);
    size_t told = strlen(logged(log));
    assert_true(tidy_log(&t, db, 99000));
    assert_int_equal(strlen(logged(log)), told);
    dup2(before, STDERR_FILENO);
    close(before);
    fclose(log);
    db_close(db);
}

static void a_log_that_grew_is_cut_when_it_begins_anew(void **state)
{
    struct fixture *f = *state;
    struct err e;
    person(f, "ann");
    store_close(f->store);
    f->store = NULL;
    struct db *db = db_open(f->path, false, &e);
    assert_true(db_use_wal(db, &e));
    sqlite3 *reader = outside_open(f);
    outside_exec(reader, "BEGIN; SELECT count(*) FROM account");
    for (int i = 0; i < 1700; i++)
        if (!db_exec(db, "UPDATE account SET tally = (tally + 1) % 50", &e)) fail_msg("%s", e.text);
    assert_true(db_files_size(f->path, "-wal") > 6000000);
    sqlite3_close(reader);
    for (int i = 0; i < 3; i++) assert_true(db_exec(db, "UPDATE account SET tally = (tally + 1) % 50", &e));
    assert_true(db_files_size(f->path, "-wal") <= 1048576);
    db_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_file_is_for_its_owner_only, setup, teardown),
        cmocka_unit_test_setup_teardown(a_second_host_is_refused_until_the_first_has_gone, setup, teardown),
        cmocka_unit_test_setup_teardown(a_second_host_is_refused_by_a_link_too, setup, teardown),
        cmocka_unit_test_setup_teardown(a_database_with_two_names_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(a_commit_is_on_the_disk_and_foreign_keys_hold, setup, teardown),
        cmocka_unit_test_setup_teardown(a_database_of_a_newer_program_is_refused_and_not_changed, setup, teardown),
        cmocka_unit_test_setup_teardown(a_database_of_another_program_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(a_damaged_database_is_refused_in_a_clear_sentence, setup, teardown),
        cmocka_unit_test_setup_teardown(a_directory_that_is_not_there_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(ids_go_on_after_a_restart, setup, teardown),
        cmocka_unit_test_setup_teardown(a_full_queue_says_busy_and_everybody_gets_one_answer, setup, teardown),
        cmocka_unit_test_setup_teardown(closing_finishes_also_what_answers_ask_for, setup, teardown),
        cmocka_unit_test_setup_teardown(a_done_of_nobody_is_not_called, setup, teardown),
        cmocka_unit_test_setup_teardown(the_log_is_emptied_when_nobody_writes, setup, teardown),
        cmocka_unit_test_setup_teardown(a_reader_that_holds_the_log_up_is_told_once_and_its_end_too, setup, teardown),
        cmocka_unit_test_setup_teardown(a_log_that_grew_is_cut_when_it_begins_anew, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
