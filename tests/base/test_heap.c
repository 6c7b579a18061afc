#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>

#include "base/heap.h"

struct thing {
    int rank;
    struct heap_place place;
};

static int rank_of(const struct heap_place *p)
{
    return ((const struct thing *)(const void *)((const char *)p - offsetof(struct thing, place)))->rank;
}

static bool smaller(const struct heap_place *a, const struct heap_place *b)
{
    return rank_of(a) < rank_of(b);
}

static void the_first_of_none_is_nobody(void **state)
{
    (void)state;
    struct heap h;
    heap_init(&h, smaller);
    assert_null(heap_first(&h));
    heap_clear(&h);
}

static void they_leave_in_their_order(void **state)
{
    (void)state;
    struct heap h;
    struct thing things[] = { { .rank = 5 }, { .rank = 1 }, { .rank = 4 }, { .rank = 1 }, { .rank = 9 } };
    static const int order[] = { 1, 1, 4, 5, 9 };
    heap_init(&h, smaller);
    for (int i = 0; i < 5; i++) heap_add(&h, &things[i].place);
    for (int i = 0; i < 5; i++) {
        struct heap_place *p = heap_first(&h);
        assert_int_equal(HEAP_ITEM(p, struct thing, place)->rank, order[i]);
        heap_remove(&h, p);
        assert_int_equal(p->at, 0);
    }
    assert_null(heap_first(&h));
    heap_clear(&h);
}

/* Against the plain way: look at all. */
static void the_first_is_right_after_any_change(void **state)
{
    (void)state;
    enum { THINGS = 60, STEPS = 20000 };
    static struct thing things[THINGS];
    struct heap h;
    unsigned seed = 3107;
    print_message("seed %u\n", seed);
    srand(seed);
    heap_init(&h, smaller);
    for (int step = 0; step < STEPS; step++) {
        struct thing *t = &things[rand() % THINGS];
        if (t->place.at == 0) {
            t->rank = rand() % 100;
            heap_add(&h, &t->place);
        } else if (rand() % 2) {
            t->rank = rand() % 100;
            heap_fix(&h, &t->place);
        } else {
            heap_remove(&h, &t->place);
        }
        int least = 100;
        for (int i = 0; i < THINGS; i++)
            if (things[i].place.at != 0 && things[i].rank < least) least = things[i].rank;
        struct heap_place *first = heap_first(&h);
        assert_int_equal(first != NULL ? rank_of(first) : 100, least);
    }
    heap_clear(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_of_none_is_nobody),
        cmocka_unit_test(they_leave_in_their_order),
        cmocka_unit_test(the_first_is_right_after_any_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
