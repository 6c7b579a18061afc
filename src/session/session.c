#include "session/session.h"

#include "base/bucket.h"
#include "base/clean.h"
#include "base/clock.h"
#include "base/later.h"
#include "base/mem.h"
#include "session/plain.h"

#include <assert.h>
#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAME_BYTES_MAX (512 * 1024)
#define INPUT_PER_S 4096 /* bytes of input a second, twice as many at once; what is more is dropped */
#define IDLE_WARNING_MS 60000
#define AHEAD_MAX 4096 /* bytes of lines that are told before the last ones have left: often an echo is on its way */

/* One screen on the stack; the screen's own state follows. */
struct layer {
    struct layer *below;
    const struct screen *screen;
    _Alignas(max_align_t) char state[];
};

struct session {
    struct session *prev, *next;
    struct session_env *env;
    struct conn *conn; /* NULL when it has closed */
    struct terminal *terminal;
    struct plain *plain; /* NULL unless in plain mode */
    struct keys keys;
    struct layer *top, *grave;
    struct event *frame, *timer;
    void *visitor;
    void (*ended)(void *visitor);
    struct bucket key_bucket, byte_bucket;
    int64_t frame_at_ms, key_at_ms;
    int64_t screen_due; /* as the top screen said when the timer was set: a screen that always wants the next second is never past it */
    size_t ahead; /* bytes told since everything had last left for the caller */
    int depth;
    bool dirty, say, ending, finishing, idle_warned, mouse;
};

static int64_t now_ms(const struct session *s)
{
    return clock_mono_ms(s->env->clock);
}

/* --- the stack of screens --- */

static void bury(struct session *s)
{
    while (s->grave != NULL) {
        struct layer *l = s->grave;
        s->grave = l->below;
        free(l);
    }
}

static void pop(struct session *s)
{
    struct layer *l = s->top;
    s->top = l->below;
    s->depth--;
    if (l->screen->leave) l->screen->leave(s, l->state);
    l->below = s->grave;
    s->grave = l;
}

static void push(struct session *s, const struct screen *screen, const void *arg)
{
    assert(s->depth < SESSION_SCREENS_MAX);
    struct layer *l = mem_new(sizeof *l + screen->size);
    l->screen = screen;
    l->below = s->top;
    s->top = l;
    s->depth++;
    if (screen->enter) screen->enter(s, l->state, arg);
}

/* --- sending --- */

static void send_out(struct session *s)
{
    if (s->env->out.len > 0) conn_write(s->conn, s->env->out.buf, s->env->out.len);
    text_clear(&s->env->out);
}

static const char *prompt_of(struct session *s)
{
    const char *prompt = s->top && s->top->screen->prompt ? s->top->screen->prompt(s, s->top->state) : NULL;
    return prompt ? prompt : "> ";
}

static void speak(struct session *s)
{
    struct plain *p = s->plain;
    struct text *out = &s->env->out;
    if (p->missed) {
        plain_tell(p, &s->conn->caller, "Some lines were left out because your side did not read them.\n", out);
        s->say = true;
        p->missed = false;
    }
    if (s->say) {
        struct text words;
        text_init_growing(&words, 16384);
        s->top->screen->say(s, s->top->state, &words);
        plain_tell(p, &s->conn->caller, words.buf, out);
        text_free(&words);
        s->say = false;
    }
    plain_hide(p, s->conn, s->top->screen->secret && s->top->screen->secret(s, s->top->state));
    plain_prompt(p, &s->conn->caller, prompt_of(s), out);
    send_out(s);
}

static void draw(struct session *s)
{
    struct canvas *c = s->env->frame;
    int cols = terminal_cols(s->terminal), rows = terminal_rows(s->terminal);
    canvas_resize(c, cols, rows);
    if (cols < SESSION_COLS_MIN || rows < SESSION_ROWS_MIN)
        canvas_add(c, 0, 0, STYLE_PLAIN, "Please enlarge to 40x12.");
    else
        s->top->screen->draw(s, s->top->state, c);
    terminal_start(s->terminal, &s->env->out);
    terminal_set_paste(s->terminal, s->top->screen->text_field, &s->env->out);
    terminal_set_mouse(s->terminal, s->mouse && s->top->screen->mouse, &s->env->out);
    terminal_frame(s->terminal, c, &s->env->out);
    send_out(s);
}

/* --- time --- */

static int64_t earliest(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t idle_due(const struct session *s)
{
    if (s->env->idle_s == 0) return INT64_MAX;
    int64_t end = s->key_at_ms + (int64_t)s->env->idle_s * 1000;
    return s->idle_warned ? end : end - IDLE_WARNING_MS;
}

static void set_timer(struct session *s)
{
    int64_t due = idle_due(s);
    if (s->keys.deadline) due = earliest(due, s->keys.deadline);
    s->screen_due = s->top->screen->due && s->plain == NULL ? s->top->screen->due(s, s->top->state) : INT64_MAX;
    due = earliest(due, s->screen_due);
    if (due == INT64_MAX) {
        event_del(s->timer);
        return;
    }
    int64_t wait = due - now_ms(s);
    if (wait < 0) wait = 0;
    struct timeval tv = { .tv_sec = (time_t)(wait / 1000), .tv_usec = (suseconds_t)(wait % 1000 * 1000) };
    event_add(s->timer, &tv);
}

static bool wants_frame(const struct session *s)
{
    return s->dirty || s->say || (s->plain && (!s->plain->prompted || s->plain->missed));
}

/* Something is to be sent: at the end of this turn of the loop, or when the last frame is old enough. */
static void schedule(struct session *s)
{
    if (s->ending || s->conn == NULL || event_pending(s->frame, EV_TIMEOUT, NULL)) return;
    int64_t wait = s->plain ? 0 : s->frame_at_ms + s->env->frame_ms - now_ms(s);
    struct timeval tv = { .tv_usec = (suseconds_t)(wait > 0 ? wait * 1000 : 0) };
    if (wait <= 0)
        event_active(s->frame, EV_TIMEOUT, 0);
    else
        event_add(s->frame, &tv);
}

static void on_frame(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    struct session *s = arg;
    bury(s);
    if (s->ending || s->conn == NULL || s->top == NULL) return;
    set_timer(s);
    if (!wants_frame(s) || !conn_ready(s->conn)) return;
    s->dirty = false;
    s->frame_at_ms = now_ms(s);
    if (s->plain)
        speak(s);
    else
        draw(s);
}

/* --- keys --- */

static void take_line(struct session *s)
{
    char line[LINE_MAX_BYTES];
    clean_line(line, sizeof line, s->plain->line.text, strlen(s->plain->line.text));
    plain_taken(s->plain);
    if (s->top->screen->line) s->top->screen->line(s, s->top->state, line);
    explicit_bzero(line, sizeof line);
}

static void on_plain_key(struct session *s, const struct key *k)
{
    bool whole = plain_key(s->plain, &s->conn->caller, k, prompt_of(s), &s->env->out);
    send_out(s);
    if (whole) take_line(s);
}

static bool may_press(struct session *s)
{
    return bucket_take(&s->key_bucket, now_ms(s), 1000000 / s->env->keys_per_s, s->env->keys_burst, 1) > 0;
}

static void on_key(void *arg, const struct key *k)
{
    struct session *s = arg;
    if (s->ending || s->conn == NULL || s->top == NULL) return;
    if (k->code != KEY_PASTE && !may_press(s)) return;
    s->key_at_ms = now_ms(s);
    s->idle_warned = false;
    if (k->code == KEY_CTRL && k->ch == 'l') {
        terminal_forget(s->terminal);
        session_dirty(s);
    } else if (s->plain) {
        on_plain_key(s, k);
    } else if (s->top->screen->key) {
        s->top->screen->key(s, s->top->state, k);
    }
}

static void on_input(void *owner, const uint8_t *bytes, size_t n)
{
    struct session *s = owner;
    bury(s);
    if (s->ending) return;
    int want = n < 2 * INPUT_PER_S ? (int)n : 2 * INPUT_PER_S;
    int some = bucket_take(&s->byte_bucket, now_ms(s), 1000000 / INPUT_PER_S, 2 * INPUT_PER_S, want);
    keys_input(&s->keys, bytes, (size_t)some, now_ms(s), on_key, s);
    schedule(s);
}

static void on_timer(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    struct session *s = arg;
    bury(s);
    if (s->ending || s->conn == NULL || s->top == NULL) return;
    int64_t now = now_ms(s);
    if (s->keys.deadline && now >= s->keys.deadline) keys_timeout(&s->keys, now, on_key, s);
    if (s->ending) return;
    if (now >= idle_due(s)) {
        if (s->idle_warned) {
            session_end(s, "You have been quiet for long, so the door was closed. Your seat is kept.\n", 1);
            return;
        }
        s->idle_warned = true;
        session_tell(s, "Are you still there? The line closes in one minute unless you press a key.");
    }
    if (now >= s->screen_due) s->dirty = true;
    schedule(s);
    set_timer(s);
}

/* --- the connection --- */

static void on_resize(void *owner, int cols, int rows)
{
    struct session *s = owner;
    terminal_clamp(&cols, &rows);
    terminal_resize(s->terminal, cols, rows);
    session_dirty(s);
}

static void on_ready(void *owner)
{
    struct session *s = owner;
    if (wants_frame(s)) schedule(s);
}

/* The visit is over: screens leave, the visitor is told. */
static void tear_down(struct session *s)
{
    while (s->top != NULL) pop(s);
    if (s->ended) s->ended(s->visitor);
    s->ended = NULL;
}

static void free_session(struct session *s)
{
    bury(s);
    *(s->prev ? &s->prev->next : &s->env->first) = s->next;
    if (s->next) s->next->prev = s->prev;
    event_free(s->frame);
    event_free(s->timer);
    terminal_free(s->terminal);
    free(s->plain);
    free(s);
}

/* Outside every callback: screens leave; without a connection the session goes too. */
static void finish(void *arg)
{
    struct session *s = arg;
    s->finishing = false;
    tear_down(s);
    if (s->conn == NULL) free_session(s);
}

static void finish_later(struct session *s)
{
    if (!s->finishing) later(s->env->base, finish, s);
    s->finishing = true;
}

static void on_closed(void *owner)
{
    struct session *s = owner;
    s->conn = NULL;
    s->ending = true;
    finish_later(s);
}

static const struct conn_upcalls upcalls = {
    .input = on_input,
    .resize = on_resize,
    .ready = on_ready,
    .closed = on_closed,
};

/* --- for the server --- */

void session_env_init(struct session_env *env, struct event_base *base, const struct clock *clock)
{
    *env = (struct session_env){
        .base = base,
        .clock = clock,
        .keys_per_s = 30,
        .keys_burst = 100,
        .frame_ms = 20,
        .frame = canvas_new(80, 24),
    };
    text_init_growing(&env->out, FRAME_BYTES_MAX);
}

void session_env_clear(struct session_env *env)
{
    assert(env->first == NULL);
    canvas_free(env->frame);
    text_free(&env->out);
}

static void start_terminal(struct session *s, const struct terminal_kind *kind)
{
    int cols = s->conn->caller.cols, rows = s->conn->caller.rows;
    terminal_clamp(&cols, &rows);
    s->terminal = terminal_new(*kind, cols, rows);
    keys_init(&s->keys, kind->charset == CHARSET_CP437 ? CHARSET_CP437 : CHARSET_UTF8);
    if (kind->plain) {
        s->plain = mem_new(sizeof *s->plain);
        plain_init(s->plain);
    } else {
        if (kind->charset != CHARSET_ASCII) conn_eight_bit(s->conn);
        terminal_start(s->terminal, &s->env->out);
        send_out(s);
    }
}

struct session *session_new(struct session_env *env, struct conn *conn, const struct terminal_kind *kind, void *visitor,
                            void (*ended)(void *visitor))
{
    struct session *s = mem_new(sizeof *s);
    s->env = env;
    s->conn = conn;
    s->visitor = visitor;
    s->ended = ended;
    s->frame = event_new(env->base, -1, 0, on_frame, s);
    s->timer = event_new(env->base, -1, 0, on_timer, s);
    assert(s->frame != NULL && s->timer != NULL);
    s->key_at_ms = now_ms(s);
    s->next = env->first;
    if (s->next) s->next->prev = s;
    env->first = s;
    conn->up = &upcalls;
    conn->owner = s;
    start_terminal(s, kind);
    return s;
}

void session_end_all(struct session_env *env, const char *text, int status)
{
    for (struct session *s = env->first; s != NULL; s = s->next) session_end(s, text, status);
}

/* --- for screens --- */

void *session_visitor(struct session *s)
{
    return s->visitor;
}

const struct caller *session_caller(const struct session *s)
{
    assert(s->conn != NULL);
    return &s->conn->caller;
}

const struct terminal_kind *session_kind(const struct session *s)
{
    return terminal_kind(s->terminal);
}

const struct clock *session_clock(const struct session *s)
{
    return s->env->clock;
}

bool session_plain(const struct session *s)
{
    return s->plain != NULL;
}

static void top_changed(struct session *s)
{
    s->say = s->plain != NULL;
    session_dirty(s);
    schedule(s);
}

void session_push(struct session *s, const struct screen *screen, const void *arg)
{
    if (s->ending) return;
    push(s, screen, arg);
    top_changed(s);
}

void session_pop(struct session *s)
{
    if (s->ending || s->top == NULL) return;
    pop(s);
    assert(s->top != NULL);
    if (s->top->screen->back) s->top->screen->back(s, s->top->state);
    top_changed(s);
}

void session_only(struct session *s, const struct screen *screen, const void *arg)
{
    if (s->ending) return;
    while (s->top != NULL) pop(s);
    push(s, screen, arg);
    top_changed(s);
}

const struct screen *session_top(const struct session *s, void **state)
{
    if (s->ending || s->top == NULL) return NULL;
    if (state != NULL) *state = s->top->state;
    return s->top->screen;
}

void session_dirty(struct session *s)
{
    if (s->plain || s->dirty) return;
    s->dirty = true;
    schedule(s);
}

void session_tell(struct session *s, const char *lines)
{
    if (s->plain == NULL || s->ending || s->conn == NULL) return;
    if (conn_ready(s->conn)) s->ahead = 0;
    if (s->ahead < AHEAD_MAX) {
        plain_tell(s->plain, &s->conn->caller, lines, &s->env->out);
        s->ahead += s->env->out.len;
        send_out(s);
    } else {
        s->plain->missed = true;
    }
    schedule(s);
}

void session_say(struct session *s)
{
    if (s->plain == NULL) return;
    s->say = true;
    schedule(s);
}

void session_set_kind(struct session *s, struct terminal_kind kind)
{
    if (s->ending || s->conn == NULL) return;
    terminal_restore(s->terminal, &s->env->out);
    send_out(s);
    s->conn->caller.cols = terminal_cols(s->terminal) + (terminal_kind(s->terminal)->wraps_at_once ? 1 : 0);
    s->conn->caller.rows = terminal_rows(s->terminal);
    terminal_free(s->terminal);
    free(s->plain);
    s->plain = NULL;
    start_terminal(s, &kind);
    s->dirty = false;
    top_changed(s);
}

void session_set_mouse(struct session *s, bool on)
{
    s->mouse = on;
    session_dirty(s);
}

bool session_mouse(const struct session *s)
{
    return s->mouse;
}

void session_end(struct session *s, const char *text, int status)
{
    if (s->ending || s->conn == NULL) return;
    s->ending = true;
    event_del(s->frame);
    event_del(s->timer);
    if (s->plain) {
        plain_tell(s->plain, &s->conn->caller, text, &s->env->out);
    } else {
        terminal_restore(s->terminal, &s->env->out);
        plain_lines(terminal_kind(s->terminal)->charset, "\r\n", text, &s->env->out);
    }
    send_out(s);
    conn_close_later(s->conn, status);
    finish_later(s);
}
