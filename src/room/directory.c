#include "room/directory.h"

#include "base/digest.h"
#include "base/mem.h"
#include "base/origin.h"
#include "room/pending.h"
#include "room/members.h"
#include "room/seats.h"

#include <search.h>
#include <stdlib.h>

/* --- accounts --- */

/* An account and the tables that know it. */
struct known {
    int64_t account; /* first: what it is found by */
    LIST_HEAD(, stay) stays;
};

struct stay {
    LIST_ENTRY(stay) of_account, of_room;
    struct known *known;
    struct room *room;
};

static int by_account(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static struct known *known_of(const struct lobby *l, int64_t account)
{
    struct known *const *at = tfind(&account, &l->directory.accounts, by_account);
    return at != NULL ? *at : NULL;
}

static struct known *known_new(struct lobby *l, int64_t account)
{
    struct known *k = mem_new(sizeof *k);
    k->account = account;
    LIST_INIT(&k->stays);
    mem_must(tsearch(k, &l->directory.accounts, by_account));
    return k;
}

void directory_note(struct room *r, int64_t account)
{
    struct stay *s;
    if (account == 0) return;
    struct known *k = known_of(r->lobby, account);
    if (k == NULL) k = known_new(r->lobby, account);
    LIST_FOREACH(s, &k->stays, of_account)
    if (s->room == r) return;
    s = mem_new(sizeof *s);
    s->known = k;
    s->room = r;
    LIST_INSERT_HEAD(&k->stays, s, of_account);
    LIST_INSERT_HEAD(&r->listing.stays, s, of_room);
}

static void stay_end(struct stay *s)
{
    struct known *k = s->known;
    struct lobby *l = s->room->lobby;
    LIST_REMOVE(s, of_account);
    LIST_REMOVE(s, of_room);
    free(s);
    if (!LIST_EMPTY(&k->stays)) return;
    tdelete(k, &l->directory.accounts, by_account);
    free(k);
}

/* Wherever its name stands there: only who comes anew can have a seat after it stood nowhere. */
static bool room_knows(const struct room *r, int64_t account)
{
    for (int seat = 1; seat <= r->seats; seat++) {
        if (r->seat[seat].who.account == account || r->seat[seat].heir.account == account) return true;
        if (r->plan != NULL && (r->plan->who[seat].account == account || r->plan->heir.account == account)) return true;
    }
    for (const struct member *m = r->members; m != NULL; m = m->next)
        if (m->who.account == account) return true;
    return false;
}

static void reckon_stays(struct room *r)
{
    for (struct stay *s = LIST_FIRST(&r->listing.stays), *next; s != NULL; s = next) {
        next = LIST_NEXT(s, of_room);
        if (!room_knows(r, s->known->account)) stay_end(s);
    }
}

struct room *directory_room_of(struct lobby *l, int64_t account)
{
    struct room *found = NULL;
    struct known *k = account != 0 ? known_of(l, account) : NULL;
    struct stay *s;
    if (k == NULL) return NULL;
    LIST_FOREACH(s, &k->stays, of_account)
    if (room_seat_of(s->room, account) != 0 && (found == NULL || s->room->id < found->id)) found = s->room;
    return found;
}

/* --- open seats --- */

/* The tables of one kind that have people and an open seat. */
struct offer {
    struct offer *next;
    const struct game *game;
    struct rules rules;
    int seats;
    struct heap tables;
};

static const struct room *room_open_at(const struct heap_place *p)
{
    return (const struct room *)(const void *)((const char *)p - offsetof(struct room, listing.open));
}

static bool older(const struct heap_place *a, const struct heap_place *b)
{
    return room_open_at(a)->id < room_open_at(b)->id;
}

static bool is_of(const struct offer *o, const struct game *game, const struct rules *rules)
{
    return o->game == game && rules_equal(&o->rules, rules);
}

static struct offer *offer_for(const struct room *r)
{
    struct offer *o = r->lobby->directory.offers;
    while (o != NULL && (o->seats != r->seats || !is_of(o, r->game, &r->rules))) o = o->next;
    if (o != NULL) return o;
    o = mem_new(sizeof *o);
    *o = (struct offer){ r->lobby->directory.offers, r->game, r->rules, r->seats, { 0 } };
    heap_init(&o->tables, older);
    return r->lobby->directory.offers = o;
}

static bool invites(const struct room *r, int64_t account)
{
    return seats_present(r, 0) > 0 && seat_open(r, account) != 0;
}

static void withdraw(struct room *r)
{
    if (r->listing.open.at != 0) heap_remove(&r->listing.offer->tables, &r->listing.open);
}

static void reckon_offer(struct room *r)
{
    struct listing *l = &r->listing;
    if (!invites(r, 0)) {
        withdraw(r);
    } else if (l->open.at == 0) {
        if (l->offer == NULL) l->offer = offer_for(r);
        heap_add(&l->offer->tables, &l->open);
    }
}

/* What has changed at a table since it was last reckoned may have taken its seat: that is looked at again here. */
static struct room *first_open(struct offer *o)
{
    for (struct heap_place *p; (p = heap_first(&o->tables)) != NULL;) {
        struct room *r = HEAP_ITEM(p, struct room, listing.open);
        if (invites(r, 0)) return r;
        withdraw(r);
    }
    return NULL;
}

static struct room *better(struct room *a, struct room *b, int seats)
{
    if (a == NULL || b == NULL) return a != NULL ? a : b;
    if ((a->seats == seats) != (b->seats == seats)) return a->seats == seats ? a : b;
    return a->id < b->id ? a : b;
}

struct room *directory_open_table(struct lobby *l, const struct game *game, const struct rules *rules, int seats,
                                  int64_t account)
{
    struct room *best = NULL;
    for (struct offer *o = l->directory.offers; o != NULL; o = o->next)
        if (is_of(o, game, rules)) best = better(best, first_open(o), seats);
    /* A seat that this account has just given up is open for nobody else. */
    const struct known *k = known_of(l, account);
    struct stay *s;
    if (k == NULL) return best;
    LIST_FOREACH(s, &k->stays, of_account)
    if (s->room->game == game && rules_equal(&s->room->rules, rules) && invites(s->room, account))
        best = better(best, s->room, seats);
    return best;
}

/* --- tables that stand still --- */

static const struct room *room_standing_at(const struct heap_place *p)
{
    return (const struct room *)(const void *)((const char *)p - offsetof(struct room, listing.standing));
}

static bool stands_longer(const struct heap_place *p, const struct heap_place *q)
{
    const struct room *a = room_standing_at(p), *b = room_standing_at(q);
    return a->empty_since != b->empty_since ? a->empty_since < b->empty_since : a->id < b->id;
}

static bool stands(const struct room *r)
{
    return r->empty_since != NEVER && !room_busy(r);
}

static void stop_standing(struct room *r)
{
    if (r->listing.standing.at != 0) heap_remove(&r->lobby->directory.standing, &r->listing.standing);
}

static void reckon_standing(struct room *r)
{
    stop_standing(r);
    if (stands(r)) heap_add(&r->lobby->directory.standing, &r->listing.standing);
}

struct room *directory_oldest(struct lobby *l)
{
    for (struct heap_place *p; (p = heap_first(&l->directory.standing)) != NULL;) {
        struct room *r = HEAP_ITEM(p, struct room, listing.standing);
        if (stands(r)) return r;
        stop_standing(r);
    }
    return NULL;
}

/* --- who has opened them --- */

struct opener {
    uint64_t customer; /* first: what it is found by */
    int tables;
};

static int by_customer(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static struct opener *opener_of(const struct lobby *l, uint64_t customer)
{
    struct opener *const *at = tfind(&customer, &l->directory.openers, by_customer);
    return at != NULL ? *at : NULL;
}

static void count_opener(struct room *r)
{
    struct opener *o = opener_of(r->lobby, r->opener);
    if (r->opener == ORIGIN_HOUSE) return;
    if (o == NULL) {
        o = mem_new(sizeof *o);
        o->customer = r->opener;
        mem_must(tsearch(o, &r->lobby->directory.openers, by_customer));
    }
    o->tables++;
    r->listing.opener_counted = true;
}

static void discount_opener(struct room *r)
{
    if (!r->listing.opener_counted) return;
    r->listing.opener_counted = false;
    struct opener *o = opener_of(r->lobby, r->opener);
    if (--o->tables > 0) return;
    tdelete(o, &r->lobby->directory.openers, by_customer);
    free(o);
}

int directory_opened_by(const struct lobby *l, uint64_t customer)
{
    const struct opener *o = opener_of(l, customer);
    return o != NULL ? o->tables : 0;
}

/* --- its row in the list --- */

static uint64_t row_of(const struct room *r)
{
    uint64_t row = digest_number(DIGEST_OF_NOTHING, (uint64_t)r->now.number << 1 | (r->phase == ROOM_BETWEEN));
    for (int seat = 1; seat <= r->seats; seat++) {
        const struct seat *s = &r->seat[seat];
        bool away = s->kind == SEAT_PERSON && s->member == NULL;
        row = digest_text(row, s->who.name);
        row = digest_byte(row, (uint8_t)(s->who.loser | away << 1 | seat_played_by_computer(r, seat) << 2));
    }
    return row;
}

static void reckon_row(struct room *r)
{
    uint64_t row = row_of(r);
    if (row == r->listing.row) return;
    r->listing.row = row;
    if (r->listed) lobby_listed(r->lobby);
}

uint64_t room_row(const struct room *r)
{
    return r->listing.row;
}

/* --- all of it --- */

void directory_reckon(struct room *r)
{
    if (!r->listing.in) return;
    reckon_stays(r);
    reckon_offer(r);
    reckon_standing(r);
    reckon_row(r);
}

void directory_add(struct room *r)
{
    r->listing.in = true;
    for (int seat = 1; seat <= r->seats; seat++) {
        directory_note(r, r->seat[seat].who.account);
        directory_note(r, r->seat[seat].heir.account);
    }
    count_opener(r);
    directory_reckon(r);
}

void directory_drop(struct room *r)
{
    if (!r->listing.in) return;
    r->listing.in = false;
    while (!LIST_EMPTY(&r->listing.stays)) stay_end(LIST_FIRST(&r->listing.stays));
    withdraw(r);
    stop_standing(r);
    discount_opener(r);
}

void directory_init(struct directory *d)
{
    *d = (struct directory){ .offers = NULL };
    heap_init(&d->standing, stands_longer);
}

void directory_clear(struct directory *d)
{
    for (struct offer *o = d->offers, *next; o != NULL; o = next) {
        next = o->next;
        heap_clear(&o->tables);
        free(o);
    }
    heap_clear(&d->standing);
}
