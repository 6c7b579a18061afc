/* Listeners and admission; the transports do the talking. */
#include "net/net.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/origin.h"
#include "net/address.h"
#include "net/limits.h"
#include "net/line.h"
#include "net/socket.h"
#include "net/ssh_conn.h"
#include "net/ssh_doors.h"
#include "net/telnet_conn.h"

#include <assert.h>
#include <errno.h>
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

struct net {
    struct lines lines;
    struct listener listeners[LISTENERS_MAX];
    int listening, left_out;
    struct event *resume, *refusals;
    bool short_of_files; /* said so, and none was accepted since */
    int refused;         /* since the log told of it; then `refusals` is pending */
    struct caller last_refused;
    const char *last_why;
};

static struct timeval milliseconds(int64_t ms)
{
    return (struct timeval){ .tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000 };
}

void net_answer(struct net *n, uint64_t ticket, enum verdict verdict, int64_t account)
{
    lines_answer(&n->lines, ticket, verdict, account);
}

int net_callers(const struct net *n)
{
    return limits_callers(n->lines.limits);
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

/* One small write and no waiting (H42). */
static void refuse(const struct listener *l, int fd, const char *why)
{
    uint8_t bytes[REFUSAL_MAX];
    lines_linger(&l->net->lines, fd, bytes, l->ops->refusal(bytes, why), false);
}

/* The waiting room has one too many: who has to, gives way. */
static void make_room(struct net *n)
{
    for (struct standing *s; (s = limits_overfull(n->lines.limits)) != NULL;) {
        struct line *l = line_of(s);
        log_refusal(n, &l->conn.caller, limits_yield_why);
        l->transport->kill(l, limits_yield_why);
    }
}

static void welcome(const struct listener *listener, int fd, const struct caller *caller, uint64_t origin)
{
    struct net *n = listener->net;
    struct line *l = listener->ops->accept(&n->lines, fd, caller);
    if (l == NULL) return;
    line_begin(l, listener->ops, origin);
    make_room(n);
}

/* true: somebody more is in. */
static bool admit(const struct listener *l, int fd, const struct sockaddr_storage *from)
{
    struct net *n = l->net;
    struct caller caller = { .transport = l->transport, .charset_told = CHARSET_TOLD_NONE };
    address_format(from, caller.address);
    uint64_t origin = origin_number(caller.address);
    enum admission a = limits_judge(n->lines.limits, origin, clock_mono_ms(n->lines.clock));
    if (a == ADMISSION_GRANTED) {
        welcome(l, fd, &caller, origin);
        return true;
    }
    log_refusal(n, &caller, admission_why(a));
    if (a == ADMISSION_FLOOD)
        socket_abort(fd);
    else
        refuse(l, fd, admission_why(a));
    return false;
}

/* true: the next one can be tried. */
static bool accept_failed(struct net *n, int error)
{
    if (error == EAGAIN || error == EWOULDBLOCK) return false;
    bool short_of_all = error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
    if (!short_of_all) return true; /* only this caller is affected */
    if (!n->short_of_files) log_event(LOG_WARNING, NULL, "cannot accept callers for the moment: %s", strerror(error));
    n->short_of_files = true;
    pause_listeners(n, PAUSE_SHORT_MS);
    return false;
}

/* Accepts at most ACCEPTS_A_TURN callers in one turn of the loop, so that those who play do not wait for a flood. */
static void on_acceptable(evutil_socket_t fd, short what, void *arg)
{
    (void)what;
    struct listener *l = arg;
    lines_cut_off_late(&l->net->lines);
    for (int looks = 0, admitted = 0; looks < LOOKS_A_TURN && admitted < ACCEPTS_A_TURN; looks++) {
        if (!limits_may_accept(l->net->lines.limits, clock_mono_ms(l->net->lines.clock))) {
            pause_listeners(l->net, PAUSE_MS);
            return;
        }
        struct sockaddr_storage from = { 0 };
        socklen_t length = sizeof from;
        int caller = accept4(fd, (struct sockaddr *)&from, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (caller >= 0) {
            l->net->short_of_files = false;
            admitted += admit(l, caller, &from);
        } else if (!accept_failed(l->net, errno)) {
            return;
        }
    }
}

/* --- opening and closing --- */

/* fd belongs to n from here on, and is closed when this fails. */
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
    l->acceptable = event_new(n->lines.base, fd, EV_READ | EV_PERSIST, on_acceptable, l);
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
    const struct net_config *c = &n->lines.config;
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
    n->lines = (struct lines){ .base = base, .clock = clock, .config = *config, .host = *host };
    assert(config->limits.login_s >= 1 && config->limits.person_s >= 1 && config->limits.silent_s >= 1);
    lines_init(&n->lines);
    n->resume = event_new(base, -1, 0, on_resume, n);
    n->refusals = event_new(base, -1, 0, on_refusals, n);
    assert(n->resume != NULL && n->refusals != NULL);
    if (wants_ssh(config) && (n->lines.doors = ssh_doors_open(config, e)) == NULL) goto failed;
    if (!listen_everywhere(n, e)) goto failed;
    return n;
failed:
    net_close(n);
    return NULL;
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
    lines_kill(&n->lines.unready, closing_why);
}

void net_close(struct net *n)
{
    net_stop_listening(n);
    lines_kill(&n->lines.open, NULL);
    event_free(n->resume);
    event_free(n->refusals);
    log_refusals(n);
    lines_clear(&n->lines);
    if (n->lines.doors != NULL) ssh_doors_close(n->lines.doors);
    free(n);
}

const char *net_listener(const struct net *n, int k)
{
    return k >= 0 && k < n->listening ? n->listeners[k].name : NULL;
}

const char *net_fingerprint(const struct net *n, int k)
{
    return n->lines.doors != NULL ? ssh_doors_fingerprint(n->lines.doors, k) : NULL;
}
