#include "screens/screens.h"

#include "base/clock.h"
#include "base/text.h"
#include "screens/frame.h"
#include "screens/help.h"
#include "screens/look.h"
#include "screens/sign.h"
#include "screens/ticket.h"
#include "screens/visit.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define ROWS_MAX 8

struct account_view {
    struct session *session;
    struct ticket *ticket;
    int at;
    bool waiting;
    int64_t look_until_ms; /* the new look is asked about until then; 0: it is not */
    char look_before[8];
};

#define LOOK_ASKED_MS 15000
#define LOOK_QUESTION "Do you see this well? Enter keeps it, any other key goes back."

/* --- what the rows do --- */

static void log_in(struct account_view *a)
{
    session_push(a->session, &screen_sign, &sign_log_in);
}

static void make(struct account_view *a)
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
        visit_tell(visit_of(a->session), result == STORE_TAKEN
                                             ? "This key belongs to an account already."
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

static void on_look_kept(void *arg, enum store_result result)
{
    struct account_view *a = ticket_answer(arg);
    if (a != NULL && result != STORE_OK)
        visit_tell(visit_of(a->session), "Your choice could not be kept: it holds for this visit.");
}

/* --- another look: kept when the person says that it can be read, and gone by itself when nobody says anything --- */

static void show_look(struct account_view *a, const char *name)
{
    struct visit *v = visit_of(a->session);
    snprintf(v->account.charset, sizeof v->account.charset, "%s", name);
    look_apply(v, name);
    session_dirty(a->session);
}

static void keep_look(struct account_view *a)
{
    struct visit *v = visit_of(a->session);
    a->look_until_ms = 0;
    if (v->account.id != 0)
        account_set_charset(v->house->store, v->account.id, v->account.charset, on_look_kept, ticket_ask(a->ticket));
}

static void next_look(struct account_view *a)
{
    struct visit *v = visit_of(a->session);
    const struct look_choice *next = look_at((int)(look_find(v->account.charset) - look_at(0)) + 1);
    if (next == NULL) next = look_at(0);
    struct terminal_kind before = *session_kind(a->session);
    memcpy(a->look_before, v->account.charset, sizeof a->look_before);
    show_look(a, next->name);
    if (look_is_same(&before, session_kind(a->session)))
        keep_look(a); /* nothing has changed that could not be seen */
    else
        a->look_until_ms = clock_mono_ms(session_clock(a->session)) + LOOK_ASKED_MS;
}

static void undo_look(struct account_view *a)
{
    a->look_until_ms = 0;
    show_look(a, a->look_before);
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

static void add_row(struct now *now, const char *word, const char *label, const char *about,
                    void (*go)(struct account_view *))
{
    now->choice[now->n] = (struct choice){ .word = word, .label = label, .about = about };
    now->go[now->n++] = go;
}

static void rows_now(const struct visit *v, struct now *now)
{
    now->n = 0;
    if (visit_is_guest(v)) {
        if (v->house->store != NULL) {
            add_row(now, "login", "Log in", "you have a name and a password here", log_in);
            add_row(now, "make", "Make an account", "your figures and your seat are kept", make);
        }
    } else {
        add_row(now, "password", v->account.has_password ? "New password" : "Set a password",
                v->account.keys > 0 ? "for where your key is not at hand" : "it is what opens your account", set_password);
        if (session_caller(v->session)->key_proven && !v->came_by_key)
            add_row(now, "add", "Add this key", "the next time it lets you in without a password", add_key);
    }
    add_row(now, "look", "How it looks", look_find(v->account.charset)->about, next_look);
    if (!session_plain(v->session))
        add_row(now, "mouse", "Mouse", session_mouse(v->session) ? "on: cards are clicked and dragged" : "off: it selects text; o at a table changes it too",
                change_mouse);
}

/* --- the screen --- */

static void enter(struct session *s, void *state, const void *arg)
{
    (void)arg;
    struct account_view *a = state;
    a->session = s;
    a->ticket = ticket_new(s, a);
}

static void leave(struct session *s, void *state)
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
    if (a->keys > 0) text_add(out, "%s%d %s", a->has_password ? " and " : "", a->keys, a->keys == 1 ? "key" : "keys");
    text_add(out, ".");
    add_fingerprint(session_caller(v->session), out);
}

static void draw(struct session *s, void *state, struct canvas *c)
{
    struct account_view *view = state;
    struct visit *v = visit_of(s);
    struct area a = frame_body(c, 72);
    struct now now;
    char words[320];
    struct text t;
    rows_now(v, &now);
    if (view->at >= now.n) view->at = now.n - 1;
    text_init(&t, words, sizeof words);
    account_words(v, &t);
    look_title(c, "Account", v->person.name);
    int lines = frame_text(c, a, STYLE_PLAIN, words, 0);
    menu_draw(c, (struct area){ a.x, a.y + lines + 1, a.cols, a.rows - lines - 1 }, now.choice, now.n, view->at);
    if (view->look_until_ms != 0) {
        frame_message(c, LOOK_QUESTION " So does waiting 15 s.", true);
        look_keys(c, "Enter keep  any other key: back", "");
        return;
    }
    frame_message(c, v->note[0] ? v->note : menu_about(a.cols, now.choice, now.n, view->at), false);
    look_keys(c, "↑↓ move  Enter choose", "q back  ? help");
}

/* True when the key was for the question. */
static bool answer_look(struct account_view *a, const struct key *k)
{
    if (a->look_until_ms == 0) return false;
    if (k->code == KEY_ENTER)
        keep_look(a);
    else if (k->code != KEY_MOUSE && k->code != KEY_REPORT)
        undo_look(a);
    return true;
}

/* Asked between two frames, so this is where the terminal may become another one. */
static int64_t due(struct session *s, void *state)
{
    struct account_view *a = state;
    if (a->look_until_ms == 0) return INT64_MAX;
    if (clock_mono_ms(session_clock(s)) < a->look_until_ms) return a->look_until_ms;
    undo_look(a);
    return INT64_MAX;
}

static void key(struct session *s, void *state, const struct key *k)
{
    struct account_view *a = state;
    struct now now;
    visit_of(s)->note[0] = '\0';
    session_dirty(s);
    if (answer_look(a, k)) return;
    rows_now(visit_of(s), &now);
    if (menu_leaves(k)) {
        session_pop(s);
    } else if (menu_helps(k)) {
        session_push(s, &screen_help, &help_account);
    } else {
        int row = menu_key(&a->at, now.choice, now.n, 0, k);
        if (row >= 0) now.go[row](a);
    }
}

static void say(struct session *s, void *state, struct text *out)
{
    const struct account_view *a = state;
    struct visit *v = visit_of(s);
    struct now now;
    if (a->look_until_ms != 0) {
        text_add(out, LOOK_QUESTION "\n");
        return;
    }
    rows_now(v, &now);
    text_add(out, "Account. ");
    account_words(v, out);
    text_add(out, "\n");
    if (v->note[0] != '\0') text_add(out, "%s\n", v->note);
    v->note[0] = '\0';
    menu_say(now.choice, now.n, out);
    text_add(out, "Type a number or a word; back goes back.\n");
}

static void line(struct session *s, void *state, const char *typed)
{
    struct account_view *a = state;
    struct now now;
    if (a->look_until_ms != 0) {
        (typed[0] == '\0' ? keep_look : undo_look)(a);
        session_say(s);
        return;
    }
    rows_now(visit_of(s), &now);
    int row = menu_line(now.choice, now.n, typed);
    if (row >= 0)
        now.go[row](state);
    else if (menu_quits(typed) || typed[0] == '\0')
        session_pop(s);
    else
        session_say(s);
}

const struct screen screen_account = {
    .name = "account",
    .size = sizeof(struct account_view),
    .enter = enter,
    .leave = leave,
    .draw = draw,
    .key = key,
    .say = say,
    .line = line,
    .due = due,
};
