#include "net/ssh_conn.h"

#include "base/clock.h"
#include "base/clean.h"
#include "base/log.h"
#include "base/mem.h"
#include "net/ssh_auth.h"
#include "net/ssh_channel.h"
#include "net/ssh_doors.h"
#include "net/ssh_guards.h"
#include "net/ssh_refusal.h"

#include <assert.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define CHUNK                                                                                                          \
    960 /* bytes handed to libssh at once: its buffers keep the largest size they ever had, and with this are 1 kB */
#define TYPED_CHUNK 4096    /* bytes of input told at once: as many as are read at once */
#define SETTING_MS 10000    /* from login to the shell (H28) */
#define LAST_ANSWERS_MS 300 /* from the end of the input to the farewell, for what was asked just before it */
#define FAREWELL_MS 1000    /* from close_later to the end, whatever the other side does (H33) */
#define TICK_MS 250         /* how late a deadline may be noticed */
#define NEWKEYS_SENT 3      /* packets: KEXINIT, the reply, NEWKEYS (RFC 4253 7); what follows is encrypted */
#define STRAY_BYTES                                                                                                    \
    16                   /* of packets that need no answer, between two answers; the smallest request to log in has 31 \
                          */
#define STATUS_NONE (-1) /* no exit-status: there was no shell */

static const char *const state_names[] = {
    [SSH_LOGIN] = "logging in", [SSH_CHECKING] = "being checked", [SSH_SETTING] = "setting up",
    [SSH_OPEN] = "open",        [SSH_LEAVING] = "leaving",        [SSH_CLOSING] = "closing",
};

static int64_t now_ms(const struct ssh_line *s)
{
    return clock_mono_ms(s->line.lines->clock);
}

static void set_state(struct ssh_line *s, enum ssh_state state, int64_t deadline_ms)
{
    bool again = s->state == SSH_CHECKING && state == SSH_LOGIN;
    assert(state > s->state || again);
    assert(state != SSH_LEAVING || s->guarded);
    s->state = state;
    s->deadline_ms = deadline_ms;
}

static const char *address(const struct ssh_line *s)
{
    return s->line.conn.caller.address;
}

/* To be asked after every call of libssh: it closes the socket inside any of them, and epoll does not tell. */
static bool lives(const struct ssh_line *s)
{
    return !(ssh_get_status(s->session) & (SSH_CLOSED | SSH_CLOSED_ERROR)) && ssh_get_fd(s->session) >= 0;
}

static bool is_sending(const struct ssh_line *s)
{
    return ssh_get_status(s->session) & SSH_WRITE_PENDING;
}

static bool is_ready(const struct conn *c)
{
    const struct ssh_line *s = (const struct ssh_line *)c;
    return s->state == SSH_OPEN && !s->overrun && evbuffer_get_length(s->out) == 0 && !is_sending(s) &&
           ssh_channel_window_size(s->channel) > 0;
}

/* Says why, where that is wanted. Before the keys are in use the sentence is ours to send, after that libssh's. Returns
 * a second descriptor of the socket, which outlives the session: that closes its own without waiting. -1: nothing to be
 * said. */
static int say_why(struct ssh_line *s)
{
    uint8_t bytes[SSH_REFUSAL_MAX];
    if (s->why == NULL || !lives(s)) return -1;
    if (s->packets.out_packets < NEWKEYS_SENT) {
        size_t n = ssh_refusal(bytes, s->why, true);
        (void)!send(s->line.fd, bytes, n, MSG_DONTWAIT | MSG_NOSIGNAL);
    } else if (ssh_event_dopoll(s->poll, 0) == SSH_ERROR ||
               !lives(s)) { /* else libssh does not know that it may write */
        return -1;
    }
    ssh_session_set_disconnect_message(s->session, s->why);
    return fcntl(s->line.fd, F_DUPFD_CLOEXEC, 0);
}

/* The end. Last of all the owner is told: it may look at the conn once more. */
static void end(struct ssh_line *s)
{
    assert(!s->pumping);
    log_event(LOG_INFO, address(s), s->line.open ? "ssh: gone" : "ssh: gone while %s", state_names[s->state]);
    int fd = say_why(s);
    event_free(s->readable);
    event_free(s->writable);
    event_free(s->wake);
    if (s->resume != NULL) event_free(s->resume);
    event_free(s->tick);
    ssh_auth_clear(&s->auth);
    if (s->channel != NULL) ssh_remove_channel_callbacks(s->channel, &s->on_channel);
    ssh_event_remove_session(s->poll, s->session);
    ssh_event_free(s->poll);
    ssh_disconnect(s->session);
    ssh_free(s->session);
    s->line.fd = -1;
    if (fd >= 0) lines_part(s->line.lines, fd, NULL, 0, s->line.person);
    bool was_open = s->line.open;
    line_gone(&s->line);
    if (was_open) s->line.conn.up->closed(s->line.conn.owner);
    evbuffer_free(s->in);
    evbuffer_free(s->out);
    free(s);
}

/* false, so that the pump ends the line: what the log says of it, and what the caller is told. */
static bool close_because(struct ssh_line *s, const char *what, const char *why)
{
    log_event(LOG_NOTICE, address(s), "ssh: closed, %s", what);
    s->why = why;
    return false;
}

/* What was written goes to libssh while the kernel takes it and the window is open, so that libssh never holds more
 * than a chunk. While keys are renewed libssh takes nothing; what is left goes out after a later pump. */
static bool flush(struct ssh_line *s)
{
    while (evbuffer_get_length(s->out) > 0 && !is_sending(s)) {
        size_t n = evbuffer_get_length(s->out), window = ssh_channel_window_size(s->channel);
        if (n > CHUNK) n = CHUNK;
        if (n > window) n = window;
        if (n == 0) break;
        int taken = ssh_channel_write(s->channel, evbuffer_pullup(s->out, (ev_ssize_t)n), (uint32_t)n);
        if (taken < 0 || !lives(s)) return false;
        evbuffer_drain(s->out, (size_t)taken);
        if ((size_t)taken < n) break;
    }
    return true;
}

static bool has_news(const struct ssh_line *s)
{
    return s->state == SSH_OPEN && (s->notes.resized || (evbuffer_get_length(s->in) > 0 && !s->held));
}

static void report(struct ssh_line *s)
{
    struct conn *c = &s->line.conn;
    if (s->notes.resized) {
        s->notes.resized = false;
        c->up->resize(c->owner, c->caller.cols, c->caller.rows);
    }
    size_t n;
    while ((n = evbuffer_get_length(s->in)) > 0 && s->state == SSH_OPEN && !s->held) {
        if (n > TYPED_CHUNK) n = TYPED_CHUNK;
        c->up->input(c->owner, evbuffer_pullup(s->in, (ev_ssize_t)n), n);
        evbuffer_drain(s->in, n);
    }
}

static void tell_ready(struct ssh_line *s)
{
    struct conn *c = &s->line.conn;
    if (s->told_ready || !is_ready(c)) return;
    s->told_ready = true;
    c->up->ready(c->owner);
}

static bool talk(struct ssh_line *s)
{
    if (s->state < SSH_OPEN) return true;
    /* A write may read as well, and bring more. */
    do {
        if (has_news(s)) report(s);
        if (s->state < SSH_CLOSING && !flush(s)) return false;
    } while (has_news(s));
    if (s->notes.closed) return false;
    bool all_told = s->notes.eof && !s->held && evbuffer_get_length(s->in) == 0;
    if (all_told && s->state == SSH_OPEN && s->deadline_ms == 0) s->deadline_ms = now_ms(s) + LAST_ANSWERS_MS;
    tell_ready(s);
    return true;
}

/* Once everything is with the kernel: status, EOF and CLOSE, each of which may find the line dead. */
static bool take_leave(struct ssh_line *s)
{
    if (s->state != SSH_LEAVING || evbuffer_get_length(s->out) > 0 || is_sending(s)) return true;
    if (s->status != STATUS_NONE) ssh_channel_request_send_exit_status(s->channel, s->status);
    if (!lives(s)) return false;
    ssh_channel_send_eof(s->channel);
    if (!lives(s)) return false;
    ssh_channel_close(s->channel);
    set_state(s, SSH_CLOSING, s->deadline_ms);
    return lives(s);
}

static void open_line(struct ssh_line *s)
{
    struct caller *caller = &s->line.conn.caller;
    const char *version = ssh_get_clientbanner(s->session);
    if (version == NULL) version = "";
    clean_word(caller->client, sizeof caller->client, version, strlen(version));
    s->notes.resized = false;
    set_state(s, SSH_OPEN, 0);
    s->told_ready = is_ready(&s->line.conn);
    line_open(&s->line);
    assert(s->line.conn.up != NULL);
}

static bool set_up(struct ssh_line *s)
{
    if (s->state != SSH_SETTING || s->channel == NULL) return true;
    if (s->notes.closed || s->notes.flooded) return false;
    if (!s->guarded && !ssh_guard_channel(s->channel)) {
        return close_because(s, "its channel takes packets that are too small",
                             "Your channel takes packets that are too small.");
    }
    s->guarded = true;
    if (s->notes.refused) {
        s->status = STATUS_NONE;
        set_state(s, SSH_LEAVING, now_ms(s) + FAREWELL_MS);
    } else if (s->notes.shell) {
        open_line(s);
    }
    return true;
}

static bool admit(struct ssh_line *s)
{
    const struct caller *caller = &s->line.conn.caller;
    const char *how = caller->account != 0 ? "by password" : caller->key_proven ? "by key" : "as a guest";
    char user[4 * sizeof caller->user];
    clean_escape(user, sizeof user, caller->user, strlen(caller->user));
    log_event(LOG_INFO, address(s), "ssh: logged in %s, by the name of %s", how, user);
    set_state(s, SSH_SETTING, now_ms(s) + SETTING_MS);
    if (!ssh_channel_expect(s)) return false;
    ssh_auth_drop_rest(s);
    return lives(s);
}

static bool log_in(struct ssh_line *s)
{
    if (s->state > SSH_CHECKING) return true;
    /* Before the keys are in use there are no requests, and to look for one costs a system call. */
    enum ssh_login login = s->packets.out_packets < NEWKEYS_SENT ? LOGIN_GOES_ON : ssh_auth_step(s);
    if (!lives(s)) return false;
    if (login == LOGIN_FAILED) return close_because(s, "its login failed", s->auth.why);
    if (login == LOGIN_DONE) return admit(s);
    if (login == LOGIN_AWAITS && s->state == SSH_LOGIN) set_state(s, SSH_CHECKING, 0);
    if (login == LOGIN_GOES_ON && s->state == SSH_CHECKING) set_state(s, SSH_LOGIN, 0);
    /* Before login a caller sends small packets one by one and waits: our delayed ACK would cost 40 ms of patience. */
    setsockopt(s->line.fd, IPPROTO_TCP, TCP_QUICKACK, &(int){ 1 }, sizeof(int));
    return true;
}

bool ssh_budget_spend(struct ssh_budget *b, int64_t at_ms, int64_t us)
{
    if (at_ms - b->since_ms >= SSH_BUDGET_WINDOW_MS) *b = (struct ssh_budget){ .since_ms = at_ms };
    b->spent_us += us;
    return b->spent_us <= SSH_BUDGET_US;
}

/* Who is in is told so; that must not take long, and nothing more is read for its own sake. */
static bool outstay(struct ssh_line *s)
{
    if (s->state != SSH_OPEN || s->notes.greedy) return false;
    s->notes.greedy = true;
    s->budget = (struct ssh_budget){ .since_ms = now_ms(s), .spent_us = SSH_BUDGET_US - SSH_BUDGET_FAREWELL_US };
    return true;
}

/* libssh takes some requests to log in without an answer: a signature that is wrong, a request that is cut. Whoever
 * sent it would wait for ever; and libssh cannot be made to answer. */
static bool is_answered(struct ssh_line *s)
{
    struct ssh_auth *a = &s->auth;
    bool waiting = s->state == SSH_LOGIN && a->requests > 0 && a->held == NULL;
    if (!waiting ||
        s->packets.out_packets != a->replied_out) { /* libssh has answered by itself, or keys were renewed */
        a->taken_in = s->packets.in_bytes;
        a->replied_out = s->packets.out_packets;
    }
    if (s->packets.in_bytes - a->taken_in <= STRAY_BYTES) return true;
    return close_because(s, "its request to log in was not valid",
                         "Your request to log in is not valid: its key or its signature cannot be used here.");
}

/* Between the keys and the first request a person may be asked about the host key; after an answer of ours about a
 * password, a passphrase, a touch of a key. What a client does by itself takes no time worth counting. */
static void count_time(struct ssh_line *s)
{
    const struct ssh_auth *a = &s->auth;
    if (s->line.open || s->state > SSH_SETTING) return;
    bool asked = a->requests == 0 ? s->packets.out_packets >= NEWKEYS_SENT : a->asked && a->prompt != PROMPT_EMPTY;
    line_person(&s->line, s->state == SSH_LOGIN && asked);
}

/* One read of at most 4 kB and what follows from it. What this costs is decided by the other side, so it is counted. */
static bool read_some(struct ssh_line *s, struct meter_mark began)
{
    bool fine = ssh_event_dopoll(s->poll, 0) != SSH_ERROR && lives(s) && log_in(s) && is_answered(s);
    if (fine) count_time(s);
    if (ssh_budget_spend(&s->budget, now_ms(s), meter_since(&s->line.lines->meter, began))) return fine;
    log_event(LOG_NOTICE, address(s), "ssh: closed, it takes more than its share of the time");
    s->why = "Your requests take more than your share of the time.";
    return fine && outstay(s);
}

/* Of an open line that was only written to there is nothing to be read. */
static bool may_have_come(const struct ssh_line *s, short what)
{
    return s->state != SSH_OPEN || (what & (EV_READ | EV_WRITE)) != 0;
}

static bool step(struct ssh_line *s, short what, struct meter_mark began)
{
    if (s->state == SSH_CHECKING && !s->auth.answered) return true;
    if (may_have_come(s, what) || s->slowed_ms > 0) {
        s->slowed_ms = line_wait_ms(&s->line);
        if (s->slowed_ms == 0 && !read_some(s, began)) return false;
    }
    return set_up(s) && talk(s) && take_leave(s);
}

static void pump(evutil_socket_t fd, short what, void *arg);

static void read_later(struct ssh_line *s)
{
    if (s->resume == NULL) s->resume = event_new(s->line.lines->base, -1, 0, pump, s);
    assert(s->resume != NULL);
    event_add(s->resume, &(struct timeval){ .tv_sec = s->slowed_ms / 1000, .tv_usec = s->slowed_ms % 1000 * 1000 });
}

static void watch(struct ssh_line *s)
{
    if (s->slowed_ms > 0) read_later(s);
    if (s->state == SSH_CHECKING || s->slowed_ms > 0 || s->notes.greedy || (s->held && s->state == SSH_OPEN))
        event_del(s->readable);
    else
        event_add(s->readable, NULL);
    if (is_sending(s))
        event_add(s->writable, NULL);
    else
        event_del(s->writable);
    if (s->deadline_ms == 0)
        event_del(s->tick);
    else if (!event_pending(s->tick, EV_TIMEOUT, NULL))
        event_add(s->tick, &(struct timeval){ .tv_usec = TICK_MS * 1000 });
}

/* The owner says its last words. */
static void ask_to_end(struct ssh_line *s, enum conn_end why)
{
    s->asked_to_end = true;
    s->line.conn.up->ending(s->line.conn.owner, why);
    assert(s->state > SSH_OPEN);
}

static void look_for_end(struct ssh_line *s)
{
    if (s->state != SSH_OPEN) return;
    if (s->notes.greedy)
        ask_to_end(s, CONN_END_SHARE);
    else if (s->overrun)
        ask_to_end(s, CONN_END_BACKLOG);
    else if (s->notes.flooded)
        ask_to_end(s, CONN_END_FLOOD);
    else if (s->notes.left)
        ask_to_end(s, CONN_END_SIGNAL);
}

static void pump(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    struct ssh_line *s = arg;
    struct meter_mark began = meter_begin(&s->line.lines->meter);
    s->pumping = true;
    bool fine = step(s, what, began);
    s->pumping = false;
    line_spend(&s->line, meter_since(&s->line.lines->meter, began));
    if (!fine) {
        end(s);
        return;
    }
    look_for_end(s);
    watch(s);
}

static void leave(struct ssh_line *s, int status)
{
    if (s->state != SSH_OPEN) return;
    s->status = status;
    set_state(s, SSH_LEAVING, now_ms(s) + FAREWELL_MS);
    event_active(s->wake, EV_TIMEOUT, 0);
}

static void on_tick(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    struct ssh_line *s = arg;
    if (s->deadline_ms == 0 || now_ms(s) < s->deadline_ms) return;
    if (s->state != SSH_OPEN) {
        end(s);
        return;
    }
    ask_to_end(s, CONN_END_INPUT);
    watch(s);
}

static void conn_op_write(struct conn *c, const void *bytes, size_t n)
{
    struct ssh_line *s = (struct ssh_line *)c;
    assert(n <= CONN_WRITE_MAX);
    if (s->state != SSH_OPEN || n == 0) return;
    /* A write goes out whole or not at all, and nothing of what follows one that was left out. */
    if (!s->asked_to_end && evbuffer_get_length(s->out) + n > CONN_WRITE_MAX) s->overrun = true;
    if (s->asked_to_end || !s->overrun) evbuffer_add(s->out, bytes, n);
    s->told_ready = false;
    event_active(s->wake, EV_TIMEOUT, 0);
}

static void conn_op_close_later(struct conn *c, int status)
{
    leave((struct ssh_line *)c, status);
}

/* The far side of a pty shows nothing by itself, and one without a pty cannot be told. */
static void conn_op_hide_typing(struct conn *c, bool hide)
{
    (void)c;
    (void)hide;
}

/* A channel carries every byte as it is (H6). */
static void conn_op_eight_bit(struct conn *c)
{
    (void)c;
}

/* What libssh reads beside our writes waits in s->in; the rest waits in the kernel and at the sender. */
static void conn_op_hold(struct conn *c, bool on)
{
    struct ssh_line *s = (struct ssh_line *)c;
    s->held = on;
    if (!on) event_active(s->wake, EV_TIMEOUT, 0);
}

static void conn_op_use_lines(struct conn *c)
{
    (void)c;
}

static const struct conn_ops conn_ops = {
    .write = conn_op_write,
    .ready = is_ready,
    .close_later = conn_op_close_later,
    .hide_typing = conn_op_hide_typing,
    .eight_bit = conn_op_eight_bit,
    .hold = conn_op_hold,
    .use_lines = conn_op_use_lines,
};

/* A session that has sent its greeting. NULL: the other side has gone already; fd is closed. */
static ssh_session start_session(const struct ssh_doors *doors, int fd, struct ssh_counter_struct *packets)
{
    ssh_session session = ssh_new();
    assert(session != NULL);
    /* Compression costs 154 kB a caller; "no" would still allow it. */
    ssh_options_set(session, SSH_OPTIONS_COMPRESSION, "none");
    ssh_set_counters(session, NULL, packets);
    if (ssh_bind_accept_fd(ssh_doors_bind(doors), session, fd) == SSH_OK) {
        ssh_set_blocking(session, 0);
        ssh_set_auth_methods(session,
                             SSH_AUTH_METHOD_PUBLICKEY | SSH_AUTH_METHOD_INTERACTIVE | SSH_AUTH_METHOD_PASSWORD);
        /* Once only: it says "again" for ever, and what follows happens while polling. */
        if (ssh_handle_key_exchange(session) != SSH_ERROR && ssh_get_fd(session) == fd) return session;
    } else if (ssh_get_fd(session) != fd) {
        close(fd);
    }
    ssh_disconnect(session);
    ssh_free(session);
    return NULL;
}

static void make_events(struct ssh_line *s, struct event_base *base)
{
    s->readable = event_new(base, s->line.fd, EV_READ | EV_PERSIST, pump, s);
    s->writable = event_new(base, s->line.fd, EV_WRITE, pump, s);
    s->wake = event_new(base, -1, 0, pump, s);
    s->tick = event_new(base, -1, EV_PERSIST, on_tick, s);
    assert(s->readable != NULL && s->writable != NULL && s->wake != NULL && s->tick != NULL);
}

static struct line *transport_accept(struct lines *all, int fd, const struct caller *caller)
{
    struct ssh_line *s = mem_new(sizeof *s);
    ssh_session session = start_session(all->doors, fd, &s->packets);
    if (session == NULL) {
        free(s);
        return NULL;
    }
    s->line = (struct line){ .conn = { .ops = &conn_ops, .caller = *caller }, .lines = all, .fd = fd };
    s->session = session;
    s->budget.since_ms = clock_mono_ms(all->clock);
    s->in = evbuffer_new();
    s->out = evbuffer_new();
    s->poll = ssh_event_new();
    assert(s->in != NULL && s->out != NULL && s->poll != NULL);
    int failed = ssh_event_add_session(s->poll, session);
    assert(!failed);
    (void)failed;
    make_events(s, all->base);
    watch(s);
    return &s->line;
}

static void transport_answer(struct line *l, enum verdict verdict, int64_t account)
{
    struct ssh_line *s = (struct ssh_line *)l;
    ssh_auth_answer(&s->auth, verdict, account);
    event_active(s->wake, EV_TIMEOUT, 0);
}

static size_t transport_refusal(uint8_t *out, const char *why)
{
    static_assert(SSH_REFUSAL_MAX <= REFUSAL_MAX, "it fits");
    return ssh_refusal(out, why, false);
}

static void transport_kill(struct line *l, const char *why)
{
    struct ssh_line *s = (struct ssh_line *)l;
    if (!l->open) s->why = why;
    end(s);
}

const struct transport_ops ssh_transport = {
    .name = "ssh",
    .accept = transport_accept,
    .answer = transport_answer,
    .kill = transport_kill,
    .refusal = transport_refusal,
};
