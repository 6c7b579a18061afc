#include "session/inside.h"

#include <event2/event.h>

#define AHEAD_MAX 4096 /* bytes of lines that are told before the last ones have left: often an echo is on its way */

void session_send(struct session *s)
{
    if (s->env->out.len > 0) conn_write(s->conn, s->env->out.buf, s->env->out.len);
    text_clear(&s->env->out);
}

const char *session_prompt(struct session *s)
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
    p->prompt_due = 0;
    plain_prompt(p, &s->conn->caller, session_prompt(s), out);
    session_send(s);
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
    if (s->env->common != NULL && s->env->common->draw != NULL) s->env->common->draw(s, c);
    if (s->idle_warned) canvas_text(c, 1, rows - 2, STYLE_WARNING, SESSION_IDLE_WARNING);
    terminal_start(s->terminal, &s->env->out);
    terminal_set_paste(s->terminal, s->top->screen->text_field, &s->env->out);
    terminal_set_mouse(s->terminal, s->mouse && s->top->screen->mouse, &s->env->out);
    terminal_frame(s->terminal, c, &s->env->out);
    if (s->env->out.cut) text_clear(&s->env->out); /* half an escape sequence would stay behind */
    session_send(s);
}

bool session_wants_frame(const struct session *s)
{
    return s->dirty || s->say || (s->plain && ((s->plain->wanted && !s->plain->prompted) || s->plain->missed));
}

void session_schedule(struct session *s)
{
    if (s->ending || s->conn == NULL || event_pending(s->frame, EV_TIMEOUT, NULL)) return;
    int64_t wait = (s->plain ? s->plain->prompt_due : s->frame_at_ms + s->env->frame_ms) - session_now(s);
    struct timeval tv = { .tv_usec = (suseconds_t)(wait > 0 ? wait * 1000 : 0) };
    if (wait <= 0)
        event_active(s->frame, EV_TIMEOUT, 0);
    else
        event_add(s->frame, &tv);
}

void session_send_frame(struct session *s)
{
    if (!session_wants_frame(s) || !conn_ready(s->conn)) return;
    s->dirty = false;
    s->frame_at_ms = session_now(s);
    if (s->plain)
        speak(s);
    else
        draw(s);
}

void session_top_changed(struct session *s)
{
    s->say = false;
    session_say(s);
    if (!s->top->screen->late) session_dirty(s);
    session_schedule(s);
}

void session_dirty(struct session *s)
{
    if (s->plain || s->dirty) return;
    s->dirty = true;
    session_schedule(s);
}

/* The answer is there: the prompt need not wait for it any longer. */
static void stop_waiting(struct session *s)
{
    s->plain->unanswered = false;
    if (s->plain->prompt_due == 0) return;
    s->plain->prompt_due = 0;
    event_del(s->frame);
}

void session_event(struct session *s, const char *lines)
{
    if (s->plain == NULL || s->ending || s->conn == NULL) return;
    struct plain *p = s->plain;
    if (p->unanswered || (p->prompted && p->line.len > 0)) p->wanted = true;
    stop_waiting(s);
    if (conn_ready(s->conn)) s->ahead = 0;
    if (s->ahead < AHEAD_MAX) {
        plain_tell(p, &s->conn->caller, lines, &s->env->out);
        s->ahead += s->env->out.len;
        session_send(s);
    } else {
        p->missed = true;
    }
    session_schedule(s);
}

void session_tell(struct session *s, const char *lines)
{
    if (s->plain == NULL) return;
    s->plain->wanted = true;
    session_event(s, lines);
}

void session_say(struct session *s)
{
    if (s->plain == NULL) return;
    stop_waiting(s);
    s->say = s->plain->wanted = true;
    session_schedule(s);
}
