#include "session/press.h"

#include "base/clean.h"
#include "base/utf8.h"
#include "session/frame.h"
#include "session/schedule.h"

#include <string.h>

#define ANSWER_MS 250

#define OVERLONG "That line is longer than 511 bytes, so nothing of it was done."
_Static_assert(EDITOR_MAX_BYTES == 512, "OVERLONG tells how long a line may be");

void session_await_answer(struct session *s)
{
    s->plain->unanswered = true;
    s->plain->prompt_due = session_now(s) + ANSWER_MS;
    session_unschedule(s);
}

void session_obey(struct session *s, const char *line)
{
    const struct session_common *common = s->env->common;
    bool taken = common != NULL && common->line != NULL && !s->top->screen->text_field && common->line(s, line);
    if (!taken && s->top->screen->line) s->top->screen->line(s, s->top->state, line);
}

/* A screen that shows another prompt has answered. */
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
    session_await_answer(s);
    const char *before = session_prompt(s);
    session_obey(s, line);
    explicit_bzero(line, sizeof line);
    if (s->plain != NULL && s->top != NULL && strcmp(before, session_prompt(s)) != 0) s->plain->prompt_due = 0;
}

/* Ctrl-C drops what has been typed. With nothing typed Ctrl-C and Ctrl-D do what they do on every screen: a step back.
 */
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

/* Reports of a moving mouse have a bucket of their own, so they use up none of the keys. */
static bool may_press(struct session *s, const struct key *k)
{
    bool moved = k->code == KEY_MOUSE && k->mouse.drag;
    struct bucket *b = moved ? &s->drag_bucket : &s->key_bucket;
    return bucket_take(b, session_now(s), 1000000 / s->env->keys_per_s, s->env->keys_burst, 1) > 0;
}

/* In text only the ends of lines count, and input.c has let those wait already, so nothing is dropped. */
static bool is_too_much(struct session *s, const struct key *k, bool typing)
{
    bool entered = k->code == KEY_ENTER || (k->code == KEY_PASTE && k->ch == '\n');
    if (!typing) return k->code != KEY_PASTE && !may_press(s, k);
    if (entered) may_press(s, k);
    return false;
}

/* true: what works everywhere has used the key. */
static bool common_key(struct session *s, const struct key *k)
{
    const struct screen *top = s->top->screen;
    if (s->env->common == NULL || s->env->common->key == NULL) return false;
    return s->env->common->key(s, k, k->code == KEY_CHAR && s->plain == NULL && !top->letters && !top->text_field);
}

/* true: the key meant something. */
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

/* A capital that means nothing is tried as the small letter: Caps Lock may be on. */
static bool press_small(struct session *s, const struct key *k)
{
    struct key small = *k;
    if (k->code != KEY_CHAR || s->ending || s->top == NULL) return false;
    small.ch = utf8_lower(k->ch);
    return small.ch != k->ch && press(s, &small);
}

/* Keys that move the cursor need no explanation where they move nothing. */
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
    if (k->code == KEY_REPORT) { /* from the terminal, not from the person (H58) */
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
