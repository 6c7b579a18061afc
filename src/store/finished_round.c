#include "store/finished_round.h"

#include "store/db.h"
#include "store/job.h"
#include "store/rows.h"

#include <stdlib.h>

struct read_job {
    struct job job;
    struct finished_round kept;
    char (*moves)[TABLE_MOVE];
    finished_round_done *done;
};

static enum store_result round_get(struct db *db, struct finished_round *k)
{
    struct query q =
        db_query(db, "SELECT table_id, number, dealer, deal_key, game, kind, rules, seats, begun_s, ended_s, result "
                     "FROM round WHERE id = ? AND ended_s IS NOT NULL");
    put_int(&q, k->row.id);
    bool found = query_next(&q);
    if (found) {
        k->row.table = k->table.id = get_int(&q);
        k->row.number = k->table.round = (int)get_int(&q);
        k->row.dealer = (int)get_int(&q);
        get_bytes(&q, k->row.key, sizeof k->row.key);
        get_text(&q, k->table.game, sizeof k->table.game);
        get_text(&q, k->table.kind, sizeof k->table.kind);
        get_text(&q, k->table.rules, sizeof k->table.rules);
        k->table.seats = (int)get_int(&q);
        k->begun_s = get_int(&q);
        k->ended_s = get_int(&q);
        get_text(&q, k->result, sizeof k->result);
    }
    if (!query_end(&q)) return STORE_FAILED;
    return found ? STORE_OK : STORE_NONE;
}

static enum store_result run_read(struct job *j, struct db *db)
{
    struct read_job *r = (struct read_job *)j;
    struct finished_round *k = &r->kept;
    enum store_result result = round_get(db, k);
    if (result != STORE_OK) return result;
    return store_result_of(round_seats_get(db, k->row.id, &k->table) && moves_get(db, k->row.id, &r->moves, &k->n));
}

static void answer_read(struct job *j)
{
    struct read_job *r = (struct read_job *)j;
    r->kept.moves = (const char(*)[TABLE_MOVE])r->moves;
    r->done(j->arg, j->result, j->result == STORE_OK ? &r->kept : NULL);
    free(r->moves);
    free(r);
}

void finished_round_read(struct store *s, int64_t round, finished_round_done *done, void *arg)
{
    struct read_job *r = job_new(s, sizeof *r, run_read, answer_read, arg);
    r->kept.row.id = round;
    r->done = done;
    job_read_page(&r->job);
}
