/* The table's writing to the store, and what comes back. Answers that the room waits for find it by id and serial.
 * Only the end of a table that has broken up needs no answer: it is an errand, which the store gets again for a while
 * when it could not take it. Nothing is written of that table afterwards. */
#include "base/log.h"
#include "base/mem.h"
#include "base/text.h"
#include "room/inside.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ERRAND_TRIES 120 /* RETRY_MS apart */

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
    assert(!r->finish_wanted || r->writing.what == WRITE_FINISH);
    *row = (struct table_row){ .id = r->table_kept, .seats = r->seats, .round = r->now.number };
    snprintf(row->game, sizeof row->game, "%s", r->game->id);
    r->game->rules_text(&r->rules, row->rules, sizeof row->rules);
    game_kind(row->game, row->rules, row->kind);
    for (int seat = 1; seat <= r->seats; seat++) {
        row->seat[seat] = seat_row(r, seat);
        row->seat[seat].total = r->match_won != 0 ? 0 : r->seat[seat].total;
    }
}

/* --- what the room waits for --- */

struct receipt {
    struct tie *tie;
    int64_t room;
    uint32_t serial;
};

static const char *result_words(enum store_result result)
{
    switch (result) {
    case STORE_BUSY: return "it is busy";
    case STORE_NONE: return "it knows no such table or round";
    default: return "it failed";
    }
}

static struct receipt *receipt_new(struct room *r)
{
    struct receipt *c = mem_new(sizeof *c);
    *c = (struct receipt){ .tie = tie_hold(r->lobby), .room = r->id, .serial = r->writing.serial };
    return c;
}

/* The room that still waits for this, NULL when none does. Frees the receipt. */
static struct room *receipt_room(struct receipt *c, enum store_result result)
{
    struct room *r = c->tie->lobby != NULL ? lobby_find(c->tie->lobby, c->room) : NULL;
    bool waits = r != NULL && r->writing.what != WRITE_NONE && r->writing.serial == c->serial;
    tie_drop(c->tie);
    free(c);
    if (!waits) return NULL;
    if (result != STORE_OK && !r->wait_logged)
        log_event(LOG_WARNING, NULL, "table %lld: not written: %s", (long long)r->id, result_words(result));
    r->wait_logged |= result != STORE_OK;
    r->writing.answered = true;
    r->writing.result = result;
    room_wake(r);
    return r;
}

static void on_written(void *arg, enum store_result result)
{
    receipt_room(arg, result);
}

static void on_finished(void *arg, enum store_result result, const bool banner[TABLE_SEATS + 1])
{
    struct room *r = receipt_room(arg, result);
    if (r != NULL) memcpy(r->writing.banner, banner, sizeof r->writing.banner);
}

void keep_begin(struct room *r)
{
    struct table_row row;
    keep_row(r, &row);
    row.id = r->upcoming.table;
    row.round = r->upcoming.number;
    round_begin(r->lobby->env.store, &row, &r->upcoming, on_written, receipt_new(r));
}

void keep_move(struct room *r)
{
    round_move(r->lobby->env.store, r->now.id, r->ply + 1, r->writing.made.move.text, on_written, receipt_new(r));
}

static struct round_score score_of(const struct room *r, int seat)
{
    return (struct round_score){
        .account = r->seat[seat].who.account,
        .points = r->result.points[seat],
        .won = round_won_by(r, seat),
        .match_over = r->match_won != 0,
        .match_won = (r->match_won & 1u << seat) != 0,
        .sheds_mark = round_sheds_mark(r, seat),
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
    round_finish(r->lobby->env.store, &end, on_finished, receipt_new(r));
}

void keep_seats(struct room *r)
{
    struct table_row row;
    keep_row(r, &row);
    table_save(r->lobby->env.store, &row, on_written, receipt_new(r));
}

void keep_leave(struct room *r, int seat)
{
    struct table_row row;
    keep_row(r, &row);
    round_leave(r->lobby->env.store, &row, r->now.id, r->seat[seat].who.account, r->plan->points, on_written,
                receipt_new(r));
}

/* --- the end of a table --- */

/* A table that the store does not know is closed. */
static void on_stopped(void *arg, enum store_result result)
{
    receipt_room(arg, result == STORE_NONE ? STORE_OK : result);
}

void keep_stop(struct room *r)
{
    table_close(r->lobby->env.store, r->table_kept, on_stopped, receipt_new(r));
}

struct errand {
    STAILQ_ENTRY(errand) link;
    struct tie *tie;
    int64_t table;
    int tries;
    int64_t due;
};

static void errand_free(struct errand *e)
{
    tie_drop(e->tie);
    free(e);
}

static void errand_put_off(struct lobby *l, struct errand *e)
{
    e->due = lobby_now(l) + RETRY_MS;
    STAILQ_INSERT_TAIL(&l->errands, e, link);
    lobby_moved(l);
}

static void on_errand(void *arg, enum store_result result)
{
    struct errand *e = arg;
    struct lobby *l = e->tie->lobby;
    bool again = l != NULL && (result == STORE_BUSY || result == STORE_FAILED);
    if (again && e->tries < ERRAND_TRIES) {
        errand_put_off(l, e);
        return;
    }
    if (result != STORE_OK && result != STORE_NONE)
        log_event(LOG_ERR, NULL, "table %lld: its end is not written, and given up: %s", (long long)e->table,
                  result_words(result));
    errand_free(e);
}

static void errand_go(struct lobby *l, struct errand *e)
{
    e->tries++;
    table_close(l->env.store, e->table, on_errand, e);
}

void keep_close(struct room *r)
{
    if (r->table_kept == 0) return;
    struct errand *e = mem_new(sizeof *e);
    *e = (struct errand){ .tie = tie_hold(r->lobby), .table = r->table_kept };
    r->table_kept = 0;
    errand_go(r->lobby, e);
}

void keep_tick(struct lobby *l, int64_t now)
{
    for (struct errand *e; (e = STAILQ_FIRST(&l->errands)) != NULL && e->due <= now;) {
        STAILQ_REMOVE_HEAD(&l->errands, link);
        errand_go(l, e);
    }
}

int64_t keep_due(const struct lobby *l)
{
    const struct errand *first = STAILQ_FIRST(&l->errands);
    return first != NULL ? first->due : NEVER;
}

void keep_drop_all(struct lobby *l)
{
    for (struct errand *e; (e = STAILQ_FIRST(&l->errands)) != NULL;) {
        STAILQ_REMOVE_HEAD(&l->errands, link);
        errand_free(e);
    }
}
