#include "session/input.h"

#include "base/mem.h"
#include "session/press.h"
#include "session/schedule.h"
#include "session/stack.h"

#include <assert.h>
#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

#define BYTES_PER_S 65536 /* of any input, as many at once */
#define TEXT_PER_S 4096   /* of text, twice as many at once */
#define RESUME_MS 25

/* Takes up to n tokens; returns how many the bucket had. */
static size_t take_some(struct bucket *b, int64_t now, int per_s, int burst, size_t n)
{
    int want = n < (size_t)burst ? (int)n : burst;
    return want > 0 ? (size_t)bucket_take(b, now, 1000000 / per_s, burst, want) : 0;
}

static bool ends_line(uint8_t byte)
{
    return byte == '\r' || byte == '\n';
}

/* The length of the first line with its end, or n. */
static size_t line_length(const uint8_t *bytes, size_t n)
{
    size_t at = 0;
    while (at < n && !ends_line(bytes[at])) at++;
    if (at == n) return n;
    return at + 1 < n && bytes[at] == '\r' && (bytes[at + 1] == '\n' || bytes[at + 1] == '\0') ? at + 2 : at + 1;
}

/* How many bytes of a line that will be refused come before its end: Enter, or a key that drops it. */
static size_t overlong_length(const uint8_t *bytes, size_t n)
{
    size_t at = 0;
    while (at < n && !ends_line(bytes[at]) && bytes[at] != 0x03 && bytes[at] != 0x15) at++;
    return at;
}

/* A line may act when a key may, when the caller reads the answers to earlier lines, and when the screen for it is on
 * top. */
static bool line_may_act(struct session *s, int64_t now)
{
    if (s->plain != NULL && s->top->screen->late) return false;
    bool unread = s->plain != NULL && s->ahead >= SESSION_AHEAD_MAX && !conn_ready(s->conn);
    return !unread && bucket_level(&s->key_bucket, now, 1000000 / s->env->keys_per_s, s->env->keys_burst) > 0;
}

/* How many bytes of text may be read now. A line end that may not act stays out. */
static size_t text_length(struct session *s, const uint8_t *bytes, size_t n)
{
    int64_t now = session_now(s);
    size_t length = line_length(bytes, n);
    bool whole = ends_line(bytes[length - 1]) || bytes[length - 1] == '\0';
    if (whole && !line_may_act(s, now))
        while (length > 0 && (ends_line(bytes[length - 1]) || bytes[length - 1] == '\0')) length--;
    return take_some(&s->text_bucket, now, TEXT_PER_S, 2 * TEXT_PER_S, length);
}

/* Lets bytes act. Returns how many did; the others have to wait. */
static size_t act(struct session *s, const uint8_t *bytes, size_t n)
{
    size_t at = 0, some;
    for (; at < n && !s->ending && s->conn != NULL && s->top != NULL; at += some) {
        int64_t now = session_now(s);
        size_t skipped = s->plain != NULL && s->plain->overlong ? overlong_length(bytes + at, n - at) : 0;
        if (skipped > 0) {
            some = take_some(&s->byte_bucket, now, BYTES_PER_S, BYTES_PER_S, skipped);
        } else {
            bool text = session_is_typing(s);
            some = text ? text_length(s, bytes + at, n - at)
                        : take_some(&s->byte_bucket, now, BYTES_PER_S, BYTES_PER_S, n - at);
            if (some < n - at && !text)
                s->keys.tail = now + KEYS_TAIL_MS; /* a flood is no typing, nor are its crumbs */
            if (some > 0) keys_input(&s->keys, bytes + at, some, now, session_key, s);
        }
        if (some == 0) return at;
    }
    return n;
}

static void set_resume(struct held *h)
{
    event_add(h->resume, &(struct timeval){ .tv_usec = RESUME_MS * 1000 });
}

static void on_resume(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    struct session *s = arg;
    struct held *h = s->held;
    session_free_popped(s);
    size_t some = act(s, h->bytes, h->n);
    session_schedule(s);
    explicit_bzero(h->bytes, some); /* it may be a password */
    memmove(h->bytes, h->bytes + some, h->n - some);
    h->n -= some;
    if (h->n > 0) {
        set_resume(h);
        return;
    }
    session_input_clear(s);
    if (!s->ending && s->conn != NULL) conn_hold(s->conn, false);
}

/* Keeps input that came faster than it may act. The connection reads no more until all of it has acted. */
static void keep(struct session *s, const uint8_t *bytes, size_t n)
{
    size_t before = s->held != NULL ? s->held->n : 0;
    struct held *h = mem_resize(s->held, sizeof *h + before + n);
    memcpy(h->bytes + before, bytes, n);
    h->n = before + n;
    bool first = s->held == NULL;
    s->held = h;
    if (!first) return;
    h->resume = event_new(s->env->base, -1, 0, on_resume, s);
    assert(h->resume != NULL);
    set_resume(h);
    conn_hold(s->conn, true);
}

void session_input(void *owner, const uint8_t *bytes, size_t n)
{
    struct session *s = owner;
    session_free_popped(s);
    if (s->ending || n == 0) return;
    int64_t now = session_now(s);
    if (s->held == NULL && !s->keys.pasting && now >= s->keys.tail && now >= s->keys.pasted) s->burst++;
    size_t some = s->held == NULL ? act(s, bytes, n) : 0;
    if (some < n && !s->ending && s->conn != NULL) keep(s, bytes + some, n - some);
    session_schedule(s);
}

void session_input_clear(struct session *s)
{
    if (s->held == NULL) return;
    event_free(s->held->resume);
    explicit_bzero(s->held->bytes, s->held->n);
    free(s->held);
    s->held = NULL;
}
