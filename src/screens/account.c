#include "screens/account.h"

#include "base/text.h"
#include "screens/layout.h"
#include "screens/menu.h"
#include "screens/help.h"
#include "screens/seeing.h"
#include "screens/sign.h"
#include "screens/ticket.h"
#include "screens/visit.h"
#include "term/wrap.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define ROWS_MAX 8

struct account_view {
    struct session *session;
    struct ticket *ticket;
    int at;
    bool waiting;
};

/* --- what the rows do --- */

static void log_in(struct account_view *a)
{
    session_push(a->session, &screen_sign, &sign_log_in);
}

static void make_account(struct account_view *a)
{
    session_push(a->session, &screen_sign, session_caller(a->session)->key_proven ? &sign_handle : &sign_new);
}

static void set_password(struct account_view *a)
{
    session_push(a->session, &screen_sign, &sign_password);
}

static void on_key_added(void *arg, enum store_result result)
{
    struct account_view *a = ticket_answer(arg);
    if (a == NULL) return;
    struct visit *v = visit_of(a->session);
    a->waiting = false;
    if (result == STORE_OK) {
        v->came_by_key = true;
        v->account.keys++;
        visit_tell(visit_of(a->session), "This key opens your account from now on.");
    } else {
        visit_tell(visit_of(a->session), result == STORE_TAKEN ? "This key belongs to an account already."
                                         : result == STORE_ENOUGH
                                             ? "Keys and passwords were changed often of late: try again in a minute."
                                             : "The key could not be kept just now: try again in a moment.");
    }
}

static void add_key(struct account_view *a)
{
    struct visit *v = visit_of(a->session);
    if (a->waiting) return;
    a->waiting = true;
    visit_tell(visit_of(a->session), "One moment ...");
    account_add_key(v->house->store, v->account.id, session_caller(a->session)->key, on_key_added,
                    ticket_ask(a->ticket));
}

static void next_look(struct account_view *a)
{
    seeing_choose_next(visit_of(a->session));
}

static void change_pace(struct account_view *a)
{
    visit_tell(visit_of(a->session), visit_change_pace(visit_of(a->session)));
}

static void change_mouse(struct account_view *a)
{
    visit_tell(visit_of(a->session), visit_change_mouse(visit_of(a->session)));
}

/* --- the rows of this moment --- */

struct now {
    struct choice choice[ROWS_MAX];
    void (*go[ROWS_MAX])(struct account_view *a);
    int n;
};

static void account_add_row(struct now *now, const char *word, const char *label, const char *about,
                            void (*go)(struct account_view *))
{
    now->choice[now->n] = (struct choice){ .word = word, .label = label, .about = about };
    now->go[now->n++] = go;
}

static void account_rows_now(const struct visit *v, struct now *now)
{
    now->n = 0;
    if (visit_is_guest(v)) {
        if (v->house->store != NULL) {
            account_add_row(now, "login", "Log in", "you have a name and a password here", log_in);
            account_add_row(now, "make", "Make an account", "your figures and your seat are kept", make_account);
        }
    } else {
        account_add_row(now, "password", v->account.has_password ? "New password" : "Set a password",
                        v->account.keys > 0 ? "for where your key is not at hand" : "it is what opens your account",
                        set_password);
        if (session_caller(v->session)->key_proven && !v->came_by_key)
            account_add_row(now, "add", "Add this key", "the next time it lets you in without a password", add_key);
    }
    account_add_row(now, "look", "How it looks", seeing_find(v->account.charset)->about, next_look);
    account_add_row(now, "speed", "Others' moves", visit_pace_words(v), change_pace);
    if (!session_plain(v->session))
        account_add_row(now, "mouse", "Mouse",
                        session_mouse(v->session) ? "on: cards are clicked and dragged"
                                                  : "off: it selects text; o at a table changes it too",
                        change_mouse);
}

/* --- the screen --- */

static void account_enter(struct session *s, void *state, const void *arg)
{
    (void)arg;
    struct account_view *a = state;
    a->session = s;
    a->ticket = ticket_new(s, a);
}

static void account_leave(struct session *s, void *state)
{
    (void)s;
    ticket_drop(((struct account_view *)state)->ticket);
}

/* As OpenSSH prints it, so that it can be compared with ssh-add -l. */
static void add_fingerprint(const struct caller *caller, struct text *out)
{
    char base64[sodium_base64_ENCODED_LEN(sizeof caller->key, sodium_base64_VARIANT_ORIGINAL_NO_PADDING)];
    if (!caller->key_proven) return;
    sodium_bin2base64(base64, sizeof base64, caller->key, sizeof caller->key,
                      sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
    text_add(out, " You came with the key SHA256:%s.", base64);
}

static void account_words(const struct visit *v, struct text *out)
{
    const struct account *a = &v->account;
    if (visit_is_guest(v)) {
        text_add(out, "You are %s, a guest: nothing is kept of you when you leave.", v->person.name);
        return;
    }
    text_add(out, "You are %s%s. Your account opens by %s", a->handle, a->loser ? ", a big loser" : "",
             a->has_password ? "your password" : "");
    if (a->keys > 0)
        text_add(out, "%s%d %s", a->has_password ? " and " : "", a->keys, text_word(a->keys, "key", "keys"));
    text_add(out, ".");
    add_fingerprint(session_caller(v->session), out);
}

static void account_draw(struct session *s, void *state, struct canvas *c)
{
    struct account_view *view = state;
    struct visit *v = visit_of(s);
    struct area a = layout_body(c, 72);
    struct now now;
    char words[320];
    struct text t;
    account_rows_now(v, &now);
    if (view->at >= now.n) view->at = now.n - 1;
    text_init(&t, words, sizeof words);
    account_words(v, &t);
    look_title(c, "Account", v->person.name);
    int lines = wrap_draw(c, a, STYLE_PLAIN, words, 0);
    menu_draw(c, (struct area){ a.x, a.y + lines + 1, a.cols, a.rows - lines - 1 }, now.choice, now.n, view->at);
    if (v->note[0] == '\0') layout_message(c, menu_about(a.cols, now.choice, now.n, view->at), false);
    look_keys(c, "↑↓ move  Enter choose  v view", "q back  ? help");
}

static bool account_key(struct session *s, void *state, const struct key *k)
{
    struct account_view *a = state;
    struct now now;
    session_dirty(s);
    account_rows_now(visit_of(s), &now);
    if (menu_leaves(k)) {
        session_pop(s);
    } else if (menu_helps(k)) {
        session_push(s, &screen_help, &help_account);
    } else {
        int row = menu_key(&a->at, now.choice, now.n, 0, k);
        if (row >= 0) now.go[row](a);
        return row != MENU_IGNORED;
    }
    return true;
}

static void account_say(struct session *s, void *state, struct text *out)
{
    (void)state;
    struct visit *v = visit_of(s);
    struct now now;
    account_rows_now(v, &now);
    text_add(out, "Account. ");
    account_words(v, out);
    text_add(out, "\n");
    if (v->note[0] != '\0') text_add(out, "%s\n", v->note);
    v->note[0] = '\0';
    menu_say(now.choice, now.n, out);
    text_add(out, "Type a number or a word; back goes back.\n");
}

static void account_line(struct session *s, void *state, const char *typed)
{
    struct now now;
    account_rows_now(visit_of(s), &now);
    int row = menu_line(now.choice, now.n, typed);
    if (row >= 0)
        now.go[row](state);
    else if (menu_quits(typed) || typed[0] == '\0')
        session_pop(s);
    else if (line_is(typed, "help") || line_is(typed, "?"))
        session_push(s, &screen_help, &help_account);
    else
        visit_unknown_word(visit_of(s), typed, "Type a number or a word of the list; an empty line goes back.");
}

const struct screen screen_account = {
    .name = "account",
    .size = sizeof(struct account_view),
    .enter = account_enter,
    .leave = account_leave,
    .draw = account_draw,
    .key = account_key,
    .say = account_say,
    .line = account_line,
};
