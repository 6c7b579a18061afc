#include "session/frame.h"

#include "session/inside.h"
#include "session/schedule.h"

#include <event2/event.h>

#define LOOK_AGAIN_MS 50

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

/* Plain mode: says what is due, then prompts. */
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

/* However often frames are asked for, at most SESSION_BYTES_PER_S leave. An ordinary frame is followed by frame_ms. */
static void pause_after(struct session *s, size_t bytes)
{
    int64_t pause = s->env->frame_ms, long_pause = (int64_t)bytes * 1000 / SESSION_BYTES_PER_S;
    s->frame_due_ms = session_now(s) + (pause > 0 && long_pause > pause ? long_pause : pause);
}

/* New sizes, Ctrl-L and other ways of seeing make whole frames, and each of them may come in storms. */
static bool may_draw(struct session *s)
{
    if (s->env->frame_ms == 0 || !terminal_wants_whole(s->terminal)) return true;
    return bucket_take(&s->whole_bucket, session_now(s), SESSION_WHOLE_MS * 1000, SESSION_WHOLE_BURST, 1) > 0;
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
    if (session_is_here(s)) canvas_text(c, 1, rows - 2, STYLE_WARNING, SESSION_HERE);
    if (s->idle_warned) canvas_text(c, 1, rows - 2, STYLE_WARNING, SESSION_IDLE_WARNING);
    terminal_start(s->terminal, &s->env->out);
    terminal_set_paste(s->terminal, s->top->screen->text_field, &s->env->out);
    terminal_set_mouse(s->terminal, s->mouse && s->top->screen->mouse, &s->env->out);
    terminal_frame(s->terminal, c, &s->env->out);
    if (s->env->out.cut) text_clear(&s->env->out); /* half an escape sequence would stay behind */
    pause_after(s, s->env->out.len);
    session_send(s);
}

bool session_wants_frame(const struct session *s)
{
    return s->dirty || s->say || (s->plain && ((s->plain->wanted && !s->plain->prompted) || s->plain->missed));
}

bool session_send_frame(struct session *s)
{
    if (!session_wants_frame(s)) s->pressed = false;
    if (!session_wants_frame(s) || !conn_ready(s->conn)) return false;
    if (s->plain == NULL && !may_draw(s)) {
        session_wait_ms(s, LOOK_AGAIN_MS);
        return false;
    }
    s->dirty = s->pressed = false;
    if (s->plain)
        speak(s);
    else
        draw(s);
    return s->plain == NULL;
}

void session_dirty(struct session *s)
{
    if (s->plain || s->dirty) return;
    s->dirty = true;
    session_schedule(s);
}

/* The answer has come, so the prompt need not wait for it. */
static void stop_waiting(struct session *s)
{
    s->plain->unanswered = false;
    if (s->plain->prompt_due == 0) return;
    s->plain->prompt_due = 0;
    session_unschedule(s);
}

void session_event(struct session *s, const char *lines)
{
    if (s->plain == NULL || s->ending || s->conn == NULL) return;
    struct plain *p = s->plain;
    if (p->unanswered || (p->prompted && p->line.len > 0)) p->wanted = true;
    stop_waiting(s);
    if (conn_ready(s->conn)) s->ahead = 0;
    if (s->ahead < SESSION_AHEAD_MAX) {
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
