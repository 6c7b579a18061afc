#include "store/round.h"

#include "base/log.h"
#include "store/db.h"
#include "store/job.h"
#include "store/rows.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The state of a round in the database. */
enum round_state { ROUND_UNKNOWN, ROUND_OPEN, ROUND_FINISHED, ROUND_ABANDONED, ROUND_UNREADABLE };

static enum round_state round_state(struct db *db, int64_t round)
{
    enum round_state state = ROUND_UNKNOWN;
    struct query q = db_query(db, "SELECT CASE WHEN ended_s IS NULL THEN 1 WHEN result IS NOT NULL THEN 2 ELSE 3 END "
                                  "FROM round WHERE id = ?");
    put_int(&q, round);
    if (query_next(&q)) state = (enum round_state)get_int(&q);
    return query_end(&q) ? state : ROUND_UNREADABLE;
}

/* Logs that the call contradicts the database, which is a bug of ours. */
static enum store_result contradiction(int64_t round, const char *what)
{
    log_event(LOG_ERR, NULL, "store: round %" PRId64 ": %s", round, what);
    return STORE_FAILED;
}

/* --- beginning --- */

struct begin_job {
    struct job job;
    struct table_row table;
    struct round_row round;
};

static bool round_put(struct db *db, const struct table_row *t, const struct round_row *r, int64_t now_s)
{
    struct query q =
        db_query(db, "INSERT INTO round (id, table_id, number, dealer, deal_key, game, kind, rules, seats, "
                     "begun_s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    put_int(&q, r->id);
    put_int(&q, t->id);
    put_int(&q, r->number);
    put_int(&q, r->dealer);
    put_bytes(&q, r->key, sizeof r->key);
    put_text(&q, t->game);
    put_text(&q, t->kind);
    put_text(&q, t->rules);
    put_int(&q, t->seats);
    put_int(&q, now_s);
    return query_do(&q);
}

static enum store_result run_begin(struct job *j, struct db *db)
{
    struct begin_job *b = (struct begin_job *)j;
    enum round_state state = round_state(db, b->round.id);
    if (state != ROUND_UNKNOWN && state != ROUND_OPEN) return contradiction(b->round.id, "it begins after its end");
    return store_result_of(table_put(db, &b->table, j->now_s) &&
                           (state == ROUND_OPEN || round_put(db, &b->table, &b->round, j->now_s)) &&
                           round_seats_put(db, &b->table, b->round.id));
}

void round_begin(struct store *s, const struct table_row *t, const struct round_row *r, store_done *done, void *arg)
{
    assert(r->table == t->id);
    struct begin_job *b = job_new_plain(s, sizeof *b, run_begin, done, arg);
    b->table = *t;
    b->round = *r;
    job_write(&b->job);
}

/* --- moves --- */

struct move_job {
    struct job job;
    int64_t round;
    int ply;
    char text[TABLE_MOVE];
};

/* Reads the move with m's number, "" for none, and the number of the last move. */
static bool move_get(struct db *db, const struct move_job *m, char text[TABLE_MOVE], int64_t *last)
{
    text[0] = '\0';
    *last = 0;
    struct query q = db_query(db, "SELECT (SELECT text FROM move WHERE round_id = ?1 AND ply = ?2), "
                                  "(SELECT max(ply) FROM move WHERE round_id = ?1)");
    put_int(&q, m->round);
    put_int(&q, m->ply);
    if (query_next(&q)) {
        get_text(&q, text, TABLE_MOVE);
        *last = get_int(&q);
    }
    return query_end(&q);
}

static bool move_put(struct db *db, const struct move_job *m)
{
    struct query q = db_query(db, "INSERT INTO move (round_id, ply, text) VALUES (?, ?, ?)");
    put_int(&q, m->round);
    put_int(&q, m->ply);
    put_text(&q, m->text);
    return query_do(&q);
}

static enum store_result run_move(struct job *j, struct db *db)
{
    struct move_job *m = (struct move_job *)j;
    char kept[TABLE_MOVE];
    int64_t last;
    if (!move_get(db, m, kept, &last)) return STORE_FAILED;
    if (kept[0] != '\0')
        return strcmp(kept, m->text) == 0 ? STORE_OK : contradiction(m->round, "two moves of one number");
    enum round_state state = round_state(db, m->round);
    if (state == ROUND_UNKNOWN) return STORE_NONE;
    if (state != ROUND_OPEN) return contradiction(m->round, "a move after its end");
    if (m->ply != last + 1) return contradiction(m->round, "a move is missing before this one");
    return store_result_of(move_put(db, m));
}

void round_move(struct store *s, int64_t round, int ply, const char *text, store_done *done, void *arg)
{
    assert(ply >= 1 && text[0] != '\0' && strlen(text) < TABLE_MOVE);
    struct move_job *m = job_new_plain(s, sizeof *m, run_move, done, arg);
    m->round = round;
    m->ply = ply;
    strcpy(m->text, text);
    job_write(&m->job);
}

/* --- points --- */

/* Has the account a score of this round already, and did that bring the banner? */
static bool score_get(struct db *db, int64_t round, int64_t account, bool *counted, bool *banner)
{
    struct query q = db_query(db, "SELECT EXISTS (SELECT 1 FROM score WHERE round_id = ?1 AND account_id = ?2), "
                                  "EXISTS (SELECT 1 FROM big_loser WHERE round_id = ?1 AND account_id = ?2)");
    put_int(&q, round);
    put_int(&q, account);
    *counted = query_next(&q) && get_int(&q);
    *banner = *counted && get_int(&q);
    return query_end(&q);
}

static bool score_put(struct db *db, int64_t round, int seat, const struct round_score *score)
{
    struct query q = db_query(db, "INSERT INTO score (round_id, account_id, seat, points, won, match_over, match_won) "
                                  "VALUES (?, ?, ?, ?, ?, ?, ?)");
    put_int(&q, round);
    put_int(&q, score->account);
    put_int(&q, seat);
    put_int(&q, score->points);
    put_int(&q, score->won);
    put_int(&q, score->match_over);
    put_int(&q, score->match_won);
    return query_do(&q);
}

static bool tally_get(struct db *db, int64_t account, int64_t *tally)
{
    struct query q = db_query(db, "SELECT tally FROM account WHERE id = ?");
    put_int(&q, account);
    *tally = query_next(&q) ? get_int(&q) : 0;
    return query_end(&q);
}

static bool tally_set(struct db *db, int64_t account, int64_t tally, bool wears, bool sheds)
{
    struct query q =
        db_query(db, "UPDATE account SET tally = ?, loser = CASE WHEN ? THEN 1 WHEN ? THEN 0 ELSE loser END "
                     "WHERE id = ?");
    put_int(&q, tally);
    put_int(&q, wears);
    put_int(&q, sheds);
    put_int(&q, account);
    return query_do(&q);
}

static bool banner_put(struct db *db, int64_t round, int64_t account, int64_t tally, int64_t now_s)
{
    struct query q = db_query(db, "INSERT INTO big_loser (round_id, account_id, tally, when_s) VALUES (?, ?, ?, ?)");
    put_int(&q, round);
    put_int(&q, account);
    put_int(&q, tally);
    put_int(&q, now_s);
    return query_do(&q);
}

/* The tally goes on; at LOSER_POINTS the banner comes and it starts at 0 again (T13). A mark that this very round
 * brings is not taken off by it. */
static bool tally_count(struct db *db, int64_t round, const struct round_score *score, int64_t now_s, bool *banner)
{
    int64_t tally;
    if (!tally_get(db, score->account, &tally)) return false;
    tally += score->points;
    *banner = tally >= LOSER_POINTS;
    return tally_set(db, score->account, *banner ? 0 : tally, *banner, score->sheds_mark) &&
           (!*banner || banner_put(db, round, score->account, tally, now_s));
}

/* Adds everything that a round means for one account, once. */
static bool score_count(struct db *db, int64_t round, int seat, const struct round_score *score, int64_t now_s,
                        bool *banner)
{
    bool counted;
    if (!score_get(db, round, score->account, &counted, banner)) return false;
    return counted || (score_put(db, round, seat, score) && tally_count(db, round, score, now_s, banner));
}

/* --- leaving --- */

struct leave_job {
    struct job job;
    struct table_row table;
    int64_t round;
    struct round_score score;
};

static enum store_result run_leave(struct job *j, struct db *db)
{
    struct leave_job *l = (struct leave_job *)j;
    enum round_state state = round_state(db, l->round);
    if (state == ROUND_UNKNOWN) return STORE_NONE;
    if (state == ROUND_ABANDONED) return contradiction(l->round, "somebody leaves it after its end");
    if (state == ROUND_UNREADABLE || !table_put(db, &l->table, j->now_s)) return STORE_FAILED;
    bool banner;
    return store_result_of(state == ROUND_FINISHED || score_count(db, l->round, 0, &l->score, j->now_s, &banner));
}

void round_leave(struct store *s, const struct table_row *t, int64_t round, int64_t account, int points,
                 store_done *done, void *arg)
{
    assert(account != 0 && points >= 0);
    struct leave_job *l = job_new_plain(s, sizeof *l, run_leave, done, arg);
    l->table = *t;
    l->round = round;
    l->score = (struct round_score){ .account = account, .points = points };
    job_write(&l->job);
}

/* --- the end --- */

struct finish_job {
    struct job job;
    struct round_end end;
    round_end_done *done;
    bool banner[TABLE_SEATS + 1];
};

static bool round_mark_finished(struct db *db, const struct round_end *end, int64_t now_s)
{
    struct query q = db_query(db, "UPDATE round SET ended_s = ?, result = ? WHERE id = ? AND ended_s IS NULL");
    put_int(&q, now_s);
    put_text(&q, end->result);
    put_int(&q, end->round);
    return query_do(&q);
}

static enum store_result run_finish(struct job *j, struct db *db)
{
    struct finish_job *f = (struct finish_job *)j;
    const struct round_end *end = &f->end;
    enum round_state state = round_state(db, end->round);
    if (state == ROUND_UNKNOWN) return STORE_NONE;
    if (state == ROUND_ABANDONED) return contradiction(end->round, "an end after its table broke up");
    if (state == ROUND_UNREADABLE) return STORE_FAILED;
    if (!table_put(db, &end->table, j->now_s) || !round_mark_finished(db, end, j->now_s)) return STORE_FAILED;
    for (int seat = 1; seat <= TABLE_SEATS; seat++)
        if (end->score[seat].account != 0 &&
            !score_count(db, end->round, seat, &end->score[seat], j->now_s, &f->banner[seat]))
            return STORE_FAILED;
    return STORE_OK;
}

static void answer_finish(struct job *j)
{
    static const bool none[TABLE_SEATS + 1];
    struct finish_job *f = (struct finish_job *)j;
    if (f->done != NULL) f->done(j->arg, j->result, j->result == STORE_OK ? f->banner : none);
    free(f);
}

void round_finish(struct store *s, const struct round_end *r, round_end_done *done, void *arg)
{
    struct finish_job *f = job_new(s, sizeof *f, run_finish, answer_finish, arg);
    f->end = *r;
    f->done = done;
    job_write(&f->job);
}
