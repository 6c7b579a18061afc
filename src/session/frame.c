#include "session/inside.h"

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

/* Whatever is done to make frames, so many bytes leave in a second and no more; an ordinary one costs no pause of its
 * own. */
static void pause_after(struct session *s, size_t bytes)
{
    int64_t pause = s->env->frame_ms, long_pause = (int64_t)bytes * 1000 / SESSION_BYTES_PER_S;
    s->frame_due_ms = session_now(s) + (pause > 0 && long_pause > pause ? long_pause : pause);
}

/* Whole frames are made by sizes, by Ctrl-L, by other ways of seeing: all of them may come in storms. */
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
    session_news_drawn(s);
}

bool session_wants_frame(const struct session *s)
{
    return s->dirty || s->say || (s->plain && ((s->plain->wanted && !s->plain->prompted) || s->plain->missed));
}

/* --- turns --- */

static void dequeue(struct session *s)
{
    struct session_queue *q = s->queue;
    if (q == NULL) return;
    *(s->queue_prev != NULL ? &s->queue_prev->queue_next : &q->first) = s->queue_next;
    *(s->queue_next != NULL ? &s->queue_next->queue_prev : &q->last) = s->queue_prev;
    s->queue = NULL;
}

void session_enqueue(struct session *s)
{
    struct session_queue *q = s->pressed ? &s->env->answers : &s->env->others;
    if (s->queue == q || s->ending) return;
    dequeue(s);
    s->queue = q;
    s->queue_prev = q->last;
    s->queue_next = NULL;
    *(q->last != NULL ? &q->last->queue_next : &q->first) = s;
    q->last = s;
    /* While the loop has its turn, the next one of ours is on the timer already. */
    if (!event_pending(s->env->turn, EV_TIMEOUT, NULL)) event_active(s->env->turn, EV_TIMEOUT, 0);
}

static void give_turn(struct session *s)
{
    dequeue(s);
    session_turn(s);
}

void session_give_turns(struct session_env *env)
{
    int64_t began = env->work_us();
    bool time_left = true;
    while (time_left && (env->answers.first != NULL || env->others.first != NULL)) {
        give_turn(env->answers.first != NULL ? env->answers.first : env->others.first);
        time_left = env->work_us() - began < SESSION_TURN_US;
    }
    if (!time_left && env->others.first != NULL) give_turn(env->others.first); /* however many answers there are */
    bool more = env->answers.first != NULL || env->others.first != NULL || env->to_end != NULL;
    if (more) event_add(env->turn, &(struct timeval){ 0 });
}

static void wait_ms(struct session *s, int64_t ms)
{
    event_add(s->frame, &(struct timeval){ .tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000 });
}

void session_schedule(struct session *s)
{
    if (s->ending || s->conn == NULL || event_pending(s->frame, EV_TIMEOUT, NULL)) return;
    int64_t wait = (s->plain ? s->plain->prompt_due : s->frame_due_ms) - session_now(s);
    if (wait <= 0)
        session_enqueue(s);
    else
        wait_ms(s, wait);
}

void session_unschedule(struct session *s)
{
    event_del(s->frame);
    dequeue(s);
}

void session_send_frame(struct session *s)
{
    if (!session_wants_frame(s)) s->pressed = false;
    if (!session_wants_frame(s) || !conn_ready(s->conn)) return;
    if (s->plain == NULL && !may_draw(s)) {
        wait_ms(s, LOOK_AGAIN_MS);
        return;
    }
    s->dirty = s->pressed = false;
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
