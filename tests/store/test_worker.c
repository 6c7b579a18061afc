#include "store/fixture.h"

#include "base/clock.h"
#include "base/inbox.h"
#include "store/db.h"
#include "store/worker.h"

#include <sched.h>
#include <stdatomic.h>

enum deed { WRITE, WRITE_AND_REFUSE, LOSE_EVERYTHING, SPOIL_THE_COMMIT };

struct bench {
    struct fixture f;
    struct inbox *inbox;
    struct worker *worker;
    sqlite3 *watcher; /* for the worker's thread */
    int told, results[2000];
    struct clock_fake still; /* a transaction never ends for its age */
    long most_at_once;
};

struct deed_job {
    struct job job;
    struct bench *bench;
    enum deed deed;
    int number;
};

static int setup(void **state)
{
    struct bench *b = *state = calloc(1, sizeof *b);
    struct err e;
    fixture_make(&b->f);
    struct db *db = db_open(b->f.path, false, &e);
    assert_true(db_use_wal(db, &e));
    assert_true(
        db_exec(db, "CREATE TABLE deed (number INTEGER PRIMARY KEY, needs INTEGER REFERENCES deed) STRICT", &e));
    b->inbox = inbox_new(b->f.base);
    clock_fake_init(&b->still, 1, 1);
    b->worker = worker_new(db, b->inbox, &b->still.clock, 2000, WORKER_BATCH_JOBS);
    b->watcher = outside_open(&b->f);
    return 0;
}

static int teardown(void **state)
{
    struct bench *b = *state;
    worker_free(b->worker);
    inbox_free(b->inbox);
    sqlite3_close(b->watcher);
    fixture_close(&b->f);
    free(b);
    return 0;
}

static bool insert(struct db *db, int number, int needs)
{
    struct query q = db_query(db, "INSERT INTO deed VALUES (?, ?)");
    put_int(&q, number);
    put_id(&q, needs);
    return query_do(&q);
}

static enum store_result do_deed(struct job *j, struct db *db)
{
    struct deed_job *d = (struct deed_job *)j;
    long open_for = d->number - outside_number(d->bench->watcher, "SELECT ifnull(max(number), 0) FROM deed");
    if (open_for > d->bench->most_at_once) d->bench->most_at_once = open_for;
    if (d->deed == LOSE_EVERYTHING) return db_run(db, "ROLLBACK") ? STORE_OK : STORE_FAILED;
    if (d->deed == SPOIL_THE_COMMIT && !db_run(db, "PRAGMA defer_foreign_keys = ON")) return STORE_FAILED;
    if (!insert(db, d->number, d->deed == SPOIL_THE_COMMIT ? 4711 : 0)) return STORE_FAILED;
    return d->deed == WRITE_AND_REFUSE ? STORE_WRONG : STORE_OK;
}

static void tell_deed(struct job *j)
{
    struct deed_job *d = (struct deed_job *)j;
    assert_int_equal(d->number, d->bench->told + 1); /* in order */
    d->bench->results[d->bench->told++] = (int)j->result;
    free(d);
}

/* Has these deeds done, numbered from 1; all of them wait before the first is begun. */
static void have_done(struct bench *b, const enum deed *deeds, int n)
{
    outside_exec(b->watcher, "BEGIN IMMEDIATE");
    for (int i = 0; i < n; i++) {
        struct deed_job *d = calloc(1, sizeof *d);
        *d = (struct deed_job){
            .job = { .run = do_deed, .answer = tell_deed }, .bench = b, .deed = deeds[i], .number = i + 1
        };
        worker_submit(b->worker, &d->job);
    }
    outside_exec(b->watcher, "COMMIT");
    worker_drain(b->worker);
    assert_int_equal(b->told, 0);
    inbox_deliver(b->inbox);
    assert_int_equal(b->told, n);
    assert_int_equal(worker_unanswered(b->worker), 0);
}

static void a_job_that_fails_takes_back_only_its_own_work(void **state)
{
    struct bench *b = *state;
    have_done(b, (enum deed[]){ WRITE, WRITE_AND_REFUSE, WRITE }, 3);
    assert_int_equal(b->results[0], STORE_OK);
    assert_int_equal(b->results[1], STORE_WRONG);
    assert_int_equal(b->results[2], STORE_OK);
    assert_int_equal(kept(&b->f, "SELECT sum(number) FROM deed"), 1 + 3);
}

/* As SQLite does when the disk is full. What came before in the transaction is lost too, and is said to be. */
static void a_transaction_that_is_lost_is_nobodys_success(void **state)
{
    struct bench *b = *state;
    have_done(b, (enum deed[]){ WRITE, WRITE_AND_REFUSE, LOSE_EVERYTHING, WRITE }, 4);
    assert_int_equal(b->results[0], STORE_FAILED);
    assert_int_equal(b->results[1], STORE_FAILED);
    assert_int_equal(b->results[2], STORE_FAILED);
    assert_int_equal(b->results[3], STORE_OK);
    assert_int_equal(kept(&b->f, "SELECT sum(number) FROM deed"), 4);
}

static void a_commit_that_fails_is_nobodys_success(void **state)
{
    struct bench *b = *state;
    have_done(b, (enum deed[]){ WRITE, SPOIL_THE_COMMIT }, 2);
    assert_int_equal(b->results[0], STORE_FAILED);
    assert_int_equal(b->results[1], STORE_FAILED);
    assert_int_equal(kept(&b->f, "SELECT count(*) FROM deed"), 0);
}

static void what_waits_shares_a_transaction_up_to_a_limit(void **state)
{
    struct bench *b = *state;
    enum { MANY = 1500 };
    enum deed *deeds = calloc(MANY, sizeof *deeds);
    have_done(b, deeds, MANY);
    free(deeds);
    assert_in_range(b->most_at_once, 2, WORKER_BATCH_JOBS);
    assert_int_equal(kept(&b->f, "SELECT count(*) FROM deed"), MANY);
}

/* --- reading --- */

struct look_job {
    struct job job;
    struct bench *bench;
    long seen;
};

static atomic_bool both_asked;

static enum store_result look(struct job *j, struct db *db)
{
    struct look_job *l = (struct look_job *)j;
    while (!atomic_load(&both_asked)) sched_yield();
    struct query q = db_query(db, "SELECT count(*) FROM deed");
    bool there = query_next(&q);
    l->seen = there ? (long)get_int(&q) : -1;
    query_end(&q);
    return STORE_OK;
}

/* What is written between them is written after the first has looked and before the second does. */
static enum store_result look_and_write(struct job *j, struct db *db)
{
    look(j, db);
    outside_exec(((struct look_job *)j)->bench->watcher, "INSERT INTO deed VALUES (1, NULL)");
    return STORE_OK;
}

static void tell_nobody(struct job *j)
{
    (void)j;
}

static void a_reader_never_shows_what_was_before_it_was_asked(void **state)
{
    struct bench *b = *state;
    struct err e;
    struct worker *reader = worker_new(db_open(b->f.path, true, &e), b->inbox, &b->still.clock, 10, 1);
    struct look_job first = { .job = { .run = look_and_write, .answer = tell_nobody }, .bench = b };
    struct look_job second = { .job = { .run = look, .answer = tell_nobody }, .bench = b };
    atomic_store(&both_asked, false);
    worker_submit(reader, &first.job);
    worker_submit(reader, &second.job);
    atomic_store(&both_asked, true);
    worker_drain(reader);
    inbox_deliver(b->inbox);
    assert_int_equal(first.seen, 0);
    assert_int_equal(second.seen, 1);
    worker_free(reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_job_that_fails_takes_back_only_its_own_work, setup, teardown),
        cmocka_unit_test_setup_teardown(a_transaction_that_is_lost_is_nobodys_success, setup, teardown),
        cmocka_unit_test_setup_teardown(a_commit_that_fails_is_nobodys_success, setup, teardown),
        cmocka_unit_test_setup_teardown(what_waits_shares_a_transaction_up_to_a_limit, setup, teardown),
        cmocka_unit_test_setup_teardown(a_reader_never_shows_what_was_before_it_was_asked, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
