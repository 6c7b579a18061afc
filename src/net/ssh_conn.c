#include "net/ssh_conn.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "net/ssh_auth.h"
#include "net/ssh_doors.h"
#include "net/ssh_refusal.h"
#include "net/ssh_step.h"

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

#define TICK_MS 250 /* how late a deadline may be noticed */

static const char *const state_names[] = {
    [SSH_LOGIN] = "logging in", [SSH_CHECKING] = "being checked", [SSH_SETTING] = "setting up",
    [SSH_OPEN] = "open",        [SSH_LEAVING] = "leaving",        [SSH_CLOSING] = "closing",
};

/* Sends s->why, if there is one and the session lives. Before the keys are in use we send the sentence, after that
 * libssh does. Returns a second descriptor of the socket, because the session will close its own without waiting; -1:
 * nothing was sent. */
static int send_why(struct ssh_line *s)
{
    uint8_t bytes[SSH_REFUSAL_MAX];
    if (s->why == NULL || !ssh_line_lives(s)) return -1;
    if (s->packets.out_packets < SSH_NEWKEYS_SENT) {
        size_t n = ssh_refusal(bytes, s->why, true);
        (void)!send(s->line.fd, bytes, n, MSG_DONTWAIT | MSG_NOSIGNAL);
    } else if (ssh_event_dopoll(s->poll, 0) == SSH_ERROR ||
               !ssh_line_lives(s)) { /* else libssh does not know that it may write */
        return -1;
    }
    ssh_session_set_disconnect_message(s->session, s->why);
    return fcntl(s->line.fd, F_DUPFD_CLOEXEC, 0);
}

/* Frees the line. closed() comes before the conn is freed, so the owner may read it once more. */
static void end(struct ssh_line *s)
{
    assert(!s->pumping);
    log_event(LOG_INFO, s->line.conn.caller.address, s->line.open ? "ssh: gone" : "ssh: gone while %s",
              state_names[s->state]);
    int fd = send_why(s);
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
    if (fd >= 0) lines_linger(s->line.lines, fd, NULL, 0, s->line.person);
    bool was_open = s->line.open;
    line_gone(&s->line);
    if (was_open) s->line.conn.up->closed(s->line.conn.owner);
    evbuffer_free(s->in);
    evbuffer_free(s->out);
    free(s);
}

static void pump(evutil_socket_t fd, short what, void *arg);

static void read_later(struct ssh_line *s)
{
    if (s->resume == NULL) s->resume = event_new(s->line.lines->base, -1, 0, pump, s);
    assert(s->resume != NULL);
    event_add(s->resume, &(struct timeval){ .tv_sec = s->slowed_ms / 1000, .tv_usec = s->slowed_ms % 1000 * 1000 });
}

/* What libevent has already been asked for is not asked for again: each call takes its lock. */
static void watch(struct ssh_line *s)
{
    if (s->slowed_ms > 0) read_later(s);
    bool held = s->held && s->state == SSH_OPEN;
    bool reads = s->state != SSH_CHECKING && s->slowed_ms == 0 && !s->notes.greedy && !held;
    if (reads != s->reads) reads ? event_add(s->readable, NULL) : event_del(s->readable);
    s->reads = reads;
    bool writes = ssh_line_is_sending(s);
    if (writes != s->writes) writes ? event_add(s->writable, NULL) : event_del(s->writable);
    s->writes = writes;
    bool ticks = s->deadline_ms != 0;
    if (ticks != s->ticks)
        ticks ? event_add(s->tick, &(struct timeval){ .tv_usec = TICK_MS * 1000 }) : event_del(s->tick);
    s->ticks = ticks;
}

/* The owner writes its last words. From the loop's top. */
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

/* The line's address pays for the time of this turn, even when the line ends with it. */
static void pump(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    struct ssh_line *s = arg;
    struct meter_mark began = meter_begin(&s->line.lines->meter);
    if (what & EV_WRITE) s->writes = false; /* the event comes once */
    s->pumping = true;
    bool fine = ssh_step(s, what, began);
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
    ssh_line_set_state(s, SSH_LEAVING, ssh_line_now(s) + SSH_FAREWELL_MS);
    event_active(s->wake, EV_TIMEOUT, 0);
}

static void on_tick(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    struct ssh_line *s = arg;
    if (s->deadline_ms == 0 || ssh_line_now(s) < s->deadline_ms) return;
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
    .ready = ssh_line_is_ready,
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
