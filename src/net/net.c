/* Listeners and admission; the transports do the talking. */
#include "net/net.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "net/address.h"
#include "net/inside.h"
#include "net/limits.h"
#include "net/parting.h"
#include "net/socket.h"

#include <assert.h>
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LISTENERS_MAX 32
#define ACCEPTS_A_TURN 16   /* let in; then the others of the loop have their turn */
#define LOOKS_A_TURN 64     /* let in or refused; to refuse costs ten microseconds */
#define PAUSE_MS 100        /* the listeners wait so long when the handshakes of this second are used up */
#define PAUSE_SHORT_MS 1000 /* ... and when the system has no descriptors or buffers left */
#define REFUSALS_LOG_MS 10000

static const char closing_why[] = "The house closes for a moment. Please call again in a minute.";

struct listener {
    struct net *net;
    const struct transport_ops *ops;
    enum transport transport;
    int fd;       /* -1 once it listens no more */
    bool adopted; /* others hold it as well */
    struct event *acceptable;
    char name[8 + ADDRESS_TEXT];
};

struct lines {
    struct line *first, *last;
};

struct net {
    struct event_base *base;
    const struct clock *clock;
    struct net_config config;
    struct net_host host;
    void *ssh;
    struct limits *limits;
    struct meter meter;
    struct listener listeners[LISTENERS_MAX];
    int listening, left_out;
    struct event *resume, *deadline, *refusals;
    struct partings *partings;
    struct heap dues;           /* of the unready lines, the next to be cut off first */
    struct lines unready, open; /* in the order they came to be so */
    void *tickets;              /* the unready lines by ticket: root of tsearch() */
    uint64_t last_ticket;
    bool short_of_files; /* said so, and none was accepted since */
    int refused;         /* since the log told of it; then `refusals` is pending */
    struct caller last_refused;
    const char *last_why;
};

struct event_base *net_base(const struct net *n)
{
    return n->base;
}

const struct clock *net_clock(const struct net *n)
{
    return n->clock;
}

const struct net_config *net_config(const struct net *n)
{
    return &n->config;
}

const struct net_host *net_host(const struct net *n)
{
    return &n->host;
}

void *net_ssh(const struct net *n)
{
    return n->ssh;
}

static struct timeval milliseconds(int64_t ms)
{
    return (struct timeval){ .tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000 };
}

/* --- lines --- */

static void append(struct lines *list, struct line *l)
{
    l->prev = list->last;
    l->next = NULL;
    *(list->last != NULL ? &list->last->next : &list->first) = l;
    list->last = l;
}

static void take_off(struct lines *list, struct line *l)
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

static void set_deadline(struct net *n)
{
    const struct heap_place *first = heap_first(&n->dues);
    if (first == NULL) return;
    int64_t wait = line_due(first)->due_ms - clock_mono_ms(n->clock);
    struct timeval tv = milliseconds(wait > 1 ? wait : 1);
    event_add(n->deadline, &tv);
}

static void cut_off(struct line *l)
{
    const struct net_limits *most = &l->net->config.limits;
    log_event(LOG_INFO, l->conn.caller.address,
              l->person ? "%s: nobody answered within %d s" : "%s: not logged in within %d s", l->transport->name,
              l->person ? most->person_s : most->login_s);
    l->transport->kill(l, l->person ? "Nobody answered in time. Please call again."
                                    : "The login took too long. Please call again.");
}

static void cut_off_late(struct net *n)
{
    int64_t now = clock_mono_ms(n->clock);
    for (struct heap_place *p; (p = heap_first(&n->dues)) != NULL && line_due(p)->due_ms <= now;)
        cut_off(HEAP_ITEM(p, struct line, due));
    set_deadline(n);
}

static void on_deadline(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    cut_off_late(arg);
}

static void set_due(struct line *l, int64_t now)
{
    l->due_ms = now + (l->person ? l->person_ms : l->machine_ms);
    heap_fix(&l->net->dues, &l->due);
    if (heap_first(&l->net->dues) == &l->due) set_deadline(l->net);
}

void net_line_person(struct line *l, bool person)
{
    if (l->person == person) return;
    int64_t now = clock_mono_ms(l->net->clock);
    *(l->person ? &l->person_ms : &l->machine_ms) = l->due_ms - now;
    l->person = person;
    limits_person(l->net->limits, &l->standing, person);
    set_due(l, now);
}

void net_line_answered(struct line *l)
{
    l->person_ms = (int64_t)l->net->config.limits.person_s * 1000;
    if (l->person) set_due(l, clock_mono_ms(l->net->clock));
}

struct meter *net_meter(struct net *n)
{
    return &n->meter;
}

void net_line_spend(struct line *l, int64_t us)
{
    limits_spend(l->net->limits, &l->standing, us, clock_mono_ms(l->net->clock));
}

int64_t net_line_wait_ms(const struct line *l)
{
    return limits_wait_ms(l->net->limits, &l->standing, clock_mono_ms(l->net->clock));
}

void net_line_open(struct line *l)
{
    struct net *n = l->net;
    assert(!l->open);
    heap_remove(&n->dues, &l->due);
    take_off(&n->unready, l);
    append(&n->open, l);
    l->open = true;
    tdelete(&l->ticket, &n->tickets, by_ticket);
    limits_ready(n->limits, &l->standing);
    n->host.open(n->host.ctx, &l->conn);
    assert(l->conn.up != NULL);
}

void net_line_gone(struct line *l)
{
    if (!l->open) {
        heap_remove(&l->net->dues, &l->due);
        tdelete(&l->ticket, &l->net->tickets, by_ticket);
    }
    take_off(l->open ? &l->net->open : &l->net->unready, l);
    limits_leave(l->net->limits, &l->standing);
}

void net_answer(struct net *n, uint64_t ticket, enum verdict verdict, int64_t account)
{
    uint64_t *const *found = tfind(&ticket, &n->tickets, by_ticket);
    struct line *l = found != NULL ? line_by_ticket(*found) : NULL;
    if (l != NULL && l->transport->answer != NULL) l->transport->answer(l, verdict, account);
}

int net_callers(const struct net *n)
{
    return limits_callers(n->limits);
}

/* --- accepting --- */

static void pause_listeners(struct net *n, int64_t ms)
{
    for (int k = 0; k < n->listening; k++)
        if (n->listeners[k].fd >= 0) event_del(n->listeners[k].acceptable);
    struct timeval tv = milliseconds(ms);
    event_add(n->resume, &tv);
}

static void on_resume(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    struct net *n = arg;
    for (int k = 0; k < n->listening; k++)
        if (n->listeners[k].fd >= 0) event_add(n->listeners[k].acceptable, NULL);
}

static void log_refusals(struct net *n)
{
    if (n->refused == 1) log_event(LOG_NOTICE, n->last_refused.address, "refused: %s", n->last_why);
    if (n->refused > 1)
        log_event(LOG_NOTICE, n->last_refused.address, "%d more refused, this one the last: %s", n->refused,
                  n->last_why);
    n->refused = 0;
}

static void on_refusals(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    log_refusals(arg);
}

/* The first is told of at once and those of the ten seconds that follow in one line: a flood must not fill the journal.
 */
static void log_refusal(struct net *n, const struct caller *caller, const char *why)
{
    n->refused++;
    n->last_refused = *caller;
    n->last_why = why;
    if (event_pending(n->refusals, EV_TIMEOUT, NULL)) return;
    log_refusals(n);
    struct timeval tv = milliseconds(REFUSALS_LOG_MS);
    event_add(n->refusals, &tv);
}

void net_part(struct net *n, int fd, const void *bytes, size_t length, bool person)
{
    partings_add(n->partings, fd, bytes, length, person ? PARTING_PERSON_MS : PARTING_MS);
}

/* One small write and no waiting (H42). */
static void refuse(const struct listener *l, int fd, const char *why)
{
    uint8_t bytes[REFUSAL_MAX];
    net_part(l->net, fd, bytes, l->ops->refusal(bytes, why), false);
}

static struct line *line_of(struct standing *s)
{
    return (struct line *)(void *)((char *)s - offsetof(struct line, standing));
}

/* The waiting room has one too many: who has to, gives way. */
static void make_room(struct net *n)
{
    for (struct standing *s; (s = limits_overfull(n->limits)) != NULL;) {
        struct line *l = line_of(s);
        log_refusal(n, &l->conn.caller, limits_yield_why);
        l->transport->kill(l, limits_yield_why);
    }
}

static void welcome(const struct listener *listener, int fd, const struct caller *caller, const struct origin *origin)
{
    struct net *n = listener->net;
    struct line *l = listener->ops->accept(n, fd, caller);
    if (l == NULL) return;
    l->transport = listener->ops;
    l->accepted_ms = clock_mono_ms(n->clock);
    l->ticket = ++n->last_ticket;
    l->machine_ms = (int64_t)n->config.limits.login_s * 1000;
    l->person_ms = (int64_t)n->config.limits.person_s * 1000;
    append(&n->unready, l);
    mem_must(tsearch(&l->ticket, &n->tickets, by_ticket));
    limits_enter(n->limits, origin, &l->standing, l->accepted_ms);
    heap_add(&n->dues, &l->due);
    set_due(l, l->accepted_ms);
    make_room(n);
}

/* true: somebody more is in. */
static bool admit(const struct listener *l, int fd, const struct sockaddr_storage *from)
{
    struct net *n = l->net;
    struct caller caller = { .transport = l->transport, .charset_told = CHARSET_TOLD_NONE };
    address_format(from, caller.address);
    struct origin origin = origin_of(from);
    enum admission a = limits_judge(n->limits, &origin, clock_mono_ms(n->clock));
    if (a == ADMISSION_GRANTED) {
        welcome(l, fd, &caller, &origin);
        return true;
    }
    log_refusal(n, &caller, admission_why(a));
    if (a == ADMISSION_FLOOD)
        socket_abort(fd);
    else
        refuse(l, fd, admission_why(a));
    return false;
}

/* accept() failed. true: try the next one. */
static bool bear(struct net *n, int error)
{
    if (error == EAGAIN || error == EWOULDBLOCK) return false;
    bool short_of_all = error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
    if (!short_of_all) return true; /* it was one caller's mishap */
    if (!n->short_of_files) log_event(LOG_WARNING, NULL, "cannot accept callers for the moment: %s", strerror(error));
    n->short_of_files = true;
    pause_listeners(n, PAUSE_SHORT_MS);
    return false;
}

static void on_acceptable(evutil_socket_t fd, short what, void *arg)
{
    (void)what;
    struct listener *l = arg;
    cut_off_late(l->net);
    for (int looks = 0, admitted = 0; looks < LOOKS_A_TURN && admitted < ACCEPTS_A_TURN; looks++) {
        if (!limits_may_accept(l->net->limits, clock_mono_ms(l->net->clock))) {
            pause_listeners(l->net, PAUSE_MS);
            return;
        }
        struct sockaddr_storage from = { 0 };
        socklen_t length = sizeof from;
        int caller = accept4(fd, (struct sockaddr *)&from, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (caller >= 0) {
            l->net->short_of_files = false;
            admitted += admit(l, caller, &from);
        } else if (!bear(l->net, errno)) {
            return;
        }
    }
}

/* --- opening and closing --- */

static bool add_listener(struct net *n, const struct transport_ops *ops, enum transport transport, int fd, bool adopted,
                         struct err *e)
{
    if (n->listening == LISTENERS_MAX) {
        close(fd);
        return err_set(e, "there are more than %d addresses to listen on", LISTENERS_MAX);
    }
    struct sockaddr_storage bound = { 0 };
    socklen_t length = sizeof bound;
    char address[ADDRESS_TEXT];
    socket_tune(fd);
    getsockname(fd, (struct sockaddr *)&bound, &length);
    address_format(&bound, address);
    struct listener *l = &n->listeners[n->listening++];
    *l = (struct listener){ .net = n, .ops = ops, .transport = transport, .fd = fd, .adopted = adopted };
    snprintf(l->name, sizeof l->name, "%s %s", ops->name, address);
    l->acceptable = event_new(n->base, fd, EV_READ | EV_PERSIST, on_acceptable, l);
    assert(l->acceptable != NULL);
    event_add(l->acceptable, NULL);
    return true;
}

/* The sockets that were handed over, or else those bound to the addresses; either list may be NULL. */
struct wish {
    const struct transport_ops *ops;
    enum transport transport;
    const int *sockets;
    const char *const *addresses;
    bool by_default;
};

static bool listen_at(struct net *n, const struct wish *w, const char *address, struct err *e)
{
    int fd;
    enum socket_end end = socket_listen(address, &fd, e);
    if (end == SOCKET_LISTENS) return add_listener(n, w->ops, w->transport, fd, false, e);
    if (end == SOCKET_FAILED || !w->by_default) return false;
    log_event(LOG_NOTICE, NULL, "%s: %s; this door is left out", w->ops->name, e->text);
    n->left_out++;
    return true;
}

static bool listen_all(struct net *n, const struct wish *w, struct err *e)
{
    for (const int *fd = w->sockets; fd != NULL && *fd >= 0; fd++)
        if (!socket_adopt(*fd, e) || !add_listener(n, w->ops, w->transport, *fd, true, e)) return false;
    if (w->sockets != NULL || w->addresses == NULL) return true;
    for (const char *const *address = w->addresses; *address != NULL; address++)
        if (!listen_at(n, w, *address, e)) return false;
    return true;
}

static bool listen_everywhere(struct net *n, struct err *e)
{
    const struct net_config *c = &n->config;
    const struct wish ssh = { &ssh_transport, TRANSPORT_SSH, c->ssh_sockets, c->ssh, c->ssh_default };
    const struct wish telnet = { &telnet_transport, TRANSPORT_TELNET, c->telnet_sockets, c->telnet, c->telnet_default };
    /* Where all were left out e still says why the last one was. */
    return listen_all(n, &ssh, e) && listen_all(n, &telnet, e) && (n->listening > 0 || n->left_out == 0);
}

static bool wants_ssh(const struct net_config *config)
{
    if (config->ssh_sockets != NULL) return config->ssh_sockets[0] >= 0;
    return config->ssh != NULL && config->ssh[0] != NULL;
}

struct net *net_open(struct event_base *base, const struct clock *clock, const struct net_config *config,
                     const struct net_host *host, struct err *e)
{
    struct net *n = mem_new(sizeof *n);
    *n = (struct net){ .base = base, .clock = clock, .config = *config, .host = *host };
    assert(config->limits.login_s >= 1 && config->limits.person_s >= 1 && config->limits.silent_s >= 1);
    n->limits = limits_new(&config->limits);
    meter_init(&n->meter);
    n->partings = partings_new(base);
    heap_init(&n->dues, due_before);
    n->resume = event_new(base, -1, 0, on_resume, n);
    n->deadline = event_new(base, -1, 0, on_deadline, n);
    n->refusals = event_new(base, -1, 0, on_refusals, n);
    assert(n->resume != NULL && n->deadline != NULL && n->refusals != NULL);
    if (wants_ssh(config) && (n->ssh = ssh_doors_open(config, e)) == NULL) goto failed;
    if (!listen_everywhere(n, e)) goto failed;
    return n;
failed:
    net_close(n);
    return NULL;
}

static void kill_all(struct lines *list, const char *why)
{
    while (list->first != NULL) list->first->transport->kill(list->first, why);
}

/* Who waits in the kernel is told so as well; but at a door that systemd keeps open he is let in by the next host. */
static void turn_away_queue(struct listener *l)
{
    int caller = -1;
    for (int i = 0;
         !l->adopted && i < LOOKS_A_TURN && (caller = accept4(l->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;
         i++)
        refuse(l, caller, closing_why);
}

void net_stop_listening(struct net *n)
{
    event_del(n->resume);
    for (int k = 0; k < n->listening; k++) {
        struct listener *l = &n->listeners[k];
        if (l->fd < 0) continue;
        event_free(l->acceptable);
        turn_away_queue(l);
        close(l->fd);
        l->fd = -1;
    }
    kill_all(&n->unready, closing_why);
}

void net_close(struct net *n)
{
    net_stop_listening(n);
    kill_all(&n->open, NULL);
    event_free(n->resume);
    event_free(n->deadline);
    event_free(n->refusals);
    log_refusals(n);
    partings_free(n->partings);
    heap_clear(&n->dues);
    limits_free(n->limits);
    if (n->ssh != NULL) ssh_doors_close(n->ssh);
    free(n);
}

const char *net_listener(const struct net *n, int k)
{
    return k >= 0 && k < n->listening ? n->listeners[k].name : NULL;
}

const char *net_fingerprint(const struct net *n, int k)
{
    return n->ssh != NULL ? ssh_doors_fingerprint(n->ssh, k) : NULL;
}
