/* How fast the moves of others appear, and that nothing is sent when nothing has changed. */
#include "screens/patience_play.h"

#include <inttypes.h>

#include "screens/own_house.h"

static struct caller_in_test bea;

static int log_lines(void)
{
    const char *lines[ROOM_LOG];
    return room_log(room_in(&ann), lines);
}

static void end_turn(void)
{
    await_turn(&ann);
    assert_null(room_move(visit_in(&ann)->member, room_turn(room_in(&ann)), "end"));
    house_run(&h);
}

static void S_goes_round_at_the_table(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    await_turn(&ann);
    type(&ann, "S");
    assert_shows(&ann, "The moves of others appear one by one, calmly.");
    type(&ann, "S");
    assert_shows(&ann, "The moves of others appear at once, if all at the table want it so.");
    type(&ann, "S");
    assert_shows(&ann, "The moves of others appear one by one, fast.");
    caller_drop(&ann);
}

/* Each move has a frame of its own, and between them not a byte is sent (H44). */
static void moves_never_share_a_frame(void **state)
{
    (void)state;
    static const struct {
        const char *keys;
        int wait;
    } paces[] = { { "", 100 }, { "S", 200 } };
    caller_guest(&ann, &h);
    type(&ann, "\r");
    for (int k = 0; k < 2; k++) {
        type(&ann, paces[k].keys);
        end_turn();
        int moves = 0;
        for (int ms = 0; !my_turn(&ann); ms += 50) {
            int before = log_lines();
            hear_no_more(&ann);
            house_pass(&h, 50);
            if (room_phase(room_in(&ann)) != ROOM_PLAYING) break; /* its end takes several lines */
            assert_in_range(log_lines() - before, 0, 1);
            assert_int_equal(ann.line.out.len > 0, log_lines() > before);
            moves += log_lines() - before;
            if (ms > 0) assert_true(moves * paces[k].wait <= ms + 50);
        }
        if (room_phase(room_in(&ann)) == ROOM_PLAYING)
            assert_true(moves >= 3); /* three computers draw at least */
        else
            type(&ann, "n");
    }
    caller_drop(&ann);
}

static void off_is_at_once(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    type(&ann, "SS");
    await_turn(&ann);
    int64_t now = h.clock.ms;
    end_turn();
    assert_true(my_turn(&ann));
    assert_int_equal(h.clock.ms, now);
    caller_drop(&ann);
}

/* A key that changes nothing sends nothing, at a table, a patience or a menu (H44). */
static void a_key_that_changes_nothing_sends_nothing(void **state)
{
    (void)state;
    static const char *const keys[] = { "Z", "\x1b[24~", "\x1b[200~xyz\x1b[201~" };
    caller_guest(&ann, &h);
    for (int place = 0; place < 3; place++) {
        if (place == 1) type(&ann, "3");
        if (place == 1) (void)solo_in(&ann);
        if (place == 2) type(&ann, "q1");
        if (place == 2) type(&ann, "y1");
        if (place == 2) await_turn(&ann);
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
            type(&ann, "?");
            type(&ann, "q");     /* keys that mean something, for three that do not are answered */
            type(&ann, keys[k]); /* whatever was said before is gone */
            hear_no_more(&ann);
            type(&ann, keys[k]);
            if (ann.line.out.len > 0) fail_msg("%s, key %zu: %s", where(&ann), k, ann.line.out.buf);
            house_pass(&h, KEYS_TAIL_MS); /* right after a paste a key is still of it */
        }
    }
    caller_drop(&ann);
}

static void in_lines_every_move_is_a_line_and_a_word_sets_the_speed(void **state)
{
    (void)state;
    caller_plain(&ann, &h);
    type_line(&ann, "play");
    type_line(&ann, "speed");
    assert_heard(&ann, "The moves of others appear one by one, fast.");
    type_line(&ann, "speed calm");
    assert_heard(&ann, "one by one, calmly.");
    type_line(&ann, "speed of light");
    assert_heard(&ann, "How fast? speed off, speed fast or speed calm.");
    type_line(&ann, "SPEED OFF");
    assert_heard(&ann, "The moves of others appear at once");
    await_turn(&ann);
    int before = log_lines();
    hear_no_more(&ann);
    end_turn();
    assert_true(my_turn(&ann));
    const char *lines[ROOM_LOG];
    int n = room_log(room_in(&ann), lines);
    assert_true(n - before >= 4);
    for (int k = before; k < n; k++) assert_heard(&ann, lines[k]);
    caller_drop(&ann);
}

static void the_speed_is_remembered_and_has_its_row(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "a");
    assert_shows(&ann, "fast: the moves of others appear one by one");
    type(&ann, "o");
    assert_shows(&ann, "calm: the moves of others appear one by one, slowly");
    caller_drop(&ann);
    caller_by_key(&ann, &h, "ann", false);
    assert_int_equal(visit_in(&ann)->account.speed, PACE_CALM);
    type(&ann, "1");
    end_turn();
    int before = log_lines();
    house_pass(&h, 199);
    assert_int_equal(log_lines(), before);
    house_pass(&h, 1);
    assert_int_equal(log_lines(), before + 1);
    caller_drop(&ann);
}

static void make(struct caller_in_test *c, const char *move)
{
    assert_null(room_move(visit_in(c)->member, room_turn(room_in(c)), move));
    house_run(c->h);
}

/* Two people: the time of one is not eaten by what the other wants to see. */
static void the_clock_begins_with_the_turn(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    caller_by_key(&bea, &h, "bea", false);
    type(&ann, "1");
    type(&ann, "S");
    type(&bea, "1");
    play_round(&ann, make);
    type(&ann, "n");
    type(&bea, "n");
    assert_int_equal(room_phase(room_in(&ann)), ROOM_PLAYING);
    assert_ptr_equal(room_in(&bea), room_in(&ann));
    for (int turns = 0; turns < 8; turns++) {
        while (!my_turn(&ann) && !my_turn(&bea)) house_pass(&h, 1);
        assert_int_equal(room_clock_ms(room_in(&ann)), 60000);
        make(my_turn(&ann) ? &ann : &bea, "end");
    }
    caller_drop(&bea);
    caller_drop(&ann);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(S_goes_round_at_the_table),
        TEST(moves_never_share_a_frame),
        TEST(off_is_at_once),
        TEST(a_key_that_changes_nothing_sends_nothing),
        TEST(in_lines_every_move_is_a_line_and_a_word_sets_the_speed),
        TEST(the_speed_is_remembered_and_has_its_row),
        TEST(the_clock_begins_with_the_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
