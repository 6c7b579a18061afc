#include "net/ssh_step.h"

#include "base/clean.h"
#include "base/log.h"
#include "net/ssh_auth.h"
#include "net/ssh_channel.h"
#include "net/ssh_guards.h"

#include <assert.h>
#include <event2/buffer.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>

/* Bytes that libssh gets at once: its buffers keep the largest size they ever had, and with this are 1 kB. */
#define CHUNK 960
#define TYPED_CHUNK 4096    /* bytes of input that the owner gets at once: as many as are read at once */
#define SETTING_MS 10000    /* from login to the shell (H28) */
#define LAST_ANSWERS_MS 300 /* from the end of the input to the farewell, for what was asked just before it */

/* Bytes of packets that need no answer, between two answers. The smallest request to log in has 31. */
#define STRAY_BYTES 16

/* Logs `what` and keeps `why` for the caller. Always false: the line has to end. */
static bool close_because(struct ssh_line *s, const char *what, const char *why)
{
    log_event(LOG_NOTICE, s->line.conn.caller.address, "ssh: closed, %s", what);
    s->why = why;
    return false;
}

/* Hands what was written to libssh while the kernel takes it and the window is open, so libssh never holds more than a
 * chunk. While keys are renewed libssh takes nothing; the rest goes out after a later pump. */
static bool flush(struct ssh_line *s)
{
    while (evbuffer_get_length(s->out) > 0 && !ssh_line_is_sending(s)) {
        size_t n = evbuffer_get_length(s->out), window = ssh_channel_window_size(s->channel);
        if (n > CHUNK) n = CHUNK;
        if (n > window) n = window;
        if (n == 0) break;
        int taken = ssh_channel_write(s->channel, evbuffer_pullup(s->out, (ev_ssize_t)n), (uint32_t)n);
        if (taken < 0 || !ssh_line_lives(s)) return false;
        evbuffer_drain(s->out, (size_t)taken);
        if ((size_t)taken < n) break;
    }
    return true;
}

/* The owner has to be told of a size or of something typed. */
static bool has_news(const struct ssh_line *s)
{
    return s->state == SSH_OPEN && (s->notes.resized || (evbuffer_get_length(s->in) > 0 && !s->held));
}

/* Passes a new size and the input on to the owner, until the owner holds the input or the line is no longer open. */
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

/* Moves data between an open channel and its owner. Returns false when the line is to end. */
static bool talk(struct ssh_line *s)
{
    if (s->state < SSH_OPEN) return true;
    /* A write may read as well, and bring more. */
    do {
        if (has_news(s)) report(s);
        if (s->state < SSH_CLOSING && !flush(s)) return false;
    } while (has_news(s));
    if (s->notes.closed) return false;
    bool input_over = s->notes.eof && !s->held && evbuffer_get_length(s->in) == 0;
    if (input_over && s->state == SSH_OPEN && s->deadline_ms == 0) s->deadline_ms = ssh_line_now(s) + LAST_ANSWERS_MS;
    if (!s->told_ready && ssh_line_is_ready(&s->line.conn)) {
        s->told_ready = true;
        s->line.conn.up->ready(s->line.conn.owner);
    }
    return true;
}

/* Once the kernel has everything: sends status, EOF and CLOSE. Each of them may find the line dead. */
static bool take_leave(struct ssh_line *s)
{
    if (s->state != SSH_LEAVING || evbuffer_get_length(s->out) > 0 || ssh_line_is_sending(s)) return true;
    if (s->status != SSH_STATUS_NONE) ssh_channel_request_send_exit_status(s->channel, s->status);
    if (!ssh_line_lives(s)) return false;
    ssh_channel_send_eof(s->channel);
    if (!ssh_line_lives(s)) return false;
    ssh_channel_close(s->channel);
    ssh_line_set_state(s, SSH_CLOSING, s->deadline_ms);
    return ssh_line_lives(s);
}

static void open_line(struct ssh_line *s)
{
    struct caller *caller = &s->line.conn.caller;
    const char *version = ssh_get_clientbanner(s->session);
    if (version == NULL) version = "";
    clean_word(caller->client, sizeof caller->client, version, strlen(version));
    s->notes.resized = false;
    ssh_line_set_state(s, SSH_OPEN, 0);
    s->told_ready = ssh_line_is_ready(&s->line.conn);
    line_open(&s->line);
    assert(s->line.conn.up != NULL);
}

/* Opens the line when the client has asked for a shell. Returns false when the line is to end. */
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
        s->status = SSH_STATUS_NONE;
        ssh_line_set_state(s, SSH_LEAVING, ssh_line_now(s) + SSH_FAREWELL_MS);
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
    log_event(LOG_INFO, s->line.conn.caller.address, "ssh: logged in %s, by the name of %s", how, user);
    ssh_line_set_state(s, SSH_SETTING, ssh_line_now(s) + SETTING_MS);
    if (!ssh_channel_expect(s)) return false;
    ssh_auth_drop_rest(s);
    return ssh_line_lives(s);
}

/* Answers the requests of the login phase (RFC 4252). Returns false when the line is to end. */
static bool log_in(struct ssh_line *s)
{
    if (s->state > SSH_CHECKING) return true;
    /* Before the keys are in use there are no requests, and to look for one costs a system call. */
    enum ssh_login login = s->packets.out_packets < SSH_NEWKEYS_SENT ? LOGIN_GOES_ON : ssh_auth_step(s);
    if (!ssh_line_lives(s)) return false;
    if (login == LOGIN_FAILED) return close_because(s, "its login failed", s->auth.why);
    if (login == LOGIN_DONE) return admit(s);
    if (login == LOGIN_AWAITS && s->state == SSH_LOGIN) ssh_line_set_state(s, SSH_CHECKING, 0);
    if (login == LOGIN_GOES_ON && s->state == SSH_CHECKING) ssh_line_set_state(s, SSH_LOGIN, 0);
    /* Before login a client sends small packets one by one and waits: our delayed ACK would cost 40 ms each time. */
    setsockopt(s->line.fd, IPPROTO_TCP, TCP_QUICKACK, &(int){ 1 }, sizeof(int));
    return true;
}

bool ssh_budget_spend(struct ssh_budget *b, int64_t at_ms, int64_t us)
{
    if (at_ms - b->since_ms >= SSH_BUDGET_WINDOW_MS) *b = (struct ssh_budget){ .since_ms = at_ms };
    b->spent_us += us;
    return b->spent_us <= SSH_BUDGET_US;
}

/* An open line gets a farewell, which may cost SSH_BUDGET_FAREWELL_US more; nothing more is read for its own sake.
 * false: it is not open, or has had that already. */
static bool outstay(struct ssh_line *s)
{
    if (s->state != SSH_OPEN || s->notes.greedy) return false;
    s->notes.greedy = true;
    s->budget = (struct ssh_budget){ .since_ms = ssh_line_now(s), .spent_us = SSH_BUDGET_US - SSH_BUDGET_FAREWELL_US };
    return true;
}

/* libssh does not answer some requests to log in: those with a wrong signature, and those that are cut. Whoever sent
 * one would wait for ever, and libssh cannot be made to answer. false: such a request has come. */
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

/* Finds out whose time runs. Between the keys and the first request a person may be asked about the host key; after an
 * answer of ours about a password, a passphrase, a touch of a key. What a client does by itself takes next to no time.
 */
static void count_time(struct ssh_line *s)
{
    const struct ssh_auth *a = &s->auth;
    if (s->line.open || s->state > SSH_SETTING) return;
    bool asked = a->requests == 0 ? s->packets.out_packets >= SSH_NEWKEYS_SENT : a->asked && a->prompt != PROMPT_EMPTY;
    line_person(&s->line, s->state == SSH_LOGIN && asked);
}

/* Reads at most 4 kB and does what follows from it. The other side decides what this costs, so it pays. */
static bool read_some(struct ssh_line *s, struct meter_mark began)
{
    bool fine = ssh_event_dopoll(s->poll, 0) != SSH_ERROR && ssh_line_lives(s) && log_in(s) && is_answered(s);
    if (fine) count_time(s);
    if (ssh_budget_spend(&s->budget, ssh_line_now(s), meter_since(&s->line.lines->meter, began))) return fine;
    log_event(LOG_NOTICE, s->line.conn.caller.address, "ssh: closed, it takes more than its share of the time");
    s->why = "Your requests take more than your share of the time.";
    return fine && outstay(s);
}

bool ssh_step(struct ssh_line *s, short what, struct meter_mark began)
{
    if (s->state == SSH_CHECKING && !s->auth.answered) return true;
    /* An open line that was only written to has nothing to read. */
    if (s->state != SSH_OPEN || (what & (EV_READ | EV_WRITE)) != 0 || s->slowed_ms > 0) {
        s->slowed_ms = line_wait_ms(&s->line);
        if (s->slowed_ms == 0 && !read_some(s, began)) return false;
    }
    return set_up(s) && talk(s) && take_leave(s);
}
