#include "room/lobby.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/origin.h"
#include "room/inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define STANDING_MS (60 * 60 * 1000) /* a table nobody is at may have to make place after this long */

int64_t lobby_now(const struct lobby *l)
{
    return clock_mono_ms(l->env.clock);
}

uint32_t lobby_serial(struct lobby *l)
{
    return ++l->last_serial;
}

struct tie *tie_hold(struct lobby *l)
{
    l->tie->refs++;
    return l->tie;
}

void tie_drop(struct tie *t)
{
    if (--t->refs == 0) free(t);
}

void lobby_moved(struct lobby *l)
{
    if (!l->ticking && l->on_due != NULL) l->on_due(l->on_due_arg);
}

void lobby_listed(struct lobby *l)
{
    if (l->on_list != NULL) l->on_list(l->on_list_arg);
}

/* Where id stands, or would. */
static int place_of(const struct lobby *l, int64_t id)
{
    int low = 0, high = l->n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (l->rooms[middle]->id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct room *lobby_find(struct lobby *l, int64_t id)
{
    int k = place_of(l, id);
    return k < l->n && l->rooms[k]->id == id ? l->rooms[k] : NULL;
}

static struct room **with_room_for_one(struct room **list, int n, int *size)
{
    if (n < *size) return list;
    *size = *size ? 2 * *size : 16;
    return mem_resize(list, (size_t)*size * sizeof *list);
}

void lobby_add(struct lobby *l, struct room *r)
{
    l->rooms = with_room_for_one(l->rooms, l->n, &l->size);
    int k = place_of(l, r->id);
    memmove(l->rooms + k + 1, l->rooms + k, (size_t)(l->n - k) * sizeof *l->rooms);
    l->rooms[k] = r;
    l->n++;
    heap_add(&l->dues, &r->place);
    directory_add(r);
}

void lobby_forget(struct room *r)
{
    if (r->place.at != 0) heap_remove(&r->lobby->dues, &r->place);
    directory_drop(r);
}

/* Ids ascend. */
static void add_opening(struct lobby *l, struct room *r)
{
    assert(TAILQ_EMPTY(&l->openings) || TAILQ_LAST(&l->openings, openings)->id < r->id);
    TAILQ_INSERT_TAIL(&l->openings, r, opening_link);
    l->n_opening++;
    r->opening = true;
}

void lobby_opened(struct lobby *l, struct room *r)
{
    if (!r->opening) return;
    TAILQ_REMOVE(&l->openings, r, opening_link);
    l->n_opening--;
    r->opening = false;
    lobby_listed(l);
}

void lobby_take_out(struct lobby *l, struct room *r)
{
    lobby_opened(l, r);
    int k = place_of(l, r->id);
    assert(k < l->n && l->rooms[k] == r);
    memmove(l->rooms + k, l->rooms + k + 1, (size_t)(l->n - k - 1) * sizeof *l->rooms);
    l->n--;
    lobby_forget(r);
    lobby_listed(l);
    l->closing = with_room_for_one(l->closing, l->n_closing, &l->size_closing);
    l->closing[l->n_closing++] = r;
}

/* --- finding a seat --- */

/* The seat of an account at a table, or the seat it has a claim to; 0: none. */
static int seat_of_account(const struct room *r, int64_t account)
{
    for (int seat = 1; seat <= r->seats; seat++) {
        const struct plan *p = r->plan;
        if (change_keeps(r, seat) && r->seat[seat].who.account == account) return seat;
        if (r->seat[seat].heir.account == account && r->seat[seat].change != CHANGE_UNCLAIM) return seat;
        if (p != NULL && p->to[seat] == PLAN_PERSON && p->who[seat].account == account &&
            r->seat[seat].change != CHANGE_LEFT)
            return seat;
    }
    for (const struct member *m = r->members; m != NULL; m = m->next)
        if (m->claim != 0 && m->over == NULL && m->who.account == account) return m->claim;
    return 0;
}

int room_seat_of(const struct room *r, int64_t account)
{
    return account != 0 ? seat_of_account(r, account) : 0;
}

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
    return true;
}

/* May one more be opened for that person? NULL or why not. */
static const char *why_no_table(struct lobby *l, const struct person *who)
{
    int most = l->env.tables_per_origin;
    if (who->origin == ORIGIN_HOUSE) return NULL;
    if (most > 0 && directory_opened_by(l, origin_customer(who->origin)) >= most)
        return "There are many tables from your network already: sit down at one of them, or watch.";
    return pay(l, DUE_TABLE, who);
}

/* --- coming --- */

/* A second line of the same person: the seat or the claim is its own from now on (H45, P58, P60). */
static struct member *take_over(struct room *r, const struct person *who, const struct member_upcalls *up, void *owner)
{
    int seat = seat_of_account(r, who->account);
    struct member *m = member_new(r, who, up, owner);
    if (r->seat[seat].kind == SEAT_PERSON) {
        seat_sit(r, seat, m);
        seats_reckon(r);
        return m;
    }
    for (struct member *old = r->members; old != NULL; old = old->next)
        if (old->claim == seat) member_end(old, "Another line of yours has taken your place here.");
    m->claim = seat;
    seats_reckon(r);
    return m;
}

static struct member *join(struct room *r, const struct person *who, const struct member_upcalls *up, void *owner)
{
    int seat = seat_open(r, who->account);
    struct member *m = member_new(r, who, up, owner);
    m->claim = seat;
    change_want(r, seat, CHANGE_CLAIM);
    seats_reckon(r);
    return m;
}

static struct member *open_new(struct lobby *l, const struct game *game, const struct rules *rules, int seats,
                               const struct person *who, const struct member_upcalls *up, void *owner)
{
    int64_t id = l->env.store != NULL ? store_next_id(l->env.store) : ++l->last_id;
    struct room *r = room_new(l, id, game, rules, seats);
    r->opener = origin_customer(who->origin);
    lobby_add(l, r);
    add_opening(l, r);
    struct member *m = member_new(r, who, up, owner);
    seat_sit(r, 1 + (int)random_below(&l->env.random, (uint32_t)seats), m);
    seats_reckon(r);
    r->now.dealer = 1 + (int)random_below(&l->env.random, (uint32_t)seats);
    round_prepare(r);
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
    return *why == NULL ? member_new(r, who, up, owner) : NULL;
}

/* Tables are opening for some milliseconds, and few at a time: each before the k-th makes it stand one place later. */
struct room *lobby_room(struct lobby *l, int k)
{
    const struct room *r;
    if (k < 0 || k >= lobby_tables(l)) return NULL;
    TAILQ_FOREACH(r, &l->openings, opening_link)
    if (place_of(l, r->id) <= k) k++;
    return l->rooms[k];
}

int lobby_tables(const struct lobby *l)
{
    return l->n - l->n_opening;
}

struct room *lobby_table(struct lobby *l, int64_t id)
{
    struct room *r = lobby_find(l, id);
    return r != NULL && !r->opening ? r : NULL;
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
    int64_t due = earlier(keep_due(l), solos_due(l));
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

static void bury(struct lobby *l)
{
    for (struct member *m = l->dead, *next; m != NULL; m = next) {
        next = m->next_dead;
        member_free(m);
    }
    l->dead = NULL;
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
        if (r->closing == NULL) room_tick(r);
        if (r->closing == NULL) heap_add(&l->dues, &r->place);
    }
}

void lobby_tick(struct lobby *l)
{
    assert(!l->ticking);
    int64_t now = lobby_now(l);
    l->ticking = true;
    keep_tick(l, now);
    tick_rooms(l, now);
    finish_closing(l);
    solos_tick(l);
    l->ticking = false;
    bury(l);
    lobby_moved(l);
}

bool lobby_busy(const struct lobby *l)
{
    for (int k = 0; k < l->n; k++)
        if (room_busy(l->rooms[k])) return true;
    return !STAILQ_EMPTY(&l->errands);
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
    *l = (struct lobby){ .env = *env, .tie = mem_new(sizeof *l->tie) };
    *l->tie = (struct tie){ .lobby = l, .refs = 1 };
    TAILQ_INIT(&l->openings);
    STAILQ_INIT(&l->errands);
    solos_init(l);
    heap_init(&l->dues, due_before);
    directory_init(&l->directory);
    payments_init(l);
    return l;
}

void lobby_free(struct lobby *l)
{
    if (l == NULL) return;
    l->on_due = l->on_list = NULL;
    for (int k = 0; k < l->n; k++) room_free(l->rooms[k]);
    for (int k = 0; k < l->n_closing; k++) room_free(l->closing[k]);
    solos_drop_all(l);
    bury(l);
    keep_drop_all(l);
    l->tie->lobby = NULL;
    tie_drop(l->tie);
    heap_clear(&l->dues);
    directory_clear(&l->directory);
    free(l->rooms);
    free(l->closing);
    free(l);
}
