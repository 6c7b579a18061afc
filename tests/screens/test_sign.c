#include "screens/own_house.h"

#include "store/password.h"

/* ann makes an account by telnet and is in the lobby. */
static void ann_by_telnet(void)
{
    caller_telnet(&ann, &h);
    assert_where(&ann, "welcome");
    type(&ann, "n");
    assert_where(&ann, "sign");
    type_line(&ann, "ann");
    type_line(&ann, "kings and queens");
    type_line(&ann, "kings and queens");
    await_screen(&ann, "lobby");
}

static void an_account_is_made_by_telnet_and_opens_again(void **state)
{
    (void)state;
    ann_by_telnet();
    assert_shows(&ann, "Your account is made. Welcome, ann!");
    assert_int_not_equal(visit_in(&ann)->account.id, 0);
    assert_true(visit_in(&ann)->account.has_password);
    caller_drop(&ann);

    caller_telnet(&ann, &h);
    type(&ann, "l");
    type_line(&ann, "ANN");
    type_line(&ann, "kings and queens");
    await_screen(&ann, "lobby");
    assert_shows(&ann, "Welcome back, ann.");
    caller_drop(&ann);
}

static void telnet_is_told_that_its_line_is_open(void **state)
{
    (void)state;
    caller_telnet(&ann, &h);
    type(&ann, "n");
    assert_shows(&ann, "Telnet is not encrypted");
    caller_drop(&ann);
    caller_guest(&ann, &h);
    type(&ann, "a");
    type(&ann, "m");
    assert_where(&ann, "sign");
    assert_false(shows(&ann, "Telnet is not encrypted"));
    caller_drop(&ann);
}

static void a_password_is_never_shown(void **state)
{
    (void)state;
    caller_telnet(&ann, &h);
    type(&ann, "l");
    type_line(&ann, "ann");
    type_slowly(&ann, "sesame");
    assert_shows(&ann, "******");
    assert_false(shows(&ann, "sesame"));
    assert_false(heard(&ann, "sesame"));
    caller_drop(&ann);
}

static void the_third_wrong_password_ends_the_visit(void **state)
{
    (void)state;
    ann_by_telnet();
    caller_drop(&ann);
    caller_telnet(&ann, &h);
    type(&ann, "l");
    type_line(&ann, "ann");
    for (int i = 0; i < 2; i++) {
        type_line(&ann, "not the password");
        await_words(&ann, "do not go together");
        assert_where(&ann, "sign");
    }
    type_line(&ann, "nor this one");
    AWAIT(h.base, ann.line.closed, "the line is still open");
    assert_true(heard(&ann, "third time"));
    assert_int_equal(ann.line.status, 1);
    caller_drop(&ann);
}

static void an_unknown_name_sounds_like_a_wrong_password(void **state)
{
    (void)state;
    caller_telnet(&ann, &h);
    type(&ann, "l");
    type_line(&ann, "nosuchname");
    type_line(&ann, "whatever it is");
    await_words(&ann, "That name and password do not go together.");
    caller_drop(&ann);
}

/* Names are 2 to 16 of [A-Za-z0-9_-], whatever is typed (H63, H64). */
static void a_name_that_cannot_be_is_refused_in_a_sentence(void **state)
{
    static const struct {
        const char *typed, *why;
    } names[] = {
        { "a", "A name has at least 2 characters." },
        { "a b", "A name is made of A to Z, digits, - and _ only." },
        { "\xe6\xbc\xa2\xe5\xad\x97", "A name is made of A to Z, digits, - and _ only." },
        { "sysop", "That name is reserved by the house." },
        { "guest-ab", "Names that begin with guest- are for guests." },
        { "abcdefghijklmnopq", "A name has at most 16 characters." },
        { "-ann", "A name begins with a letter or a digit." },
        { "guest7", "Names that begin with guest are for guests." },
        { "P1ay_", "That name looks like one that is reserved by the house." },
        { "bruno", "A computer player is called that, or nearly: choose another name." },
        { "A1rna", "A computer player is called that, or nearly: choose another name." },
    };
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        caller_telnet(&ann, &h);
        type(&ann, "n");
        type(&ann, names[i].typed);
        type(&ann, "\r");
        assert_shows(&ann, names[i].why);
        caller_drop(&ann);
    }
}

static void a_name_that_somebody_has_is_refused_and_can_be_changed(void **state)
{
    (void)state;
    ann_by_telnet();
    caller_drop(&ann);
    caller_telnet(&ann, &h);
    type(&ann, "n");
    type_line(&ann, "Ann");
    type_line(&ann, "kings and queens");
    type_line(&ann, "kings and queens");
    await_words(&ann, "That name is taken, or looks too much like one that is.");
    type_line(&ann, "2");
    type(&ann, "\r\r");
    await_screen(&ann, "lobby");
    assert_string_equal(visit_in(&ann)->person.name, "Ann2");
    caller_drop(&ann);
}

static void two_passwords_that_differ_are_typed_once_more(void **state)
{
    (void)state;
    caller_telnet(&ann, &h);
    type(&ann, "n");
    type_line(&ann, "ann");
    type_line(&ann, "short");
    assert_shows(&ann, password_why("short"));
    type_line(&ann, "kings and queens");
    type_line(&ann, "kings and knaves");
    assert_shows(&ann, "The two passwords are not the same");
    type_line(&ann, "kings and queens");
    type_line(&ann, "kings and queens");
    await_screen(&ann, "lobby");
    caller_drop(&ann);
}

static void by_a_key(const char *user, int key)
{
    caller_init(&ann, &h);
    ann.line.conn.caller.key_proven = true;
    memset(ann.line.conn.caller.key, key, sizeof ann.line.conn.caller.key);
    snprintf(ann.line.conn.caller.user, sizeof ann.line.conn.caller.user, "%s", user);
    caller_enter(&ann);
}

static void by_key(const char *user)
{
    by_a_key(user, 7);
}

static void a_new_key_chooses_a_name_and_is_known_the_next_time(void **state)
{
    (void)state;
    by_key("bea!");
    await_screen(&ann, "sign");
    assert_shows(&ann, "bea");
    type(&ann, "\r");
    await_screen(&ann, "lobby");
    assert_string_equal(visit_in(&ann)->person.name, "bea");
    assert_int_equal(visit_in(&ann)->account.keys, 1);
    caller_drop(&ann);

    by_key("somebody-else");
    await_screen(&ann, "lobby");
    assert_string_equal(visit_in(&ann)->person.name, "bea");
    caller_drop(&ann);
}

/* A second key is linked where one is logged in by password (H41, H40c). */
static void another_key_is_kept_once_logged_in(void **state)
{
    (void)state;
    ann_by_telnet();
    caller_drop(&ann);
    by_key("play");
    await_screen(&ann, "sign");
    type_escape(&ann);
    assert_where(&ann, "welcome");
    type(&ann, "l");
    type_line(&ann, "ann");
    type_line(&ann, "kings and queens");
    await_screen(&ann, "lobby");
    type(&ann, "a");
    type(&ann, "a");
    await_words(&ann, "This key opens your account from now on.");
    caller_drop(&ann);
    by_key("play");
    await_screen(&ann, "lobby");
    assert_string_equal(visit_in(&ann)->person.name, "ann");
    caller_drop(&ann);
}

/* The sanitizer would see an answer into freed memory. */
static void a_line_that_drops_while_the_store_thinks_harms_nobody(void **state)
{
    (void)state;
    caller_telnet(&ann, &h);
    type(&ann, "n");
    type_line(&ann, "ann");
    type_line(&ann, "kings and queens");
    type_slowly(&ann, "kings and queens");
    ann.line.conn.up->input(ann.line.conn.owner, (const uint8_t *)"\r", 1);
    caller_drop(&ann);
    assert_null(h.house.visits);
}

static void cut_the_line(void *arg, enum store_result result, const struct account *account)
{
    (void)arg, (void)result, (void)account;
    fake_closed(&ann.line);
}

/* The answer may come after the line has closed and before the screens have left. */
static void an_answer_right_after_the_line_has_closed_is_dropped(void **state)
{
    static const uint8_t nobody[ACCOUNT_KEY] = { 1 };
    (void)state;
    caller_init(&ann, &h);
    ann.line.conn.caller.key_proven = true;
    account_by_key(h.house.store, nobody, "", cut_the_line, NULL);
    screens_start(&h.house, &h.env, &ann.line.conn);
    AWAIT(h.base, h.house.visits == NULL, "the visit does not end");
    caller_drop(&ann);
}

static void going_back_while_the_store_thinks_is_possible(void **state)
{
    (void)state;
    caller_telnet(&ann, &h);
    type(&ann, "l");
    type_line(&ann, "ann");
    type_slowly(&ann, "kings and queens");
    ann.line.conn.up->input(ann.line.conn.owner, (const uint8_t *)"\r", 1);
    type_escape(&ann);
    assert_where(&ann, "welcome");
    house_run(&h);
    caller_drop(&ann);
}

/* A password manager types or pastes into the form after a key of the welcome, all of it in one read. */
static void manager_types(const char *row, const char *typed)
{
    caller_telnet(&ann, &h);
    type(&ann, row);
    assert_where(&ann, "sign");
    type(&ann, typed);
}

static void assert_not_seen(const char *password)
{
    assert_false(shows(&ann, password));
    assert_false(heard(&ann, password));
}

static void a_tab_in_a_burst_goes_to_the_password_and_shows_nothing_of_it(void **state)
{
    static const char *const typed[] = { "dora2\thunter22x\r", "dora2\rhunter22x\r",
                                         "\033[200~dora2\thunter22x\033[201~\r",
                                         "\033[200~dora2\r\nhunter22x\r\nhttps://cards.test\r\n\033[201~" };
    (void)state;
    manager_types("n", "dora2\thunter22x\thunter22x\r");
    await_screen(&ann, "lobby");
    assert_not_seen("hunter22x");
    assert_string_equal(visit_in(&ann)->person.name, "dora2");
    caller_drop(&ann);
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        manager_types("l", typed[i]);
        if (strstr(typed[i], "\033[201~") != NULL) { /* an Enter right after a paste may be of it */
            assert_where(&ann, "sign");
            house_pass(&h, KEYS_TAIL_MS);
            type(&ann, "\r");
        }
        await_screen(&ann, "lobby");
        assert_not_seen("hunter22x");
        caller_drop(&ann);
    }
}

static void a_password_typed_once_more_with_a_tab_between_is_two_fields(void **state)
{
    (void)state;
    caller_telnet(&ann, &h);
    type(&ann, "n");
    type_slowly(&ann, "dora2\t");
    type(&ann, "hunter22x\thunter22x\r");
    await_screen(&ann, "lobby");
    assert_not_seen("hunter22x");
    caller_drop(&ann);
}

/* The password is on its way whatever is wrong with the name. */
static void a_name_that_is_refused_is_not_followed_by_the_password(void **state)
{
    static const struct {
        const char *row, *typed;
    } all[] = {
        { "n", "d@ra\thunter22x\thunter22x\r" },
        { "n", "d@ra\rhunter22x\rhunter22x\r" },
        { "l", "\thunter22x\r" },
        { "l", "\rhunter22x\r" },
        { "n", "\033[200~d@ra\thunter22x\thunter22x\033[201~\r" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        manager_types(all[i].row, all[i].typed);
        house_pass(&h, KEYS_TAIL_MS);
        if (strstr(all[i].typed, "\033[201~") != NULL) type(&ann, "\r");
        assert_where(&ann, "sign");
        assert_shows(&ann, all[i].row[0] == 'n' ? "A name is made of" : "Nothing was typed.");
        assert_not_seen("hunter22x");
        type_line(&ann, "x");
        assert_shows(&ann, "x");
        caller_drop(&ann);
    }
    by_key("dora");
    await_screen(&ann, "sign");
    type(&ann, "2\thunter22x\r");
    assert_not_seen("hunter22x");
    assert_shows(&ann, "dora2");
    caller_drop(&ann);
}

static void a_name_left_by_tab_is_told_and_comes_back_at_the_end(void **state)
{
    (void)state;
    caller_telnet(&ann, &h);
    type(&ann, "n");
    type_slowly(&ann, "a\t");
    assert_shows(&ann, "A name has at least 2 characters.");
    type_line(&ann, "kings and queens");
    type_line(&ann, "kings and queens");
    assert_where(&ann, "sign");
    assert_shows(&ann, "A name has at least 2 characters.");
    type_line(&ann, "nn");
    type(&ann, "\r");
    type(&ann, "\r");
    await_screen(&ann, "lobby");
    assert_string_equal(visit_in(&ann)->person.name, "ann");
    caller_drop(&ann);
}

/* Plain mode: the same form as questions; no byte of the answer is an escape (H71). */
static void an_account_is_made_in_plain_mode(void **state)
{
    (void)state;
    caller_init(&ann, &h);
    ann.line.conn.caller.transport = TRANSPORT_TELNET;
    ann.line.conn.caller.character_mode = ann.line.conn.caller.we_echo = false;
    ann.line.conn.caller.charset_told = -1;
    ann.line.conn.caller.term[0] = '\0';
    caller_enter(&ann);
    assert_heard(&ann, "2 Log in (login)");
    type_line(&ann, "new");
    assert_heard(&ann, "Telnet is not encrypted");
    type_line(&ann, "ann");
    assert_heard(&ann, "Password: ");
    assert_true(ann.line.hidden);
    type_line(&ann, "kings and queens");
    type_line(&ann, "kings and knaves");
    assert_heard(&ann, "The two passwords are not the same");
    type_line(&ann, "kings and queens");
    type_line(&ann, "kings and queens");
    await_screen(&ann, "lobby");
    assert_false(ann.line.hidden);
    assert_heard(&ann, "You are ann.");
    assert_false(heard(&ann, "kings and"));
    assert_null(memchr(ann.line.out.buf, 0x1B, ann.line.out.len));
    caller_drop(&ann);
}

static void a_password_is_set_later(void **state)
{
    (void)state;
    by_key("bea");
    await_screen(&ann, "sign");
    type(&ann, "\r");
    await_screen(&ann, "lobby");
    type(&ann, "a");
    assert_where(&ann, "account");
    type(&ann, "p");
    type_line(&ann, "kings and queens");
    type_line(&ann, "kings and queens");
    await_screen(&ann, "account");
    assert_shows(&ann, "Your password is set.");
    assert_shows(&ann, "New password");
    caller_drop(&ann);
}

/* A limit that is reached is said in a sentence, on the form, and the line stays. */
static void what_is_asked_for_too_often_is_said_on_the_form(void **state)
{
    (void)state;
    char name[32];
    for (int k = 0; k <= ACCOUNTS_BURST; k++) {
        snprintf(name, sizeof name, "newcomer%d", k);
        by_a_key(name, 100 + k);
        await_screen(&ann, "sign");
        type(&ann, "\r");
        if (k < ACCOUNTS_BURST) {
            await_screen(&ann, "lobby");
            caller_drop(&ann);
        }
    }
    await_words(&ann, "Some accounts were made from your network just now: be a guest, or try again");
    assert_where(&ann, "sign");
    caller_drop(&ann);
    by_a_key("newcomer0", 100);
    await_screen(&ann, "lobby");
    type(&ann, "a");
    for (int k = 0; k <= CHANGES_BURST; k++) {
        type(&ann, "p");
        type_line(&ann, "kings and queens");
        type_line(&ann, "kings and queens");
        if (k < CHANGES_BURST) await_screen(&ann, "account");
    }
    await_words(&ann, "Your password was changed often of late: try again in a minute.");
    assert_where(&ann, "sign");
    caller_drop(&ann);
}

/* The person's own choice wins over what the terminal seems to be, the next time too (H17). */
static void the_look_is_remembered(void **state)
{
    (void)state;
    by_key("bea");
    await_screen(&ann, "sign");
    type(&ann, "\r");
    await_screen(&ann, "lobby");
    type(&ann, "a");
    type(&ann, "l");
    type(&ann, "l");
    assert_int_equal(session_kind(session_of(&ann))->charset, CHARSET_CP437);
    assert_shows(&ann, "You see CP437 now, as BBS terminals have it; v again: ASCII.");
    caller_drop(&ann);
    by_key("bea");
    await_screen(&ann, "lobby");
    assert_int_equal(session_kind(session_of(&ann))->charset, CHARSET_CP437);
    caller_drop(&ann);
}

/* Letters for suits can always be had; and every way of seeing comes round again (H66). */
static void every_look_can_be_chosen_and_left(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "a");
    type(&ann, "l"); /* log in */
    type_escape(&ann);
    for (int k = 0; k < 3; k++) type(&ann, "3");
    assert_int_equal(session_kind(session_of(&ann))->charset, CHARSET_ASCII);
    assert_false(session_plain(session_of(&ann)));
    hear_no_more(&ann);
    type(&ann, "3");
    assert_true(session_plain(session_of(&ann)));
    assert_heard(&ann, "You see plain lines now; the word view leads on to UTF-8.");
    assert_heard(&ann, "Account. You are guest-");
    type_line(&ann, "look");
    assert_false(session_plain(session_of(&ann)));
    assert_int_equal(session_kind(session_of(&ann))->charset, CHARSET_UTF8);
    caller_drop(&ann);
}

static void the_mouse_is_remembered(void **state)
{
    (void)state;
    by_key("bea");
    await_screen(&ann, "sign");
    type(&ann, "\r");
    await_screen(&ann, "lobby");
    assert_false(session_mouse(session_of(&ann)));
    type(&ann, "1");
    type(&ann, "o");
    assert_shows(&ann, "The mouse is on");
    assert_heard(&ann, "\x1b[?1006h");
    house_run(&h);
    caller_drop(&ann);
    by_key("bea");
    await_screen(&ann, "lobby");
    assert_true(session_mouse(session_of(&ann)));
    type(&ann, "a");
    type(&ann, "m");
    assert_shows(&ann, "The mouse is off");
    assert_false(session_mouse(session_of(&ann)));
    caller_drop(&ann);
}

/* By ssh under a name that is nobody's, or whose key was left at home. */
static void a_guest_by_the_name_of_an_account_is_told(void **state)
{
    (void)state;
    by_key("bea");
    await_screen(&ann, "sign");
    assert_shows(&ann, "ssh -o IdentitiesOnly=yes -i FILE");
    type(&ann, "\r");
    await_screen(&ann, "lobby");
    caller_drop(&ann);
    static const char *const users[][2] = {
        { "bae", "There is no account bae; you are a guest." },
        { "bea", "bea has no password and opens by its key alone; you are a guest." },
    };
    for (int k = 0; k < 2; k++) {
        caller_init(&ann, &h);
        strcpy(ann.line.conn.caller.user, users[k][0]);
        caller_enter(&ann);
        await_screen(&ann, "lobby");
        assert_shows(&ann, users[k][1]);
        assert_int_equal(visit_in(&ann)->account.id, 0);
        caller_drop(&ann);
    }
    caller_init(&ann, &h);
    strcpy(ann.line.conn.caller.user, "play");
    caller_enter(&ann);
    assert_where(&ann, "lobby");
    assert_false(shows(&ann, "no account"));
    caller_drop(&ann);
}

/* Without single keys there is no frame to be had. */
static void lines_stay_lines_whatever_is_chosen(void **state)
{
    (void)state;
    caller_plain(&ann, &h);
    type_line(&ann, "account");
    type_line(&ann, "look");
    assert_true(session_plain(session_of(&ann)));
    caller_drop(&ann);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_account_is_made_by_telnet_and_opens_again),
        TEST(telnet_is_told_that_its_line_is_open),
        TEST(a_password_is_never_shown),
        TEST(the_third_wrong_password_ends_the_visit),
        TEST(an_unknown_name_sounds_like_a_wrong_password),
        TEST(a_name_that_cannot_be_is_refused_in_a_sentence),
        TEST(a_name_that_somebody_has_is_refused_and_can_be_changed),
        TEST(two_passwords_that_differ_are_typed_once_more),
        TEST(a_new_key_chooses_a_name_and_is_known_the_next_time),
        TEST(another_key_is_kept_once_logged_in),
        TEST(a_line_that_drops_while_the_store_thinks_harms_nobody),
        TEST(an_answer_right_after_the_line_has_closed_is_dropped),
        TEST(going_back_while_the_store_thinks_is_possible),
        TEST(a_tab_in_a_burst_goes_to_the_password_and_shows_nothing_of_it),
        TEST(a_password_typed_once_more_with_a_tab_between_is_two_fields),
        TEST(a_name_that_is_refused_is_not_followed_by_the_password),
        TEST(a_name_left_by_tab_is_told_and_comes_back_at_the_end),
        TEST(an_account_is_made_in_plain_mode),
        TEST(a_password_is_set_later),
        TEST(what_is_asked_for_too_often_is_said_on_the_form),
        TEST(the_look_is_remembered),
        TEST(every_look_can_be_chosen_and_left),
        TEST(the_mouse_is_remembered),
        TEST(a_guest_by_the_name_of_an_account_is_told),
        TEST(lines_stay_lines_whatever_is_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
