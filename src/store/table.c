#include "store/table.h"

#include "base/mem.h"
#include "store/db.h"
#include "store/inside.h"
#include "store/job.h"
#include "store/rows.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct save_job {
    struct job job;
    struct table_row table;
};

static enum store_result run_save(struct job *j, struct db *db)
{
    return store_result_of(table_put(db, &((struct save_job *)j)->table, j->now_s));
}

void table_save(struct store *s, const struct table_row *t, store_done *done, void *arg)
{
    struct save_job *save = job_new_plain(s, sizeof *save, run_save, done, arg);
    save->table = *t;
    job_write(&save->job);
}

struct close_job {
    struct job job;
    int64_t table;
};

static bool table_mark_closed(struct db *db, int64_t table, int64_t now_s)
{
    struct query q = db_query(db, "UPDATE card_table SET closed_s = ifnull(closed_s, ?) WHERE id = ?");
    put_int(&q, now_s);
    put_int(&q, table);
    return query_do(&q);
}

static bool round_abandon(struct db *db, int64_t table, int64_t now_s)
{
    struct query q = db_query(db, "UPDATE round SET ended_s = ? WHERE table_id = ? AND ended_s IS NULL");
    put_int(&q, now_s);
    put_int(&q, table);
    return query_do(&q);
}

static enum store_result run_close(struct job *j, struct db *db)
{
    int64_t table = ((struct close_job *)j)->table;
    if (!table_mark_closed(db, table, j->now_s)) return STORE_FAILED;
    if (db_changes(db) == 0) return STORE_NONE;
    return store_result_of(round_abandon(db, table, j->now_s));
}

void table_close(struct store *s, int64_t table, store_done *done, void *arg)
{
    struct close_job *c = job_new_plain(s, sizeof *c, run_close, done, arg);
    c->table = table;
    job_write(&c->job);
}

/* --- at start --- */

/* Reads the first open table with an id above after. false: there is none, or it failed, and then *well is false. */
static bool next_open(struct db *db, int64_t after, struct table_row *t, bool *well)
{
    *t = (struct table_row){ 0 };
    struct query q = db_query(db, "SELECT id, game, kind, rules, seats, round, (SELECT dealer FROM round "
                                  "WHERE table_id = card_table.id ORDER BY number DESC LIMIT 1) FROM card_table "
                                  "WHERE closed_s IS NULL AND id > ? ORDER BY id LIMIT 1");
    put_int(&q, after);
    bool found = query_next(&q);
    if (found) {
        t->id = get_int(&q);
        get_text(&q, t->game, sizeof t->game);
        get_text(&q, t->kind, sizeof t->kind);
        get_text(&q, t->rules, sizeof t->rules);
        t->seats = (int)get_int(&q);
        t->round = (int)get_int(&q);
        t->dealer = (int)get_int(&q);
    }
    *well = query_end(&q) && (!found || table_seats_get(db, t->id, t));
    return found && *well;
}

/* Reads the unfinished round of a table; its id is 0 when there is none. */
static bool open_round(struct db *db, int64_t table, struct round_row *r)
{
    *r = (struct round_row){ .table = table };
    struct query q =
        db_query(db, "SELECT id, number, dealer, deal_key FROM round WHERE table_id = ? AND ended_s IS NULL");
    put_int(&q, table);
    if (query_next(&q)) {
        r->id = get_int(&q);
        r->number = (int)get_int(&q);
        r->dealer = (int)get_int(&q);
        get_bytes(&q, r->key, sizeof r->key);
    }
    return query_end(&q);
}

/* Reads who left r for good, at most ROUND_LEFT_MAX accounts. */
static bool left_get(struct db *db, struct round_row *r)
{
    struct query q = db_query(db, "SELECT account_id FROM score WHERE round_id = ? AND seat = 0 LIMIT ?");
    put_int(&q, r->id);
    put_int(&q, ROUND_LEFT_MAX);
    while (query_next(&q)) r->left[r->n_left++] = get_int(&q);
    return query_end(&q);
}

bool table_each_open(struct store *s,
                     void (*each)(void *ctx, const struct table_row *t, const struct round_row *r,
                                  const char (*moves)[TABLE_MOVE], int n),
                     void *ctx, struct err *e)
{
    /* A connection of its own: the others belong to their threads. */
    struct db *db = db_open(s->path, true, e);
    if (db == NULL) return false;
    struct table_row t = { 0 };
    struct round_row r;
    bool well;
    while (next_open(db, t.id, &t, &well)) {
        char(*moves)[TABLE_MOVE] = NULL;
        int n = 0;
        well = open_round(db, t.id, &r) && left_get(db, &r) && moves_get(db, r.id, &moves, &n);
        if (well) each(ctx, &t, r.id ? &r : NULL, (const char(*)[TABLE_MOVE])moves, n);
        free(moves);
        if (!well) break;
    }
    db_close(db);
    return well || err_set(e, "The tables in %s cannot be read.", s->path);
}
