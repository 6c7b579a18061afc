#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <event2/event.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

#include "await.h"
#include "base/pool.h"

/* A pool of one thread that stands at a gate, so that the queue is what the test makes of it. */
struct stage {
    struct event_base *base;
    struct pool *pool;
    sem_t reached, gate;
    char done[64]; /* the jobs' letters, as they came back; dropped ones in capitals */
};

struct job {
    struct stage *stage;
    char letter;
};

static struct job jobs[64];
static int jobs_n;

static void stand(void *arg)
{
    struct job *j = arg;
    sem_post(&j->stage->reached);
    sem_wait(&j->stage->gate);
}

static void nothing(void *arg)
{
    (void)arg;
}

static void done(void *arg, bool ran)
{
    struct job *j = arg;
    char *end = j->stage->done + strlen(j->stage->done);
    *end = ran ? j->letter : (char)(j->letter - 'a' + 'A');
}

static bool send_job(struct stage *g, uint64_t whose, char letter, void (*work)(void *arg))
{
    struct job *j = &jobs[jobs_n++];
    *j = (struct job){ g, letter };
    return pool_submit(g->pool, whose, work, done, j);
}

static void stage_open(struct stage *g, const struct pool_size *size)
{
    *g = (struct stage){ .base = event_base_new() };
    jobs_n = 0;
    sem_init(&g->reached, 0, 0);
    sem_init(&g->gate, 0, 0);
    g->pool = pool_new(g->base, size);
    assert_true(send_job(g, 0, 'g', stand));
    sem_wait(&g->reached);
}

/* The gate opens; returns what came back, in order, when n jobs have. */
static const char *stage_run(struct stage *g, size_t n)
{
    sem_post(&g->gate);
    AWAIT(g->base, strlen(g->done) >= n, "of %zu jobs only these came back: %s", n, g->done);
    return g->done;
}

static void stage_close(struct stage *g)
{
    sem_post(&g->gate);
    pool_free(g->pool);
    event_base_free(g->base);
    sem_destroy(&g->gate);
    sem_destroy(&g->reached);
}

static void in_the_queue_everybody_has_a_turn(void **state)
{
    (void)state;
    struct stage g;
    stage_open(&g, &(struct pool_size){ .threads = 1, .queue = 32 });
    for (int i = 0; i < 3; i++) assert_true(send_job(&g, 1, (char)('a' + i), nothing));
    assert_true(send_job(&g, 2, 'p', nothing));
    assert_true(send_job(&g, 2, 'q', nothing));
    assert_true(send_job(&g, 3, 'x', nothing));
    assert_string_equal(stage_run(&g, 7), "gapxbqc");
    stage_close(&g);
}

/* A flood of one sender ends at its share and takes no place from anybody. */
static void who_floods_has_a_share_and_the_others_have_room(void **state)
{
    (void)state;
    struct stage g;
    stage_open(&g, &(struct pool_size){ .threads = 1, .queue = 6, .share = 2 });
    assert_true(send_job(&g, 1, 'a', nothing));
    assert_true(send_job(&g, 1, 'b', nothing));
    assert_false(send_job(&g, 1, 'c', nothing));
    assert_true(send_job(&g, 2, 'p', nothing));
    for (int i = 0; i < 3; i++) assert_true(send_job(&g, 0, (char)('s' + i), nothing)); /* the house has no share */
    assert_false(send_job(&g, 3, 'x', nothing));                                        /* full is full */
    assert_string_equal(stage_run(&g, 7), "gapsbtu");
    assert_true(send_job(&g, 1, 'd', nothing));
    stage_close(&g);
}

/* What came later never overtakes for ever: a second job waits for those who were there, not for those who come after.
 */
static void nobody_is_overtaken_for_ever(void **state)
{
    (void)state;
    struct stage g;
    stage_open(&g, &(struct pool_size){ .threads = 1, .queue = 32 });
    assert_true(send_job(&g, 1, 'h', stand));
    assert_true(send_job(&g, 1, 'b', nothing));
    sem_post(&g.gate);
    sem_wait(&g.reached); /* h stands at the gate, b is next of its sender */
    for (int i = 0; i < 5; i++) assert_true(send_job(&g, (uint64_t)(10 + i), (char)('r' + i), nothing));
    assert_string_equal(stage_run(&g, 8), "ghbrstuv");
    stage_close(&g);
}

/* Each kind of work has a pool of its own: what stands in one is not seen in another. */
static void a_pool_that_is_stuck_and_full_does_not_delay_another(void **state)
{
    (void)state;
    struct stage hashes, moves;
    stage_open(&hashes, &(struct pool_size){ .threads = 1, .queue = 2, .share = 2, .nice = 10 });
    assert_true(send_job(&hashes, 1, 'a', nothing));
    assert_true(send_job(&hashes, 2, 'b', nothing));
    assert_false(send_job(&hashes, 3, 'c', nothing));
    moves = (struct stage){ .base = hashes.base };
    moves.pool = pool_new(hashes.base, &(struct pool_size){ .threads = 1, .queue = 2 });
    for (int i = 0; i < 5; i++) {
        assert_true(send_job(&moves, 3, 'm', nothing));
        AWAIT(hashes.base, strlen(moves.done) > (size_t)i, "the stuck pool delays job %d of the other", i + 1);
    }
    assert_string_equal(hashes.done, "");
    pool_free(moves.pool);
    stage_close(&hashes);
}

static void a_stopped_pool_drops_what_waits(void **state)
{
    (void)state;
    struct stage g;
    stage_open(&g, &(struct pool_size){ .threads = 1, .queue = 8 });
    assert_true(send_job(&g, 1, 'a', stand));
    assert_true(send_job(&g, 1, 'b', nothing));
    sem_post(&g.gate);
    sem_wait(&g.reached);
    stage_close(&g);
    assert_non_null(strchr(g.done, 'g'));
    assert_non_null(strpbrk(g.done, "bB"));
    assert_int_equal(strlen(g.done), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_the_queue_everybody_has_a_turn),
        cmocka_unit_test(who_floods_has_a_share_and_the_others_have_room),
        cmocka_unit_test(nobody_is_overtaken_for_ever),
        cmocka_unit_test(a_pool_that_is_stuck_and_full_does_not_delay_another),
        cmocka_unit_test(a_stopped_pool_drops_what_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
