#include "room/retry.h"

#include "base/log.h"
#include "base/mem.h"
#include "store/table.h"

#include <stdlib.h>

#define TRIES_MAX 120 /* RETRY_MS apart */

struct retry {
    STAILQ_ENTRY(retry) link;
    struct weak *all; /* struct retries */
    int64_t table;
    int tries;
    int64_t due;
};

struct retries {
    struct lobby *lobby;
    struct weak *self;
    STAILQ_HEAD(, retry) waiting; /* oldest first */
};

struct retries *retries_new(struct lobby *l)
{
    struct retries *all = mem_new(sizeof *all);
    all->lobby = l;
    all->self = weak_new(all);
    STAILQ_INIT(&all->waiting);
    return all;
}

static void retry_free(struct retry *e)
{
    weak_drop(e->all);
    free(e);
}

void retries_free(struct retries *all)
{
    if (all == NULL) return;
    for (struct retry *e; (e = STAILQ_FIRST(&all->waiting)) != NULL;) {
        STAILQ_REMOVE_HEAD(&all->waiting, link);
        retry_free(e);
    }
    weak_clear(all->self);
    free(all);
}

static void put_off(struct retries *all, struct retry *e)
{
    e->due = lobby_now(all->lobby) + RETRY_MS;
    STAILQ_INSERT_TAIL(&all->waiting, e, link);
    lobby_moved(all->lobby);
}

/* A store that was busy or has failed is asked again, at most TRIES_MAX times. */
static void on_closed(void *arg, enum store_result result)
{
    struct retry *e = arg;
    struct retries *all = weak_target(e->all);
    bool again = all != NULL && (result == STORE_BUSY || result == STORE_FAILED);
    if (again && e->tries < TRIES_MAX) {
        put_off(all, e);
        return;
    }
    if (result != STORE_OK && result != STORE_NONE)
        log_event(LOG_ERR, NULL, "table %lld: its end is not written, and given up: %s", (long long)e->table,
                  commit_result_words(result));
    retry_free(e);
}

static void go(struct lobby *l, struct retry *e)
{
    e->tries++;
    table_close(l->env.store, e->table, on_closed, e);
}

void retry_close(struct lobby *l, int64_t table)
{
    struct retry *e = mem_new(sizeof *e);
    *e = (struct retry){ .all = weak_hold(l->retries->self), .table = table };
    go(l, e);
}

void retries_tick(struct lobby *l, int64_t now)
{
    for (struct retry *e; (e = STAILQ_FIRST(&l->retries->waiting)) != NULL && e->due <= now;) {
        STAILQ_REMOVE_HEAD(&l->retries->waiting, link);
        go(l, e);
    }
}

int64_t retries_due(const struct lobby *l)
{
    const struct retry *e = STAILQ_FIRST(&l->retries->waiting);
    return e != NULL ? e->due : NEVER;
}
