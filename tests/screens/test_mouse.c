/* The mouse is the person's only while a screen takes it and the person wants it (H48): whatever ends that, the
 * terminal gets it back. */
#include "screens/table_play.h"

#include "screens/table_state.h"

#include "screens/own_house.h"

static struct caller_in_test bea;

static const char *last(const struct caller_in_test *c, const char *what)
{
    const char *found = NULL;
    for (const char *p = c->line.out.buf; (p = strstr(p, what)) != NULL; p++) found = p;
    return found;
}

static bool reports(const struct caller_in_test *c)
{
    static const char *const modes[] = { "1000", "1002", "1003", "1006" };
    bool any = false;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        char on[16], off[16];
        snprintf(on, sizeof on, "\033[?%sh", modes[i]);
        snprintf(off, sizeof off, "\033[?%sl", modes[i]);
        any |= last(c, on) > last(c, off);
    }
    return any;
}

static void sit_with_mouse(void)
{
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "\r");
    assert_where(&ann, "table");
    if (!session_mouse(session_of(&ann))) type(&ann, "o");
    house_run(&h);
    assert_true(reports(&ann));
}

static void switched(void)
{
    type(&ann, "o");
}

static void seen_as_lines(void)
{
    type_slowly(&ann, "vvv");
    assert_true(session_plain(session_of(&ann)));
}

static void looked_up(void)
{
    type(&ann, "?");
    assert_where(&ann, "help");
}

static void left(void)
{
    type(&ann, "q");
    type(&ann, "k");
    assert_where(&ann, "lobby");
}

static void taken_over(void)
{
    caller_by_key(&bea, &h, "ann", false);
    type(&bea, "\r");
    assert_where(&ann, "lobby");
    caller_drop(&bea);
}

static void closed(void)
{
    session_end_all(&h.env, "The house closes.\n", 1);
    house_run(&h);
    assert_true(ann.line.closed);
}

/* A minute of warning comes first; a new size of the window is no key. */
static void idle(void)
{
    h.env.idle_s = 120;
    for (int minute = 0; minute < 2; minute++) {
        house_pass(&h, 60000);
        ann.line.conn.up->resize(ann.line.conn.owner, 80, 24);
        house_run(&h);
        if (minute == 0) assert_heard(&ann, "Are you still there?");
        if (minute == 0) assert_true(reports(&ann));
    }
    assert_heard(&ann, "You have been quiet for long");
    assert_true(ann.line.closed);
}

static void every_way_out_gives_the_mouse_back(void **state) /* (H48) */
{
    (void)state;
    static void (*const ways[])(void) = { switched, seen_as_lines, looked_up, left, taken_over, closed, idle };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        sit_with_mouse();
        ways[i]();
        house_run(&h);
        if (reports(&ann)) fail_msg("way %zu leaves the mouse on", i);
        if (!ann.line.closed && session_plain(session_of(&ann))) type_line(&ann, "view");
        caller_drop(&ann);
    }
}

static void without_being_asked_for_it_is_never_on(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    await_turn(&ann);
    type_slowly(&ann, "\033[D\re");
    assert_null(last(&ann, "\033[?1000h"));
    assert_null(last(&ann, "\033[?1006h"));
    caller_drop(&ann);
}

/* A terminal without a mouse, or plain mode: a sentence says so, and no byte is sent for it. */
static void where_there_is_no_mouse_it_is_said(void **state)
{
    (void)state;
    static const char *const terms[] = { "ansi", "syncterm", "linux", "vt220" };
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        caller_init(&ann, &h);
        snprintf(ann.line.conn.caller.term, sizeof ann.line.conn.caller.term, "%s", terms[i]);
        caller_enter(&ann);
        type(&ann, "\r");
        type(&ann, "o");
        assert_shows(&ann, "no mouse");
        assert_false(session_mouse(session_of(&ann)));
        assert_null(last(&ann, "\033[?1000"));
        caller_drop(&ann);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_way_out_gives_the_mouse_back),
        TEST(without_being_asked_for_it_is_never_on),
        TEST(where_there_is_no_mouse_it_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
