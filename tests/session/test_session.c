#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "await.h"
#include "base/clock.h"
#include "screens/fake_conn.h"
#include "session/inside.h"
#include "session/session.h"

/* What the test's one screen saw. */
struct seen {
    int entered, left, back, drawn, said, keys, lines, visits_ended;
    bool in_order;
    char last_line[512];
    enum key_code last_key;
    uint32_t last_char;
    bool pops, ends;
    char refuses; /* a key that means nothing to the screen */
    int64_t due;
};

static struct seen *seen_of(struct session *s)
{
    return session_visitor(s);
}

static void on_enter(struct session *s, void *state, const void *arg)
{
    (void)state, (void)arg;
    seen_of(s)->entered++;
}

static void on_leave(struct session *s, void *state)
{
    memset(state, 0xEE, 64);
    seen_of(s)->left++;
}

static void on_back(struct session *s, void *state)
{
    (void)state;
    seen_of(s)->back++;
}

static void on_draw(struct session *s, void *state, struct canvas *c)
{
    (void)state;
    canvas_add(c, 0, 0, STYLE_PLAIN, "keys %d", seen_of(s)->keys);
    seen_of(s)->drawn++;
}

static bool on_key(struct session *s, void *state, const struct key *k)
{
    struct seen *seen = seen_of(s);
    if (seen->refuses != '\0' && k->ch == (uint32_t)seen->refuses) return false;
    seen->keys++;
    seen->last_key = k->code;
    seen->last_char = k->ch;
    if (k->ch == 'p') session_pop(s);
    if (k->ch == 'e') session_end(s, "goodbye\n", 0);
    session_dirty(s);
    *(char *)state = 1; /* the state outlives the call that popped it */
    return true;
}

static void on_say(struct session *s, void *state, struct text *out)
{
    (void)state;
    seen_of(s)->said++;
    text_add(out, "You are in the test.\n");
}

static void on_line(struct session *s, void *state, const char *line)
{
    (void)state;
    struct seen *seen = seen_of(s);
    snprintf(seen->last_line, sizeof seen->last_line, "%s", line);
    char expected[64];
    snprintf(expected, sizeof expected, "word %d of many words", seen->lines);
    seen->in_order = strcmp(line, expected) == 0 && (seen->in_order || seen->lines == 0);
    seen->lines++;
    session_tell(s, "Heard.");
    if (strcmp(line, "end") == 0) session_end(s, "goodbye\n", 0);
}

static int64_t on_due(struct session *s, void *state)
{
    (void)state;
    return seen_of(s)->due;
}

static const struct screen test_screen = {
    .name = "test",
    .size = 64,
    .enter = on_enter,
    .leave = on_leave,
    .back = on_back,
    .draw = on_draw,
    .key = on_key,
    .say = on_say,
    .line = on_line,
    .due = on_due,
};

static void ended(void *visitor)
{
    ((struct seen *)visitor)->visits_ended++;
}

static const struct screen late_screen = {
    .name = "late",
    .size = 64,
    .enter = on_enter,
    .leave = on_leave,
    .draw = on_draw,
    .say = on_say,
    .due = on_due,
    .late = true,
};

struct stage {
    struct event_base *base;
    struct clock_fake clock;
    struct session_env env;
    struct fake_conn conn;
    struct seen seen;
    struct session *session;
};

static void stage_set(struct stage *g)
{
    memset(g, 0, sizeof *g);
    g->base = event_base_new();
    clock_fake_init(&g->clock, 1000000, 1700000000);
    session_env_init(&g->env, g->base, &g->clock.clock);
    fake_conn_init(&g->conn, g->base);
    g->seen.due = INT64_MAX;
}

static void stage_open(struct stage *g, bool plain)
{
    struct terminal_kind kind = { .charset = plain ? CHARSET_ASCII : CHARSET_UTF8,
                                  .plain = plain,
                                  .alt_screen = !plain };
    g->session = session_new(&g->env, &g->conn.conn, &kind, &g->seen, ended);
    session_push(g->session, &test_screen, NULL);
    fake_run(&g->conn);
}

static void stage_clear(struct stage *g)
{
    if (!g->conn.closed) fake_drop(&g->conn);
    fake_run(&g->conn);
    session_env_clear(&g->env);
    fake_conn_clear(&g->conn);
    event_base_free(g->base);
}

static void one_read_of_many_keys_is_one_frame(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, false);
    assert_int_equal(g.seen.drawn, 1);
    g.clock.ms += 100;
    fake_type(&g.conn, "abc");
    assert_int_equal(g.seen.keys, 3);
    assert_int_equal(g.seen.drawn, 2);
    assert_non_null(strstr(g.conn.out.buf, "3"));
    stage_clear(&g);
}

/* (H43) */
static void a_caller_that_does_not_read_loses_frames_not_memory(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, false);
    g.conn.stuck = true;
    size_t before = g.conn.out.len;
    for (int i = 0; i < 1000; i++) {
        g.clock.ms += 100;
        fake_type(&g.conn, "a");
    }
    assert_int_equal(g.conn.out.len, before);
    assert_int_equal(g.seen.drawn, 1);
    g.conn.stuck = false;
    g.conn.conn.up->ready(g.conn.conn.owner);
    fake_run(&g.conn);
    assert_int_equal(g.seen.drawn, 2);
    assert_non_null(strstr(g.conn.out.buf + before, "1000"));
    stage_clear(&g);
}

static void a_late_screen_that_is_gone_in_time_is_never_drawn(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, false);
    g.clock.ms += 100;
    session_push(g.session, &late_screen, NULL);
    fake_run(&g.conn);
    assert_int_equal(g.seen.drawn, 1);
    session_pop(g.session);
    fake_run(&g.conn);
    assert_int_equal(g.seen.drawn, 2);
    stage_clear(&g);
}

/* (H44) */
static void an_idle_screen_sends_nothing(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, false);
    size_t before = g.conn.out.len;
    for (int i = 0; i < 100; i++) {
        g.clock.ms += 1000;
        session_dirty(g.session);
        fake_run(&g.conn);
    }
    assert_int_equal(g.conn.out.len, before);
    stage_clear(&g);
}

/* (H61) */
static void keys_beyond_the_rate_are_dropped(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, false);
    for (int i = 0; i < 400; i++) fake_type(&g.conn, "a");
    assert_int_equal(g.seen.keys, g.env.keys_burst);
    g.clock.ms += 1000;
    for (int i = 0; i < 400; i++) fake_type(&g.conn, "a");
    assert_int_equal(g.seen.keys, g.env.keys_burst + g.env.keys_per_s);
    stage_clear(&g);
}

/* A megabyte without a line end: what is more than the rate is dropped, the line stays short, and then all is as
 * before (H61). */
static void a_flood_without_enter_is_cut_and_forgotten(void **state)
{
    (void)state;
    static char flood[64 * 1024 + 1];
    memset(flood, 'a', sizeof flood - 1);
    for (int plain = 0; plain < 2; plain++) {
        struct stage g;
        stage_set(&g);
        g.env.keys_per_s = g.env.keys_burst = 1000000;
        stage_open(&g, plain);
        for (int i = 0; i < 16; i++) {
            g.clock.ms += 3000;
            fake_type(&g.conn, flood);
        }
        assert_false(g.conn.held); /* what nobody will act on need not wait */
        assert_in_range(g.seen.keys, 0, plain ? 0 : 16 * sizeof flood);
        assert_in_range(g.conn.out.len, 0, 20 * 1024);
        g.clock.ms += 10000;
        fake_type(&g.conn, plain ? "\r" : "x");
        if (plain) assert_int_equal(g.seen.lines, 0); /* refused whole */
        for (const char *k = "ok\r"; *k != '\0'; k++) fake_type(&g.conn, (char[]){ *k, '\0' });
        if (plain)
            assert_string_equal(g.seen.last_line, "ok");
        else
            assert_int_equal(g.seen.last_key, KEY_ENTER);
        stage_clear(&g);
    }
}

static void a_screen_may_pop_itself_while_it_handles_a_key(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, false);
    session_push(g.session, &test_screen, NULL);
    fake_type(&g.conn, "p");
    assert_int_equal(g.seen.left, 1);
    assert_int_equal(g.seen.back, 1);
    stage_clear(&g);
    assert_int_equal(g.seen.left, 2);
    assert_int_equal(g.seen.visits_ended, 1);
}

/* (H48) */
/* The lowest screen hears once that it is on top again, however many lay above it. */
static void home_pops_all_screens_but_the_lowest(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, false);
    const struct screen *top = session_top(g.session, NULL);
    session_home(g.session);
    assert_int_equal(g.seen.left + g.seen.back, 0);
    session_push(g.session, &test_screen, NULL);
    session_push(g.session, &late_screen, NULL);
    fake_run(&g.conn);
    session_home(g.session);
    fake_run(&g.conn);
    assert_int_equal(g.seen.left, 2);
    assert_int_equal(g.seen.back, 1);
    assert_ptr_equal(session_top(g.session, NULL), top);
    session_pop_all(g.session);
    session_home(g.session);
    assert_null(session_top(g.session, NULL));
    stage_clear(&g);
}

static void the_end_restores_the_terminal_once_and_then_says_goodbye(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, false);
    size_t before = g.conn.out.len;
    fake_type(&g.conn, "eaaa");
    const char *end = g.conn.out.buf + before;
    const char *restored = strstr(end, "\033[?1049l");
    assert_non_null(restored);
    assert_null(strstr(restored + 1, "\033[?1049l"));
    assert_non_null(strstr(restored, "goodbye\r\n"));
    assert_int_equal(g.seen.keys, 1);
    assert_int_equal(g.seen.left, 1);
    assert_int_equal(g.seen.visits_ended, 1);
    assert_true(g.conn.closed);
    stage_clear(&g);
}

/* Whatever the connection asks for, in pictures and in lines: the terminal back, then one sentence, once (H48). */
static void every_end_that_the_connection_asks_for_restores_and_says_why(void **state)
{
    (void)state;
    static const struct {
        enum conn_end why;
        const char *words;
        int status;
    } ends[] = {
        { CONN_END_INPUT, "input has ended", 0 },     { CONN_END_SIGNAL, "asked to leave", 0 },
        { CONN_END_SILENT, "Nothing came", 1 },       { CONN_END_BACKLOG, "did not read", 1 },
        { CONN_END_SHARE, "more than its share", 1 },
    };
    for (size_t i = 0; i < 2 * sizeof ends / sizeof *ends; i++) {
        struct stage g;
        bool plain = i % 2;
        stage_set(&g);
        stage_open(&g, plain);
        text_clear(&g.conn.out);
        g.conn.stuck = ends[i / 2].why == CONN_END_BACKLOG;
        g.conn.conn.up->ending(g.conn.conn.owner, ends[i / 2].why);
        assert_true(g.conn.closing);
        session_end(g.session, "again\n", 2);
        fake_run(&g.conn);
        const char *restored = strstr(g.conn.out.buf, "\033[?1049l"),
                   *words = strstr(g.conn.out.buf, ends[i / 2].words);
        assert_int_equal(restored == NULL, plain);
        assert_non_null(words);
        if (!plain) assert_true(restored < words && strchr(words, '\033') == NULL);
        assert_null(strstr(g.conn.out.buf, "again"));
        assert_int_equal(g.conn.status, ends[i / 2].status);
        assert_int_equal(g.seen.left, 1);
        assert_int_equal(g.seen.visits_ended, 1);
        stage_clear(&g);
    }
}

static void a_cut_line_makes_the_screens_leave(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, false);
    session_push(g.session, &test_screen, NULL);
    fake_drop(&g.conn);
    assert_int_equal(g.seen.left, 2);
    assert_int_equal(g.seen.visits_ended, 1);
    stage_clear(&g);
}

/* (H71) */
static void plain_mode_sends_lines_without_any_escape(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, true);
    fake_type(&g.conn, "hello  \xe2\x99\xa5 there\r");
    assert_int_equal(g.seen.said, 1);
    assert_string_equal(g.seen.last_line, "hello \xe2\x99\xa5 there");
    for (size_t i = 0; i < g.conn.out.len; i++) {
        unsigned char c = (unsigned char)g.conn.out.buf[i];
        assert_true(c == '\r' || c == '\n' || (c >= 0x20 && c < 0x7F));
    }
    assert_non_null(strstr(g.conn.out.buf, "You are in the test.\r\n> "));
    assert_non_null(strstr(g.conn.out.buf, "Heard.\r\n> "));
    stage_clear(&g);
}

static void plain_mode_shows_again_what_was_typed_when_a_line_comes_between(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, true);
    fake_type(&g.conn, "hel");
    session_tell(g.session, "bea plays.");
    fake_run(&g.conn);
    assert_non_null(strstr(g.conn.out.buf, "> hel\r\nbea plays.\r\n> hel"));
    fake_type(&g.conn, "lo\r");
    assert_string_equal(g.seen.last_line, "hello");
    stage_clear(&g);
}

/* An event stands in place of a prompt at which nothing is typed; the next key brings the prompt back. */
static void plain_mode_says_the_prompt_once_for_many_events(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, true);
    text_clear(&g.conn.out);
    session_event(g.session, "bea plays.");
    fake_run(&g.conn);
    session_event(g.session, "cy plays.");
    fake_run(&g.conn);
    assert_string_equal(g.conn.out.buf, "\rbea plays.\r\ncy plays.\r\n");
    text_clear(&g.conn.out);
    fake_type(&g.conn, "he");
    assert_string_equal(g.conn.out.buf, "> he");
    session_event(g.session, "bea draws.");
    fake_run(&g.conn);
    assert_string_equal(g.conn.out.buf, "> he\r\nbea draws.\r\n> he");
    fake_type(&g.conn, "y\r");
    assert_string_equal(g.seen.last_line, "hey");
    stage_clear(&g);
}

/* A client that shows typed text itself: the house does not know what was typed, so it stays above. */
static void plain_mode_never_writes_over_what_the_caller_shows(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    g.conn.conn.caller.we_echo = g.conn.conn.caller.character_mode = false;
    stage_open(&g, true);
    text_clear(&g.conn.out);
    session_event(g.session, "bea plays.");
    session_event(g.session, "cy plays.");
    fake_run(&g.conn);
    assert_string_equal(g.conn.out.buf, "\nbea plays.\ncy plays.\n");
    stage_clear(&g);
}

static void plain_mode_drops_the_typed_line_at_control_c(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, true);
    text_clear(&g.conn.out);
    fake_type(&g.conn, "hel\x04\x03lo\r");
    assert_string_equal(g.conn.out.buf, "hel\r\n> lo\r\nHeard.\r\n> ");
    assert_string_equal(g.seen.last_line, "lo");
    assert_int_equal(g.seen.keys, 0);
    fake_type(&g.conn, "\x03\x04");
    assert_int_equal(g.seen.keys, 2);
    stage_clear(&g);
}

static void plain_mode_says_that_lines_were_lost(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, true);
    g.conn.stuck = true;
    size_t before = g.conn.out.len;
    session_tell(g.session, "the first is no loss yet");
    assert_non_null(strstr(g.conn.out.buf + before, "no loss"));
    for (int i = 0; i < 1000; i++) session_tell(g.session, "something happens");
    fake_run(&g.conn);
    assert_in_range(g.conn.out.len, before, before + 5000);
    g.conn.stuck = false;
    g.conn.conn.up->ready(g.conn.conn.owner);
    fake_run(&g.conn);
    assert_non_null(strstr(g.conn.out.buf + before, "left out"));
    assert_non_null(strstr(g.conn.out.buf + before, "You are in the test."));
    stage_clear(&g);
}

static void a_resize_draws_a_whole_frame_and_a_tiny_window_is_told(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, false);
    g.clock.ms += 100;
    g.conn.conn.up->resize(g.conn.conn.owner, 30, 8);
    fake_run(&g.conn);
    assert_non_null(strstr(g.conn.out.buf, "40x12"));
    assert_int_equal(g.seen.drawn, 1);
    g.clock.ms += 100;
    g.conn.conn.up->resize(g.conn.conn.owner, 120, 40);
    fake_run(&g.conn);
    assert_int_equal(g.seen.drawn, 2);
    stage_clear(&g);
}

/* At the start it is 80x24, later the last one (H8). */
static void a_size_of_nothing_keeps_the_last_one(void **state)
{
    (void)state;
    static const int nothing[][2] = { { 0, 0 }, { 0, 50 }, { 100, 0 }, { -1, 30 } };
    struct stage g;
    stage_set(&g);
    stage_open(&g, false);
    g.clock.ms += 1000;
    g.conn.conn.up->resize(g.conn.conn.owner, 120, 40);
    fake_run(&g.conn);
    size_t before = g.conn.out.len;
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        g.clock.ms += 1000;
        g.conn.conn.up->resize(g.conn.conn.owner, nothing[i][0], nothing[i][1]);
        fake_run(&g.conn);
    }
    assert_int_equal(g.conn.out.len, before);
    session_end(g.session, "goodbye\n", 0);
    fake_run(&g.conn);
    assert_non_null(strstr(g.conn.out.buf + before, "\033[40H"));
    stage_clear(&g);
}

static int whole_frames(const struct stage *g)
{
    int n = 0;
    for (const char *at = g->conn.out.buf; (at = strstr(at, "\033[2J")) != NULL; at++) n++;
    return n;
}

/* The loop turns for so long, by the house's clock in steps that its timers can follow. */
static void pass(struct stage *g, int ms)
{
    for (int i = 0; i < ms; i += 5) {
        g->clock.ms += 5;
        struct timeval tv = { .tv_usec = 5000 };
        event_base_loopexit(g->base, &tv);
        event_base_loop(g->base, 0);
    }
}

/* Storms of sizes, of Ctrl-L, of ways of seeing: the last one is on the screen soon after. */
static void a_storm_of_what_needs_whole_frames_is_few_of_them(void **state)
{
    (void)state;
    struct terminal_kind kinds[2] = { { .charset = CHARSET_UTF8, .alt_screen = true },
                                      { .charset = CHARSET_ASCII, .alt_screen = true } };
    for (int storm = 0; storm < 3; storm++) {
        struct stage g;
        stage_set(&g);
        stage_open(&g, false);
        pass(&g, 200);
        text_clear(&g.conn.out);
        g.seen.drawn = 0;
        for (int i = 0; i < 280; i++) {
            g.env.keys_burst = 1000;
            if (storm == 0) g.conn.conn.up->resize(g.conn.conn.owner, 80 + i % 40, 24 + i % 9);
            if (storm == 1) g.conn.conn.up->input(g.conn.conn.owner, (const uint8_t *)"\f", 1);
            if (storm == 2) session_set_kind(g.session, kinds[i % 2]);
            pass(&g, 5);
        }
        assert_in_range(g.seen.drawn, 2, 12);
        assert_in_range(g.conn.out.len, 1, 12 * 1000);
        pass(&g, 700);
        if (storm != 1) assert_in_range(whole_frames(&g), 2, 13);
        int drawn = g.seen.drawn;
        pass(&g, 700);
        assert_int_equal(g.seen.drawn, drawn);
        if (storm == 0) {
            session_end(g.session, "goodbye\n", 0);
            fake_run(&g.conn);
            assert_non_null(strstr(g.conn.out.buf, "\033[24H")); /* 279 % 9: the last size was used */
        }
        stage_clear(&g);
    }
}

/* RFC 854 asks for visible evidence. In plain mode it is a line, and the typed text stands again after it. */
static void who_asks_whether_anybody_is_there_sees_an_answer(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, true);
    fake_type(&g.conn, "hel");
    text_clear(&g.conn.out);
    g.conn.conn.up->asked(g.conn.conn.owner);
    fake_run(&g.conn);
    assert_string_equal(g.conn.out.buf, "\r\n[Kings Corner: yes]\r\n> hel");
    stage_clear(&g);
    stage_set(&g);
    stage_open(&g, false);
    g.clock.ms += 100;
    for (int i = 0; i < 500; i++) {
        g.conn.conn.up->asked(g.conn.conn.owner);
        fake_run(&g.conn);
    }
    assert_non_null(strstr(g.conn.out.buf, "[Kings Corner: yes]"));
    assert_int_equal(g.seen.drawn, 2);
    g.clock.ms += 1100;
    AWAIT(g.base, g.seen.drawn != 2, "the screen is not drawn again");
    assert_int_equal(g.seen.keys, 0);
    stage_clear(&g);
}

/* 10,000 lines at once, and typing faster than keys may come: all of it arrives, in order, at the allowed rate. */
static void in_lines_nothing_that_is_typed_is_lost(void **state)
{
    (void)state;
    enum { LINES = 800 }; /* the timers of the loop take their time */
    struct stage g;
    stage_set(&g);
    stage_open(&g, true);
    g.env.keys_per_s = g.env.keys_burst = 1000;
    for (int i = 0; i < LINES;) {
        char line[64];
        if (!g.conn.held) {
            int n = snprintf(line, sizeof line, "word %d of many words\r\n", i++);
            for (int at = 0; at < n; at += 7)
                g.conn.conn.up->input(g.conn.conn.owner, (const uint8_t *)line + at, (size_t)(n - at < 7 ? n - at : 7));
        } else {
            pass(&g, 30);
        }
        if (i % 100 == 0) text_clear(&g.conn.out);
    }
    while (g.conn.held) pass(&g, 30);
    assert_string_equal(g.seen.last_line, "word 799 of many words");
    assert_int_equal(g.seen.lines, LINES);
    assert_true(g.seen.in_order);
    stage_clear(&g);
}

/* As through a pipe: the first lines are there before anybody is found in the books. */
static void lines_typed_at_the_first_moment_wait_for_who_hears_them(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, true);
    session_push(g.session, &late_screen, NULL);
    fake_run(&g.conn);
    fake_type(&g.conn, "word 0 of many words\nword 1 of many words\nword 2");
    for (int i = 0; i < 10; i++) pass(&g, 30);
    assert_int_equal(g.seen.lines, 0);
    assert_true(g.conn.held);
    session_pop(g.session);
    while (g.conn.held) pass(&g, 30);
    fake_type(&g.conn, " of many words\n");
    assert_int_equal(g.seen.lines, 3);
    assert_true(g.seen.in_order);
    stage_clear(&g);
}

static void a_line_that_is_too_long_is_refused_whole(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, true);
    char line[1200];
    memset(line, 'a', sizeof line);
    memcpy(line + 511, "\r", 2);
    fake_type(&g.conn, line);
    assert_int_equal(strlen(g.seen.last_line), 511);
    line[511] = 'a';
    memcpy(line + 512, "\rnext\r", 7);
    text_clear(&g.conn.out);
    g.seen.last_line[0] = '\0';
    fake_type(&g.conn, line);
    assert_int_equal(g.seen.lines, 2);
    assert_string_equal(g.seen.last_line, "next");
    assert_non_null(strstr(g.conn.out.buf, "longer than 511 bytes, so nothing of it was done."));
    memset(line, 'b', 1100);
    line[1100] = '\0';
    fake_type(&g.conn, line);
    fake_type(&g.conn, "\x03"
                       "after\r");
    assert_string_equal(g.seen.last_line, "after");
    stage_clear(&g);
}

/* One visit's frames do not wait for all others': a turn of the loop ends, and keys are answered first. */
static int64_t slow_us(void)
{
    static int64_t us;
    return us += 600;
}

static void a_herd_is_drawn_in_several_turns_and_keys_go_first(void **state)
{
    (void)state;
    static struct stage g[40];
    struct session_env *env = &g[0].env;
    stage_set(&g[0]);
    env->work_us = slow_us;
    for (int i = 0; i < 40; i++) {
        if (i > 0) {
            g[i] = (struct stage){ .base = g[0].base, .clock = g[0].clock };
            g[i].seen.due = INT64_MAX;
            fake_conn_init(&g[i].conn, g[0].base);
        }
        struct terminal_kind kind = { .charset = CHARSET_UTF8, .alt_screen = true };
        g[i].session = session_new(env, &g[i].conn.conn, &kind, &g[i].seen, ended);
        session_push(g[i].session, &test_screen, NULL);
    }
    for (int i = 0; i < 10; i++) fake_run(&g[0].conn);
    g[0].clock.ms += 1000;
    for (int i = 0; i < 40; i++) session_dirty(g[i].session);
    g[39].conn.conn.up->input(g[39].conn.conn.owner, (const uint8_t *)"a", 1);
    event_base_loop(g[0].base, EVLOOP_ONCE);
    assert_int_equal(g[39].seen.drawn, 2);
    int drawn = 0;
    for (int i = 0; i < 40; i++) drawn += g[i].seen.drawn == 2;
    assert_in_range(drawn, 2, 20);
    for (int i = 0; i < 10; i++) fake_run(&g[0].conn);
    for (int i = 0; i < 40; i++) assert_int_equal(g[i].seen.drawn, 2);
    /* The last words of all, too. */
    session_end_all(env, "goodbye\n", 1);
    event_base_loop(g[0].base, EVLOOP_ONCE);
    int told = 0;
    for (int i = 0; i < 40; i++) told += g[i].conn.closing;
    assert_in_range(told, 1, 20);
    for (int i = 0; i < 10; i++) fake_run(&g[0].conn);
    for (int i = 0; i < 40; i++) assert_true(g[i].conn.closed);
    for (int i = 1; i < 40; i++) fake_conn_clear(&g[i].conn);
    stage_clear(&g[0]);
}

static void a_person_may_change_between_ways_of_seeing(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, false);
    g.clock.ms += 100;
    struct terminal_kind plain = { .charset = CHARSET_ASCII, .plain = true };
    session_set_kind(g.session, plain);
    fake_run(&g.conn);
    assert_true(session_plain(g.session));
    assert_int_equal(g.seen.said, 1);
    struct terminal_kind utf8 = { .charset = CHARSET_UTF8, .alt_screen = true };
    g.clock.ms += 100;
    session_set_kind(g.session, utf8);
    fake_run(&g.conn);
    assert_false(session_plain(g.session));
    assert_true(g.seen.drawn >= 2);
    stage_clear(&g);
}

/* What was typed before the terminal's answer passes, and the answer is nobody's key (H58, H66). */
static void keys_pass_before_the_terminals_answer(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    struct terminal_kind kind = { .charset = CHARSET_UTF8, .alt_screen = true, .probe = PROBE_SUIT };
    g.session = session_new(&g.env, &g.conn.conn, &kind, &g.seen, ended);
    session_push(g.session, &test_screen, NULL);
    fake_run(&g.conn);
    assert_non_null(strstr(g.conn.out.buf, "\x1b[6n"));
    fake_type(&g.conn, "ab\x1b[2;3Rc");
    assert_int_equal(g.seen.keys, 3);
    assert_true(session_kind(g.session)->letter_suits);
    stage_clear(&g);
}

/* An arrow whose bytes come late is an arrow; ESC and then nothing is the Escape key, and nobody has to press on (H54).
 */
static void an_arrow_over_a_slow_line_is_no_escape(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, false);
    static const struct {
        const char *first, *then;
        int wait_ms;
    } arrows[] = { { "\x1b", "[A", 80 }, { "\x1b[", "A", 500 }, { "\x1bO", "A", 999 } };
    for (int i = 0; i < 3; i++) {
        fake_type(&g.conn, arrows[i].first);
        g.clock.ms += arrows[i].wait_ms;
        fake_run(&g.conn);
        assert_int_equal(g.seen.keys, i);
        fake_type(&g.conn, arrows[i].then);
        assert_int_equal(g.seen.keys, i + 1);
        assert_int_equal(g.seen.last_key, KEY_UP);
    }
    fake_type(&g.conn, "\x1b");
    g.clock.ms += 100;
    AWAIT(g.base, g.seen.keys != 3, "no Escape comes");
    assert_int_equal(g.seen.last_key, KEY_ESCAPE);
    stage_clear(&g);
}

static void a_capital_that_means_nothing_comes_as_the_small_letter(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, false);
    fake_type(&g.conn, "Q");
    assert_int_equal(g.seen.last_char, 'Q');
    g.seen.refuses = 'Q';
    fake_type(&g.conn, "Q");
    assert_int_equal(g.seen.last_char, 'q');
    assert_int_equal(g.seen.keys, 2);
    stage_clear(&g);
}

/* The loop's timers go on while the house's time stands still: they ring too early, and what is not due does not
 * happen. */
static void ring_too_early(struct stage *g)
{
    for (int i = 0; i < 3; i++) {
        event_active(g->session->timer, EV_TIMEOUT, 0);
        event_active(g->session->frame, EV_TIMEOUT, 0);
        fake_run(&g->conn);
        assert_true(event_pending(g->session->timer, EV_TIMEOUT, NULL));
    }
}

/* (H54) */
static void a_loop_that_stood_still_makes_no_escape(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    stage_open(&g, false);
    fake_type(&g.conn, "\x1b");
    ring_too_early(&g);
    assert_int_equal(g.seen.keys, 0);
    fake_type(&g.conn, "[A");
    assert_int_equal(g.seen.last_key, KEY_UP);
    stage_clear(&g);
}

static void a_loop_that_stood_still_closes_no_door(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    g.env.idle_s = 100;
    stage_open(&g, false);
    g.clock.ms += 39999;
    ring_too_early(&g);
    assert_null(strstr(g.conn.out.buf, "Are you still there?"));
    g.clock.ms += 1;
    event_active(g.session->timer, EV_TIMEOUT, 0);
    fake_run(&g.conn);
    assert_non_null(strstr(g.conn.out.buf, "Are you still there?"));
    g.clock.ms += 59999;
    ring_too_early(&g);
    assert_false(g.conn.closing);
    g.clock.ms += 1;
    event_active(g.session->timer, EV_TIMEOUT, 0);
    fake_run(&g.conn);
    assert_true(g.conn.closed);
    stage_clear(&g);
}

static void a_loop_that_stood_still_puts_no_prompt_before_an_answer(void **state)
{
    (void)state;
    struct stage g;
    stage_set(&g);
    g.env.idle_s = 100;
    stage_open(&g, true);
    g.clock.ms += 1000;
    size_t before = g.conn.out.len;
    fake_type(&g.conn, "hint\r");
    size_t typed = g.conn.out.len;
    assert_true(typed > before);
    ring_too_early(&g);
    assert_int_equal(g.conn.out.len, typed);
    session_tell(g.session, "the answer\n");
    fake_run(&g.conn);
    assert_non_null(strstr(g.conn.out.buf + typed, "the answer"));
    assert_non_null(strstr(strstr(g.conn.out.buf + typed, "the answer"), "> "));
    stage_clear(&g);
}

/* Synchronised output is neither asked for nor used (H53). */
static void nothing_is_sent_of_mode_2026(void **state)
{
    (void)state;
    static const char *const terms[] = { "tmux-256color", "screen", "xterm-kitty" };
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        struct stage g;
        stage_set(&g);
        struct terminal_kind kind = terminal_kind_of(
            &(struct terminal_hints){ .term = terms[i], .ssh = true, .pty = true, .charset_told = -1 });
        g.session = session_new(&g.env, &g.conn.conn, &kind, &g.seen, ended);
        session_push(g.session, &test_screen, NULL);
        fake_run(&g.conn);
        for (int k = 0; k < 5; k++) {
            g.clock.ms += 100;
            fake_type(&g.conn, "x");
        }
        session_end(g.session, "goodbye\n", 0);
        fake_run(&g.conn);
        assert_int_equal(g.seen.keys, 5);
        assert_null(strstr(g.conn.out.buf, "2026"));
        stage_clear(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_read_of_many_keys_is_one_frame),
        cmocka_unit_test(a_caller_that_does_not_read_loses_frames_not_memory),
        cmocka_unit_test(a_late_screen_that_is_gone_in_time_is_never_drawn),
        cmocka_unit_test(an_idle_screen_sends_nothing),
        cmocka_unit_test(keys_pass_before_the_terminals_answer),
        cmocka_unit_test(an_arrow_over_a_slow_line_is_no_escape),
        cmocka_unit_test(a_capital_that_means_nothing_comes_as_the_small_letter),
        cmocka_unit_test(a_loop_that_stood_still_makes_no_escape),
        cmocka_unit_test(a_loop_that_stood_still_closes_no_door),
        cmocka_unit_test(a_loop_that_stood_still_puts_no_prompt_before_an_answer),
        cmocka_unit_test(nothing_is_sent_of_mode_2026),
        cmocka_unit_test(keys_beyond_the_rate_are_dropped),
        cmocka_unit_test(a_flood_without_enter_is_cut_and_forgotten),
        cmocka_unit_test(a_screen_may_pop_itself_while_it_handles_a_key),
        cmocka_unit_test(home_pops_all_screens_but_the_lowest),
        cmocka_unit_test(the_end_restores_the_terminal_once_and_then_says_goodbye),
        cmocka_unit_test(every_end_that_the_connection_asks_for_restores_and_says_why),
        cmocka_unit_test(a_cut_line_makes_the_screens_leave),
        cmocka_unit_test(plain_mode_sends_lines_without_any_escape),
        cmocka_unit_test(plain_mode_shows_again_what_was_typed_when_a_line_comes_between),
        cmocka_unit_test(plain_mode_says_the_prompt_once_for_many_events),
        cmocka_unit_test(plain_mode_never_writes_over_what_the_caller_shows),
        cmocka_unit_test(plain_mode_drops_the_typed_line_at_control_c),
        cmocka_unit_test(plain_mode_says_that_lines_were_lost),
        cmocka_unit_test(a_resize_draws_a_whole_frame_and_a_tiny_window_is_told),
        cmocka_unit_test(a_size_of_nothing_keeps_the_last_one),
        cmocka_unit_test(a_storm_of_what_needs_whole_frames_is_few_of_them),
        cmocka_unit_test(who_asks_whether_anybody_is_there_sees_an_answer),
        cmocka_unit_test(in_lines_nothing_that_is_typed_is_lost),
        cmocka_unit_test(lines_typed_at_the_first_moment_wait_for_who_hears_them),
        cmocka_unit_test(a_line_that_is_too_long_is_refused_whole),
        cmocka_unit_test(a_herd_is_drawn_in_several_turns_and_keys_go_first),
        cmocka_unit_test(a_person_may_change_between_ways_of_seeing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
