#include "store/patience.h"

#include "base/log.h"
#include "store/db.h"
#include "store/job.h"
#include "store/rows.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- rows --- */

struct patience_job {
    struct job job;
    struct patience_row row;
    char (*moves)[TABLE_MOVE];
    int n;
    patience_done *done;
};

/* Reads the id of the account's open row of the game (deal 0: any deal), or of the row of the deal; 0: none. */
static bool patience_id_get(struct db *db, const struct patience_row *r, bool open, int64_t *id)
{
    struct query q = open ? db_query(db, "SELECT id FROM patience WHERE account_id = ? AND game = ? AND open = 1 "
                                         "AND ?3 IN (0, deal)")
                          : db_query(db, "SELECT id FROM patience WHERE account_id = ? AND game = ? AND deal = ?");
    put_int(&q, r->account);
    put_text(&q, r->game);
    put_int(&q, r->deal);
    *id = query_next(&q) ? get_int(&q) : 0;
    return query_end(&q);
}

static bool row_get(struct db *db, int64_t id, struct patience_row *r)
{
    struct query q = db_query(db, "SELECT deal, undo, hint, restart, played, won, lost, clean, ifnull(score, -1), "
                                  "ifnull(par, -1) FROM patience WHERE id = ?");
    put_int(&q, id);
    if (query_next(&q)) {
        r->deal = (uint32_t)get_int(&q);
        r->undo = get_int(&q);
        r->hint = get_int(&q);
        r->restart = get_int(&q);
        r->played = get_int(&q);
        r->won = get_int(&q);
        r->lost = get_int(&q);
        r->clean = get_int(&q);
        r->score = (int)get_int(&q);
        r->par = (int)get_int(&q);
    }
    return query_end(&q);
}

/* Deletes the moves after number ply. */
static bool moves_cut(struct db *db, int64_t id, int ply)
{
    struct query q = db_query(db, "DELETE FROM patience_move WHERE patience_id = ? AND ply > ?");
    put_int(&q, id);
    put_int(&q, ply);
    return query_do(&q);
}

static void answer_patience(struct job *j)
{
    struct patience_job *p = (struct patience_job *)j;
    bool well = j->result == STORE_OK;
    p->done(j->arg, j->result, well ? &p->row : NULL, (const char(*)[TABLE_MOVE])p->moves, well ? p->n : 0);
    free(p->moves);
    free(p);
}

static struct patience_job *patience_job_new(struct store *s, int64_t account, const char *game, uint32_t deal,
                                             enum store_result (*run)(struct job *j, struct db *db),
                                             patience_done *done, void *arg)
{
    struct patience_job *p = job_new(s, sizeof *p, run, answer_patience, arg);
    p->row = (struct patience_row){ .account = account, .deal = deal, .score = -1, .par = -1 };
    snprintf(p->row.game, sizeof p->row.game, "%s", game);
    p->done = done;
    return p;
}

/* --- loading --- */

static enum store_result run_load(struct job *j, struct db *db)
{
    struct patience_job *p = (struct patience_job *)j;
    int64_t id;
    if (!patience_id_get(db, &p->row, true, &id)) return STORE_FAILED;
    if (id == 0) return STORE_NONE;
    return store_result_of(row_get(db, id, &p->row) && patience_moves_get(db, id, &p->moves, &p->n));
}

/* On the writer, so that it sees the writes that were submitted before. */
void patience_load(struct store *s, int64_t account, const char *game, patience_done *done, void *arg)
{
    job_write(&patience_job_new(s, account, game, 0, run_load, done, arg)->job);
}

/* --- beginning --- */

/* Closes the open patience; one that was played stays in the statistics. */
static bool open_close(struct db *db, const struct patience_row *r)
{
    struct patience_row any = *r, old = *r;
    int64_t id;
    any.deal = 0;
    if (!patience_id_get(db, &any, true, &id)) return false;
    if (id == 0) return true;
    if (!moves_cut(db, id, 0) || !row_get(db, id, &old)) return false;
    struct query q = old.played || old.deal == r->deal ? db_query(db, "UPDATE patience SET open = 0 WHERE id = ?")
                                                       : db_query(db, "DELETE FROM patience WHERE id = ?");
    put_int(&q, id);
    return query_do(&q);
}

static bool row_open(struct db *db, const struct patience_row *r, int64_t now_s)
{
    struct query q = db_query(db, "INSERT INTO patience (account_id, game, deal, open, begun_s, changed_s) "
                                  "VALUES (?, ?, ?, 1, ?4, ?4) ON CONFLICT DO UPDATE SET open = 1, "
                                  "restart = restart OR played, changed_s = excluded.changed_s");
    put_int(&q, r->account);
    put_text(&q, r->game);
    put_int(&q, r->deal);
    put_int(&q, now_s);
    return query_do(&q);
}

static enum store_result run_begin(struct job *j, struct db *db)
{
    struct patience_job *p = (struct patience_job *)j;
    int64_t id;
    if (!open_close(db, &p->row) || !row_open(db, &p->row, j->now_s)) return STORE_FAILED;
    return store_result_of(patience_id_get(db, &p->row, false, &id) && row_get(db, id, &p->row));
}

void patience_begin(struct store *s, int64_t account, const char *game, uint32_t deal, patience_done *done, void *arg)
{
    assert(account != 0 && deal != 0);
    job_write(&patience_job_new(s, account, game, deal, run_begin, done, arg)->job);
}

/* --- changes --- */

struct save_job {
    struct job job;
    struct patience_row row;
    int ply;
    char move[TABLE_MOVE]; /* "": none */
};

static bool row_put(struct db *db, int64_t id, const struct patience_row *r, int64_t now_s)
{
    struct query q = db_query(db, "UPDATE patience SET undo = undo OR ?, hint = hint OR ?, restart = restart OR ?, "
                                  "played = played OR ?, won = won OR ?, lost = lost OR ?, clean = clean OR ?, "
                                  "score = CASE WHEN ?8 < 0 THEN score ELSE ?8 END, changed_s = ? WHERE id = ?");
    put_int(&q, r->undo);
    put_int(&q, r->hint);
    put_int(&q, r->restart);
    put_int(&q, r->played);
    put_int(&q, r->won);
    put_int(&q, r->lost);
    put_int(&q, r->clean);
    put_int(&q, r->score);
    put_int(&q, now_s);
    put_int(&q, id);
    return query_do(&q);
}

static bool last_ply(struct db *db, int64_t id, int64_t *last)
{
    struct query q = db_query(db, "SELECT max(ply) FROM patience_move WHERE patience_id = ?");
    put_int(&q, id);
    *last = query_next(&q) ? get_int(&q) : 0;
    return query_end(&q);
}

static bool move_put(struct db *db, int64_t id, int ply, const char *text)
{
    struct query q = db_query(db, "INSERT INTO patience_move (patience_id, ply, text) VALUES (?, ?, ?)");
    put_int(&q, id);
    put_int(&q, ply);
    put_text(&q, text);
    return query_do(&q);
}

static enum store_result run_save(struct job *j, struct db *db)
{
    struct save_job *save = (struct save_job *)j;
    int64_t id, last;
    if (!patience_id_get(db, &save->row, true, &id)) return STORE_FAILED;
    if (id == 0) return STORE_NONE;
    if (!last_ply(db, id, &last)) return STORE_FAILED;
    if (last < save->ply) {
        log_event(LOG_ERR, NULL, "store: patience %" PRId64 ": a move is missing before number %d", id, save->ply + 1);
        return STORE_FAILED;
    }
    if (!moves_cut(db, id, save->ply) || !row_put(db, id, &save->row, j->now_s)) return STORE_FAILED;
    return store_result_of(save->move[0] == '\0' || move_put(db, id, save->ply + 1, save->move));
}

void patience_save(struct store *s, const struct patience_row *row, int ply, const char *move, store_done *done,
                   void *arg)
{
    assert(row->account != 0 && row->deal != 0 && ply >= 0 && ply < PATIENCE_MOVES_MAX);
    assert(move == NULL || (move[0] != '\0' && strlen(move) < TABLE_MOVE));
    struct save_job *save = job_new_plain(s, sizeof *save, run_save, done, arg);
    save->row = *row;
    save->ply = ply;
    if (move != NULL) strcpy(save->move, move);
    job_write(&save->job);
}

static enum store_result run_save_par(struct job *j, struct db *db)
{
    const struct patience_row *r = &((struct save_job *)j)->row;
    struct query q =
        db_query(db, "UPDATE patience SET par = ifnull(par, ?) WHERE account_id = ? AND game = ? AND deal = ?");
    put_int(&q, r->par);
    put_int(&q, r->account);
    put_text(&q, r->game);
    put_int(&q, r->deal);
    return store_result_of(query_do(&q));
}

void patience_save_par(struct store *s, int64_t account, const char *game, uint32_t deal, int par, store_done *done,
                       void *arg)
{
    struct save_job *save = job_new_plain(s, sizeof *save, run_save_par, done, arg);
    save->row = (struct patience_row){ .account = account, .deal = deal, .par = par };
    snprintf(save->row.game, sizeof save->row.game, "%s", game);
    job_write(&save->job);
}

/* --- figures --- */

struct patience_figures_job {
    struct job job;
    int64_t account;
    char game[PATIENCE_GAME];
    struct patience_figures figures;
    patience_figures_done *done;
};

static bool sums_get(struct db *db, struct patience_figures_job *f)
{
    struct patience_figures *g = &f->figures;
    struct query q = db_query(db, "SELECT count(*), sum(won), sum(clean), count(score), sum(score), "
                                  "ifnull(min(score), -1), ifnull(max(score), -1) FROM patience "
                                  "WHERE account_id = ? AND game = ? AND played = 1");
    put_int(&q, f->account);
    put_text(&q, f->game);
    if (query_next(&q)) {
        g->played = get_int(&q);
        g->won = get_int(&q);
        g->clean = get_int(&q);
        g->ended = get_int(&q);
        g->score_sum = get_int(&q);
        g->score_min = (int)get_int(&q);
        g->score_max = (int)get_int(&q);
    }
    return query_end(&q);
}

static bool streaks_get(struct db *db, struct patience_figures_job *f)
{
    struct patience_figures *g = &f->figures;
    struct query q = db_query(db, "SELECT won FROM patience WHERE account_id = ? AND game = ? AND (won OR lost) "
                                  "ORDER BY id");
    put_int(&q, f->account);
    put_text(&q, f->game);
    while (query_next(&q)) {
        g->streak = get_int(&q) ? g->streak + 1 : 0;
        if (g->streak > g->streak_best) g->streak_best = g->streak;
    }
    return query_end(&q);
}

static enum store_result run_figures(struct job *j, struct db *db)
{
    struct patience_figures_job *f = (struct patience_figures_job *)j;
    return store_result_of(sums_get(db, f) && streaks_get(db, f));
}

static void answer_figures(struct job *j)
{
    struct patience_figures_job *f = (struct patience_figures_job *)j;
    f->done(j->arg, j->result, j->result == STORE_OK ? &f->figures : NULL);
    free(f);
}

void patience_figures(struct store *s, int64_t account, const char *game, patience_figures_done *done, void *arg)
{
    struct patience_figures_job *f = job_new(s, sizeof *f, run_figures, answer_figures, arg);
    f->account = account;
    snprintf(f->game, sizeof f->game, "%s", game);
    f->done = done;
    job_read_page(&f->job);
}
