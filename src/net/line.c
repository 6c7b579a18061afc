#include "net/line.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "net/lingering.h"

#include <assert.h>
#include <search.h>

/* Adds l at the end, so that a list keeps the order in which its lines came. */
static void append(struct line_list *list, struct line *l)
{
    l->prev = list->last;
    l->next = NULL;
    *(list->last != NULL ? &list->last->next : &list->first) = l;
    list->last = l;
}

static void take_off(struct line_list *list, struct line *l)
{
    *(l->prev != NULL ? &l->prev->next : &list->first) = l->next;
    *(l->next != NULL ? &l->next->prev : &list->last) = l->prev;
    l->prev = l->next = NULL;
}

static const struct line *line_due(const struct heap_place *p)
{
    return (const struct line *)(const void *)((const char *)p - offsetof(struct line, due));
}

static bool due_before(const struct heap_place *a, const struct heap_place *b)
{
    return line_due(a)->due_ms < line_due(b)->due_ms;
}

static struct line *line_by_ticket(uint64_t *ticket)
{
    return (struct line *)(void *)((char *)ticket - offsetof(struct line, ticket));
}

static int by_ticket(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void set_deadline(struct lines *all)
{
    const struct heap_place *first = heap_first(&all->dues);
    if (first == NULL) return;
    int64_t wait = line_due(first)->due_ms - clock_mono_ms(all->clock);
    if (wait < 1) wait = 1;
    event_add(all->deadline, &(struct timeval){ .tv_sec = wait / 1000, .tv_usec = wait % 1000 * 1000 });
}

static void cut_off(struct line *l)
{
    const struct net_limits *most = &l->lines->config.limits;
    log_event(LOG_INFO, l->conn.caller.address,
              l->person ? "%s: nobody answered within %d s" : "%s: not logged in within %d s", l->transport->name,
              l->person ? most->person_s : most->login_s);
    l->transport->kill(l, l->person ? "Nobody answered in time. Please call again."
                                    : "The login took too long. Please call again.");
}

void lines_cut_off_late(struct lines *all)
{
    int64_t now = clock_mono_ms(all->clock);
    for (struct heap_place *p; (p = heap_first(&all->dues)) != NULL && line_due(p)->due_ms <= now;)
        cut_off(HEAP_ITEM(p, struct line, due));
    set_deadline(all);
}

static void on_deadline(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    lines_cut_off_late(arg);
}

static void set_due(struct line *l, int64_t now)
{
    l->due_ms = now + (l->person ? l->person_ms : l->machine_ms);
    heap_fix(&l->lines->dues, &l->due);
    if (heap_first(&l->lines->dues) == &l->due) set_deadline(l->lines);
}

void line_person(struct line *l, bool person)
{
    if (l->person == person) return;
    int64_t now = clock_mono_ms(l->lines->clock);
    *(l->person ? &l->person_ms : &l->machine_ms) = l->due_ms - now;
    l->person = person;
    limits_person(l->lines->limits, &l->standing, person);
    set_due(l, now);
}

void line_answered(struct line *l)
{
    l->person_ms = (int64_t)l->lines->config.limits.person_s * 1000;
    if (l->person) set_due(l, clock_mono_ms(l->lines->clock));
}

void line_spend(struct line *l, int64_t us)
{
    limits_spend(l->lines->limits, &l->standing, us, clock_mono_ms(l->lines->clock));
}

int64_t line_wait_ms(const struct line *l)
{
    return limits_wait_ms(l->lines->limits, &l->standing, clock_mono_ms(l->lines->clock));
}

void line_open(struct line *l)
{
    struct lines *all = l->lines;
    assert(!l->open);
    heap_remove(&all->dues, &l->due);
    take_off(&all->unready, l);
    append(&all->open, l);
    l->open = true;
    tdelete(&l->ticket, &all->tickets, by_ticket);
    limits_ready(all->limits, &l->standing);
    all->host.open(all->host.ctx, &l->conn);
    assert(l->conn.up != NULL);
}

void line_gone(struct line *l)
{
    if (!l->open) {
        heap_remove(&l->lines->dues, &l->due);
        tdelete(&l->ticket, &l->lines->tickets, by_ticket);
    }
    take_off(l->open ? &l->lines->open : &l->lines->unready, l);
    limits_leave(l->lines->limits, &l->standing);
}

void line_begin(struct line *l, const struct transport_ops *transport, uint64_t origin)
{
    struct lines *all = l->lines;
    l->transport = transport;
    l->accepted_ms = clock_mono_ms(all->clock);
    l->ticket = ++all->last_ticket;
    l->machine_ms = (int64_t)all->config.limits.login_s * 1000;
    l->person_ms = (int64_t)all->config.limits.person_s * 1000;
    append(&all->unready, l);
    mem_must(tsearch(&l->ticket, &all->tickets, by_ticket));
    limits_enter(all->limits, origin, &l->standing, l->accepted_ms);
    heap_add(&all->dues, &l->due);
    set_due(l, l->accepted_ms);
}

void lines_answer(struct lines *all, uint64_t ticket, enum verdict verdict, int64_t account)
{
    uint64_t *const *found = tfind(&ticket, &all->tickets, by_ticket);
    struct line *l = found != NULL ? line_by_ticket(*found) : NULL;
    if (l != NULL && l->transport->answer != NULL) l->transport->answer(l, verdict, account);
}

void lines_kill(struct line_list *list, const char *why)
{
    while (list->first != NULL) list->first->transport->kill(list->first, why);
}

struct line *line_of(struct standing *s)
{
    return (struct line *)(void *)((char *)s - offsetof(struct line, standing));
}

void lines_linger(struct lines *all, int fd, const void *bytes, size_t length, bool person)
{
    lingering_add(all->lingering, fd, bytes, length, person ? LINGER_PERSON_MS : LINGER_MS);
}

void lines_init(struct lines *all)
{
    meter_init(&all->meter);
    all->limits = limits_new(&all->config.limits);
    all->lingering = lingering_new(all->base);
    heap_init(&all->dues, due_before);
    all->deadline = event_new(all->base, -1, 0, on_deadline, all);
    assert(all->deadline != NULL);
}

void lines_clear(struct lines *all)
{
    assert(all->unready.first == NULL && all->open.first == NULL);
    event_free(all->deadline);
    lingering_free(all->lingering);
    heap_clear(&all->dues);
    limits_free(all->limits);
}
