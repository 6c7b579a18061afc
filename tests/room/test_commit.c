/* What tables and patiences share: a copy that goes to disk, its answer, and the queue. */
#include "room/people.h"
#include "room/toy.h"

#include "room/commit.h"

struct owner {
    struct commit commit;
    int woken;
};

static void wake(void *owner)
{
    ((struct owner *)owner)->woken++;
}

static int setup(void **state)
{
    struct owner *o = calloc(1, sizeof *o);
    struct deck deck;
    uint8_t key[DEAL_KEY_BYTES] = { 1 };
    deal_deck(&deck, key);
    commit_init(&o->commit, toy_game.state_size, o, wake);
    toy_game.deal(o->commit.state, &deck, &(struct rules){ 0 }, 2, 1);
    *state = o;
    return 0;
}

static int teardown(void **state)
{
    struct owner *o = *state;
    commit_clear(&o->commit);
    free(o);
    return 0;
}

static void a_move_changes_the_copy_and_the_position_only_when_it_is_swapped(void **state)
{
    struct commit *c = &((struct owner *)*state)->commit;
    struct made made;
    struct toy before;
    memcpy(&before, c->state, sizeof before);
    int seat = toy_game.to_move(c->state);
    assert_non_null(commit_try(c, &toy_game, seat, "no such move", &made));
    assert_null(c->next);
    assert_null(commit_try(c, &toy_game, seat, "end", &made));
    assert_memory_equal(c->state, &before, sizeof before);
    commit_swap(c);
    assert_memory_not_equal(c->state, &before, sizeof before);
    assert_null(c->next);
}

static void only_the_answer_that_is_waited_for_is_heard(void **state)
{
    struct owner *o = *state;
    struct commit *c = &o->commit;
    commit_start(c, 0);
    void *first = commit_receipt(c);
    commit_fail(c);
    commit_start(c, 0);
    void *second = commit_receipt(c);
    assert_null(commit_answer(first, STORE_OK));
    assert_false(commit_settle(c));
    assert_ptr_equal(commit_answer(second, STORE_BUSY), o);
    assert_int_equal(o->woken, 1);
    assert_true(commit_settle(c));
    assert_false(commit_settle(c));
    assert_int_equal(c->result, STORE_BUSY);
}

static void an_answer_for_one_that_has_closed_finds_nobody(void **state)
{
    struct owner *o = *state;
    commit_start(&o->commit, 0);
    void *receipt = commit_receipt(&o->commit);
    commit_close(&o->commit);
    assert_null(commit_answer(receipt, STORE_OK));
    assert_int_equal(o->woken, 0);
}

static void the_queue_keeps_its_order_and_forgets_who_is_gone(void **state)
{
    struct commit *c = &((struct owner *)*state)->commit;
    struct command got;
    for (uint32_t k = 0; k < QUEUE_MAX; k++)
        assert_true(commit_enqueue(c, &(struct command){ .number = k, .by = 1 + k % 2 }));
    assert_false(commit_enqueue(c, &(struct command){ .number = 99 }));
    commit_forget(c, 2);
    for (uint32_t k = 0; k < QUEUE_MAX; k += 2) {
        assert_true(commit_dequeue(c, &got));
        assert_int_equal(got.number, k);
    }
    assert_false(commit_dequeue(c, &got));
    assert_null(c->queue);
}

static void time_stands_still_in_a_long_wait_and_only_there(void **state)
{
    (void)state;
    struct wait w;
    wait_init(&w);
    wait_begin(&w, 1000);
    assert_int_equal(wait_time(&w, 1000 + WAIT_MS), 1000 + WAIT_MS);
    assert_false(wait_tick(&w, 1000 + WAIT_MS));
    assert_int_equal(wait_due(&w), 1000 + WAIT_MS + 1);
    assert_int_equal(wait_time(&w, 5000), 1000);
    assert_int_equal(wait_until(&w, 5000, 1500), 5500);
    assert_true(wait_tick(&w, 5000));
    assert_false(wait_tick(&w, 6000));
    assert_true(wait_end(&w, 7000, true));
    assert_int_equal(wait_time(&w, 8000), 2000);
    wait_begin(&w, 8000);
    assert_false(wait_end(&w, 8000 + WAIT_MS, true));
    assert_int_equal(wait_time(&w, 8000 + WAIT_MS), 2000 + WAIT_MS);
    assert_true(wait_until(&w, 9000, NEVER) == NEVER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_move_changes_the_copy_and_the_position_only_when_it_is_swapped),
        TEST(only_the_answer_that_is_waited_for_is_heard),
        TEST(an_answer_for_one_that_has_closed_finds_nobody),
        TEST(the_queue_keeps_its_order_and_forgets_who_is_gone),
        TEST(time_stands_still_in_a_long_wait_and_only_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
