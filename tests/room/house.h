/* People at tables that a real store keeps, in a directory of its own, and functions that read the store. */
#pragma once
#include "room/people.h"

#include "await.h"
#include "store/figures.h"
#include "store/round.h"
#include "store/store.h"
#include "store/table.h"

#include <event2/event.h>
#include <stdio.h>
#include <unistd.h>

struct house {
    struct party *p;
    struct event_base *base;
    char dir[64], path[96];
    int64_t account; /* the last one made */
};

static inline void house_open_store(struct house *h)
{
    struct err e;
    h->p->env.store = store_open(h->base, &h->p->clock.clock, NULL, h->path, &e);
    if (h->p->env.store == NULL) fail_msg("%s", e.text);
}

/* Does everything that is due, until everything is on disk. */
static inline void house_rest(struct house *h)
{
    AWAIT(h->base, (settle(h->p), store_pending(h->p->env.store) == 0), "the store does not write");
    event_base_loop(h->base, EVLOOP_NONBLOCK);
    settle(h->p);
}

/* Waits until everything is on disk, but tells the lobby nothing: as if the host stopped there. */
static inline void house_write_only(struct house *h)
{
    AWAIT(h->base, store_pending(h->p->env.store) == 0, "the store does not write");
}

/* Lets time pass, in steps so short that writes are answered in between. */
static inline void house_pass(struct house *h, int64_t ms)
{
    for (int64_t end = h->p->clock.ms + ms; h->p->clock.ms < end; h->p->clock.ms += 100) house_rest(h);
    house_rest(h);
}

static void on_account(void *arg, enum store_result result, const struct account *account)
{
    assert_int_equal(result, STORE_OK);
    ((struct house *)arg)->account = account->id;
}

static inline void house_account(struct house *h, struct human *who)
{
    uint8_t key[ACCOUNT_KEY] = { 0 };
    strcpy((char *)key, who->person.name);
    account_create(h->p->env.store, who->person.name, key, NULL, "", on_account, h);
    house_rest(h);
    who->person.account = h->account;
}

static inline int house_setup(void **state)
{
    struct house *h = calloc(1, sizeof *h);
    strcpy(h->dir, "/tmp/kingscorner-room-XXXXXX");
    assert_non_null(mkdtemp(h->dir));
    snprintf(h->path, sizeof h->path, "%s/db", h->dir);
    h->base = event_base_new();
    h->p = party_new();
    house_open_store(h);
    lobby_free(h->p->lobby);
    party_lobby(h->p);
    house_account(h, &h->p->ann);
    house_account(h, &h->p->bea);
    house_account(h, &h->p->cy);
    *state = h;
    return 0;
}

static inline int house_teardown(void **state)
{
    struct house *h = *state;
    store_close(h->p->env.store);
    party_free(h->p);
    event_base_free(h->base);
    static const char *const files[] = { "", "-wal", "-shm", ".lock" };
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        char name[120];
        snprintf(name, sizeof name, "%s%s", h->path, files[k]);
        unlink(name);
    }
    rmdir(h->dir);
    free(h);
    return 0;
}

/* Stops the host where it stands, with everybody's connections, and starts it again. */
static inline void house_restart(struct house *h)
{
    struct party *p = h->p;
    lobby_free(p->lobby);
    struct human *all[] = { &p->ann, &p->bea, &p->cy, &p->dot, &p->eve };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) all[k]->m = NULL;
    store_close(p->env.store);
    house_open_store(h);
    party_lobby(p);
    struct err e;
    assert_true(lobby_restore(p->lobby, &e));
    house_rest(h);
}

/* --- what is in the store --- */

struct kept {
    int tables, n; /* n: moves of the last table's unfinished round */
    struct table_row table;
    struct round_row round; /* id 0: between rounds */
    char moves[600][TABLE_MOVE];
};

static void on_kept(void *ctx, const struct table_row *t, const struct round_row *r, const char (*moves)[TABLE_MOVE],
                    int n)
{
    struct kept *k = ctx;
    assert_in_range(n, 0, 600);
    k->tables++;
    k->table = *t;
    k->round = r != NULL ? *r : (struct round_row){ .id = 0 };
    k->n = n;
    for (int i = 0; i < n; i++) memcpy(k->moves[i], moves[i], TABLE_MOVE);
}

static inline void house_kept(struct house *h, struct kept *k)
{
    struct err e;
    *k = (struct kept){ .tables = 0 };
    assert_true(table_each_open(h->p->env.store, on_kept, k, &e));
}

static void on_figures(void *arg, enum store_result result, const struct figures *f)
{
    assert_int_equal(result, STORE_OK);
    *(struct figures *)arg = *f;
}

static inline struct figures house_figures(struct house *h, const struct human *who)
{
    struct figures f = { .rounds = -1 };
    account_figures(h->p->env.store, who->person.account, "", on_figures, &f);
    AWAIT(h->base, f.rounds >= 0, "the store does not answer with the figures of %s", who->person.name);
    return f;
}
