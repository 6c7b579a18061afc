#include "screens/sign.h"

#include "base/clean.h"
#include "room/names.h"
#include "screens/visit.h"
#include "store/password.h"

/* --- how it went --- */

static void refuse_password(struct form *f)
{
    struct visit *v = visit_of(f->session);
    if (++v->wrong_passwords >= VISIT_WRONG_MAX) {
        session_end(f->session, "That was the third time that name and password did not go together. Goodbye.\n", 1);
        return;
    }
    form_empty(f, 1);
    form_refuse(f, "That name and password do not go together.");
}

static const char *enough_why(const struct form *f)
{
    if (f->kind == &sign_password) return "Your password was changed often of late: try again in a minute.";
    return "Some accounts were made from your network just now: be a guest, or try again in ten minutes.";
}

static void refuse_result(struct form *f, enum store_result result)
{
    switch (result) {
    case STORE_OK: break;
    case STORE_NONE:
    case STORE_WRONG: refuse_password(f); break;
    case STORE_TAKEN:
        f->at = 0;
        form_refuse(f, "That name is taken, or looks too much like one that is.");
        break;
    case STORE_GUESSED: form_refuse(f, "Too many wrong passwords of late: wait a minute, or come with a key."); break;
    case STORE_ENOUGH: form_refuse(f, enough_why(f)); break;
    case STORE_BUSY: form_refuse(f, "The house is busy just now: try again in a moment."); break;
    case STORE_FAILED: form_refuse(f, "The house's books cannot be opened just now: try again later."); break;
    }
}

static void on_account(void *arg, enum store_result result, const struct account *account)
{
    struct form *f = form_answer(arg);
    if (f == NULL) return;
    if (result != STORE_OK) {
        refuse_result(f, result);
        return;
    }
    struct visit *v = visit_of(f->session);
    bool new = f->kind != &sign_log_in;
    visit_is(v, account);
    v->came_by_key = f->kind == &sign_handle;
    if (new) visit_log(v, true, v->came_by_key ? "key" : "password");
    visit_log(v, false, v->came_by_key ? "key" : new ? "password" : "the login form");
    visit_note(v, new ? "Your account is made. Welcome, %s!" : "Welcome back, %s.", account->handle);
    v->come_in(v);
}

static void on_password_set(void *arg, enum store_result result)
{
    struct form *f = form_answer(arg);
    if (f == NULL) return;
    if (result != STORE_OK) {
        refuse_result(f, result);
        return;
    }
    struct visit *v = visit_of(f->session);
    v->account.has_password = true;
    visit_note(v, "Your password is set.");
    session_pop(f->session);
}

/* --- asking the store --- */

static struct store *store_of(const struct form *f)
{
    return visit_of(f->session)->house->store;
}

static const char *address_of(const struct form *f)
{
    return session_caller(f->session)->address;
}

static void submit_log_in(struct form *f)
{
    account_log_in(store_of(f), form_text(f, 0), form_text(f, 1), address_of(f), on_account, form_ask(f));
}

static void submit_new(struct form *f)
{
    account_create(store_of(f), form_text(f, 0), NULL, form_text(f, 1), address_of(f), on_account, form_ask(f));
}

static void submit_handle(struct form *f)
{
    const uint8_t *key = session_caller(f->session)->key;
    account_create(store_of(f), form_text(f, 0), key, NULL, address_of(f), on_account, form_ask(f));
}

static void submit_password(struct form *f)
{
    int64_t account = visit_of(f->session)->account.id;
    account_set_password(store_of(f), account, form_text(f, 0), address_of(f), on_password_set, form_ask(f));
}

/* --- the forms --- */

static const char *handle_why(const char *text)
{
    const char *why = clean_new_name_why(text);
    if (why == NULL && computer_is_called(text))
        return "A computer player is called that, or nearly: choose another name.";
    return why;
}

static const char *some_why(const char *text)
{
    return text[0] == '\0' ? "Nothing was typed." : NULL;
}

#define NAME_TYPED_MAX 64 /* what is too long is refused, not cut to somebody else's name */
#define NAME .label = "Name", .prompt = "Name: ", .max = NAME_TYPED_MAX
#define PASSWORD .label = "Password", .prompt = "Password: ", .max = PASSWORD_MAX, .secret = true
#define PASSWORD_AGAIN                                                                                                 \
    .label = "Once more", .prompt = "Password once more: ", .max = PASSWORD_MAX, .secret = true,                       \
    .differs = "The two passwords are not the same: type both once more."
#define OPEN_LINE "Telnet is not encrypted: use a password that opens nothing else, or come by ssh."

const struct form_kind sign_log_in = {
    .title = "Log in",
    .intro = "The name and the password of your account.",
    .open_line = OPEN_LINE,
    .field = {
        { NAME, .why = some_why },
        { PASSWORD, .why = some_why },
    },
    .submit = submit_log_in,
};

const struct form_kind sign_new = {
    .title = "A new account",
    .intro = "A name of letters, digits, - and _; a password of 8 characters or more.",
    .open_line = OPEN_LINE,
    .field = {
        { NAME, .why = handle_why, .user_name = true },
        { PASSWORD, .why = password_why },
        { PASSWORD_AGAIN },
    },
    .submit = submit_new,
};

const struct form_kind sign_handle = {
    .title = "Welcome",
    .intro = "Your key is your account here. What shall we call you? 2 to 16 letters, digits, - and _. Esc: log in, "
             "or be a guest.\n"
             "Do you have a key that is known here? Come with that one alone: ssh -o IdentitiesOnly=yes -i FILE",
    .field = {
        { NAME, .why = handle_why, .user_name = true },
    },
    .submit = submit_handle,
};

const struct form_kind sign_password = {
    .title = "Your password",
    .intro = "A password of at least 8 characters opens your account wherever you are.",
    .open_line = OPEN_LINE,
    .field = {
        { PASSWORD, .why = password_why },
        { PASSWORD_AGAIN },
    },
    .submit = submit_password,
};

const struct screen screen_sign = {
    .name = "sign",
    .size = sizeof(struct form),
    .enter = form_enter,
    .leave = form_leave,
    .draw = form_draw,
    .key = form_key,
    .say = form_say,
    .line = form_line,
    .prompt = form_prompt,
    .secret = form_secret,
    .text_field = true,
};
