#include "net/telnet_conn.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "net/backlog.h"
#include "net/socket.h"
#include "net/telnet.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define AHEAD_MAX 256 /* bytes of text typed before anybody could read it; the rest waits at the sender */
#define READ_SIZE 4096
#define READ_MAX 65536 /* bytes read in each READ_WINDOW_MS; the rest waits at the sender (H61) */
#define READ_WINDOW_MS 250
#define ENCODE_CHUNK 4096
#define FAREWELL_MS 1000    /* from conn_close_later() to the end */
#define LAST_ANSWERS_MS 300 /* from the end of the input to the farewell, for what was asked just before it */
#define NOP_MS 60000

enum phase { NEGOTIATING, OPEN, FLUSHING, LINGERING };

static const char *const phase_names[] = {
    [NEGOTIATING] = "negotiating",
    [OPEN] = "open",
    [FLUSHING] = "sending the last words",
    [LINGERING] = "waiting for the other end",
};

struct telnet_line {
    struct line line; /* first */
    struct telnet telnet;
    struct backlog backlog;
    struct event *readable, *writable, *timer;
    enum phase phase;
    const char *broken;                                    /* why it has to end, as soon as the loop is at its top */
    bool heard;                                            /* any byte at all */
    bool woken;                                            /* on_timer() is going to run at the loop's top */
    bool input_over;                                       /* the peer has shut its side; it may still read */
    bool overrun;                                          /* a write was left out, for too much waits */
    bool asked_to_end;                                     /* the owner is saying its last words */
    bool held;                                             /* the owner cannot take more */
    int64_t farewell_ms, nop_ms, resume_ms, input_over_ms; /* when it is due */
    int64_t window_ms;                                     /* when reading began to count */
    size_t window_read;
    uint8_t *ahead;
    size_t ahead_length;
};

static struct telnet_line *telnet_line_of(struct conn *c)
{
    return (struct telnet_line *)c;
}

static int64_t now(const struct telnet_line *t)
{
    return clock_mono_ms(t->line.lines->clock);
}

static void enter_phase(struct telnet_line *t, enum phase next)
{
    assert(next > t->phase);
    t->phase = next;
}

/* Runs on_timer() at the loop's top: from inside an upcall nothing may be freed. */
static void wake(struct telnet_line *t)
{
    t->woken = true;
    event_active(t->timer, EV_TIMEOUT, 0);
}

static void fail(struct telnet_line *t, const char *why)
{
    if (t->broken != NULL) return;
    t->broken = why;
    wake(t);
}

/* Frees t. A broken line, or one with unsent output, is reset, so that the kernel keeps nothing for a peer that does
 * not read. */
static void release(struct telnet_line *t)
{
    bool was_open = t->line.open, whole = t->broken == NULL && backlog_empty(&t->backlog);
    line_gone(&t->line);
    event_free(t->readable);
    event_free(t->writable);
    event_free(t->timer);
    backlog_clear(&t->backlog);
    if (whole)
        close(t->line.fd);
    else
        socket_abort(t->line.fd);
    if (was_open) t->line.conn.up->closed(t->line.conn.owner);
    free(t->ahead);
    free(t);
}

static void finish(struct telnet_line *t, const char *why)
{
    log_event(LOG_INFO, t->line.conn.caller.address, "telnet ended while %s: %s", phase_names[t->phase], why);
    release(t);
}

/* The only place that lets the socket be read, since several things may stand against it at once: the peer's side is
 * shut, the time for reading is used up, nobody is there yet and AHEAD_MAX is full, or the owner cannot take more.
 * Whoever is on his way out is read whatever the owner says. */
static void follow_reading(struct telnet_line *t)
{
    bool full = t->phase == NEGOTIATING && t->ahead_length == AHEAD_MAX;
    bool held = t->phase == OPEN && t->held;
    if (t->input_over || t->resume_ms != INT64_MAX || full || held)
        event_del(t->readable);
    else
        event_add(t->readable, NULL);
}

/* --- out --- */

/* Bytes as the wire has them. */
static void send_wire(void *ctx, const uint8_t *bytes, size_t n)
{
    struct telnet_line *t = ctx;
    if (t->broken != NULL || t->phase == LINGERING) return;
    if (!backlog_write(&t->backlog, t->line.fd, bytes, n)) {
        fail(t, backlog_empty(&t->backlog) ? "the connection is broken" : "it does not read");
        return;
    }
    if (!backlog_empty(&t->backlog)) event_add(t->writable, NULL);
}

/* A write goes out whole or not at all. */
static bool has_room(struct telnet_line *t, size_t n)
{
    if (t->asked_to_end) return true;
    if (!t->overrun && backlog_waiting(&t->backlog) + n <= CONN_WRITE_MAX) return true;
    t->overrun = true;
    wake(t);
    return false;
}

static void telnet_write(struct conn *c, const void *bytes, size_t n)
{
    struct telnet_line *t = telnet_line_of(c);
    const uint8_t *text = bytes;
    assert(n <= CONN_WRITE_MAX);
    if (n == 0 || t->phase != OPEN || !has_room(t, n)) return;
    for (size_t at = 0; at < n && t->broken == NULL;) {
        uint8_t wire[2 * ENCODE_CHUNK + 1];
        size_t chunk = n - at < ENCODE_CHUNK ? n - at : ENCODE_CHUNK;
        send_wire(t, wire, telnet_encode(&t->telnet, wire, text + at, chunk));
        at += chunk;
    }
    if (text[n - 1] != '\n') telnet_go_ahead(&t->telnet);
}

static bool telnet_ready(const struct conn *c)
{
    const struct telnet_line *t = (const struct telnet_line *)c;
    return t->phase == OPEN && t->broken == NULL && !t->overrun && backlog_empty(&t->backlog);
}

/* From here only what is already written goes out. What still comes is read and dropped: unread it would make the
 * kernel reset the connection, and take the last words back. */
static void say_farewell(struct telnet_line *t)
{
    enter_phase(t, FLUSHING);
    follow_reading(t);
    t->farewell_ms = now(t) + FAREWELL_MS;
    wake(t);
}

static void telnet_close_later(struct conn *c, int status)
{
    (void)status; /* telnet has no word for it */
    struct telnet_line *t = telnet_line_of(c);
    if (t->phase == OPEN) say_farewell(t);
}

static void telnet_line_hide_typing(struct conn *c, bool hide)
{
    telnet_hide_typing(&telnet_line_of(c)->telnet, hide);
}

static void telnet_line_eight_bit(struct conn *c)
{
    telnet_eight_bit(&telnet_line_of(c)->telnet);
}

static void telnet_line_use_lines(struct conn *c)
{
    telnet_use_lines(&telnet_line_of(c)->telnet);
}

static void telnet_hold(struct conn *c, bool on)
{
    struct telnet_line *t = telnet_line_of(c);
    t->held = on;
    if (t->phase != OPEN) return;
    follow_reading(t);
    if (!on && t->input_over) {
        t->input_over_ms = now(t) + LAST_ANSWERS_MS;
        wake(t);
    }
}

static const struct conn_ops telnet_conn_ops = {
    .write = telnet_write,
    .ready = telnet_ready,
    .close_later = telnet_close_later,
    .hide_typing = telnet_line_hide_typing,
    .eight_bit = telnet_line_eight_bit,
    .hold = telnet_hold,
    .use_lines = telnet_line_use_lines,
};

/* --- time --- */

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t negotiation_due(const struct telnet_line *t)
{
    return t->line.accepted_ms + (t->telnet.heard ? TELNET_SETTLE_MS : TELNET_RAW_MS);
}

static int64_t silence_due(const struct telnet_line *t)
{
    return t->heard ? INT64_MAX : t->line.accepted_ms + (int64_t)t->line.lines->config.limits.silent_s * 1000;
}

static int64_t phase_due(const struct telnet_line *t)
{
    switch (t->phase) {
    case NEGOTIATING: return negotiation_due(t);
    case OPEN: return earlier(earlier(silence_due(t), t->nop_ms), t->held ? INT64_MAX : t->input_over_ms);
    case FLUSHING:
    case LINGERING: break;
    }
    return t->farewell_ms;
}

static void set_timer(struct telnet_line *t)
{
    if (t->woken) return; /* event_add() would take the call back */
    int64_t due = earlier(phase_due(t), t->resume_ms), wait = due - now(t);
    if (due == INT64_MAX) {
        event_del(t->timer);
        return;
    }
    if (wait < 1) wait = 1;
    event_add(t->timer, &(struct timeval){ .tv_sec = wait / 1000, .tv_usec = wait % 1000 * 1000 });
}

/* --- the visit --- */

static void deliver(struct telnet_line *t, const uint8_t *text, size_t n)
{
    if (n > 0 && t->phase == OPEN) t->line.conn.up->input(t->line.conn.owner, text, n);
}

/* The owner says its last words. From the loop's top. */
static void ask_to_end(struct telnet_line *t, enum conn_end why)
{
    t->asked_to_end = true;
    t->line.conn.up->ending(t->line.conn.owner, why);
    assert(t->phase > OPEN);
}

static void open_line(struct telnet_line *t)
{
    telnet_finish(&t->telnet);
    enter_phase(t, OPEN);
    if (t->input_over) t->input_over_ms = now(t) + LAST_ANSWERS_MS;
    t->nop_ms = t->line.lines->config.telnet_keepalive_nop ? now(t) + NOP_MS : INT64_MAX;
    line_open(&t->line);
    assert(t->line.conn.up != NULL);
    deliver(t, t->ahead, t->ahead_length);
    free(t->ahead);
    t->ahead = NULL;
    follow_reading(t);
}

static const char no_web[] = "HTTP/1.0 400 This is a telnet port, there is no web page here\r\n\r\n";

/* Who has the wrong port is told in the one line that such programs may show. */
static const struct {
    const char *begins, *line;
} strangers[] = {
    { "SSH-", "This is the telnet port; SSH has another.\r\n" },
    { "GET ", no_web },
    { "HEAD ", no_web },
    { "POST ", no_web },
    { "OPTIONS ", no_web },
    { "CONNECT ", no_web },
    { "\x16\x03", "This is a telnet port; it does not speak TLS.\r\n" },
};

/* true: was turned away; the goodbye is on its way. */
static bool turn_away(struct telnet_line *t)
{
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++) {
        size_t n = strlen(strangers[i].begins);
        if (t->ahead_length < n || memcmp(t->ahead, strangers[i].begins, n) != 0) continue;
        send_wire(t, (const uint8_t *)strangers[i].line, strlen(strangers[i].line));
        say_farewell(t);
        return true;
    }
    return false;
}

static void keep_ahead(struct telnet_line *t, const uint8_t *text, size_t n)
{
    assert(n <= AHEAD_MAX - t->ahead_length);
    if (n == 0) return;
    if (t->ahead == NULL) t->ahead = mem_new(AHEAD_MAX);
    memcpy(t->ahead + t->ahead_length, text, n);
    t->ahead_length += n;
    follow_reading(t);
}

static void take_input(struct telnet_line *t, uint8_t *bytes, size_t n)
{
    struct caller *caller = &t->line.conn.caller;
    size_t length = telnet_input(&t->telnet, now(t), bytes, n);
    if (t->phase == NEGOTIATING) {
        keep_ahead(t, bytes, length);
        if (!turn_away(t) && telnet_settled(&t->telnet)) open_line(t);
    } else {
        if (telnet_take_resize(&t->telnet) && t->phase == OPEN)
            t->line.conn.up->resize(t->line.conn.owner, caller->cols, caller->rows);
        if (telnet_take_question(&t->telnet) && t->phase == OPEN) t->line.conn.up->asked(t->line.conn.owner);
        deliver(t, bytes, length);
    }
}

/* Everything is out: our end of the connection is shut, and theirs awaited, so that a reset cannot overtake the last
 * words. Where theirs is shut already, the timer ends it. */
static void linger(struct telnet_line *t)
{
    shutdown(t->line.fd, SHUT_WR);
    enter_phase(t, LINGERING);
    if (t->input_over) t->farewell_ms = 0;
}

/* Whoever sends faster than anybody types waits for the rest of the window: the loop belongs to all. */
static void count_read(struct telnet_line *t, size_t n)
{
    int64_t at = now(t);
    if (at - t->window_ms >= READ_WINDOW_MS) {
        t->window_ms = at;
        t->window_read = 0;
    }
    t->window_read += n;
    if (t->window_read < READ_MAX) return;
    t->resume_ms = t->window_ms + READ_WINDOW_MS;
    follow_reading(t);
}

static void resume_reading(struct telnet_line *t)
{
    t->resume_ms = INT64_MAX;
    follow_reading(t);
}

/* The peer will send nothing more. It may have shut this side only, as a pipe into nc does: what was typed is still
 * answered, and there are last words. Who never typed anything wants nothing. */
static void input_over(struct telnet_line *t)
{
    if (t->phase == LINGERING || (t->phase == NEGOTIATING && t->ahead_length == 0)) {
        finish(t, "the caller hung up");
        return;
    }
    t->input_over = true;
    follow_reading(t);
    if (t->phase == NEGOTIATING)
        open_line(t);
    else if (t->phase == OPEN)
        t->input_over_ms = now(t) + LAST_ANSWERS_MS;
    set_timer(t);
}

/* --- events --- */

/* false: its address has spent its share of the time, so it is read later. */
static bool may_read(struct telnet_line *t)
{
    int64_t wait = line_wait_ms(&t->line);
    if (wait == 0) return true;
    t->resume_ms = now(t) + wait;
    follow_reading(t);
    set_timer(t);
    return false;
}

static void on_readable(evutil_socket_t fd, short what, void *arg)
{
    (void)what;
    struct telnet_line *t = arg;
    uint8_t bytes[READ_SIZE];
    if (!may_read(t)) return;
    struct meter_mark began = meter_begin(&t->line.lines->meter);
    size_t room = t->phase == NEGOTIATING ? AHEAD_MAX - t->ahead_length : sizeof bytes;
    assert(room > 0); /* recv() of nothing looks like the end of the input */
    ssize_t n = recv(fd, bytes, room, 0);
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return;
    if (n < 0) {
        finish(t, strerror(errno));
        return;
    }
    if (n == 0) {
        input_over(t);
        return;
    }
    count_read(t, (size_t)n);
    t->heard = true;
    if (t->broken == NULL && t->phase <= OPEN) take_input(t, bytes, (size_t)n);
    line_spend(&t->line, meter_since(&t->line.lines->meter, began));
    set_timer(t);
}

/* The event comes once: it is added again while output waits. */
static void on_writable(evutil_socket_t fd, short what, void *arg)
{
    (void)what;
    struct telnet_line *t = arg;
    if (t->broken != NULL) return;
    if (!backlog_flush(&t->backlog, fd)) {
        finish(t, "the connection is broken");
        return;
    }
    if (!backlog_empty(&t->backlog))
        event_add(t->writable, NULL);
    else if (t->phase == OPEN && !t->overrun)
        t->line.conn.up->ready(t->line.conn.owner);
    else if (t->phase == FLUSHING)
        linger(t);
    set_timer(t);
}

static void on_time_open(struct telnet_line *t, int64_t at)
{
    if (t->overrun)
        ask_to_end(t, CONN_END_BACKLOG);
    else if (at >= t->input_over_ms && !t->held)
        ask_to_end(t, CONN_END_INPUT);
    else if (at >= silence_due(t))
        ask_to_end(t, CONN_END_SILENT);
    if (t->phase != OPEN || at < t->nop_ms) return;
    t->nop_ms = at + NOP_MS;
    if (backlog_empty(&t->backlog)) telnet_nop(&t->telnet);
}

/* NULL: it goes on. */
static const char *why_over(const struct telnet_line *t, int64_t at)
{
    if (t->broken != NULL) return t->broken;
    if (t->phase >= FLUSHING && at >= t->farewell_ms)
        return t->input_over ? "all is said" : "all is said, and it did not hang up";
    return NULL;
}

/* Something is due, or wake() was called. */
static void on_timer(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    struct telnet_line *t = arg;
    int64_t at = now(t);
    t->woken = false;
    if (at >= t->resume_ms) resume_reading(t);
    if (t->phase == FLUSHING && backlog_empty(&t->backlog)) linger(t);
    const char *over = why_over(t, at);
    if (over != NULL) {
        finish(t, over);
        return;
    }
    if (t->phase == NEGOTIATING && at >= negotiation_due(t))
        open_line(t);
    else if (t->phase == OPEN)
        on_time_open(t, at);
    set_timer(t);
}

/* --- for net.c --- */

static struct line *telnet_accept(struct lines *all, int fd, const struct caller *caller)
{
    struct telnet_line *t = mem_new(sizeof *t);
    t->line = (struct line){ .conn = { .ops = &telnet_conn_ops, .caller = *caller }, .lines = all, .fd = fd };
    t->line.accepted_ms = clock_mono_ms(all->clock);
    t->nop_ms = t->resume_ms = t->input_over_ms = INT64_MAX;
    t->readable = event_new(all->base, fd, EV_READ | EV_PERSIST, on_readable, t);
    t->writable = event_new(all->base, fd, EV_WRITE, on_writable, t);
    t->timer = event_new(all->base, -1, 0, on_timer, t);
    assert(t->readable != NULL && t->writable != NULL && t->timer != NULL);
    event_add(t->readable, NULL);
    telnet_init(&t->telnet, &t->line.conn.caller, send_wire, t);
    telnet_start(&t->telnet);
    set_timer(t);
    return &t->line;
}

static size_t telnet_refusal(uint8_t *out, const char *why)
{
    return (size_t)snprintf((char *)out, REFUSAL_MAX, "%s\r\n", why);
}

/* A second descriptor of the socket outlives the line. */
static void telnet_kill(struct line *l, const char *why)
{
    struct telnet_line *t = (struct telnet_line *)l;
    struct lines *all = l->lines;
    uint8_t bytes[REFUSAL_MAX];
    bool tell = why != NULL && !l->open && t->broken == NULL && backlog_empty(&t->backlog);
    int fd = tell ? fcntl(l->fd, F_DUPFD_CLOEXEC, 0) : -1;
    release(t);
    if (fd >= 0) lines_linger(all, fd, bytes, telnet_refusal(bytes, why), false);
}

const struct transport_ops telnet_transport = {
    .name = "telnet",
    .accept = telnet_accept,
    .kill = telnet_kill,
    .refusal = telnet_refusal,
};
