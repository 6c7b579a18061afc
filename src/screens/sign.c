#include "screens/sign.h"

#include "base/clean.h"
#include "screens/frame.h"
#include "screens/ticket.h"
#include "screens/visit.h"
#include "term/editor.h"
#include "term/wrap.h"

#include <stdio.h>
#include <string.h>

#define FIELDS_MAX 3

struct sign;

struct field {
    const char *label, *prompt; /* prompt: plain mode */
    int max;                    /* bytes */
    bool secret;
    const char *(*why)(const struct sign *g, const char *text); /* why not, as the field is left; NULL: anything goes */
};

struct sign_form {
    const char *title, *intro;
    bool passwords;                     /* on an open line there is something to warn of */
    bool back_welcomes;                 /* there is nothing under it: Esc leads to the welcome */
    struct field field[FIELDS_MAX + 1]; /* ended by a label of NULL */
    void (*submit)(struct sign *g);
};

struct sign {
    struct session *session;
    struct ticket *ticket;
    const struct sign_form *form;
    struct editor line[FIELDS_MAX];
    int at;
    bool waiting, warning;
    uint32_t unseen; /* what comes in this burst (session.h) was typed for another field: it is left out */
    char message[160];
};

#define OPEN_LINE "Telnet is not encrypted: use a password that opens nothing else, or come by ssh."

static int field_count(const struct sign_form *f)
{
    int n = 0;
    while (f->field[n].label != NULL) n++;
    return n;
}

static const char *text_of(const struct sign *g, int field)
{
    return g->line[field].text;
}

static bool is_open_line(struct session *s)
{
    return session_caller(s)->transport != TRANSPORT_SSH;
}

/* --- what may stand in a field --- */

static const char *handle_why(const struct sign *g, const char *text)
{
    (void)g;
    const char *why = clean_new_name_why(text);
    if (why == NULL && lobby_computer_is_called(text))
        return "A computer player is called that, or nearly: choose another name.";
    return why;
}

static const char *some_why(const struct sign *g, const char *text)
{
    (void)g;
    return text[0] == '\0' ? "Nothing was typed." : NULL;
}

static const char *new_password_why(const struct sign *g, const char *text)
{
    (void)g;
    return password_why(text);
}

static const char *same_why(const struct sign *g, const char *text)
{
    return strcmp(text_of(g, g->at - 1), text) == 0 ? NULL : "The two passwords are not the same: type both once more.";
}

/* --- saying how it went --- */

static void refuse(struct sign *g, const char *why)
{
    snprintf(g->message, sizeof g->message, "%s", why);
    g->warning = true;
    session_tell(g->session, g->message);
    session_dirty(g->session);
}

static void empty_fields(struct sign *g, int from)
{
    for (int i = from; i < field_count(g->form); i++) editor_set(&g->line[i], "");
    g->at = from;
}

static void wrong_password(struct sign *g)
{
    struct visit *v = visit_of(g->session);
    if (++v->wrong_passwords >= VISIT_WRONG_MAX) {
        session_end(g->session, "That was the third time that name and password did not go together. Goodbye.\n", 1);
        return;
    }
    empty_fields(g, 1);
    refuse(g, "That name and password do not go together.");
}

static const char *enough_why(const struct sign *g)
{
    if (g->form == &sign_password) return "Your password was changed often of late: try again in a minute.";
    return "Some accounts were made from your network just now: be a guest, or try again in ten minutes.";
}

static void refuse_result(struct sign *g, enum store_result result)
{
    switch (result) {
    case STORE_OK: break;
    case STORE_NONE:
    case STORE_WRONG: wrong_password(g); break;
    case STORE_TAKEN:
        g->at = 0;
        refuse(g, "That name is taken, or looks too much like one that is.");
        break;
    case STORE_GUESSED: refuse(g, "Too many wrong passwords of late: wait a minute, or come with a key."); break;
    case STORE_ENOUGH: refuse(g, enough_why(g)); break;
    case STORE_BUSY: refuse(g, "The house is busy just now: try again in a moment."); break;
    case STORE_FAILED: refuse(g, "The house's books cannot be opened just now: try again later."); break;
    }
}

/* --- asking the store --- */

static struct store *store_of(struct sign *g)
{
    return visit_of(g->session)->house->store;
}

static const char *address_of(const struct sign *g)
{
    return session_caller(g->session)->address;
}

static void *ask(struct sign *g)
{
    g->waiting = true;
    g->warning = false;
    snprintf(g->message, sizeof g->message, "One moment ...");
    session_tell(g->session, g->message);
    session_dirty(g->session);
    return ticket_ask(g->ticket);
}

static void on_account(void *arg, enum store_result result, const struct account *account)
{
    struct sign *g = ticket_answer(arg);
    if (g == NULL) return;
    g->waiting = false;
    if (result != STORE_OK) {
        refuse_result(g, result);
        return;
    }
    struct visit *v = visit_of(g->session);
    bool new = g->form != &sign_log_in;
    visit_is(v, account);
    v->came_by_key = g->form == &sign_handle;
    if (new) visit_log(v, true, v->came_by_key ? "key" : "password");
    visit_log(v, false, v->came_by_key ? "key" : new ? "password" : "the login form");
    visit_note(v, new ? "Your account is made. Welcome, %s!" : "Welcome back, %s.", account->handle);
    visit_enter_lobby(v);
}

static void on_password_set(void *arg, enum store_result result)
{
    struct sign *g = ticket_answer(arg);
    if (g == NULL) return;
    g->waiting = false;
    if (result != STORE_OK) {
        refuse_result(g, result);
        return;
    }
    struct visit *v = visit_of(g->session);
    v->account.has_password = true;
    visit_note(v, "Your password is set.");
    session_pop(g->session);
}

static void submit_log_in(struct sign *g)
{
    account_log_in(store_of(g), text_of(g, 0), text_of(g, 1), address_of(g), on_account, ask(g));
}

static void submit_new(struct sign *g)
{
    account_create(store_of(g), text_of(g, 0), NULL, text_of(g, 1), address_of(g), on_account, ask(g));
}

static void submit_handle(struct sign *g)
{
    const uint8_t *key = session_caller(g->session)->key;
    account_create(store_of(g), text_of(g, 0), key, NULL, address_of(g), on_account, ask(g));
}

static void submit_password(struct sign *g)
{
    int64_t account = visit_of(g->session)->account.id;
    account_set_password(store_of(g), account, text_of(g, 0), address_of(g), on_password_set, ask(g));
}

/* --- keys --- */

static void go_back(struct sign *g)
{
    if (g->form->back_welcomes)
        session_only(g->session, &screen_welcome, NULL);
    else
        session_pop(g->session);
}

static const struct field *field_here(const struct sign *g)
{
    return &g->form->field[g->at];
}

static bool is_last(const struct sign *g)
{
    return g->at + 1 == field_count(g->form);
}

/* Why not what stands in the field that the cursor is on; NULL: it may. */
static const char *why_here(const struct sign *g)
{
    return field_here(g)->why ? field_here(g)->why(g, text_of(g, g->at)) : NULL;
}

/* The cursor stays. What was typed on in one go behind a name that is refused may be the password. */
static bool refuse_here(struct sign *g)
{
    const char *why = why_here(g);
    if (why == NULL) return false;
    if (field_here(g)->why == same_why)
        empty_fields(g, g->at - 1);
    else if (field_here(g)->secret)
        editor_set(&g->line[g->at], "");
    else
        g->unseen = session_burst(g->session);
    refuse(g, why);
    return true;
}

/* A name that was left by Tab is looked at again: the cursor goes back to it. */
static void submit(struct sign *g)
{
    int last = g->at;
    for (g->at = 0; g->at < last; g->at++)
        if (refuse_here(g)) return;
    g->form->submit(g);
}

static void field_done(struct sign *g)
{
    if (refuse_here(g)) return;
    g->message[0] = '\0';
    if (is_last(g))
        submit(g);
    else
        g->at++;
}

/* To the next field whatever stands in this one, for what follows may be the password. A paste sends nothing off, and
 * its rest belongs to no field. */
static void field_left(struct sign *g, const struct key *k)
{
    bool pasted = k->code == KEY_PASTE;
    if (pasted && is_last(g)) {
        if (k->ch == '\r' || !field_here(g)->secret) g->unseen = session_burst(g->session);
        return;
    }
    const char *why = is_last(g) || field_here(g)->secret ? NULL : why_here(g);
    if (why == NULL) {
        field_done(g);
        return;
    }
    refuse(g, why);
    g->at++;
}

static bool leaves_field(const struct key *k)
{
    return k->code == KEY_TAB || k->code == KEY_DOWN || (k->code == KEY_PASTE && (k->ch == '\t' || k->ch == '\r'));
}

static bool key(struct session *s, void *state, const struct key *k)
{
    struct sign *g = state;
    session_dirty(s);
    if (k->code == KEY_ESCAPE || key_interrupts(k))
        go_back(g);
    else if (g->waiting || g->unseen == session_burst(s))
        return true;
    else if (leaves_field(k))
        field_left(g, k);
    else if (k->code == KEY_BACKTAB || k->code == KEY_UP)
        g->at -= g->at > 0;
    else if (editor_key(&g->line[g->at], k) == EDITOR_ENTERED)
        field_done(g);
    return true;
}

/* --- what is seen --- */

static void enter(struct session *s, void *state, const void *arg)
{
    struct sign *g = state;
    g->session = s;
    g->form = arg;
    g->ticket = ticket_new(s, g);
    for (int i = 0; i < field_count(g->form); i++)
        editor_init(&g->line[i], g->form->field[i].max, g->form->field[i].secret);
    char suggestion[NAME_MAX_LENGTH + 1];
    clean_name(suggestion, session_caller(s)->user);
    if (g->form->field[0].why == handle_why) editor_set(&g->line[0], suggestion);
}

static void leave(struct session *s, void *state)
{
    (void)s;
    struct sign *g = state;
    ticket_drop(g->ticket);
    explicit_bzero(g->line, sizeof g->line);
}

#define LABEL_COLS 17
#define FIELD_COLS 24

static const char *warning_of(struct session *s, const struct sign_form *f)
{
    return f->passwords && is_open_line(s) ? OPEN_LINE : "";
}

/* Intro and warning; returns their lines. */
static int draw_intro(const char *intro, const char *warning, struct canvas *c, struct area a)
{
    int lines = wrap_draw(c, a, STYLE_PLAIN, intro, 0);
    struct area below = { a.x, a.y + lines, a.cols, a.rows - lines };
    return lines + wrap_draw(c, below, STYLE_WARNING, warning, 0);
}

static void draw_fields(const struct sign *g, struct canvas *c, int x, int y)
{
    for (int i = 0; i < field_count(g->form); i++) {
        bool here = i == g->at && !g->waiting;
        canvas_text(c, x, y + i, here ? STYLE_STRONG : STYLE_PLAIN, g->form->field[i].label);
        canvas_fill(c, (struct area){ x + LABEL_COLS, y + i, FIELD_COLS - 3, 1 }, here ? STYLE_FIELD : STYLE_DIM,
                    here ? ' ' : '.');
        int cx = c->cursor_x, cy = c->cursor_y;
        if (here || g->line[i].len > 0) editor_draw(&g->line[i], c, x + LABEL_COLS, y + i, FIELD_COLS - 3);
        if (!here) {
            c->cursor_x = cx;
            c->cursor_y = cy;
        }
    }
}

static void draw(struct session *s, void *state, struct canvas *c)
{
    const struct sign *g = state;
    struct area a = frame_body(c, LABEL_COLS + FIELD_COLS + 20);
    look_title(c, visit_of(s)->house->name, g->form->title);
    const char *warning = warning_of(s, g->form);
    int need = wrap_lines(g->form->intro, a.cols) + wrap_lines(warning, a.cols) + 1 + field_count(g->form);
    int art = frame_art(c, a, "welcome.ans", need);
    a.y += art;
    a.rows -= art;
    int lines = draw_intro(g->form->intro, warning, c, a);
    bool roomy = a.rows > lines + field_count(g->form);
    draw_fields(g, c, a.x, a.y + lines + roomy);
    frame_message(c, g->message, g->warning);
    look_keys(c, g->waiting ? "" : "Enter next  Tab next", "Esc back");
}

/* --- plain mode --- */

static void say(struct session *s, void *state, struct text *out)
{
    const struct sign *g = state;
    text_add(out, "%s. %s\n", g->form->title, g->form->intro);
    const char *warning = warning_of(s, g->form);
    if (warning[0] != '\0') text_add(out, "%s\n", warning);
    if (g->line[0].len > 0)
        text_add(out, "Name: an empty line takes %s.\n", g->line[0].text);
    else
        text_add(out, "An empty line goes back.\n");
}

static void line(struct session *s, void *state, const char *typed)
{
    (void)s;
    struct sign *g = state;
    if (g->waiting) return;
    bool suggested = g->line[g->at].len > 0 && !g->warning;
    if (typed[0] == '\0' && !suggested) {
        go_back(g);
        return;
    }
    if (typed[0] != '\0') editor_set(&g->line[g->at], typed);
    g->warning = false;
    field_done(g);
}

static const char *prompt(struct session *s, void *state)
{
    (void)s;
    const struct sign *g = state;
    return g->waiting ? "" : g->form->field[g->at].prompt;
}

static bool secret(struct session *s, void *state)
{
    (void)s;
    const struct sign *g = state;
    return !g->waiting && g->form->field[g->at].secret;
}

const struct screen screen_sign = {
    .name = "sign",
    .size = sizeof(struct sign),
    .enter = enter,
    .leave = leave,
    .draw = draw,
    .key = key,
    .say = say,
    .line = line,
    .prompt = prompt,
    .secret = secret,
    .text_field = true,
};

/* --- the forms --- */

#define NAME_TYPED_MAX 64 /* what is too long is refused, not cut to somebody else's name */
#define NAME_FIELD                                                                                                     \
    {                                                                                                                  \
        .label = "Name", .prompt = "Name: ", .max = NAME_TYPED_MAX
#define PASSWORD_FIELD                                                                                                 \
    {                                                                                                                  \
        .label = "Password", .prompt = "Password: ", .max = PASSWORD_MAX, .secret = true
#define AGAIN_FIELD                                                                                                    \
    {                                                                                                                  \
        .label = "Once more", .prompt = "Password once more: ", .max = PASSWORD_MAX, .secret = true, .why = same_why   \
    }

const struct sign_form sign_log_in = { .title = "Log in",
                                       .intro = "The name and the password of your account.",
                                       .passwords = true,
                                       .field = { NAME_FIELD, .why = some_why },
                                       PASSWORD_FIELD,
                                       .why = some_why }
}
, .submit = submit_log_in,
}
;

const struct sign_form sign_new = { .title = "A new account",
                                    .intro = "A name of letters, digits, - and _; a password of 8 characters or more.",
                                    .passwords = true,
                                    .field = { NAME_FIELD, .why = handle_why },
                                    PASSWORD_FIELD,
                                    .why = new_password_why },
                       AGAIN_FIELD
}
, .submit = submit_new,
}
;

const struct sign_form sign_handle = { .title = "Welcome",
                                       .intro =
                                           "Your key is your account here. What shall we call you? 2 to 16 letters, "
                                           "digits, - and _. Esc: log in, or be a guest.\n"
                                           "Do you have a key that is known here? Come with that one alone: "
                                           "ssh -o IdentitiesOnly=yes -i FILE",
                                       .back_welcomes = true,
                                       .field = { NAME_FIELD, .why = handle_why } },
                       .submit = submit_handle,
}
;

const struct sign_form sign_password = { .title = "Your password",
                                         .intro =
                                             "A password of at least 8 characters opens your account wherever you are.",
                                         .passwords = true,
                                         .field = { PASSWORD_FIELD, .why = new_password_why },
                                         AGAIN_FIELD },
                       .submit = submit_password,
}
;
