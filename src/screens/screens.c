#include "screens/screens.h"

#include "base/clean.h"
#include "base/clock.h"
#include "screens/layout.h"
#include "screens/lobby.h"
#include "screens/lobby_rows.h"
#include "screens/seeing.h"
#include "screens/loser.h"
#include "screens/sign.h"
#include "screens/ticket.h"
#include "screens/visit.h"
#include "screens/welcome.h"
#include "term/kind.h"

#include <string.h>

/* --- one moment --- */

#define MOMENT_MS 150 /* a shorter wait for the store is not shown */

struct moment {
    struct session *session;
    struct ticket *ticket;
    int64_t shown_ms;
};

static void enter_as_guest(struct visit *v)
{
    visit_is_nobody(v);
    v->come_in(v);
}

/* A new person with a key chooses a name. Otherwise the store could not answer. */
static void enter_unknown(struct visit *v, enum store_result result)
{
    if (result == STORE_NONE && session_caller(v->session)->key_proven) {
        session_only(v->session, &screen_welcome, NULL); /* where Escape leads */
        session_push(v->session, &screen_sign, &sign_handle);
        return;
    }
    visit_note(v, "The house's books cannot be opened: for this visit you are a guest.");
    enter_as_guest(v);
}

static void on_found(void *arg, enum store_result result, const struct account *account)
{
    struct moment *m = ticket_answer(arg);
    if (m == NULL) return;
    struct visit *v = visit_of(m->session);
    const struct caller *caller = session_caller(m->session);
    bool found = result == STORE_OK && (caller->account == 0 || caller->account == account->id);
    if (!found) {
        enter_unknown(v, result);
        return;
    }
    visit_is(v, account);
    v->came_by_key = caller->account == 0;
    visit_log(v, false, v->came_by_key ? "key" : "password over ssh");
    visit_note(v, "Welcome back, %s.", account->handle);
    v->come_in(v);
}

/* A guest who logged in by the name of an account reads so, because it may be a mistake. */
static void on_name(void *arg, enum store_result result, const struct account *account)
{
    struct moment *m = ticket_answer(arg);
    if (m == NULL) return;
    struct visit *v = visit_of(m->session);
    if (result == STORE_NONE)
        visit_note(v, "There is no account %s; you are a guest.", session_caller(m->session)->user);
    else if (result == STORE_OK)
        visit_note(v, "%s has no password and opens by its key alone; you are a guest.", account->handle);
    enter_as_guest(v);
}

static void enter_moment(struct session *s, void *state, const void *arg)
{
    (void)arg;
    struct moment *m = state;
    m->session = s;
    m->ticket = ticket_new(s, m);
    m->shown_ms = clock_mono_ms(session_clock(s)) + MOMENT_MS;
}

static void leave_moment(struct session *s, void *state)
{
    (void)s;
    ticket_drop(((struct moment *)state)->ticket);
}

static void draw_moment(struct session *s, void *state, struct canvas *c)
{
    (void)state;
    look_title(c, visit_of(s)->house->name, "");
    layout_message(c, "One moment ...", false);
}

static int64_t moment_due(struct session *s, void *state)
{
    struct moment *m = state;
    return clock_mono_ms(session_clock(s)) < m->shown_ms ? m->shown_ms : INT64_MAX;
}

static void say_moment(struct session *s, void *state, struct text *out)
{
    (void)state;
    text_add(out, "%s. One moment ...\n", visit_of(s)->house->name);
}

static const char *prompt_moment(struct session *s, void *state)
{
    (void)s;
    (void)state;
    return "";
}

static const struct screen screen_moment = {
    .name = "moment",
    .size = sizeof(struct moment),
    .enter = enter_moment,
    .leave = leave_moment,
    .draw = draw_moment,
    .say = say_moment,
    .prompt = prompt_moment,
    .due = moment_due,
    .late = true,
};

/* --- the beginning --- */

static struct terminal_kind kind_of(const struct caller *c)
{
    return terminal_kind_of(&(struct terminal_hints){
        .term = c->term,
        .lang = c->lang,
        .colorterm = c->colorterm,
        .no_color = c->no_color,
        .ssh = c->transport == TRANSPORT_SSH,
        .pty = c->character_mode,
        .mtts = c->mtts,
        .charset_told = c->charset_told,
    });
}

static void look_up(struct visit *v, const struct caller *caller)
{
    session_only(v->session, &screen_moment, NULL);
    void *state;
    session_top(v->session, &state);
    void *arg = ticket_ask(((struct moment *)state)->ticket);
    if (caller->account != 0)
        account_by_handle(v->house->store, caller->user, on_found, arg);
    else if (caller->key_proven)
        account_by_key(v->house->store, caller->key, caller->address, on_found, arg);
    else
        account_by_handle(v->house->store, caller->user, on_name, arg);
}

static void on_list(void *env)
{
    session_news(env);
}

/* The lobby, or the game that the house begins with; over it the banner, for a big loser (T13). */
static void come_in(struct visit *v)
{
    seeing_begin(v);
    session_only(v->session, &screen_lobby, NULL);
    if (v->house->first_game != NULL && !v->begun) lobby_go(v->session, v->house->first_game);
    v->begun = true;
    if (v->person.loser) loser_show(v->session, v->person.name);
}

void screens_start(struct house *house, struct session_env *env, struct conn *conn)
{
    struct visit *v = visit_new(house);
    v->come_in = come_in;
    env->common = &seeing_everywhere;
    lobby_set_on_list(house->lobby, on_list, env);
    v->found = kind_of(&conn->caller);
    v->session = session_new(env, conn, &v->found, v, visit_ended);
    session_news(env);
    const struct caller *caller = session_caller(v->session);
    bool named = caller->transport == TRANSPORT_SSH && clean_name_why(caller->user) == NULL;
    if (house->store != NULL && (caller->account != 0 || caller->key_proven || named))
        look_up(v, caller);
    else if (caller->transport == TRANSPORT_SSH)
        enter_as_guest(v);
    else
        session_only(v->session, &screen_welcome, NULL);
}
