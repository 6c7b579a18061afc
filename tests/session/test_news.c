/* What many look at: who is drawn again, how often and when. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "base/clock.h"
#include "screens/fake_conn.h"
#include "session/inside.h"
#include "session/session.h"

#define CALLERS 1000
#define STEP_MS 20

struct caller_here {
    struct fake_conn conn;
    struct session *session;
    uint64_t sees; /* the part of the house that this one looks at */
    int drawn, asked;
};

static struct event_base *base;
static struct clock_fake fake;
static struct session_env env;
static struct caller_here all[CALLERS];
static int here;

static struct caller_here *who(struct session *s)
{
    return session_visitor(s);
}

static void draw_count(struct session *s, void *state, struct canvas *c)
{
    (void)state, (void)c;
    who(s)->drawn++;
}

static bool draw_again(struct session *s, void *state, const struct key *k)
{
    (void)state, (void)k;
    session_dirty(s);
    return true;
}

static void say_nothing(struct session *s, void *state, struct text *out)
{
    (void)s, (void)state, (void)out;
}

static uint64_t sight_of_a_part(struct session *s, void *state)
{
    (void)state;
    who(s)->asked++;
    return who(s)->sees;
}

static const struct screen list_screen = {
    .name = "list", .draw = draw_count, .key = draw_again, .say = say_nothing, .sight = sight_of_a_part
};
static const struct screen page_screen = { .name = "page", .draw = draw_count, .say = say_nothing };

static void turn(void)
{
    for (int i = 0; i < 4; i++) event_base_loop(base, EVLOOP_NONBLOCK);
}

/* Time passes, and the timer of the news rings as soon as it may: too early is no harm. */
static void pass(int64_t ms)
{
    for (int64_t end = fake.ms + ms; fake.ms < end;) {
        fake.ms += STEP_MS;
        if (event_pending(env.news.timer, EV_TIMEOUT, NULL)) event_active(env.news.timer, EV_TIMEOUT, 0);
        turn();
    }
}

static void come(struct caller_here *c, bool plain)
{
    struct terminal_kind kind = { .charset = plain ? CHARSET_ASCII : CHARSET_UTF8,
                                  .plain = plain,
                                  .alt_screen = !plain };
    *c = (struct caller_here){ .sees = 1 };
    fake_conn_init(&c->conn, base);
    c->session = session_new(&env, &c->conn.conn, &kind, c, NULL);
    session_push(c->session, &list_screen, NULL);
    here++;
}

static void crowd_comes(int n)
{
    for (int i = 0; i < n; i++) come(&all[i], false);
    for (int i = 0; i < n; i++) turn();
    pass(10000);
    for (int i = 0; i < n; i++) {
        assert_int_equal(all[i].drawn, 1);
        all[i].drawn = all[i].asked = 0;
    }
}

static void news_for_all(void)
{
    for (int i = 0; i < here; i++) all[i].sees++;
    session_news(&env);
}

static int drawn(void)
{
    int n = 0;
    for (int i = 0; i < here; i++) n += all[i].drawn;
    return n;
}

static int setup(void **state)
{
    (void)state;
    base = event_base_new();
    clock_fake_init(&fake, 1000000, 1700000000);
    session_env_init(&env, base, &fake.clock);
    env.frame_ms = 0;
    here = 0;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    for (int i = 0; i < here; i++) {
        if (!all[i].conn.closed) fake_drop(&all[i].conn);
        fake_conn_clear(&all[i].conn);
    }
    session_env_clear(&env);
    event_base_free(base);
    return 0;
}

static void where_nothing_happens_nobody_is_drawn_or_even_looked_after(void **state)
{
    (void)state;
    crowd_comes(CALLERS);
    assert_false(event_pending(env.news.timer, EV_TIMEOUT, NULL));
    for (int i = 0; i < CALLERS; i++) assert_false(event_pending(all[i].session->timer, EV_TIMEOUT, NULL));
    pass(60000);
    assert_int_equal(drawn(), 0);
    for (int i = 0; i < CALLERS; i++) assert_int_equal(all[i].asked, 0);
}

static void each_who_sees_a_change_is_drawn_once(void **state)
{
    (void)state;
    crowd_comes(100);
    for (int i = 0; i < 100; i += 3) all[i].sees++;
    session_news(&env);
    session_news(&env);
    pass(10000);
    for (int i = 0; i < 100; i++) assert_int_equal(all[i].drawn, i % 3 == 0);
    assert_false(event_pending(env.news.timer, EV_TIMEOUT, NULL));
}

static void nobody_is_drawn_more_than_twice_a_second_for_news(void **state)
{
    (void)state;
    crowd_comes(20);
    for (int i = 0; i < 500; i++) {
        news_for_all();
        pass(STEP_MS);
    }
    for (int i = 0; i < 20; i++) assert_in_range(all[i].drawn, 15, 20);
}

static void in_a_small_house_news_are_seen_at_once(void **state)
{
    (void)state;
    crowd_comes(20);
    news_for_all();
    pass(STEP_MS);
    assert_int_equal(drawn(), 20);
}

/* So much a second is spent on it, and everybody has a turn. */
static void visits_look_at_the_same_thing_at_different_times(void **state)
{
    (void)state;
    crowd_comes(CALLERS);
    news_for_all();
    pass(STEP_MS);
    assert_in_range(drawn(), 1, 40);
    int before = drawn();
    pass(1000);
    assert_in_range(drawn() - before, 200, 300);
    pass(4000);
    for (int i = 0; i < CALLERS; i++) assert_int_equal(all[i].drawn, 1);
}

/* However many news come, a second of it costs a house of 1,000 no more than one of 200. */
static void news_cost_the_same_however_many_look(void **state)
{
    (void)state;
    int frames[2];
    crowd_comes(200);
    for (int round = 0; round < 2; round++) {
        if (round == 1)
            for (int i = 200; i < CALLERS; i++) come(&all[i], false);
        pass(10000);
        int before = drawn();
        for (int i = 0; i < 250; i++) {
            news_for_all();
            pass(STEP_MS);
        }
        frames[round] = drawn() - before;
    }
    assert_in_range(frames[0], 1000, 1500);
    assert_in_range(frames[1], 1000, 1500);
}

/* A frame that answers a key shows the news too. */
static void who_has_just_been_drawn_waits_half_a_second(void **state)
{
    (void)state;
    crowd_comes(2);
    fake_type(&all[0].conn, "a");
    assert_int_equal(all[0].drawn, 1);
    news_for_all();
    pass(STEP_MS);
    assert_int_equal(all[1].drawn, 1);
    assert_int_equal(all[0].drawn, 1);
    fake.ms += SESSION_NEWS_MS - 2 * STEP_MS;
    pass(STEP_MS);
    assert_int_equal(all[0].drawn, 2);
    all[0].sees++;
    fake_type(&all[0].conn, "a");
    assert_int_equal(all[0].drawn, 3);
    session_news(&env);
    pass(2000);
    assert_int_equal(all[0].drawn, 3);
}

static void who_looks_at_another_screen_is_left_alone_until_they_are_back(void **state)
{
    (void)state;
    crowd_comes(2);
    session_push(all[0].session, &page_screen, NULL);
    turn();
    assert_int_equal(all[0].drawn, 1);
    news_for_all();
    pass(2000);
    assert_int_equal(all[0].drawn, 1);
    session_pop(all[0].session);
    turn();
    assert_int_equal(all[0].drawn, 2);
    news_for_all();
    pass(2000);
    assert_int_equal(all[0].drawn, 3);
    assert_int_equal(all[1].drawn, 2);
}

static void plain_mode_and_those_who_have_gone_are_not_looked_after(void **state)
{
    (void)state;
    crowd_comes(2);
    come(&all[2], true);
    turn();
    fake_drop(&all[0].conn);
    session_set_kind(all[1].session, (struct terminal_kind){ .charset = CHARSET_ASCII, .plain = true });
    turn();
    all[0].asked = all[1].asked = 0;
    news_for_all();
    pass(2000);
    for (int i = 0; i < 3; i++) assert_int_equal(all[i].asked, 0);
    assert_true(TAILQ_EMPTY(&env.news.watchers));
}

/* A slow line has one frame on its way, and gets the next when it has read that. */
static void who_does_not_read_is_drawn_when_they_do(void **state)
{
    (void)state;
    crowd_comes(1);
    all[0].conn.stuck = true;
    for (int i = 0; i < 100; i++) {
        news_for_all();
        pass(STEP_MS);
    }
    assert_int_equal(all[0].drawn, 0);
    all[0].conn.stuck = false;
    all[0].conn.conn.up->ready(all[0].conn.conn.owner);
    turn();
    assert_int_equal(all[0].drawn, 1);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(where_nothing_happens_nobody_is_drawn_or_even_looked_after),
        TEST(each_who_sees_a_change_is_drawn_once),
        TEST(nobody_is_drawn_more_than_twice_a_second_for_news),
        TEST(in_a_small_house_news_are_seen_at_once),
        TEST(visits_look_at_the_same_thing_at_different_times),
        TEST(news_cost_the_same_however_many_look),
        TEST(who_has_just_been_drawn_waits_half_a_second),
        TEST(who_looks_at_another_screen_is_left_alone_until_they_are_back),
        TEST(plain_mode_and_those_who_have_gone_are_not_looked_after),
        TEST(who_does_not_read_is_drawn_when_they_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
