/* A child plays rounds into the store as fast as it can and reports every answer through a pipe; it is killed at random
 * moments. What was answered must be there, whole, and once (P12, P14, P15). */
#include "store/fixture.h"

#include <signal.h>
#include <sys/random.h>
#include <sys/wait.h>

enum { KILLS = 50, ANSWERS_MAX = 100, TABLES = 4, MOVES = 9 };

enum what { BEGUN, MOVED, FINISHED };

struct report {
    enum what what;
    int ply;
    int64_t round;
};

/* The answers that the parent has got so far; the child inherits them, as a host remembers what it asked for. */
struct reports {
    struct report *at;
    size_t n, room;
};

static int points_of(int64_t round, int seat)
{
    return (int)((round * 7 + seat * 11) % 40);
}

static void move_of(char text[TABLE_MOVE], int64_t round, int ply)
{
    snprintf(text, TABLE_MOVE, "m%d", (int)((round * 31 + ply) % 1000));
}

/* --- the child --- */

struct player {
    struct store *store;
    struct table_row table;
    int64_t round;
    int ply; /* moves that are on the disk */
    int out; /* the pipe */
};

static void report(const struct player *p, enum what what, enum store_result result)
{
    struct report r = { .what = what, .ply = p->ply, .round = p->round };
    if (result != STORE_OK || write(p->out, &r, sizeof r) != sizeof r) _exit(1);
}

static void next_round(struct player *p);

static struct round_end end_of(const struct table_row *t, int64_t round)
{
    struct round_end end = { .table = *t, .round = round, .result = "over" };
    for (int seat = 1; seat <= 2; seat++)
        end.score[seat] = (struct round_score){ .account = seat, .points = points_of(round, seat), .won = seat == 1 };
    return end;
}

static void on_finished(void *arg, enum store_result result, const bool banner[TABLE_SEATS + 1])
{
    (void)banner;
    report(arg, FINISHED, result);
    next_round(arg);
}

static void finish(struct player *p)
{
    struct round_end end = end_of(&p->table, p->round);
    round_finish(p->store, &end, on_finished, p);
}

static void on_moved(void *arg, enum store_result result)
{
    struct player *p = arg;
    p->ply++;
    report(p, MOVED, result);
    if (p->ply == MOVES) finish(p);
}

/* Goes on from the last move that is on the disk, and sends that one once more. */
static void go_on(struct player *p)
{
    char text[TABLE_MOVE];
    if (p->ply > 0) p->ply--;
    for (int ply = p->ply + 1; ply <= MOVES; ply++) {
        move_of(text, p->round, ply);
        round_move(p->store, p->round, ply, text, on_moved, p);
    }
}

static void on_begun(void *arg, enum store_result result)
{
    report(arg, BEGUN, result);
    go_on(arg);
}

static void next_round(struct player *p)
{
    p->ply = 0;
    p->round = store_next_id(p->store);
    p->table.round++;
    struct round_row r = { .id = p->round, .table = p->table.id, .number = p->table.round, .dealer = 1 };
    round_begin(p->store, &p->table, &r, on_begun, p);
}

static void on_table(void *ctx, const struct table_row *t, const struct round_row *r, const char (*moves)[TABLE_MOVE],
                     int n)
{
    (void)moves;
    struct player *p = ctx;
    while (p->table.id != 0) p++;
    p->table = *t;
    p->round = r ? r->id : 0;
    p->ply = n;
}

/* What the house had asked for before it died it may ask for again. */
static void repeat_ends(struct store *s, const struct table_row *t, const struct reports *told)
{
    for (size_t i = told->n > 40 ? told->n - 40 : 0; i < told->n; i++) {
        struct round_end end = end_of(t, told->at[i].round);
        if (told->at[i].what == FINISHED) round_finish(s, &end, NULL, NULL);
    }
}

static void child(struct fixture *f, const struct reports *told, int out)
{
    struct player players[TABLES + 1] = { 0 };
    struct err e;
    struct event_base *base = event_base_new();
    struct store *s = store_open(base, &f->clock.clock, NULL, f->path, &e);
    if (s == NULL || !table_each_open(s, on_table, players, &e)) _exit(2);
    for (struct player *p = players; p < players + TABLES; p++) {
        p->store = s;
        p->out = out;
        if (p->table.id == 0) _exit(3);
        if (p->round != 0)
            go_on(p);
        else
            next_round(p);
    }
    repeat_ends(s, &players[0].table, told);
    event_base_dispatch(base);
    _exit(4);
}

/* --- the parent --- */

static bool read_report(struct reports *told, int in)
{
    struct report r;
    if (read(in, &r, sizeof r) != sizeof r) return false;
    if (told->n == told->room) told->at = realloc(told->at, (told->room = told->room * 2 + 64) * sizeof r);
    told->at[told->n++] = r;
    return true;
}

static void run_and_kill(struct fixture *f, struct reports *told, uint32_t answers)
{
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        close(ends[0]);
        child(f, told, ends[1]);
    }
    close(ends[1]);
    while (answers-- > 0)
        if (!read_report(told, ends[0])) break;
    kill(pid, SIGKILL);
    while (read_report(told, ends[0])) continue;
    close(ends[0]);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (!WIFSIGNALED(status)) fail_msg("the child ended by itself with status %d", WEXITSTATUS(status));
}

static void assert_is_there(sqlite3 *db, const struct report *r)
{
    char sql[160], text[TABLE_MOVE];
    move_of(text, r->round, r->ply);
    const char *table = r->what == MOVED ? "move WHERE round_id" : "round WHERE id";
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s = %lld", table, (long long)r->round);
    size_t n = strlen(sql);
    if (r->what == MOVED) snprintf(sql + n, sizeof sql - n, " AND ply = %d AND text = '%s'", r->ply, text);
    if (r->what == FINISHED) snprintf(sql + n, sizeof sql - n, " AND result = 'over'");
    if (outside_number(db, sql) != 1) fail_msg("lost, though it was answered: %s", sql);
}

/* Statements that find what must not be. */
static const char *const never[] = {
    /* a round that is over has both scores, one that is not has none */
    "SELECT count(*) FROM round r WHERE (SELECT count(*) FROM score WHERE round_id = r.id) <> 2 * (result IS NOT NULL)",
    /* each score is the one that was answered */
    "SELECT count(*) FROM score WHERE points <> (round_id * 7 + seat * 11) % 40",
    /* every point went into a banner or is in the tally, once */
    "SELECT count(*) FROM account a WHERE ifnull((SELECT sum(points) FROM score WHERE account_id = a.id), 0) <> "
    "tally + ifnull((SELECT sum(tally) FROM big_loser WHERE account_id = a.id), 0)",
    /* the moves have no hole, and none is missing from a round that is over */
    "SELECT count(*) FROM round r WHERE (SELECT count(*) FROM move WHERE round_id = r.id) <> "
    "ifnull((SELECT max(ply) FROM move WHERE round_id = r.id), 0)",
    "SELECT count(*) FROM round r WHERE result IS NOT NULL AND (SELECT count(*) FROM move WHERE round_id = r.id) <> 9",
    "SELECT count(*) FROM pragma_foreign_key_check",
};

static void check(const struct fixture *f, const struct reports *told, size_t from)
{
    sqlite3 *db = outside_open(f);
    assert_string_equal(outside_text(db, "PRAGMA integrity_check"), "ok");
    for (size_t i = from; i < told->n; i++) assert_is_there(db, &told->at[i]);
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        if (outside_number(db, never[i]) != 0) fail_msg("found what must not be: %s", never[i]);
    sqlite3_close(db);
}

/* Two people at four tables. */
static void furnish(struct fixture *f)
{
    fixture_open(f);
    int64_t ann = person(f, "ann"), bea = person(f, "bea");
    assert_true(ann == 1 && bea == 2);
    for (int i = 0; i < TABLES; i++) {
        struct table_row t = table_of(f, ann);
        t.seat[2] = seat_of(bea, "bea");
        table_save(f->store, &t, NULL, NULL);
    }
    store_close(f->store);
    f->store = NULL;
    pool_free(f->pool); /* no thread may be running when the process is doubled */
    f->pool = NULL;
}

static void what_was_answered_survives_being_killed(void **state)
{
    (void)state;
    struct fixture f;
    struct reports told = { 0 };
    unsigned seed;
    assert_int_equal(getrandom(&seed, sizeof seed, 0), sizeof seed);
    print_message("seed %u\n", seed);
    furnish(&f);
    for (int i = 0; i < KILLS; i++) {
        size_t before = told.n;
        run_and_kill(&f, &told, (uint32_t)rand_r(&seed) % ANSWERS_MAX);
        check(&f, &told, before);
    }
    check(&f, &told, 0);
    assert_true(kept(&f, "SELECT count(*) FROM big_loser") > 0); /* it was no idle evening */
    free(told.at);
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_answered_survives_being_killed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
