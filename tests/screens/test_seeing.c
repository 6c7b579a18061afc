#include "games/catalogue/record.h"
#include "screens/lobby.h"
#include "screens/patience_play.h"

#include "screens/help.h"
#include "screens/loser.h"
#include "screens/record.h"
#include "screens/table_state.h"

#include "screens/own_house.h"

#define F2 "\x1b[12~"

static const char utf8[] = "You see UTF-8 now, with signs for suits; v again: CP437.";
static const char cp437[] = "You see CP437 now, as BBS terminals have it; v again: ASCII.";
static const char ascii[] = "You see ASCII now, with letters for suits; v again: plain lines.";
static const char plain[] = "You see plain lines now; the word view leads on to UTF-8.";

static enum charset charset_now(void)
{
    return session_kind(session_of(&ann))->charset;
}

static void assert_all_ascii(void)
{
    for (size_t i = 0; i < ann.line.out.len; i++)
        if ((unsigned char)ann.line.out.buf[i] > 0x7E) fail_msg("byte %02x", (unsigned char)ann.line.out.buf[i]);
}

static char rounds[256]; /* the names of the screens on which it went round */

/* Once round, from UTF-8; the screen is the same afterwards. */
static void go_round(void)
{
    char name[32];
    snprintf(name, sizeof name, "%s", where(&ann));
    type(&ann, "v");
    assert_shows(&ann, cp437);
    assert_int_equal(charset_now(), CHARSET_CP437);
    type(&ann, "v");
    assert_shows(&ann, ascii);
    assert_int_equal(charset_now(), CHARSET_ASCII);
    hear_no_more(&ann);
    type(&ann, "v");
    assert_true(session_plain(session_of(&ann)));
    assert_heard(&ann, plain);
    assert_all_ascii();
    type_line(&ann, "view");
    assert_false(session_plain(session_of(&ann)));
    assert_int_equal(charset_now(), CHARSET_UTF8);
    assert_shows(&ann, utf8);
    assert_where(&ann, name);
    if (strstr(rounds, name) == NULL) snprintf(rounds + strlen(rounds), sizeof rounds - strlen(rounds), " %s", name);
}

static void v_goes_round_on_every_screen(void **state)
{
    (void)state;
    caller_telnet(&ann, &h);
    assert_where(&ann, "welcome");
    go_round();
    type(&ann, "1");
    assert_where(&ann, "lobby");
    go_round();
    static const char *const rows[] = { "l", "1", "g", "s", "f", "a" };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        type(&ann, rows[i]);
        house_pass(&h, 1000);
        if (strcmp(where(&ann), "patience") == 0) (void)solo_in(&ann);
        assert_string_not_equal(where(&ann), "lobby");
        go_round();
        if (strcmp(where(&ann), "patience") == 0) {
            struct record r;
            solo_record(solo_in(&ann), &r);
            record_show(session_of(&ann), &r);
            record_clear(&r);
            house_run(&h);
            go_round();
            type(&ann, "q");
            type(&ann, "?");
            go_round();
        }
        session_only(session_of(&ann), &screen_lobby, NULL);
        house_run(&h);
    }
    loser_show(session_of(&ann), "bea");
    house_run(&h);
    assert_where(&ann, "loser");
    go_round();
    static const char *const all[] = { "welcome", "lobby",   "lesson",  "table", "patience",
                                       "record",  "account", "figures", "help",  "loser" };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strstr(rounds, all[i]) == NULL) fail_msg("%s was not among%s", all[i], rounds);
    caller_drop(&ann);
}

/* The next frame clears the screen and is whole, in the other characters; nothing is sent that only it could read. */
static void the_other_way_is_seen_at_once(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    hear_no_more(&ann);
    type(&ann, "v");
    assert_heard(&ann, "\x1b[2J");
    assert_heard(&ann, "Play Kings Corner now");
    assert_null(strstr(ann.line.out.buf, "\xe2"));
    assert_null(strstr(ann.line.out.buf, "\x1b[?1049l"));
    hear_no_more(&ann);
    type(&ann, "v");
    assert_heard(&ann, "Play Kings Corner now");
    assert_all_ascii();
    caller_drop(&ann);
}

/* NO_COLOR holds in every way of seeing, on any terminal: no colour is ever sent. */
static void without_colours_every_way_is_without(void **state)
{
    (void)state;
    static const char *const terms[] = { "XTERM-256COLOR", "SYNCTERM" };
    for (int k = 0; k < 2; k++) {
        caller_init(&ann, &h);
        struct caller *caller = &ann.line.conn.caller;
        caller->no_color = true;
        caller->transport = TRANSPORT_TELNET;
        caller->charset_told = -1;
        snprintf(caller->term, sizeof caller->term, "%s", terms[k]);
        snprintf(caller->colorterm, sizeof caller->colorterm, "truecolor");
        caller_enter(&ann);
        type_slowly(&ann, "1v1v\t\rv");
        if (session_plain(session_of(&ann))) type_line(&ann, "view");
        for (const char *p = ann.line.out.buf; (p = strstr(p, "\x1b[")) != NULL; p++) {
            size_t n = strspn(p + 2, "0123456789;");
            if (p[2 + n] != 'm') continue;
            for (const char *q = p + 2; q < p + 2 + n; q += strcspn(q, ";m") + 1)
                assert_false(strtol(q, NULL, 10) >= 30 || strtol(q, NULL, 10) == 5);
        }
        caller_drop(&ann);
    }
}

/* What has been said is gone with the next key, and a newer sentence takes its place. */
static void the_sentence_goes_with_the_next_key(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "v");
    assert_shows(&ann, cp437);
    type(&ann, "j");
    assert_false(shows(&ann, cp437));
    type(&ann, "kk1");
    type(&ann, "v");
    assert_shows(&ann, ascii);
    type(&ann, "o");
    assert_shows(&ann, "The mouse is on");
    assert_false(shows(&ann, ascii));
    caller_drop(&ann);
}

static void in_text_v_is_a_letter_and_F2_leads_on(void **state)
{
    (void)state;
    caller_telnet(&ann, &h);
    type(&ann, "2");
    assert_where(&ann, "sign");
    type(&ann, "v");
    assert_shows(&ann, "Name             v");
    assert_int_equal(charset_now(), CHARSET_UTF8);
    type(&ann, F2);
    assert_int_equal(charset_now(), CHARSET_CP437);
    assert_shows(&ann, "F2 again: ASCII.");
    type(&ann, F2);
    type(&ann, F2);
    assert_true(session_plain(session_of(&ann)));
    type(&ann, F2);
    assert_int_equal(charset_now(), CHARSET_UTF8);
    assert_where(&ann, "sign");
    type_escape(&ann);
    type(&ann, "1");
    type(&ann, "1");
    house_pass(&h, 1000);
    type(&ann, "c");
    type(&ann, "v");
    assert_int_equal(charset_now(), CHARSET_UTF8);
    type(&ann, F2);
    assert_int_equal(charset_now(), CHARSET_CP437);
    type(&ann, "\r");
    assert_shows(&ann, "v");
    type(&ann, ":");
    type(&ann, "v");
    assert_int_equal(charset_now(), CHARSET_CP437);
    caller_drop(&ann);
}

/* A name may be called so: in plain mode too text is text. */
static void in_plain_text_the_word_is_text(void **state)
{
    (void)state;
    caller_init(&ann, &h);
    ann.line.conn.caller.transport = TRANSPORT_TELNET;
    strcpy(ann.line.conn.caller.term, "dumb");
    caller_enter(&ann);
    type_line(&ann, "new");
    assert_where(&ann, "sign");
    type_line(&ann, "view");
    assert_true(session_plain(session_of(&ann)));
    assert_heard(&ann, "Password: ");
    type_line(&ann, "");
    assert_where(&ann, "welcome");
    type_line(&ann, "VIEW");
    assert_false(session_plain(session_of(&ann)));
    assert_true(session_kind(session_of(&ann))->wraps_at_once);
    caller_drop(&ann);
}

static void without_single_keys_it_says_why_not(void **state)
{
    (void)state;
    caller_plain(&ann, &h);
    hear_no_more(&ann);
    type_line(&ann, "v");
    assert_true(session_plain(session_of(&ann)));
    assert_heard(&ann, "pictures need single keys");
    hear_no_more(&ann);
    type_line(&ann, "play");
    type_line(&ann, "view");
    assert_heard(&ann, "pictures need single keys");
    caller_drop(&ann);
}

static void by_key(const char *user, uint8_t key)
{
    caller_init(&ann, &h);
    ann.line.conn.caller.key_proven = true;
    memset(ann.line.conn.caller.key, key, sizeof ann.line.conn.caller.key);
    snprintf(ann.line.conn.caller.user, sizeof ann.line.conn.caller.user, "%s", user);
    caller_enter(&ann);
}

/* (H17) */
static void v_is_remembered(void **state)
{
    (void)state;
    by_key("bea", 7);
    await_screen(&ann, "sign");
    type(&ann, "\r");
    await_screen(&ann, "lobby");
    type(&ann, "v");
    type(&ann, "v");
    caller_drop(&ann);
    by_key("bea", 7);
    await_screen(&ann, "lobby");
    assert_int_equal(charset_now(), CHARSET_ASCII);
    assert_string_equal(visit_in(&ann)->account.charset, "ascii");
    caller_drop(&ann);
}

/* Who chose before there was an account to keep it has it kept then, and sees no other way in between. */
static void a_choice_before_the_account_is_the_accounts(void **state)
{
    (void)state;
    by_key("bea", 7);
    await_screen(&ann, "sign");
    type(&ann, F2);
    assert_int_equal(charset_now(), CHARSET_CP437);
    type(&ann, "\r");
    await_screen(&ann, "lobby");
    assert_int_equal(charset_now(), CHARSET_CP437);
    caller_drop(&ann);
    by_key("bea", 7);
    await_screen(&ann, "lobby");
    assert_int_equal(charset_now(), CHARSET_CP437);
    caller_drop(&ann);
}

static void the_row_of_the_account_goes_round_too(void **state)
{
    (void)state;
    static const char *const names[] = { "utf8", "cp437", "ascii" };
    caller_guest(&ann, &h);
    type(&ann, "a");
    for (int i = 0; i < 3; i++) {
        type(&ann, "3");
        assert_string_equal(visit_in(&ann)->account.charset, names[i]);
        assert_shows(&ann, "You see");
    }
    type(&ann, "3");
    assert_true(session_plain(session_of(&ann)));
    type_line(&ann, "look");
    assert_string_equal(visit_in(&ann)->account.charset, "");
    assert_int_equal(charset_now(), CHARSET_UTF8);
    caller_drop(&ann);
}

/* Keys of one read that go through another way of seeing are neither lost nor doubled. */
static void the_keys_behind_v_count(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "vvvv\r\nvq");
    assert_int_equal(charset_now(), CHARSET_CP437);
    assert_shows(&ann, "Leave the house?");
    type(&ann, "x");
    assert_where(&ann, "lobby");
    caller_drop(&ann);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(v_goes_round_on_every_screen),
        TEST(the_other_way_is_seen_at_once),
        TEST(without_colours_every_way_is_without),
        TEST(the_sentence_goes_with_the_next_key),
        TEST(in_text_v_is_a_letter_and_F2_leads_on),
        TEST(in_plain_text_the_word_is_text),
        TEST(without_single_keys_it_says_why_not),
        TEST(v_is_remembered),
        TEST(a_choice_before_the_account_is_the_accounts),
        TEST(the_row_of_the_account_goes_round_too),
        TEST(the_keys_behind_v_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
