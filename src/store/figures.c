#include "store/figures.h"

#include "store/db.h"
#include "store/job.h"
#include "store/table_row.h"

#include <stdio.h>
#include <stdlib.h>

/* --- of one account --- */

struct figures_job {
    struct job job;
    int64_t account;
    char kind[TABLE_KIND];
    struct figures figures;
    figures_done *done;
};

static bool scores_sum(struct db *db, int64_t account, const char *kind, struct figures *f)
{
    struct query q = db_query(db, "SELECT count(*), sum(s.won), sum(s.points), sum(s.match_over), sum(s.match_won), "
                                  "ifnull(min(s.points), -1), ifnull(max(s.points), -1) "
                                  "FROM score s JOIN round r ON r.id = s.round_id "
                                  "WHERE s.account_id = ?1 AND (?2 = '' OR r.kind = ?2)");
    put_int(&q, account);
    put_text(&q, kind);
    if (query_next(&q)) {
        f->rounds = get_int(&q);
        f->wins = get_int(&q);
        f->points = get_int(&q);
        f->matches = get_int(&q);
        f->matches_won = get_int(&q);
        f->best = (int)get_int(&q);
        f->worst = (int)get_int(&q);
    }
    return query_end(&q);
}

static enum store_result tally_get(struct db *db, int64_t account, struct figures *f)
{
    struct query q = db_query(db, "SELECT tally, (SELECT count(*) FROM big_loser WHERE account_id = a.id) "
                                  "FROM account a WHERE id = ?");
    put_int(&q, account);
    bool found = query_next(&q);
    if (found) {
        f->tally = get_int(&q);
        f->banners = get_int(&q);
    }
    if (!query_end(&q)) return STORE_FAILED;
    return found ? STORE_OK : STORE_NONE;
}

static enum store_result run_figures(struct job *j, struct db *db)
{
    struct figures_job *f = (struct figures_job *)j;
    enum store_result result = tally_get(db, f->account, &f->figures);
    if (result != STORE_OK) return result;
    return store_result_of(scores_sum(db, f->account, f->kind, &f->figures));
}

static void answer_figures(struct job *j)
{
    struct figures_job *f = (struct figures_job *)j;
    f->done(j->arg, j->result, j->result == STORE_OK ? &f->figures : NULL);
    free(f);
}

void account_figures(struct store *s, int64_t account, const char *kind, figures_done *done, void *arg)
{
    struct figures_job *f = job_new(s, sizeof *f, run_figures, answer_figures, arg);
    f->account = account;
    snprintf(f->kind, sizeof f->kind, "%s", kind);
    f->done = done;
    job_read_page(&f->job);
}

/* --- the hall of big losers --- */

struct losers_job {
    struct job job;
    struct loser_row row[LOSER_ROWS];
    int n;
    losers_done *done;
};

static enum store_result run_losers(struct job *j, struct db *db)
{
    struct losers_job *l = (struct losers_job *)j;
    struct query q =
        db_query(db, "SELECT a.handle, b.when_s, b.round_id FROM big_loser b JOIN account a ON a.id = b.account_id "
                     "ORDER BY b.round_id DESC, b.account_id LIMIT ?");
    put_int(&q, LOSER_ROWS);
    while (query_next(&q)) {
        struct loser_row *row = &l->row[l->n++];
        get_text(&q, row->handle, sizeof row->handle);
        row->when_s = get_int(&q);
        row->round = get_int(&q);
    }
    return store_result_of(query_end(&q));
}

static void answer_losers(struct job *j)
{
    struct losers_job *l = (struct losers_job *)j;
    l->done(j->arg, j->result, l->row, j->result == STORE_OK ? l->n : 0);
    free(l);
}

void losers_read(struct store *s, losers_done *done, void *arg)
{
    struct losers_job *l = job_new(s, sizeof *l, run_losers, answer_losers, arg);
    l->done = done;
    job_read_page(&l->job);
}
