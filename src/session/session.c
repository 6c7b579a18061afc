#include "session/session.h"

#include "base/later.h"
#include "base/mem.h"
#include "session/due.h"
#include "session/input.h"
#include "session/inside.h"
#include "session/press.h"
#include "session/schedule.h"
#include "session/turn.h"

#include <assert.h>
#include <event2/event.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HERE_MS 1000 /* the answer to Are You There is shown for so long */

static void on_frame(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    session_enqueue(arg);
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
    session_free_popped(s);
    if (s->ending || s->conn == NULL || s->top == NULL) return;
    int64_t now = session_now(s);
    if (s->keys.deadline && now >= s->keys.deadline) keys_timeout(&s->keys, now, session_key, s);
    if (!s->ending && now >= session_idle_due(s)) say_idle(s);
    if (s->ending) return;
    if (now >= s->size_due_ms) use_size(s, now);
    if (session_is_here(s) && now >= s->here_until_ms) {
        s->here_until_ms = 0;
        session_dirty(s);
    }
    if (now >= s->screen_due) s->dirty = true;
    session_schedule(s);
    session_set_timer(s);
}

/* --- the connection --- */

/* A size with a 0 in it says nothing (RFC 1073), and the last one counts. Each new size costs a whole frame, and
 * dragging a window makes hundreds: the first is used at once, the next when no more of them follow closely. */
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
    s->size_due_ms = session_earliest(now + SESSION_SIZE_MS, s->storm_until_ms);
    session_wind_timer(s);
}

/* In plain mode the answer is a line. With pictures it covers the message for a moment, and answers all questions that
 * come meanwhile. */
static void on_asked(void *owner)
{
    struct session *s = owner;
    if (s->ending || s->top == NULL) return;
    session_event(s, SESSION_HERE);
    if (s->plain != NULL || session_is_here(s)) return;
    s->here_until_ms = session_now(s) + HERE_MS;
    session_dirty(s);
    session_wind_timer(s);
}

static void on_ready(void *owner)
{
    struct session *s = owner;
    if (session_wants_frame(s)) session_schedule(s);
}

/* The visit is over: screens leave, then ended() is called. */
static void tear_down(struct session *s)
{
    session_pop_all(s);
    session_input_clear(s);
    if (s->ended) s->ended(s->visitor);
    s->ended = NULL;
}

static void free_session(struct session *s)
{
    session_free_popped(s);
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

/* Every visit ends here, whatever the cause. If the caller can still be written to, restores the terminal and says why.
 * The screens leave later. */
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

/* The connection asks for the end. */
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

/* Ends some now and some in later turns, so that those who still play do not wait for all of them. */
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

/* Sets how text is read and sent. Touches nothing else of s->keys, because keys may be on their way through it. */
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

/* To plain mode, or from it. */
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
    session_await_answer(s);
    session_obey(s, line);
}

void session_end(struct session *s, const char *text, int status)
{
    end(s, text, status);
}
