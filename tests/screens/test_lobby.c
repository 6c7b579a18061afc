/* The lobby's list, as those see it who only look at it: drawn again when it has changed for them, and not before. */
#include "screens/house.h"

#include "screens/seeing.h"
#include "screens/own_house.h"

#define LOOKERS 30
#define STEP_MS 50

static struct caller_in_test looker[LOOKERS];
static struct session_common counting;
static int drawn[LOOKERS];

static void count_frame(struct session *s, struct canvas *c)
{
    for (int i = 0; i < LOOKERS; i++) drawn[i] += session_of(&looker[i]) == s;
    seeing_everywhere.draw(s, c);
}

/* Time passes, and the timer of the news rings. */
static void wait_ms(int64_t ms)
{
    for (int64_t end = h.clock.ms + ms; h.clock.ms < end;) {
        house_pass(&h, STEP_MS);
        if (event_pending(h.env.news.timer, EV_TIMEOUT, NULL)) event_active(h.env.news.timer, EV_TIMEOUT, 0);
        house_run(&h);
    }
}

static void all_look(int rows)
{
    for (int i = 0; i < LOOKERS; i++) {
        caller_init(&looker[i], &h);
        looker[i].line.conn.caller.rows = rows;
        caller_enter(&looker[i]);
        assert_where(&looker[i], "lobby");
    }
    caller_guest(&ann, &h);
    counting = seeing_everywhere;
    counting.draw = count_frame;
    h.env.common = &counting;
    wait_ms(5000);
    memset(drawn, 0, sizeof drawn);
}

static void assert_drawn(int from, int to)
{
    for (int i = 0; i < LOOKERS; i++) assert_in_range(drawn[i], from, to);
    memset(drawn, 0, sizeof drawn);
}

static void all_leave(void)
{
    for (int i = 0; i < LOOKERS; i++) caller_drop(&looker[i]);
    caller_drop(&ann);
}

static void where_nothing_happens_no_lobby_is_drawn(void **state)
{
    (void)state;
    all_look(24);
    wait_ms(20000);
    assert_drawn(0, 0);
    assert_false(event_pending(h.env.news.timer, EV_TIMEOUT, NULL));
    all_leave();
}

static void a_table_that_opens_and_its_end_are_shown_to_each_once(void **state)
{
    (void)state;
    all_look(24);
    type(&ann, "\r");
    assert_where(&ann, "table");
    wait_ms(STEP_MS);
    for (int i = 0; i < LOOKERS; i++) assert_true(heard(&looker[i], "1 table"));
    assert_drawn(1, 1);
    wait_ms(60000); /* moves are made there, and change nothing in the list */
    assert_drawn(0, 2);
    wait_ms(1000);
    memset(drawn, 0, sizeof drawn);
    type(&ann, "ql");
    assert_where(&ann, "lobby");
    wait_ms(1000);
    assert_drawn(1, 1);
    for (int i = 0; i < LOOKERS; i++) assert_shows(&looker[i], "no table is open");
    all_leave();
}

static void somebody_who_comes_or_goes_is_counted_in_every_lobby(void **state)
{
    (void)state;
    struct caller_in_test bea;
    all_look(24);
    caller_init(&bea, &h);
    screens_start(&h.house, &h.env, &bea.line.conn);
    h.env.common = &counting;
    wait_ms(1000);
    assert_drawn(1, 1);
    caller_drop(&bea);
    wait_ms(1000);
    assert_drawn(1, 1);
    all_leave();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_WITHOUT_STORE(where_nothing_happens_no_lobby_is_drawn),
        TEST_WITHOUT_STORE(a_table_that_opens_and_its_end_are_shown_to_each_once),
        TEST_WITHOUT_STORE(somebody_who_comes_or_goes_is_counted_in_every_lobby),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
