/* The table's writing to the store, and what comes back. Answers that the room waits for find it by id and serial. What
 * needs no answer is an errand: told again for a while when the store could not take it, from the room as it is by
 * then. */
#include "base/log.h"
#include "base/mem.h"
#include "base/text.h"
#include "room/inside.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ERRAND_TRIES 120 /* RETRY_MS apart */

/* --- what is written --- */

/* "corners last": the game, and the first word of its rules. */
static void kind_text(const struct table_row *row, char out[TABLE_KIND])
{
    struct text t;
    text_init(&t, out, TABLE_KIND);
    text_add(&t, "%s", row->game);
    int word = (int)strcspn(row->rules, " ");
    if (word > 0) text_add(&t, " %.*s", word, row->rules);
}

/* Until the round's end is on disk the totals there are those before the round: a host that stops in between counts it again.
 * The totals of a match that is over begin again at 0 (T12). */
static int total_on_disk(const struct room *r, int seat)
{
    int total = r->seat[seat].total;
    if (r->finish_wanted) return total - r->result.points[seat];
    return r->match_won != 0 ? 0 : total;
}

void keep_row(const struct room *r, struct table_row *row)
{
    *row = (struct table_row){ .id = r->table_kept, .seats = r->seats, .round = r->now.number };
    snprintf(row->game, sizeof row->game, "%s", r->game->id);
    r->game->rules_text(&r->rules, row->rules, sizeof row->rules);
    kind_text(row, row->kind);
    for (int seat = 1; seat <= r->seats; seat++) {
        const struct seat *from = &r->seat[seat];
        struct table_seat *to = &row->seat[seat];
        *to = (struct table_seat){
            .kind = from->kind,
            .account = from->who.account,
            .strength = from->strength,
            .total = total_on_disk(r, seat),
        };
        memcpy(to->name, from->who.name, sizeof to->name);
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
    if (result != STORE_OK)
        log_event(LOG_WARNING, NULL, "table %lld: not written: %s", (long long)r->id, result_words(result));
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
    for (int seat = 1; seat <= r->seats; seat++)
        end.table.seat[seat].total = r->match_won != 0 ? 0 : r->seat[seat].total;
    snprintf(end.result, sizeof end.result, "%s", r->result.words);
    for (int seat = 1; seat <= r->seats; seat++) {
        r->writing.account[seat] = r->seat[seat].who.account;
        if (r->seat[seat].who.account != 0) end.score[seat] = score_of(r, seat);
    }
    round_finish(r->lobby->env.store, &end, on_finished, receipt_new(r));
}

/* --- errands --- */

enum errand_kind { ERRAND_TABLE, ERRAND_LEAVE, ERRAND_CLOSE };

struct errand {
    struct errand *next;
    struct tie *tie;
    enum errand_kind kind;
    int64_t room;
    struct table_row row; /* as it was; where the room still keeps that table, as it is counts */
    int64_t round, account;
    int points;
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
    e->next = NULL;
    struct errand **at = &l->errands;
    while (*at != NULL) at = &(*at)->next;
    *at = e;
    lobby_moved(l);
}

static bool errand_waits(const struct lobby *l, int64_t room)
{
    const struct errand *e = l->errands;
    while (e != NULL && e->room != room) e = e->next;
    return e != NULL;
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
        log_event(LOG_ERR, NULL, "table %lld: not written and given up: %s", (long long)e->row.id,
                  result_words(result));
    errand_free(e);
}

static void errand_go(struct lobby *l, struct errand *e)
{
    struct store *s = l->env.store;
    const struct room *r = lobby_find(l, e->room);
    if (r != NULL && r->table_kept == e->row.id) keep_row(r, &e->row);
    e->tries++;
    switch (e->kind) {
    case ERRAND_TABLE: table_save(s, &e->row, on_errand, e); break;
    case ERRAND_LEAVE: round_leave(s, &e->row, e->round, e->account, e->points, on_errand, e); break;
    case ERRAND_CLOSE: table_close(s, e->row.id, on_errand, e); break;
    }
}

/* Errands of one room stay in order: a table does not close before somebody has left it. */
static void errand_send(struct lobby *l, struct errand *e)
{
    if (errand_waits(l, e->room))
        errand_put_off(l, e);
    else
        errand_go(l, e);
}

static struct errand *errand_new(const struct room *r, enum errand_kind kind)
{
    struct errand *e = mem_new(sizeof *e);
    *e = (struct errand){ .tie = tie_hold(r->lobby), .kind = kind, .room = r->id };
    keep_row(r, &e->row);
    return e;
}

void keep_table(struct room *r)
{
    if (r->table_kept != 0) errand_send(r->lobby, errand_new(r, ERRAND_TABLE));
}

void keep_leave(struct room *r, int64_t account, int points)
{
    struct errand *e = errand_new(r, ERRAND_LEAVE);
    e->round = r->now.id;
    e->account = account;
    e->points = points;
    errand_send(r->lobby, e);
}

void keep_close(struct room *r)
{
    if (r->table_kept == 0) return;
    struct errand *e = errand_new(r, ERRAND_CLOSE);
    r->table_kept = 0;
    errand_send(r->lobby, e);
}

void keep_tick(struct lobby *l, int64_t now)
{
    while (l->errands != NULL && l->errands->due <= now) {
        struct errand *e = l->errands;
        l->errands = e->next;
        errand_go(l, e);
    }
}

int64_t keep_due(const struct lobby *l)
{
    return l->errands != NULL ? l->errands->due : NEVER;
}

void keep_drop_all(struct lobby *l)
{
    for (struct errand *e = l->errands, *next; e != NULL; e = next) {
        next = e->next;
        errand_free(e);
    }
    l->errands = NULL;
}
