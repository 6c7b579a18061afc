#include "screens/welcome.h"

#include "screens/layout.h"
#include "screens/menu.h"
#include "screens/goodbye.h"
#include "screens/help.h"
#include "screens/sign.h"
#include "screens/visit.h"
#include "term/wrap.h"

struct welcome {
    int at;
};

enum { ROW_GUEST, ROW_LOG_IN, ROW_NEW, ROWS };

static const struct choice rows[ROWS] = {
    [ROW_GUEST] = { .word = "guest", .label = "Come in as a guest", .about = "a seat now; nothing is kept of you" },
    [ROW_LOG_IN] = { .word = "login", .label = "Log in", .about = "you have a name and a password here" },
    [ROW_NEW] = { .word = "new", .label = "Make an account", .about = "your figures and your seat are kept" },
};

static void welcome_choose(struct session *s, int row)
{
    struct visit *v = visit_of(s);
    if (row == ROW_GUEST) {
        visit_is_nobody(v);
        v->come_in(v);
    } else if (v->house->store == NULL) {
        visit_tell(v, "The house keeps no accounts today: come in as a guest.");
    } else {
        bool by_key = row == ROW_NEW && session_caller(s)->key_proven;
        session_push(s, &screen_sign, by_key ? &sign_handle : row == ROW_NEW ? &sign_new : &sign_log_in);
    }
}

static void welcome_draw(struct session *s, void *state, struct canvas *c)
{
    const struct welcome *w = state;
    struct visit *v = visit_of(s);
    struct area a = layout_body(c, 64);
    look_title(c, v->house->name, v->house->version);
    int art = layout_art(c, a, "welcome.ans", ROWS);
    a.y += art;
    a.rows -= art;
    if (art == 0) a.y += wrap_draw(c, a, STYLE_PLAIN, "Welcome. How would you like to come in?", 0) + 1;
    menu_draw(c, a, rows, ROWS, w->at);
    const char *about = menu_about(a.cols, rows, ROWS, w->at);
    layout_message(c, about[0] != '\0' ? about : "Odd signs on the screen? v shows it in another way.", false);
    look_keys(c, "↑↓ move  Enter choose  v view", "q leave  ? help");
}

static bool welcome_key(struct session *s, void *state, const struct key *k)
{
    struct welcome *w = state;
    session_dirty(s);
    int row = menu_key(&w->at, rows, ROWS, 0, k);
    if (row >= 0)
        welcome_choose(s, row);
    else if (row == MENU_IGNORED && menu_leaves(k))
        goodbye(s);
    else if (row == MENU_IGNORED && menu_helps(k))
        session_push(s, &screen_help, &help_account);
    else
        return row == MENU_MOVED;
    return true;
}

static void welcome_say(struct session *s, void *state, struct text *out)
{
    (void)state;
    struct visit *v = visit_of(s);
    text_add(out, "%s, version %s.\n", v->house->name, v->house->version);
    menu_say(rows, ROWS, out);
    text_add(out, "Type a number or a word; quit leaves; view shows it in another way.\n");
}

static void welcome_line(struct session *s, void *state, const char *typed)
{
    (void)state;
    int row = menu_line(rows, ROWS, typed);
    if (row >= 0)
        welcome_choose(s, row);
    else if (menu_quits(typed))
        goodbye(s);
    else if (line_is(typed, "help") || line_is(typed, "?"))
        session_push(s, &screen_help, &help_account);
    else if (typed[0] == '\0')
        session_say(s);
    else
        visit_unknown_word(visit_of(s), typed, "Type a number or a word of the list; an empty line reads it again.");
}

const struct screen screen_welcome = {
    .name = "welcome",
    .size = sizeof(struct welcome),
    .draw = welcome_draw,
    .key = welcome_key,
    .say = welcome_say,
    .line = welcome_line,
};
