/* A store in a directory of its own, and answers that a test can wait for. */
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "await.h"
#include "base/clock.h"
#include "base/pool.h"
#include "store/figures.h"
#include "store/finished_round.h"
#include "store/store.h"
#include "store/table.h"

#include <event2/event.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct fixture {
    char dir[64], path[96];
    struct event_base *base;
    struct clock_fake clock;
    struct pool *pool;
    struct store *store;
};

static inline void fixture_reopen(struct fixture *f)
{
    struct err e = { "" };
    store_close(f->store);
    f->store = store_open(f->base, &f->clock.clock, f->pool, f->path, &e);
    assert_string_equal(e.text, "");
    assert_non_null(f->store);
}

/* Everything but the store. */
static inline void fixture_make(struct fixture *f)
{
    *f = (struct fixture){ .dir = "/tmp/kingscorner-test-XXXXXX" };
    assert_non_null(mkdtemp(f->dir));
    snprintf(f->path, sizeof f->path, "%s/house.db", f->dir);
    clock_fake_init(&f->clock, 0, 1000);
    f->base = event_base_new();
    f->pool = pool_new(f->base, &(struct pool_size){ .threads = 1, .queue = 64, .share = 2 });
}

static inline void fixture_open(struct fixture *f)
{
    fixture_make(f);
    fixture_reopen(f);
}

static inline void fixture_close(struct fixture *f)
{
    static const char *const ends[] = { "", "-wal", "-shm", "-journal", ".lock" };
    store_close(f->store);
    pool_free(f->pool);
    event_base_free(f->base);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char name[128];
        snprintf(name, sizeof name, "%s%s", f->path, ends[i]);
        unlink(name);
    }
    assert_int_equal(rmdir(f->dir), 0);
}

/* The answer of a call, and how often it came. */
struct answer {
    int times;
    enum store_result result;
    struct account account;
    struct figures figures;
    bool banner[TABLE_SEATS + 1];
    struct loser_row losers[LOSER_ROWS];
    int losers_n;
};

static inline void on_done(void *arg, enum store_result result)
{
    struct answer *a = arg;
    a->times++;
    a->result = result;
}

static inline void on_account(void *arg, enum store_result result, const struct account *account)
{
    struct answer *a = arg;
    on_done(arg, result);
    assert_int_equal(account != NULL, result == STORE_OK);
    if (account != NULL) a->account = *account;
}

static inline void on_figures(void *arg, enum store_result result, const struct figures *figures)
{
    struct answer *a = arg;
    on_done(arg, result);
    assert_int_equal(figures != NULL, result == STORE_OK);
    if (figures != NULL) a->figures = *figures;
}

static inline void on_finish(void *arg, enum store_result result, const bool banner[TABLE_SEATS + 1])
{
    struct answer *a = arg;
    on_done(arg, result);
    memcpy(a->banner, banner, sizeof a->banner);
}

static inline void on_losers(void *arg, enum store_result result, const struct loser_row *rows, int n)
{
    struct answer *a = arg;
    on_done(arg, result);
    a->losers_n = n;
    memcpy(a->losers, rows, (size_t)n * sizeof *rows);
}

/* Waits for the answer to the last call: it must not be there yet, and comes once. */
static inline enum store_result await(struct fixture *f, struct answer *a)
{
    assert_int_equal(a->times, 0);
    AWAIT(f->base, a->times != 0, "the store does not answer");
    assert_int_equal(a->times, 1);
    a->times = 0;
    return a->result;
}

/* --- behind the store's back --- */

static inline sqlite3 *outside_open(const struct fixture *f)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, 5000);
    return db;
}

static inline void outside_exec(sqlite3 *db, const char *sql)
{
    char *why = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK) fail_msg("%s: %s", why, sql);
}

/* The first column of the first row as text, in memory that lives until the next call. */
static inline const char *outside_text(sqlite3 *db, const char *sql)
{
    static char text[512];
    sqlite3_stmt *stmt;
    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK) fail_msg("%s: %s", sqlite3_errmsg(db), sql);
    const char *got = sqlite3_step(stmt) == SQLITE_ROW ? (const char *)sqlite3_column_text(stmt, 0) : NULL;
    snprintf(text, sizeof text, "%s", got ? got : "");
    sqlite3_finalize(stmt);
    return text;
}

static inline long outside_number(sqlite3 *db, const char *sql)
{
    return atol(outside_text(db, sql));
}

/* Asks the file one question. */
static inline long kept(const struct fixture *f, const char *sql)
{
    sqlite3 *db = outside_open(f);
    long n = outside_number(db, sql);
    sqlite3_close(db);
    return n;
}

static inline void tamper(const struct fixture *f, const char *sql)
{
    sqlite3 *db = outside_open(f);
    outside_exec(db, sql);
    sqlite3_close(db);
}

/* --- a small story --- */

static inline int64_t person(struct fixture *f, const char *handle)
{
    struct answer a = { 0 };
    uint8_t key[ACCOUNT_KEY] = { 0 };
    snprintf((char *)key, sizeof key, "the key of %s", handle);
    account_create(f->store, handle, key, NULL, "", on_account, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    return a.account.id;
}

static inline struct table_seat seat_of(int64_t account, const char *name)
{
    struct table_seat seat = { .kind = SEAT_PERSON, .account = account };
    snprintf(seat.name, sizeof seat.name, "%s", name);
    return seat;
}

/* A table of two: ann at 1, a computer player at 2. */
static inline struct table_row table_of(struct fixture *f, int64_t ann)
{
    struct table_row t = { .id = store_next_id(f->store),
                           .game = "corners",
                           .kind = "corners last",
                           .rules = "last target=none mustking=no kingpile=yes",
                           .seats = 2,
                           .round = 1 };
    t.seat[1] = seat_of(ann, "ann");
    t.seat[2] = (struct table_seat){ .kind = SEAT_COMPUTER, .name = "cy", .strength = 2 };
    return t;
}

static inline struct round_row begin(struct fixture *f, const struct table_row *t)
{
    struct answer a = { 0 };
    struct round_row r = { .id = store_next_id(f->store), .table = t->id, .number = t->round, .dealer = 1 };
    memset(r.key, (int)r.id, sizeof r.key);
    round_begin(f->store, t, &r, on_done, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    return r;
}

static inline enum store_result move(struct fixture *f, int64_t round, int ply, const char *text)
{
    struct answer a = { 0 };
    round_move(f->store, round, ply, text, on_done, &a);
    return await(f, &a);
}

/* Plays a whole round at t that gives ann these points. */
static inline struct answer play(struct fixture *f, struct table_row *t, struct round_score score)
{
    struct answer a = { 0 };
    struct round_end end = { .table = *t, .round = begin(f, t).id, .result = "cy goes out." };
    end.score[1] = score;
    round_finish(f->store, &end, on_finish, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    return a;
}
