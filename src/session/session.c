#include "session/inside.h"

#include "base/clean.h"
#include "base/later.h"
#include "base/mem.h"
#include "base/utf8.h"

#include <assert.h>
#include <event2/event.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define IDLE_WARNING_MS 60000
#define ANSWER_MS 250
#define HERE_MS 1000 /* so long it is seen that the house is here */

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

/* What the top screen wants is as it was. */
static void wind_timer(struct session *s)
{
    int64_t due = earliest(earliest(idle_due(s), s->screen_due), s->size_due_ms);
    if (s->keys.deadline) due = earliest(due, s->keys.deadline);
    if (session_is_here(s)) due = earliest(due, s->here_until_ms);
    if (due == INT64_MAX) {
        event_del(s->timer);
        return;
    }
    int64_t wait = due - session_now(s);
    if (wait < 0) wait = 0;
    struct timeval tv = { .tv_sec = (time_t)(wait / 1000), .tv_usec = (suseconds_t)(wait % 1000 * 1000) };
    event_add(s->timer, &tv);
}

static void set_timer(struct session *s)
{
    s->screen_due = s->top->screen->due && s->plain == NULL ? s->top->screen->due(s, s->top->state) : INT64_MAX;
    wind_timer(s);
}

static void on_frame(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    session_enqueue(arg);
}

void session_turn(struct session *s)
{
    session_bury(s);
    if (s->ending || s->conn == NULL || s->top == NULL) return;
    set_timer(s);
    /* The loop's timers go on while the house's time stands still: an answer may still be on its way. */
    if (s->plain != NULL && session_now(s) < s->plain->prompt_due)
        session_schedule(s);
    else
        session_send_frame(s);
}

/* --- keys --- */

#define OVERLONG "That line is longer than 511 bytes, so nothing of it was done."
_Static_assert(EDITOR_MAX_BYTES == 512, "OVERLONG tells how long a line may be");

/* Many an answer comes back from the disk or from a thought: the prompt is not put before it. */
static void await_answer(struct session *s)
{
    s->plain->unanswered = true;
    s->plain->prompt_due = session_now(s) + ANSWER_MS;
    session_unschedule(s);
}

static void obey_line(struct session *s, const char *line)
{
    const struct session_common *common = s->env->common;
    bool taken = common != NULL && common->line != NULL && !s->top->screen->text_field && common->line(s, line);
    if (!taken && s->top->screen->line) s->top->screen->line(s, s->top->state, line);
}

/* Another prompt is an answer. */
static void take_line(struct session *s)
{
    char line[EDITOR_MAX_BYTES];
    if (s->plain->overlong) {
        plain_taken(s->plain);
        session_tell(s, OVERLONG);
        return;
    }
    clean_line(line, sizeof line, s->plain->line.text, strlen(s->plain->line.text));
    plain_taken(s->plain);
    await_answer(s);
    const char *before = session_prompt(s);
    obey_line(s, line);
    explicit_bzero(line, sizeof line);
    if (s->plain != NULL && s->top != NULL && strcmp(before, session_prompt(s)) != 0) s->plain->prompt_due = 0;
}

/* Ctrl-C drops what has been typed; with nothing typed both are what they are on every screen: a step back. */
static void interrupt(struct session *s, const struct key *k)
{
    if (s->plain->line.len == 0 && s->top->screen->key)
        s->top->screen->key(s, s->top->state, k);
    else if (k->ch == 'c')
        plain_drop(s->plain, &s->conn->caller, &s->env->out);
    session_send(s);
}

static void on_plain_key(struct session *s, const struct key *k)
{
    if (k->code == KEY_CTRL && (k->ch == 'c' || k->ch == 'd')) {
        interrupt(s, k);
        return;
    }
    bool whole = plain_key(s->plain, &s->conn->caller, k, session_prompt(s), &s->env->out);
    session_send(s);
    if (whole) take_line(s);
}

/* The reports of a mouse that is moved take nothing from the keys. */
static bool may_press(struct session *s, const struct key *k)
{
    bool moved = k->code == KEY_MOUSE && k->mouse.drag;
    struct bucket *b = moved ? &s->drag_bucket : &s->key_bucket;
    return bucket_take(b, session_now(s), 1000000 / s->env->keys_per_s, s->env->keys_burst, 1) > 0;
}

/* Of text only the ends of lines count, and those have waited already (input.c): nothing is dropped. */
static bool is_too_much(struct session *s, const struct key *k, bool typing)
{
    bool entered = k->code == KEY_ENTER || (k->code == KEY_PASTE && k->ch == '\n');
    if (!typing) return k->code != KEY_PASTE && !may_press(s, k);
    if (entered) may_press(s, k);
    return false;
}

/* True when the key was for what works everywhere. */
static bool common_key(struct session *s, const struct key *k)
{
    const struct screen *top = s->top->screen;
    if (s->env->common == NULL || s->env->common->key == NULL) return false;
    return s->env->common->key(s, k, k->code == KEY_CHAR && s->plain == NULL && !top->letters && !top->text_field);
}

/* True when it meant something to somebody. */
static bool press(struct session *s, const struct key *k)
{
    const struct screen *top = s->top->screen;
    if (common_key(s, k)) return true;
    if (s->plain)
        on_plain_key(s, k);
    else
        return top->key != NULL && top->key(s, s->top->state, k);
    return true;
}

/* Caps Lock is on, or Shift is held: a capital that means nothing is the small letter. */
static bool press_small(struct session *s, const struct key *k)
{
    struct key small = *k;
    if (k->code != KEY_CHAR || s->ending || s->top == NULL) return false;
    small.ch = utf8_lower(k->ch);
    return small.ch != k->ch && press(s, &small);
}

/* Where there is nothing to move to, a key that moves is no riddle. */
static void tell_unknown(struct session *s, const struct key *k)
{
    bool named = k->code == KEY_CHAR || k->code == KEY_CTRL || k->code == KEY_UNREADABLE ||
                 (k->code >= KEY_F1 && k->code <= KEY_F12);
    if (s->ending || s->env->common == NULL || s->env->common->unknown == NULL) return;
    if (named || k->code == KEY_PASTE) s->env->common->unknown(s, k, s->unknown);
    s->unknown += named;
}

bool session_is_typing(struct session *s)
{
    const struct screen *top = s->top->screen;
    return s->plain != NULL || top->text_field || (top->typing != NULL && top->typing(s, s->top->state));
}

void session_key(void *arg, const struct key *pressed)
{
    struct session *s = arg;
    struct key settled = *pressed;
    const struct key *k = &settled;
    if (s->ending || s->conn == NULL || s->top == NULL) return;
    if (k->code == KEY_REPORT) { /* the terminal's, not the person's (H58) */
        if (terminal_answer(s->terminal, k->mouse.x, k->mouse.y)) session_dirty(s);
        return;
    }
    bool typing = session_is_typing(s);
    if (is_too_much(s, k, typing)) return;
    s->key_at_ms = session_now(s);
    s->idle_warned = false;
    s->pressed = true;
    if (!key_settle(&settled, typing)) return;
    if (k->code == KEY_CTRL && k->ch == 'l') {
        terminal_forget(s->terminal);
        session_dirty(s);
    } else if (press(s, k) || press_small(s, k)) {
        s->unknown = 0;
    } else {
        tell_unknown(s, k);
    }
}

static void use_size(struct session *s, int64_t now)
{
    s->size_at_ms = now;
    s->size_due_ms = INT64_MAX;
    terminal_resize(s->terminal, s->cols, s->rows);
    session_dirty(s);
}

static void say_idle(struct session *s)
{
    if (s->idle_warned) {
        session_end(s, "You have been quiet for long, so the door was closed.\n", 1);
        return;
    }
    s->idle_warned = true;
    session_tell(s, SESSION_IDLE_WARNING);
    session_dirty(s);
}

static void on_timer(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    struct session *s = arg;
    session_bury(s);
    if (s->ending || s->conn == NULL || s->top == NULL) return;
    int64_t now = session_now(s);
    if (s->keys.deadline && now >= s->keys.deadline) keys_timeout(&s->keys, now, session_key, s);
    if (!s->ending && now >= idle_due(s)) say_idle(s);
    if (s->ending) return;
    if (now >= s->size_due_ms) use_size(s, now);
    if (session_is_here(s) && now >= s->here_until_ms) {
        s->here_until_ms = 0;
        session_dirty(s);
    }
    if (now >= s->screen_due) s->dirty = true;
    session_schedule(s);
    set_timer(s);
}

/* --- the connection --- */

/* A size with a 0 in it says nothing (RFC 1073): the last one counts. Each new size costs a whole frame, and a window
 * that is being dragged tells hundreds: the first is used at once, then those that follow it closely are waited out. */
static void on_resize(void *owner, int cols, int rows)
{
    struct session *s = owner;
    int64_t now = session_now(s);
    if (s->ending || s->top == NULL || cols <= 0 || rows <= 0) return;
    s->cols = cols;
    s->rows = rows;
    if (s->size_due_ms == INT64_MAX && now - s->size_at_ms >= SESSION_SIZE_MS) {
        use_size(s, now);
        return;
    }
    if (s->size_due_ms == INT64_MAX) s->storm_until_ms = now + SESSION_SIZE_MAX_MS;
    s->size_at_ms = now;
    s->size_due_ms = earliest(now + SESSION_SIZE_MS, s->storm_until_ms);
    wind_timer(s);
}

/* In lines it is one of them. In pictures it stands over the message for a moment, and one note answers all who ask
 * meanwhile. */
static void on_asked(void *owner)
{
    struct session *s = owner;
    if (s->ending || s->top == NULL) return;
    session_event(s, SESSION_HERE);
    if (s->plain != NULL || session_is_here(s)) return;
    s->here_until_ms = session_now(s) + HERE_MS;
    session_dirty(s);
    wind_timer(s);
}

static void on_ready(void *owner)
{
    struct session *s = owner;
    if (session_wants_frame(s)) session_schedule(s);
}

/* The visit is over: screens leave, the visitor is told. */
static void tear_down(struct session *s)
{
    session_pop_all(s);
    session_input_clear(s);
    if (s->ended) s->ended(s->visitor);
    s->ended = NULL;
}

static void free_session(struct session *s)
{
    session_bury(s);
    session_unschedule(s);
    session_news_leave(s);
    session_input_clear(s);
    if (s->env->to_end == s) s->env->to_end = s->next;
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

/* Every visit ends here, whatever the cause: where the caller can still be written to the terminal is given back and
 * the reason is said, then screens leave. */
static void end(struct session *s, const char *text, int status)
{
    if (s->ending) return;
    s->ending = true;
    session_unschedule(s);
    event_del(s->timer);
    finish_later(s);
    if (s->conn == NULL) return;
    if (s->plain) {
        plain_tell(s->plain, &s->conn->caller, text, &s->env->out);
    } else {
        terminal_restore(s->terminal, &s->env->out);
        plain_lines(terminal_kind(s->terminal)->charset, "\r\n", text, &s->env->out);
    }
    session_send(s);
    conn_close_later(s->conn, status);
}

static void on_closed(void *owner)
{
    struct session *s = owner;
    s->conn = NULL;
    end(s, NULL, 0);
    finish_later(s);
}

/* What the connection asks for. */
static void on_ending(void *owner, enum conn_end why)
{
    static const struct {
        const char *words;
        int status;
    } last[] = {
        [CONN_END_INPUT] = { "Your input has ended, and with it your visit. Goodbye.\n", 0 },
        [CONN_END_SIGNAL] = { "Your side has asked to leave. Goodbye.\n", 0 },
        [CONN_END_SILENT] = { "Nothing came from your side, so the line was closed.\n", 1 },
        [CONN_END_BACKLOG] = { "Your side did not read what was sent, so the line was closed.\n", 1 },
        [CONN_END_FLOOD] = { "Your side sent more than the house can keep, so the line was closed.\n", 1 },
        [CONN_END_SHARE] = { "Your line took more than its share of the house's time, so it was closed.\n", 1 },
    };
    end(owner, last[why].words, last[why].status);
}

static const struct conn_upcalls upcalls = {
    .input = session_input,
    .resize = on_resize,
    .ready = on_ready,
    .closed = on_closed,
    .ending = on_ending,
    .asked = on_asked,
};

/* --- for the server --- */

static int64_t work_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* One after the other is told, so that those who still play or come do not wait for all of them. */
static void end_some(struct session_env *env)
{
    int64_t began = env->work_us();
    while (env->to_end != NULL && env->work_us() - began < SESSION_TURN_US) {
        struct session *s = env->to_end;
        env->to_end = s->next;
        session_end(s, env->last_words, env->last_status);
    }
}

static void on_turn(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    end_some(arg);
    session_give_turns(arg);
}

void session_env_init(struct session_env *env, struct event_base *base, const struct clock *clock)
{
    *env = (struct session_env){
        .base = base,
        .clock = clock,
        .keys_per_s = 30,
        .keys_burst = 100,
        .frame_ms = 20,
        .frame = canvas_new(80, 24),
        .work_us = work_us,
    };
    text_init_growing(&env->out, CONN_WRITE_MAX);
    env->turn = event_new(base, -1, 0, on_turn, env);
    assert(env->turn != NULL);
    session_news_init(env);
}

void session_env_clear(struct session_env *env)
{
    assert(env->first == NULL);
    session_news_clear(env);
    event_free(env->turn);
    canvas_free(env->frame);
    text_free(&env->out);
}

/* How its text comes and goes. Keys may be on their way through s->keys: only this of it is touched. */
static void use_charset(struct session *s, const struct terminal_kind *kind)
{
    s->keys.charset = kind->charset == CHARSET_CP437 ? CHARSET_CP437 : CHARSET_UTF8;
    s->keys.dialect = (uint8_t)kind->dialect;
    if (!kind->plain && kind->charset != CHARSET_ASCII) conn_eight_bit(s->conn);
}

static void start_terminal(struct session *s, const struct terminal_kind *kind)
{
    int cols = s->conn->caller.cols, rows = s->conn->caller.rows;
    terminal_clamp(&cols, &rows);
    s->terminal = terminal_new(*kind, cols, rows);
    use_charset(s, kind);
    if (kind->lines) conn_use_lines(s->conn);
    if (kind->plain) {
        s->plain = mem_new(sizeof *s->plain);
        plain_init(s->plain);
    } else {
        terminal_start(s->terminal, &s->env->out);
        session_send(s);
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
    s->key_at_ms = session_now(s);
    s->size_at_ms = s->key_at_ms - SESSION_SIZE_MS;
    s->size_due_ms = s->screen_due = INT64_MAX;
    s->number = env->visits++;
    s->next = env->first;
    if (s->next) s->next->prev = s;
    env->first = s;
    conn->up = &upcalls;
    conn->owner = s;
    keys_init(&s->keys, kind->charset);
    start_terminal(s, kind);
    return s;
}

void session_end_all(struct session_env *env, const char *text, int status)
{
    env->to_end = env->first;
    env->last_words = text;
    env->last_status = status;
    event_active(env->turn, EV_TIMEOUT, 0);
}

/* --- for screens --- */

struct session_env *session_env(const struct session *s)
{
    return s->env;
}

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

uint32_t session_burst(const struct session *s)
{
    return s->burst;
}

bool session_plain(const struct session *s)
{
    return s->plain != NULL;
}

/* To plain mode or from it: another beginning. */
static void restart_terminal(struct session *s, struct terminal_kind kind)
{
    terminal_restore(s->terminal, &s->env->out);
    session_send(s);
    s->conn->caller.cols = terminal_cols(s->terminal) + (terminal_kind(s->terminal)->wraps_at_once ? 1 : 0);
    s->conn->caller.rows = terminal_rows(s->terminal);
    terminal_free(s->terminal);
    free(s->plain);
    s->plain = NULL;
    start_terminal(s, &kind);
    s->dirty = false;
    if (s->top != NULL) session_top_changed(s);
}

void session_set_kind(struct session *s, struct terminal_kind kind)
{
    if (s->ending || s->conn == NULL) return;
    if (s->plain != NULL || kind.plain) {
        restart_terminal(s, kind);
        return;
    }
    terminal_set_kind(s->terminal, kind);
    use_charset(s, &kind);
    session_dirty(s);
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

void session_pop_to(struct session *s, const char *line)
{
    session_pop(s);
    if (s->ending || s->plain == NULL) return;
    s->say = false;
    await_answer(s);
    obey_line(s, line);
}

void session_end(struct session *s, const char *text, int status)
{
    end(s, text, status);
}
