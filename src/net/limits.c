#include "net/limits.h"

#include "base/bucket.h"
#include "base/mem.h"
#include "base/origin.h"
#include "base/purse.h"

#include <assert.h>
#include <stdlib.h>

#define CHAINS 1024    /* chains of a table of origins */
#define BURST_MIN 4    /* connections at once, of one origin */
#define UNIT_US 10     /* of the house's time, which a purse counts in */
#define SHARE_BURST 10 /* the part of a second's share that may be spent at once */
#define SHARE_LEAST 4  /* the part of that which has to be there to go on */

const char limits_yield_why[] = "Too many are at the door just now. Please try again in a minute.";

/* Standings, oldest first. */
struct row {
    struct standing *first, *last;
};

/* A network with callers. */
struct network {
    struct network *next;
    uint64_t origin;
    int counts, unready;
    struct heap busy;        /* its counts that have unready callers, the one to give way first */
    struct heap_place place; /* among the networks */
};

/* An origin with callers. */
struct count {
    struct count *next;
    uint64_t origin;
    struct network *network;
    int callers, unready;
    struct row machines, persons; /* its unready callers */
    struct heap_place place;      /* in its network */
};

struct limits {
    struct net_limits most;
    struct bucket handshakes;
    struct purses addresses, networks; /* of connections */
    struct purses address_time, network_time;
    int callers, unready;
    uint64_t last_number;
    struct count *counts[CHAINS];
    struct network *nets[CHAINS];
    struct heap busy; /* networks with unready callers, the one to give way first */
};

static const struct count *count_at(const struct heap_place *p)
{
    return (const struct count *)(const void *)((const char *)p - offsetof(struct count, place));
}

static const struct network *network_at(const struct heap_place *p)
{
    return (const struct network *)(const void *)((const char *)p - offsetof(struct network, place));
}

/* Of an origin with unready callers: who gives way. */
static struct standing *first_of(const struct count *c)
{
    return c->persons.first != NULL ? c->persons.first : c->machines.first;
}

static bool yields_before(const struct standing *a, const struct standing *b)
{
    return a->person != b->person ? a->person : a->number < b->number;
}

static bool count_before(const struct heap_place *p, const struct heap_place *q)
{
    const struct count *a = count_at(p), *b = count_at(q);
    return a->unready != b->unready ? a->unready > b->unready : yields_before(first_of(a), first_of(b));
}

/* Of networks with as many, the one whose turn has lasted longest: a person who thinks is not pushed out by somebody
 * else's silent lines. */
static bool network_before(const struct heap_place *p, const struct heap_place *q)
{
    const struct network *a = network_at(p), *b = network_at(q);
    if (a->unready != b->unready) return a->unready > b->unready;
    return first_of(count_at(heap_first(&a->busy)))->number < first_of(count_at(heap_first(&b->busy)))->number;
}

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

/* One origin may have all its callers come at once, but never more than a quarter of what the house takes in a second.
 */
static int burst(const struct net_limits *most)
{
    int quarter = most->handshakes_per_s / 4;
    return lesser(most->callers_per_address, quarter > BURST_MIN ? quarter : BURST_MIN);
}

struct limits *limits_new(const struct net_limits *most)
{
    assert(most->handshakes_per_s >= 1 && most->unready >= 1 && most->unready_per_address >= 1);
    assert(most->callers >= 1 && most->callers_per_address >= 1);
    assert(most->cpu_ms_per_address >= 1 && most->cpu_ms_per_address <= 1000);
    assert(most->connects_per_address >= 1 && most->connects_per_network >= 1);
    struct limits *l = mem_new(sizeof *l);
    l->most = *most;
    purses_init(&l->addresses);
    purses_init(&l->networks);
    purses_init(&l->address_time);
    purses_init(&l->network_time);
    heap_init(&l->busy, network_before);
    return l;
}

void limits_free(struct limits *l)
{
    for (int i = 0; i < CHAINS; i++) {
        for (struct count *c = l->counts[i], *next; c != NULL; c = next) {
            next = c->next;
            free(c);
        }
        for (struct network *n = l->nets[i], *next; n != NULL; n = next) {
            next = n->next;
            heap_clear(&n->busy);
            free(n);
        }
    }
    heap_clear(&l->busy);
    free(l);
}

static int64_t interval_us(const struct limits *l)
{
    return 1000000 / l->most.handshakes_per_s;
}

static int handshakes(const struct limits *l, int64_t now_ms)
{
    return bucket_level(&l->handshakes, now_ms, interval_us(l), l->most.handshakes_per_s);
}

bool limits_may_accept(const struct limits *l, int64_t now_ms)
{
    return handshakes(l, now_ms) > 0;
}

/* --- the tables --- */

/* Nobody can choose origins that share a chain, or a place in a purse. */
static uint64_t number_of(const struct limits *l, uint64_t origin)
{
    return purse_number(&l->addresses, &origin, sizeof origin);
}

/* The link to the origin's count, or the NULL at the end of its chain. */
static struct count **find_count(struct limits *l, uint64_t origin)
{
    struct count **link = &l->counts[number_of(l, origin) % CHAINS];
    while (*link != NULL && (*link)->origin != origin) link = &(*link)->next;
    return link;
}

static struct network **find_network(struct limits *l, uint64_t origin)
{
    struct network **link = &l->nets[number_of(l, origin) % CHAINS];
    while (*link != NULL && (*link)->origin != origin) link = &(*link)->next;
    return link;
}

static struct network *join_network(struct limits *l, uint64_t origin)
{
    uint64_t wide = origin_network(origin);
    struct network **link = find_network(l, wide);
    if (*link == NULL) {
        *link = mem_new(sizeof **link);
        (*link)->origin = wide;
        heap_init(&(*link)->busy, count_before);
    }
    (*link)->counts++;
    return *link;
}

static void leave_network(struct limits *l, struct network *n)
{
    if (--n->counts > 0) return;
    struct network **link = find_network(l, n->origin);
    *link = n->next;
    heap_clear(&n->busy);
    free(n);
}

static struct count *count_for(struct limits *l, uint64_t origin)
{
    struct count **link = find_count(l, origin);
    if (*link == NULL) {
        struct count *c = *link = mem_new(sizeof *c);
        c->origin = origin;
        c->network = join_network(l, origin);
    }
    return *link;
}

static void drop_count(struct limits *l, struct count *c)
{
    *find_count(l, c->origin) = c->next;
    leave_network(l, c->network);
    free(c);
}

/* --- the waiting room --- */

static void append(struct row *r, struct standing *s)
{
    s->prev = r->last;
    s->next = NULL;
    *(r->last != NULL ? &r->last->next : &r->first) = s;
    r->last = s;
}

static void take_off(struct row *r, struct standing *s)
{
    *(s->prev != NULL ? &s->prev->next : &r->first) = s->next;
    *(s->next != NULL ? &s->next->prev : &r->last) = s->prev;
    s->prev = s->next = NULL;
}

/* A heap does not move what is in it under a changed rank: out first, then the change, then in again. */
static void lift(struct limits *l, struct count *c)
{
    struct network *n = c->network;
    if (n->unready > 0) heap_remove(&l->busy, &n->place);
    if (c->unready > 0) heap_remove(&n->busy, &c->place);
}

static void lower(struct limits *l, struct count *c)
{
    struct network *n = c->network;
    if (c->unready > 0) heap_add(&n->busy, &c->place);
    if (n->unready > 0) heap_add(&l->busy, &n->place);
}

static struct row *row_of(struct standing *s)
{
    return s->person ? &s->count->persons : &s->count->machines;
}

/* by: 1 or -1 */
static void add_unready(struct limits *l, struct count *c, int by)
{
    c->unready += by;
    c->network->unready += by;
    l->unready += by;
}

static void wait_in_room(struct limits *l, struct standing *s)
{
    lift(l, s->count);
    append(row_of(s), s);
    add_unready(l, s->count, 1);
    lower(l, s->count);
    s->unready = true;
}

static void leave_room(struct limits *l, struct standing *s)
{
    assert(s->unready && s->count->unready > 0);
    lift(l, s->count);
    take_off(row_of(s), s);
    add_unready(l, s->count, -1);
    lower(l, s->count);
    s->unready = s->person = false;
}

void limits_person(struct limits *l, struct standing *s, bool person)
{
    assert(s->unready);
    if (s->person == person) return;
    lift(l, s->count);
    take_off(row_of(s), s);
    s->person = person;
    s->number = ++l->last_number; /* in its new row it is the youngest */
    append(row_of(s), s);
    lower(l, s->count);
}

/* The count that gives way first; NULL when nobody waits. */
static const struct count *largest(const struct limits *l)
{
    const struct heap_place *n = heap_first(&l->busy);
    return n != NULL ? count_at(heap_first(&network_at(n)->busy)) : NULL;
}

struct standing *limits_overfull(struct limits *l)
{
    if (l->unready <= l->most.unready && l->callers <= l->most.callers) return NULL;
    const struct count *c = largest(l);
    return c != NULL ? first_of(c) : NULL;
}

/* --- coming and going --- */

/* The share of its bucket that an origin has taken lately may be twice the share that is left in the house's purse. */
static bool pays(const struct limits *l, int taken, int64_t now_ms)
{
    return (int64_t)taken * l->most.handshakes_per_s <= 2 * (int64_t)handshakes(l, now_ms) * burst(&l->most);
}

/* Of IPv6 any number of origins may be one customer's; of IPv4 they are dear, and who has taken a little lately already
 * stands behind who has not. What an address cannot pay itself, its neighbours do not pay for it. */
static bool network_pays(struct limits *l, uint64_t origin, bool charge, int64_t now_ms)
{
    if (!origin_is_ip6(origin)) return true;
    uint64_t wide = origin_network(origin);
    uint64_t network = number_of(l, wide);
    int64_t interval = 1000000 / l->most.connects_per_network;
    int most = burst(&l->most);
    if (!pays(l, most - purse_level(&l->networks, network, now_ms, interval, most), now_ms)) return false;
    if (charge) purse_take(&l->networks, network, now_ms, interval, most, 1);
    return true;
}

static bool is_flood(struct limits *l, uint64_t origin, int64_t now_ms)
{
    uint64_t address = number_of(l, origin);
    int64_t interval = 1000000 / l->most.connects_per_address;
    int most = burst(&l->most), level = purse_level(&l->addresses, address, now_ms, interval, most);
    purse_take(&l->addresses, address, now_ms, interval, most, 1);
    return !pays(l, most - level, now_ms) || !network_pays(l, origin, level > 0, now_ms);
}

/* --- the time of the house --- */

/* A share fills evenly, and a tenth of a second's worth is there at once: so nobody else stands still for longer than
 * that. */
struct share {
    int64_t interval_us; /* for each unit */
    int burst;           /* units */
};

static struct share share_of(const struct limits *l, int times)
{
    int ms = lesser(times * l->most.cpu_ms_per_address, 1000);
    return (struct share){ .interval_us = 1000 * UNIT_US / ms, .burst = ms * 1000 / UNIT_US / SHARE_BURST };
}

void limits_spend(struct limits *l, const struct standing *s, int64_t us, int64_t now_ms)
{
    struct share address = share_of(l, 1), network = share_of(l, 2);
    int want = us < 1000000 ? (int)(us + UNIT_US / 2) / UNIT_US : 1000000 / UNIT_US;
    purse_take(&l->address_time, s->address, now_ms, address.interval_us, address.burst, want);
    if (s->network != 0) purse_take(&l->network_time, s->network, now_ms, network.interval_us, network.burst, want);
}

/* Until a quarter of it is there. */
static int64_t wait_ms(struct purses *p, uint64_t whose, struct share share, int64_t now_ms)
{
    int missing = share.burst / SHARE_LEAST - purse_level(p, whose, now_ms, share.interval_us, share.burst);
    return missing > 0 ? (missing * share.interval_us + 999) / 1000 : 0;
}

int64_t limits_wait_ms(struct limits *l, const struct standing *s, int64_t now_ms)
{
    int64_t address = wait_ms(&l->address_time, s->address, share_of(l, 1), now_ms);
    int64_t network = s->network != 0 ? wait_ms(&l->network_time, s->network, share_of(l, 2), now_ms) : 0;
    return address > network ? address : network;
}

/* --- who may come in --- */

/* A full house makes room for one more only where some origin has several who have not logged in. */
static bool is_full(const struct limits *l)
{
    const struct count *c = largest(l);
    return l->callers >= l->most.callers && (c == NULL || c->unready < 2);
}

enum admission limits_judge(struct limits *l, uint64_t origin, int64_t now_ms)
{
    if (is_flood(l, origin, now_ms)) return ADMISSION_FLOOD;
    const struct count *c = *find_count(l, origin);
    if (c != NULL && c->callers >= l->most.callers_per_address) return ADMISSION_ORIGIN_FULL;
    if (c != NULL && c->unready >= l->most.unready_per_address) return ADMISSION_ORIGIN_BUSY;
    return is_full(l) ? ADMISSION_HOUSE_FULL : ADMISSION_GRANTED;
}

void limits_enter(struct limits *l, uint64_t origin, struct standing *standing, int64_t now_ms)
{
    bucket_take(&l->handshakes, now_ms, interval_us(l), l->most.handshakes_per_s, 1);
    uint64_t wide = origin_network(origin);
    *standing = (struct standing){
        .count = count_for(l, origin),
        .address = number_of(l, origin),
        .network = origin_is_ip6(origin) ? number_of(l, wide) : 0,
        .number = ++l->last_number,
    };
    standing->count->callers++;
    l->callers++;
    wait_in_room(l, standing);
}

const char *admission_why(enum admission a)
{
    switch (a) {
    case ADMISSION_GRANTED: return NULL;
    case ADMISSION_HOUSE_FULL: return "The house is full. Please try again later.";
    case ADMISSION_ORIGIN_FULL: return "Too many callers from your address are here already.";
    case ADMISSION_ORIGIN_BUSY: return "Too many callers from your address are still logging in.";
    case ADMISSION_FLOOD: return "Too many connections in a short time.";
    }
    assert(!"no such admission");
    return NULL;
}

void limits_ready(struct limits *l, struct standing *s)
{
    leave_room(l, s);
}

void limits_leave(struct limits *l, struct standing *s)
{
    struct count *c = s->count;
    if (s->unready) leave_room(l, s);
    assert(c != NULL && c->callers > 0 && l->callers > 0);
    l->callers--;
    s->count = NULL;
    if (--c->callers == 0) drop_count(l, c);
}

int limits_callers(const struct limits *l)
{
    return l->callers;
}
