/* What people at a table and at a patience see and hear while the disk keeps them waiting: the store's answers do not
 * come back, and only the clock goes on. */
#include "screens/table_play.h"

#include "screens/own_house.h"

#define WAITS "The house waits for its disk. Nothing is lost: the game goes on by itself."
#define GOES_ON "The disk answers again: the game goes on."

/* Everything that is due, but no answer of the store's. */
static void pass_without_disk(int64_t ms)
{
    for (int64_t end = h.clock.ms + ms;;
         h.clock.ms = lobby_due(h.house.lobby) > h.clock.ms ? lobby_due(h.house.lobby) : h.clock.ms) {
        while (lobby_due(h.house.lobby) <= h.clock.ms) lobby_tick(h.house.lobby);
        if (lobby_due(h.house.lobby) <= end) continue;
        h.clock.ms = end;
        return;
    }
}

static void type_at_once(struct caller_in_test *c, const char *keys)
{
    c->line.conn.up->input(c->line.conn.owner, (const uint8_t *)keys, strlen(keys));
    pass_without_disk(0);
}

static void a_table_that_is_being_opened_says_why_it_is_not_there_yet(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type_at_once(&ann, "\r");
    assert_where(&ann, "table");
    assert_shows(&ann, "One moment ...");
    type_at_once(&ann, "x");
    assert_where(&ann, "table");
    pass_without_disk(2000);
    assert_shows(&ann, WAITS);
    house_run(&h);
    assert_shows(&ann, GOES_ON);
    assert_shows(&ann, "last plays");
    caller_drop(&ann);
}

static void one_who_does_not_want_to_wait_for_it_goes_and_the_table_with_them(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type_at_once(&ann, "\r");
    type_at_once(&ann, "q");
    assert_where(&ann, "lobby");
    assert_int_equal(lobby_tables(h.house.lobby), 0);
    house_run(&h);
    assert_int_equal(lobby_tables(h.house.lobby), 0);
    caller_drop(&ann);
}

static void plain_lines_tell_the_same(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", true);
    hear_no_more(&ann);
    type_at_once(&ann, "play\r");
    type_at_once(&ann, "legal\r");
    assert_heard(&ann, "One moment: the cards are being brought.");
    pass_without_disk(2000);
    assert_false(heard(&ann, "seal"));
    house_run(&h);
    assert_heard(&ann, WAITS);
    assert_heard(&ann, GOES_ON);
    assert_true(strstr(ann.line.out.buf, WAITS) < strstr(ann.line.out.buf, "the deck's seal is "));
    assert_true(strstr(ann.line.out.buf, "the deck's seal is ") < strstr(ann.line.out.buf, "Hand, "));
    caller_drop(&ann);
}

static void a_move_on_its_way_to_a_slow_disk_is_spoken_of(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "\r");
    await_turn(&ann);
    type_at_once(&ann, "e");
    pass_without_disk(500);
    assert_false(shows(&ann, WAITS));
    pass_without_disk(1000);
    assert_shows(&ann, WAITS);
    caller_drop(&ann);
}

static struct caller_in_test bea;

static void bea_comes_to_anns_table(bool plain)
{
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "\r");
    await_turn(&ann);
    caller_by_key(&bea, &h, "bea", plain);
    hear_no_more(&bea);
}

static void a_seat_is_promised_when_it_is_on_disk(void **state)
{
    (void)state;
    bea_comes_to_anns_table(false);
    type_at_once(&bea, "\r");
    assert_where(&bea, "table");
    assert_shows(&bea, NOT_PROMISED);
    assert_false(shows(&bea, "from the next round on"));
    house_run(&h);
    assert_shows(&bea, "You play from the next round on;");
    assert_false(shows(&bea, NOT_PROMISED));
    caller_drop(&bea);
    caller_drop(&ann);
}

/* The seat was given back a moment ago: that it is wanted again is not written at once. */
static void a_seat_is_promised_in_lines_when_it_is_on_disk(void **state)
{
    (void)state;
    bea_comes_to_anns_table(true);
    type_line(&bea, "play");
    type_line(&bea, "quit");
    if (strcmp(where(&bea), "table") == 0) type_line(&bea, "leave");
    assert_where(&bea, "lobby");
    house_pass(&h, 600);
    hear_no_more(&bea);
    type_line(&bea, "play");
    type_line(&bea, "next");
    assert_heard(&bea, NOT_PROMISED);
    assert_false(heard(&bea, "next round on"));
    assert_false(heard(&bea, "You are in"));
    house_pass(&h, 600);
    assert_heard(&bea, "You play from the next round on;");
    type_line(&bea, "next");
    assert_heard(&bea, "You are in with the next round.");
    caller_drop(&bea);
    caller_drop(&ann);
}

static void a_patience_that_waits_says_so(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", true);
    hear_no_more(&ann);
    type_at_once(&ann, "grid\r");
    pass_without_disk(2000);
    house_run(&h);
    assert_heard(&ann, WAITS);
    assert_heard(&ann, GOES_ON);
    type_line(&ann, "quit");
    assert_where(&ann, "lobby");
    caller_drop(&ann);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_table_that_is_being_opened_says_why_it_is_not_there_yet),
        TEST(one_who_does_not_want_to_wait_for_it_goes_and_the_table_with_them),
        TEST(plain_lines_tell_the_same),
        TEST(a_move_on_its_way_to_a_slow_disk_is_spoken_of),
        TEST(a_seat_is_promised_when_it_is_on_disk),
        TEST(a_seat_is_promised_in_lines_when_it_is_on_disk),
        TEST(a_patience_that_waits_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
