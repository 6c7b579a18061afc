#include "screens/form.h"

#include "base/clean.h"
#include "screens/layout.h"
#include "screens/menu.h"
#include "screens/ticket.h"
#include "screens/visit.h"
#include "term/wrap.h"

#include <stdio.h>
#include <string.h>

static int field_count(const struct form_kind *kind)
{
    int n = 0;
    while (kind->field[n].label != NULL) n++;
    return n;
}

const char *form_text(const struct form *f, int field)
{
    return f->editor[field].text;
}

void form_refuse(struct form *f, const char *why)
{
    snprintf(f->message, sizeof f->message, "%s", why);
    f->warning = true;
    session_tell(f->session, f->message);
    session_dirty(f->session);
}

void form_empty(struct form *f, int from)
{
    for (int i = from; i < field_count(f->kind); i++) editor_set(&f->editor[i], "");
    f->at = from;
}

void *form_ask(struct form *f)
{
    f->waiting = true;
    f->warning = false;
    snprintf(f->message, sizeof f->message, "One moment ...");
    session_tell(f->session, f->message);
    session_dirty(f->session);
    return ticket_ask(f->ticket);
}

struct form *form_answer(void *arg)
{
    struct form *f = ticket_answer(arg);
    if (f != NULL) f->waiting = false;
    return f;
}

/* --- leaving a field --- */

static const struct form_field *field_here(const struct form *f)
{
    return &f->kind->field[f->at];
}

static bool is_last(const struct form *f)
{
    return f->at + 1 == field_count(f->kind);
}

static bool differs_here(const struct form *f)
{
    return field_here(f)->differs != NULL && strcmp(form_text(f, f->at - 1), form_text(f, f->at)) != 0;
}

/* Why the text of the cursor's field is refused; NULL: it is taken. */
static const char *why_here(const struct form *f)
{
    if (differs_here(f)) return field_here(f)->differs;
    return field_here(f)->why != NULL ? field_here(f)->why(form_text(f, f->at)) : NULL;
}

/* The cursor stays. What follows a refused name in the same burst may be the password: nobody shall see it there. */
static bool refuse_here(struct form *f)
{
    const char *why = why_here(f);
    if (why == NULL) return false;
    if (differs_here(f))
        form_empty(f, f->at - 1);
    else if (field_here(f)->secret)
        editor_set(&f->editor[f->at], "");
    else
        f->unseen = session_burst(f->session);
    form_refuse(f, why);
    return true;
}

/* Tab leaves a refused name behind, so every field is checked again; the cursor goes to the first refused one. */
static void submit(struct form *f)
{
    int last = f->at;
    for (f->at = 0; f->at < last; f->at++)
        if (refuse_here(f)) return;
    f->kind->submit(f);
}

static void field_done(struct form *f)
{
    if (refuse_here(f)) return;
    f->message[0] = '\0';
    if (is_last(f))
        submit(f);
    else
        f->at++;
}

/* To the next field even from a refused one, because what follows may be the password. A paste submits nothing, and
 * what follows its last field is dropped. */
static void field_left(struct form *f, const struct key *k)
{
    bool pasted = k->code == KEY_PASTE;
    if (pasted && is_last(f)) {
        if (k->ch == '\r' || !field_here(f)->secret) f->unseen = session_burst(f->session);
        return;
    }
    const char *why = is_last(f) || field_here(f)->secret ? NULL : why_here(f);
    if (why == NULL) {
        field_done(f);
        return;
    }
    form_refuse(f, why);
    f->at++;
}

static bool leaves_field(const struct key *k)
{
    return k->code == KEY_TAB || k->code == KEY_DOWN || (k->code == KEY_PASTE && (k->ch == '\t' || k->ch == '\r'));
}

bool form_key(struct session *s, void *state, const struct key *k)
{
    struct form *f = state;
    session_dirty(s);
    if (k->code == KEY_ESCAPE || key_interrupts(k))
        session_pop(s);
    else if (f->waiting || f->unseen == session_burst(s))
        return true;
    else if (leaves_field(k))
        field_left(f, k);
    else if (k->code == KEY_BACKTAB || k->code == KEY_UP)
        f->at -= f->at > 0;
    else if (editor_key(&f->editor[f->at], k) == EDITOR_ENTERED)
        field_done(f);
    return true;
}

/* --- the screen --- */

void form_enter(struct session *s, void *state, const void *kind)
{
    struct form *f = state;
    char name[NAME_MAX_LENGTH + 1];
    f->session = s;
    f->kind = kind;
    f->ticket = ticket_new(s, f);
    clean_name(name, session_caller(s)->user);
    for (int i = 0; i < field_count(f->kind); i++) {
        editor_init(&f->editor[i], f->kind->field[i].max, f->kind->field[i].secret);
        if (f->kind->field[i].user_name) editor_set(&f->editor[i], name);
    }
}

void form_leave(struct session *s, void *state)
{
    (void)s;
    struct form *f = state;
    ticket_drop(f->ticket);
    explicit_bzero(f->editor, sizeof f->editor);
}

#define LABEL_COLS 17
#define FIELD_COLS 21
#define FORM_COLS 61

/* What this caller's line is warned of; "" for nothing. */
static const char *warning_of(const struct form *f)
{
    bool open = session_caller(f->session)->transport != TRANSPORT_SSH;
    return open && f->kind->open_line != NULL ? f->kind->open_line : "";
}

static void form_draw_field(const struct form *f, int i, struct canvas *c, int x, int y)
{
    bool here = i == f->at && !f->waiting;
    int cursor_x = c->cursor_x, cursor_y = c->cursor_y;
    canvas_text(c, x, y, here ? STYLE_STRONG : STYLE_PLAIN, f->kind->field[i].label);
    canvas_fill(c, (struct area){ x + LABEL_COLS, y, FIELD_COLS, 1 }, here ? STYLE_FIELD : STYLE_DIM, here ? ' ' : '.');
    if (here || f->editor[i].len > 0) editor_draw(&f->editor[i], c, x + LABEL_COLS, y, FIELD_COLS);
    if (here) return;
    c->cursor_x = cursor_x;
    c->cursor_y = cursor_y;
}

void form_draw(struct session *s, void *state, struct canvas *c)
{
    const struct form *f = state;
    const char *intro = f->kind->intro, *warning = warning_of(f);
    struct area a = layout_body(c, FORM_COLS);
    int fields = field_count(f->kind), lines = wrap_lines(intro, a.cols);
    look_title(c, visit_of(s)->house->name, f->kind->title);
    int art = layout_art(c, a, "welcome.ans", lines + wrap_lines(warning, a.cols) + 1 + fields);
    a.y += art;
    a.rows -= art;
    wrap_draw(c, a, STYLE_PLAIN, intro, 0);
    lines += wrap_draw(c, (struct area){ a.x, a.y + lines, a.cols, a.rows - lines }, STYLE_WARNING, warning, 0);
    bool roomy = a.rows > lines + fields;
    for (int i = 0; i < fields; i++) form_draw_field(f, i, c, a.x, a.y + lines + roomy + i);
    layout_message(c, f->message, f->warning);
    look_keys(c, f->waiting ? "" : "Enter next  Tab next", "Esc back");
}

/* --- plain mode --- */

void form_say(struct session *s, void *state, struct text *out)
{
    (void)s;
    const struct form *f = state;
    const char *warning = warning_of(f);
    text_add(out, "%s. %s\n", f->kind->title, f->kind->intro);
    if (warning[0] != '\0') text_add(out, "%s\n", warning);
    if (f->editor[0].len > 0)
        text_add(out, "Name: an empty line takes %s.\n", form_text(f, 0));
    else
        text_add(out, "An empty line goes back.\n");
}

void form_line(struct session *s, void *state, const char *typed)
{
    struct form *f = state;
    if (f->waiting) return;
    bool suggested = f->editor[f->at].len > 0 && !f->warning;
    if (typed[0] == '\0' && !suggested) {
        session_pop(s);
        return;
    }
    if (typed[0] != '\0') editor_set(&f->editor[f->at], typed);
    f->warning = false;
    field_done(f);
}

const char *form_prompt(struct session *s, void *state)
{
    (void)s;
    const struct form *f = state;
    return f->waiting ? "" : field_here(f)->prompt;
}

bool form_secret(struct session *s, void *state)
{
    (void)s;
    const struct form *f = state;
    return !f->waiting && field_here(f)->secret;
}
