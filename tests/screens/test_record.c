/* The record that is shown when a round or a patience is over: what is copied from the screen, or from plain lines, is
 * read and checked as any file is. */
#include "screens/patience_play.h"

#include "games/catalogue/record.h"

#include "screens/own_house.h"

static struct caller_in_test bea;

/* As the command verify does: every move is legal, and the moves lead to the result that the record names. Returns
 * how many moves there are. */
static int verify(const char *text, bool sealed)
{
    _Alignas(max_align_t) unsigned char state[GAME_STATE_MAX];
    struct record r;
    struct record_fault fault;
    struct made made;
    struct result result;
    if (!record_read(&r, text, strlen(text), NULL, &fault))
        fail_msg("%d:%d: %s\n%s", fault.line, fault.column, fault.reason, text);
    assert_null(record_replay(&r, state, r.n, &made));
    r.game->result(state, &result);
    assert_true(result.over);
    assert_string_equal(r.result, result.words);
    assert_int_equal(r.seal, sealed ? DEAL_SEAL_DIGITS : 0);
    int n = r.n;
    record_clear(&r);
    return n;
}

/* The lines between the title and the two lines at the bottom. */
static const char *copied(struct caller_in_test *c)
{
    static char text[64 * 1024];
    snprintf(text, sizeof text, "%s", frame_at(c, 80, 120));
    char *from = strchr(text, '\n') + 1, *end = strstr(from, " q back");
    assert_non_null(end);
    while (*end != '\n') end--;
    *end = '\0';
    return from;
}

static void make_by_keys(struct caller_in_test *c, const char *move)
{
    type(c, ":");
    type_line(c, move);
}

static void make_by_words(struct caller_in_test *c, const char *move)
{
    type_line(c, move);
}

/* What was said since the last hear_no_more(), from the head of the record to its end. */
static const char *said(struct caller_in_test *c)
{
    char *from = strstr(c->line.out.buf, "; To check it"), *end = from != NULL ? strstr(from, "; Press Enter") : NULL;
    if (end == NULL) fail_msg("no record: %s", c->line.out.buf);
    *end = '\0';
    return from;
}

/* Nobody's account keeps it: the table does, until the next round. */
static void the_record_of_a_round_of_guests_is_shown_and_is_good(void **state)
{
    (void)state;
    caller_guest(&ann, &h);
    type(&ann, "\r");
    type(&ann, "r");
    assert_shows(&ann, "The deck's seal is ");
    assert_shows(&ann, room_seal(room_in(&ann)));
    assert_int_equal(strlen(room_seal(room_in(&ann))), DEAL_SEAL_DIGITS);
    play_round(&ann, make_by_keys);
    assert_shows(&ann, "The key is ");
    assert_shows(&ann, room_key(room_in(&ann)));
    type(&ann, "r");
    assert_where(&ann, "record");
    assert_true(verify(copied(&ann), true) > 10);
    assert_shows(&ann, room_seal(room_in(&ann)));
    type(&ann, "q");
    assert_where(&ann, "table");
    assert_shows(&ann, room_key(room_in(&ann))); /* and stays there */
    type(&ann, "n");
    house_run(&h);
    assert_null(room_record(room_in(&ann)));
    caller_drop(&ann);
}

static void the_record_of_a_kept_round_comes_from_the_store(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "\r");
    caller_by_key(&bea, &h, "bea", true);
    type_line(&bea, "watch 1");
    assert_where(&bea, "table");
    play_round(&ann, make_by_keys);
    house_run(&h);
    type(&ann, "r");
    await_words(&ann, "[Key ");
    assert_shows(&ann, "[Date \"2023-11-14\"]");
    assert_true(verify(copied(&ann), true) > 10);
    hear_no_more(&bea);
    type_line(&bea, "record"); /* a watcher may check it too */
    await_words(&bea, "; Press Enter");
    assert_true(verify(said(&bea), true) > 10);
    type_line(&bea, "");
    assert_where(&bea, "table");
    caller_drop(&bea);
    caller_drop(&ann);
}

static void the_record_is_said_in_plain_lines(void **state)
{
    (void)state;
    caller_plain(&ann, &h);
    type_line(&ann, "play");
    play_round(&ann, make_by_words);
    assert_false(heard(&ann, "The key is ")); /* 64 digits to listen to: they are in the record */
    hear_no_more(&ann);
    type_line(&ann, "record");
    assert_true(verify(said(&ann), true) > 10);
    type_line(&ann, "");
    assert_where(&ann, "table");
    caller_drop(&ann);
}

/* (P68) */
static void a_line_that_drops_while_the_record_is_read_harms_nobody(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "\r");
    play_round(&ann, make_by_keys);
    house_run(&h);
    ann.line.conn.up->input(ann.line.conn.owner, (const uint8_t *)"r", 1);
    caller_drop(&ann);
    assert_null(h.house.visits);
}

static void the_record_of_a_patience_is_shown_and_is_good(void **state)
{
    (void)state;
    caller_by_key(&ann, &h, "ann", false);
    type(&ann, "s");
    patience_deal(&ann, 617);
    patience_play(&ann, 1000);
    int plies = solo_plies(solo_in(&ann));
    assert_shows(&ann, "R record");
    type(&ann, "R");
    assert_shows(&ann, "[Deal \"617\"]");
    assert_int_equal(verify(copied(&ann), false), plies);
    caller_drop(&ann);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_record_of_a_round_of_guests_is_shown_and_is_good),
        TEST(the_record_of_a_kept_round_comes_from_the_store),
        TEST(the_record_is_said_in_plain_lines),
        TEST(a_line_that_drops_while_the_record_is_read_harms_nobody),
        TEST(the_record_of_a_patience_is_shown_and_is_good),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
