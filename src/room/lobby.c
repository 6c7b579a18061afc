#include "room/lobby.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/origin.h"
#include "room/change.h"
#include "room/deliver.h"
#include "room/directory.h"
#include "room/members.h"
#include "room/pending.h"
#include "room/retry.h"
#include "room/round.h"
#include "room/seats.h"
#include "room/solo_tick.h"
#include "room/tables.h"
#include "room/tick.h"
#include "store/store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define STANDING_MS (60 * 60 * 1000) /* a table nobody is at may have to make place after this long */

/* --- finding a seat --- */

struct room *lobby_room_of(struct lobby *l, int64_t account)
{
    return directory_room_of(l, account);
}

/* A place for one more table: with the house full, the table that has stood still longest gives way. */
static bool make_place(struct lobby *l)
{
    if (l->n < l->env.tables_max) return true;
    struct room *oldest = directory_oldest(l);
    if (oldest == NULL || lobby_now(l) - oldest->empty_since < STANDING_MS) return false;
    log_event(LOG_NOTICE, NULL, "table %lld gives way: nobody has been there for an hour", (long long)oldest->id);
    room_close(oldest, "The house was full and the table stood still.");
    tables_take_out(l, oldest);
    return true;
}

/* May one more be opened for that person? NULL or why not. */
static const char *why_no_table(struct lobby *l, const struct person *who)
{
    int most = l->env.tables_per_origin;
    if (who->origin == ORIGIN_HOUSE) return NULL;
    if (most > 0 && directory_opened_by(l, origin_customer(who->origin)) >= most)
        return "There are many tables from your network already: sit down at one of them, or watch.";
    return pay(&l->payments, &l->env, DUE_TABLE, who);
}

/* --- coming --- */

static struct member *come_in(struct room *r, const struct person *who, const struct member_upcalls *up, void *owner)
{
    directory_note(r, who->account);
    return member_new(r, who, up, owner);
}

/* A second line of the same person: the seat or the claim is its own from now on (H45, P58, P60). */
static struct member *take_over(struct room *r, const struct person *who, const struct member_upcalls *up, void *owner)
{
    int seat = room_seat_of(r, who->account);
    struct member *m = come_in(r, who, up, owner);
    if (r->seat[seat].kind == SEAT_PERSON) {
        seat_sit(r, seat, m);
        directory_reckon(r);
        return m;
    }
    for (struct member *old = r->members; old != NULL; old = old->next)
        if (old->claim == seat) member_end(old, "Another line of yours has taken your place here.");
    m->claim = seat;
    directory_reckon(r);
    return m;
}

static struct member *join(struct room *r, const struct person *who, const struct member_upcalls *up, void *owner)
{
    int seat = seat_open(r, who->account);
    struct member *m = come_in(r, who, up, owner);
    m->claim = seat;
    change_want(r, seat, CHANGE_CLAIM);
    directory_reckon(r);
    return m;
}

/* Opens a table for one person. Seat and dealer are drawn by chance (T2). Returns its member. */
static struct member *open_new(struct lobby *l, const struct game *game, const struct rules *rules, int seats,
                               const struct person *who, const struct member_upcalls *up, void *owner)
{
    int64_t id = l->env.store != NULL ? store_next_id(l->env.store) : ++l->last_id;
    struct room *r = room_new(l, id, game, rules, seats);
    r->opener = origin_customer(who->origin);
    r->opening = true;
    tables_add(l, r);
    struct member *m = come_in(r, who, up, owner);
    seat_sit(r, 1 + (int)random_below(&l->env.random, (uint32_t)seats), m);
    r->now.dealer = 1 + (int)random_below(&l->env.random, (uint32_t)seats);
    round_prepare(r);
    change_tick(r, lobby_now(l)); /* what no store keeps lies ready at once */
    tables_list(l, r);
    directory_reckon(r);
    m->opened = true;
    return m;
}

struct member *lobby_quick(struct lobby *l, const struct game *game, const struct rules *rules, int seats,
                           const struct person *who, const struct member_upcalls *up, void *owner, const char **why)
{
    *why = NULL;
    struct room *r = lobby_room_of(l, who->account);
    if (r != NULL) return take_over(r, who, up, owner);
    if (game->patience)
        *why = "A patience is played alone, not at a table.";
    else if (seats < game->seats_min || seats > game->seats_max)
        *why = "This game is not for so many seats.";
    if (*why != NULL) return NULL;
    r = directory_open_table(l, game, rules, seats, who->account);
    if (r != NULL) return join(r, who, up, owner);
    *why = why_no_table(l, who);
    if (*why != NULL) return NULL;
    if (make_place(l)) return open_new(l, game, rules, seats, who, up, owner);
    *why = "The house is full: there is no table left.";
    return NULL;
}

struct member *lobby_watch(struct lobby *l, struct room *r, const struct person *who, const struct member_upcalls *up,
                           void *owner, const char **why)
{
    assert(r->lobby == l);
    *why = NULL;
    if (room_seat_of(r, who->account) != 0)
        *why = "You have a seat at this table: nobody watches a table of their own.";
    else if (room_watchers(r) >= ROOM_WATCHERS_MAX)
        *why = "So many watch this table that there is no place left.";
    return *why == NULL ? come_in(r, who, up, owner) : NULL;
}

struct room *lobby_room(struct lobby *l, int k)
{
    return tables_listed(l, k);
}

int lobby_tables(const struct lobby *l)
{
    return l->n - l->n_opening;
}

struct room *lobby_table(struct lobby *l, int64_t id)
{
    struct room *r = tables_find(l, id);
    return r != NULL && r->listed ? r : NULL;
}

/* --- time --- */

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static const struct room *room_at(const struct heap_place *p)
{
    return (const struct room *)(const void *)((const char *)p - offsetof(struct room, place));
}

/* Of those that are due at once the oldest. */
static bool due_before(const struct heap_place *p, const struct heap_place *q)
{
    const struct room *a = room_at(p), *b = room_at(q);
    return a->due != b->due ? a->due < b->due : a->id < b->id;
}

int64_t lobby_due(const struct lobby *l)
{
    const struct heap_place *first = heap_first(&l->dues);
    int64_t due = earlier(retries_due(l), solos_due(l));
    if (first != NULL) due = earlier(due, room_at(first)->due);
    return l->n_closing > 0 ? INT64_MIN : due;
}

/* Tells the members of tables that have broken up, and frees those. */
static void finish_closing(struct lobby *l)
{
    for (int k = 0; k < l->n_closing; k++) room_deliver(l->closing[k]);
    int kept = 0;
    for (int k = 0; k < l->n_closing; k++) {
        struct room *r = l->closing[k];
        if (r->members == NULL)
            room_free(r);
        else
            l->closing[kept++] = r;
    }
    l->n_closing = kept;
}

/* Takes those that are due out of the heap, and chains them. */
static struct room *take_due(struct lobby *l, int64_t now)
{
    struct room *chain = NULL, **end = &chain;
    for (struct heap_place *p; (p = heap_first(&l->dues)) != NULL && room_at(p)->due <= now;) {
        struct room *r = HEAP_ITEM(p, struct room, place);
        heap_remove(&l->dues, p);
        r->next_due = NULL;
        *end = r;
        end = &r->next_due;
    }
    return chain;
}

/* Each once: one that is woken meanwhile is due the next time. One that closes meanwhile is not freed yet. */
static void tick_rooms(struct lobby *l, int64_t now)
{
    for (struct room *r = take_due(l, now); r != NULL; r = r->next_due) {
        if (r->closing != NULL) continue;
        room_tick(r);
        tables_list(l, r);
        if (r->closing != NULL)
            tables_take_out(l, r);
        else
            heap_add(&l->dues, &r->place);
    }
}

void lobby_tick(struct lobby *l)
{
    assert(!l->ticking);
    int64_t now = lobby_now(l);
    l->ticking = true;
    retries_tick(l, now);
    tick_rooms(l, now);
    finish_closing(l);
    solos_tick(l);
    l->ticking = false;
    members_free_dead(l);
    lobby_moved(l);
}

bool lobby_busy(const struct lobby *l)
{
    for (int k = 0; k < l->n; k++)
        if (room_busy(l->rooms[k])) return true;
    return retries_due(l) != NEVER;
}

void lobby_set_on_due(struct lobby *l, void (*on_due)(void *arg), void *arg)
{
    l->on_due = on_due;
    l->on_due_arg = arg;
}

void lobby_set_on_list(struct lobby *l, void (*on_list)(void *arg), void *arg)
{
    l->on_list = on_list;
    l->on_list_arg = arg;
}

/* --- life --- */

struct lobby *lobby_new(const struct lobby_env *env)
{
    struct lobby *l = mem_new(sizeof *l);
    *l = (struct lobby){ .env = *env };
    TAILQ_INIT(&l->openings);
    solos_init(l);
    heap_init(&l->dues, due_before);
    directory_init(&l->directory);
    l->retries = retries_new(l);
    payments_init(&l->payments);
    return l;
}

void lobby_free(struct lobby *l)
{
    if (l == NULL) return;
    l->on_due = NULL;
    for (int k = 0; k < l->n; k++) {
        tables_forget(l->rooms[k]);
        room_free(l->rooms[k]);
    }
    for (int k = 0; k < l->n_closing; k++) room_free(l->closing[k]);
    solos_drop_all(l);
    members_free_dead(l);
    retries_free(l->retries);
    heap_clear(&l->dues);
    directory_clear(&l->directory);
    free(l->rooms);
    free(l->closing);
    free(l);
}
