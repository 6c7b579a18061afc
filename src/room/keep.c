#include "room/keep.h"

#include "base/log.h"
#include "base/text.h"
#include "room/match.h"
#include "room/members.h"
#include "room/retry.h"
#include "store/round.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* --- its beginning and its end --- */

void keep_start(struct room *r, enum write what)
{
    r->writing.what = what;
    r->house_retries = false;
    commit_start(&r->commit, lobby_now(r->lobby));
    int64_t due = wait_due(&r->commit.wait);
    if (due >= r->due) return;
    room_due_at(r, due);
    lobby_moved(r->lobby);
}

void keep_done(struct room *r)
{
    r->writing.what = WRITE_NONE;
    bool told = commit_done(&r->commit, lobby_now(r->lobby));
    if (r->wait_logged) log_event(LOG_NOTICE, NULL, "table %lld: it is written again", (long long)r->id);
    if (told) members_say_wait(r, WAIT_OVER);
    r->wait_logged = false;
}

void keep_failed(struct room *r)
{
    r->writing.what = WRITE_NONE;
    commit_fail(&r->commit);
}

void keep_close(struct room *r)
{
    if (r->table_kept == 0) return;
    retry_close(r->lobby, r->table_kept);
    r->table_kept = 0;
}

static_assert(KIND_TEXT == TABLE_KIND && RULES_TEXT == TABLE_RULES, "what a game says of itself can be kept");

/* --- what is written --- */

/* A seat as it is when what is planned has come about. */
static struct table_seat seat_row(const struct room *r, int seat)
{
    const struct seat *s = &r->seat[seat];
    const struct plan *p = r->plan;
    struct table_seat row = { .kind = s->kind, .account = s->who.account, .strength = s->strength };
    bool changes = p != NULL && p->seat == seat;
    const struct person *heir = changes ? &p->heir : &s->heir;
    memcpy(row.name, s->who.name, sizeof row.name);
    row.stand_in = changes ? p->stand_in : s->stand_in;
    if (heir->account != 0 && (p == NULL || p->seat != 0)) {
        row.heir = heir->account;
        memcpy(row.heir_name, heir->name, sizeof row.heir_name);
    }
    if (p == NULL || p->to[seat] == PLAN_STAYS) return row;
    row.stand_in = false;
    row.heir = 0;
    row.heir_name[0] = '\0';
    row.kind = p->to[seat] == PLAN_PERSON ? SEAT_PERSON : SEAT_COMPUTER;
    row.account = p->who[seat].account;
    row.strength = p->strength[seat];
    memcpy(row.name, p->who[seat].name, sizeof row.name);
    return row;
}

/* The table as it is when what is being written has come about. The points of the last round are in the totals: its end
 * is written before anything else. Those of a match that is over begin again at 0 (T12). */
static void keep_row(const struct room *r, struct table_row *row)
{
    assert(!r->finish_wanted || (r->commit.busy && r->writing.what == WRITE_FINISH));
    *row = (struct table_row){ .id = r->table_kept, .seats = r->seats, .round = r->now.number };
    snprintf(row->game, sizeof row->game, "%s", r->game->id);
    r->game->rules_text(&r->rules, row->rules, sizeof row->rules);
    game_kind(row->game, row->rules, row->kind);
    for (int seat = 1; seat <= r->seats; seat++) {
        row->seat[seat] = seat_row(r, seat);
        row->seat[seat].total = r->match_won != 0 ? 0 : r->seat[seat].total;
    }
}

/* --- and what comes back --- */

/* The room that waits for this answer; NULL when none does. */
static struct room *answered(void *receipt, enum store_result result)
{
    struct room *r = commit_answer(receipt, result);
    if (r == NULL || result == STORE_OK) return r;
    if (!r->wait_logged)
        log_event(LOG_WARNING, NULL, "table %lld: not written: %s", (long long)r->id, commit_result_words(result));
    r->wait_logged = true;
    return r;
}

static void on_written(void *arg, enum store_result result)
{
    answered(arg, result);
}

static void on_finished(void *arg, enum store_result result, const bool banner[TABLE_SEATS + 1])
{
    struct room *r = answered(arg, result);
    if (r != NULL) memcpy(r->writing.banner, banner, sizeof r->writing.banner);
}

void keep_begin(struct room *r)
{
    struct table_row row;
    keep_row(r, &row);
    row.id = r->upcoming.table;
    row.round = r->upcoming.number;
    round_begin(r->lobby->env.store, &row, &r->upcoming, on_written, commit_receipt(&r->commit));
}

void keep_move(struct room *r)
{
    round_move(r->lobby->env.store, r->now.id, r->ply + 1, r->writing.made.move.text, on_written,
               commit_receipt(&r->commit));
}

static struct round_score score_of(const struct room *r, int seat)
{
    return (struct round_score){
        .account = r->seat[seat].who.account,
        .points = r->result.points[seat],
        .won = match_round_won(r, seat),
        .match_over = r->match_won != 0,
        .match_won = (r->match_won & 1u << seat) != 0,
        .sheds_mark = match_sheds_mark(r, seat),
    };
}

void keep_finish(struct room *r)
{
    struct round_end end = { .round = r->now.id };
    keep_row(r, &end.table);
    snprintf(end.result, sizeof end.result, "%s", r->result.words);
    for (int seat = 1; seat <= r->seats; seat++) {
        r->writing.account[seat] = r->seat[seat].who.account;
        if (r->seat[seat].who.account != 0) end.score[seat] = score_of(r, seat);
    }
    round_finish(r->lobby->env.store, &end, on_finished, commit_receipt(&r->commit));
}

void keep_seats(struct room *r)
{
    struct table_row row;
    keep_row(r, &row);
    table_save(r->lobby->env.store, &row, on_written, commit_receipt(&r->commit));
}

void keep_leave(struct room *r, int seat)
{
    struct table_row row;
    keep_row(r, &row);
    round_leave(r->lobby->env.store, &row, r->now.id, r->seat[seat].who.account, r->plan->points, on_written,
                commit_receipt(&r->commit));
}

/* A table that the store does not know is closed. */
static void on_stopped(void *arg, enum store_result result)
{
    answered(arg, result == STORE_NONE ? STORE_OK : result);
}

void keep_stop(struct room *r)
{
    table_close(r->lobby->env.store, r->table_kept, on_stopped, commit_receipt(&r->commit));
}
