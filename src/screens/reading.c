#include "screens/reading.h"

#include "base/text.h"
#include "screens/layout.h"
#include "screens/menu.h"
#include "screens/help.h"
#include "screens/scroll.h"
#include "screens/ticket.h"
#include "screens/visit.h"

#define TEXT_MAX (64 * 1024)

void reading_begin(struct reading *r, const struct reading_kind *kind, struct session *s)
{
    r->kind = kind;
    r->session = s;
    r->ticket = ticket_new(s, r);
}

void reading_came(struct reading *r)
{
    session_dirty(r->session);
    if (!r->kind->asking(r)) session_say(r->session);
}

void reading_leave(struct session *s, void *state)
{
    (void)s;
    ticket_drop(((struct reading *)state)->ticket);
}

static const char *reading_message_of(const struct reading *r, bool wide, bool *warning)
{
    return r->kind->message != NULL ? r->kind->message(r, wide, warning) : NULL;
}

void reading_draw(struct session *s, void *state, struct canvas *c)
{
    (void)s;
    struct reading *r = state;
    struct area a = layout_body(c, r->kind->cols);
    struct text t;
    bool wide = a.cols >= r->kind->cols, warning = false;
    text_init_growing(&t, TEXT_MAX);
    r->kind->text(r, wide, &t);
    look_title(c, r->kind->title, r->kind->about(r));
    int last = scroll_draw(c, a, t.buf, &r->from);
    text_free(&t);
    const char *message = reading_message_of(r, wide, &warning);
    if (message != NULL) layout_message(c, message, warning);
    look_keys(c, last > 0 ? "↑↓ scroll  v view" : "v view", "q back");
}

bool reading_key(struct session *s, void *state, const struct key *k)
{
    struct reading *r = state;
    session_dirty(s);
    if (menu_leaves(k) || k->code == KEY_ENTER)
        session_pop(s);
    else if (menu_helps(k))
        session_push(s, &screen_help, r->kind->help);
    else
        return scroll_key(&r->from, k);
    return true;
}

void reading_say(struct session *s, void *state, struct text *out)
{
    (void)s;
    const struct reading *r = state;
    bool warning = false;
    if (r->kind->asking(r)) return;
    const char *message = reading_message_of(r, true, &warning);
    if (warning)
        text_add(out, "%s\n", message);
    else
        r->kind->text(r, false, out);
    text_add(out, "%sPress Enter to go back.\n", warning ? "" : r->kind->comment);
}

void reading_line(struct session *s, void *state, const char *typed)
{
    const struct reading *r = state;
    visit_leave_page(visit_of(s), r->kind->asking(r), typed);
}

/* None while the text is on its way: nothing can be typed to it yet. */
const char *reading_prompt(struct session *s, void *state)
{
    (void)s;
    const struct reading *r = state;
    return r->kind->asking(r) ? "" : "> ";
}
