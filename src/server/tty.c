#include "server/tty.h"

#include "base/clean.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/origin.h"

#include <assert.h>
#include <errno.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#define INPUT_MAX 4096
#define LAST_ANSWERS_MS 300 /* after the end of the input, wait for the answers to the last commands */
#define GOODBYE_MS 1000     /* wait for the last output when the visit is over */

struct tty {
    struct conn conn; /* first: a conn is its tty */
    struct event_base *base;
    const struct clock *clock;
    int64_t end_ms; /* when the timer end is due */
    void (*gone)(void *arg);
    void *arg;
    int in, out;   /* our own descriptors, so that those of other programs stay blocking */
    bool raw;      /* a terminal on both sides */
    bool finished; /* nothing more is reported */
    bool broken;   /* the output failed */
    bool overrun;  /* a write was dropped, because too much waits */
    bool leaving;  /* the owner has written its goodbye */
    bool over;     /* nothing more is read */
    struct termios before;
    struct evbuffer *waiting; /* output that the terminal has not accepted yet */
    struct event *readable, *writable, *resized, *continued, *end;
};

/* --- modes --- */

static void make_raw(const struct tty *t)
{
    struct termios raw = t->before;
    cfmakeraw(&raw);
    tcsetattr(t->in, TCSANOW, &raw);
}

static void take_size(struct tty *t)
{
    struct winsize size;
    if (ioctl(t->out, TIOCGWINSZ, &size) != 0) return;
    t->conn.caller.cols = size.ws_col;
    t->conn.caller.rows = size.ws_row;
}

/* --- the end --- */

void tty_hang_up(struct tty *t)
{
    if (t->finished) return;
    t->finished = true;
    event_del(t->readable);
    event_del(t->writable);
    t->conn.up->closed(t->conn.owner);
    t->gone(t->arg);
}

/* Lets on_end() run at end_ms, or at once when that is past. */
static void arm_end_timer(struct tty *t)
{
    int64_t ms = t->end_ms - clock_mono_ms(t->clock);
    if (ms < 0) ms = 0;
    struct timeval wait = { .tv_usec = ms % 1000 * 1000, .tv_sec = ms / 1000 };
    event_add(t->end, &wait);
}

static void close_in(struct tty *t, int ms)
{
    event_del(t->readable);
    t->over = true;
    t->end_ms = clock_mono_ms(t->clock) + ms;
    if (!t->finished) arm_end_timer(t);
}

/* Lets the owner write its goodbye, if the output works. */
static void on_end(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    struct tty *t = arg;
    if (clock_mono_ms(t->clock) < t->end_ms) {
        arm_end_timer(t);
    } else if (t->broken || t->leaving) {
        tty_hang_up(t);
    } else {
        t->leaving = true;
        t->conn.up->ending(t->conn.owner, t->overrun ? CONN_END_BACKLOG : CONN_END_INPUT);
    }
}

/* --- out --- */

static bool write_waiting(struct tty *t)
{
    while (evbuffer_get_length(t->waiting) > 0) {
        int n = evbuffer_write(t->waiting, t->out);
        if (n < 0) return errno == EAGAIN || errno == EINTR;
    }
    return true;
}

static void flush_waiting(struct tty *t)
{
    if (!write_waiting(t)) {
        evbuffer_drain(t->waiting, evbuffer_get_length(t->waiting));
        t->broken = true;
        close_in(t, 0);
    }
    if (evbuffer_get_length(t->waiting) > 0)
        event_add(t->writable, NULL);
    else
        event_del(t->writable);
}

static void on_writable(evutil_socket_t fd, short what, void *arg)
{
    struct tty *t = arg;
    (void)fd;
    (void)what;
    flush_waiting(t);
    if (evbuffer_get_length(t->waiting) > 0) return;
    if (t->leaving)
        tty_hang_up(t);
    else if (!t->overrun)
        t->conn.up->ready(t->conn.owner);
}

static void conn_write_out(struct conn *c, const void *bytes, size_t n)
{
    struct tty *t = (struct tty *)c;
    if (t->finished || t->broken) return;
    if (!t->leaving && evbuffer_get_length(t->waiting) + n > CONN_WRITE_MAX) t->overrun = true;
    if (t->overrun && !t->leaving) {
        close_in(t, 0);
        return;
    }
    evbuffer_add(t->waiting, bytes, n);
    flush_waiting(t);
}

static bool conn_is_ready(const struct conn *c)
{
    const struct tty *t = (const struct tty *)c;
    return !t->overrun && evbuffer_get_length(t->waiting) == 0;
}

static void conn_end(struct conn *c, int status)
{
    struct tty *t = (struct tty *)c;
    (void)status;
    t->leaving = true;
    close_in(t, conn_is_ready(c) ? 0 : GOODBYE_MS);
}

/* A terminal in raw mode does not echo, and other input was typed elsewhere. */
static void conn_hide(struct conn *c, bool hide)
{
    (void)c;
    (void)hide;
}

static void conn_eight(struct conn *c)
{
    (void)c;
}

static void conn_hold_input(struct conn *c, bool on)
{
    struct tty *t = (struct tty *)c;
    if (t->over) return;
    if (on)
        event_del(t->readable);
    else
        event_add(t->readable, NULL);
}

static void conn_lines(struct conn *c)
{
    (void)c;
}

static const struct conn_ops ops = {
    .write = conn_write_out,
    .ready = conn_is_ready,
    .close_later = conn_end,
    .hide_typing = conn_hide,
    .eight_bit = conn_eight,
    .hold = conn_hold_input,
    .use_lines = conn_lines,
};

/* --- in --- */

static void on_readable(evutil_socket_t fd, short what, void *arg)
{
    struct tty *t = arg;
    uint8_t bytes[INPUT_MAX];
    (void)fd;
    (void)what;
    ssize_t n = read(t->in, bytes, sizeof bytes);
    if (n > 0)
        t->conn.up->input(t->conn.owner, bytes, (size_t)n);
    else if (n == 0 || (errno != EAGAIN && errno != EINTR))
        close_in(t, LAST_ANSWERS_MS);
}

static void on_resized(evutil_socket_t number, short what, void *arg)
{
    struct tty *t = arg;
    (void)number;
    (void)what;
    take_size(t);
    if (!t->finished) t->conn.up->resize(t->conn.owner, t->conn.caller.cols, t->conn.caller.rows);
}

/* After a stop another program may have used the terminal. Ctrl-L redraws it. */
static void on_continued(evutil_socket_t number, short what, void *arg)
{
    static const uint8_t anew = 'L' & 0x1F;
    struct tty *t = arg;
    (void)number;
    (void)what;
    make_raw(t);
    if (!t->finished) t->conn.up->input(t->conn.owner, &anew, 1);
}

/* --- opening --- */

/* Opens fd again as non-blocking, with a file description of its own. A regular file, whose position would be lost, and
 * a socket, which cannot be opened again, are duplicated. Returns the new descriptor. */
static int reopen(int fd, int mode)
{
    char path[32] = "/proc/self/fd/0";
    struct stat st;
    path[strlen(path) - 1] = (char)('0' + fd);
    bool file = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    int own = file ? -1 : open(path, mode | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    return own >= 0 ? own : fcntl(fd, F_DUPFD_CLOEXEC, 3);
}

/* The value of an environment variable, or "". */
static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value != NULL ? value : "";
}

static void take_variable(char *out, size_t size, const char *value)
{
    clean_word(out, size, value, strlen(value));
}

/* For the screens the caller is like one by SSH, with a terminal or without. */
static void describe_caller(struct tty *t)
{
    struct caller *c = &t->conn.caller;
    *c = (struct caller){ .transport = TRANSPORT_SSH, .address = ADDRESS_HERE, .charset_told = CHARSET_TOLD_NONE };
    const char *const locale[] = { variable("LC_ALL"), variable("LC_CTYPE"), variable("LANG") };
    int k = 0;
    while (k < 2 && locale[k][0] == '\0') k++;
    take_variable(c->lang, sizeof c->lang, locale[k]);
    take_variable(c->term, sizeof c->term, variable("TERM"));
    take_variable(c->colorterm, sizeof c->colorterm, variable("COLORTERM"));
    c->no_color = variable("NO_COLOR")[0] != '\0';
    c->character_mode = c->we_echo = t->raw;
    take_size(t);
}

struct tty *tty_open(struct event_base *base, const struct clock *clock, void (*gone)(void *arg), void *arg)
{
    struct tty *t = mem_new(sizeof *t);
    *t = (struct tty){ .conn.ops = &ops, .base = base, .clock = clock, .gone = gone, .arg = arg };
    t->in = reopen(STDIN_FILENO, O_RDONLY);
    t->out = reopen(STDOUT_FILENO, O_WRONLY);
    t->raw = isatty(t->in) && isatty(t->out) && tcgetattr(t->in, &t->before) == 0;
    describe_caller(t);
    t->waiting = evbuffer_new();
    t->readable = event_new(base, t->in, EV_READ | EV_PERSIST, on_readable, t);
    t->writable = event_new(base, t->out, EV_WRITE, on_writable, t);
    t->end = evtimer_new(base, on_end, t);
    t->resized = evsignal_new(base, SIGWINCH, on_resized, t);
    t->continued = evsignal_new(base, SIGCONT, on_continued, t);
    assert(t->waiting && t->readable && t->writable && t->end && t->resized && t->continued);
    event_add(t->readable, NULL);
    if (!t->raw) return t;
    make_raw(t);
    event_add(t->resized, NULL);
    event_add(t->continued, NULL);
    return t;
}

struct conn *tty_conn(struct tty *t)
{
    return &t->conn;
}

void tty_free(struct tty *t)
{
    if (t == NULL) return;
    struct event *events[] = { t->readable, t->writable, t->end, t->resized, t->continued };
    for (size_t i = 0; i < sizeof events / sizeof *events; i++) event_free(events[i]);
    if (t->raw) tcsetattr(t->in, TCSANOW, &t->before);
    evbuffer_free(t->waiting);
    close(t->in);
    close(t->out);
    free(t);
}
