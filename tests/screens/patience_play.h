/* Opens patiences in tests and plays them by the house's own mind. */
#pragma once
#include "screens/patience.h"
#include "screens/table_play.h"

#include "room/solo.h"
#include "screens/patience_state.h"

static inline struct patience *patience_in(struct caller_in_test *c)
{
    void *state;
    assert_ptr_equal(session_top(session_of(c), &state), &screen_patience);
    return state;
}

static inline struct solo *solo_in(struct caller_in_test *c)
{
    struct solo *s = patience_in(c)->solo;
    assert_non_null(s);
    AWAIT(c->h->base, solo_ready(s), "the patience is not dealt");
    house_run(c->h);
    return s;
}

static inline struct result result_in(struct caller_in_test *c)
{
    struct result r;
    solo_result(solo_in(c), &r);
    return r;
}

/* The move that the house would play. */
static inline struct move thought(struct caller_in_test *c)
{
    struct random chance = random_seeded(1);
    struct thought t;
    patience_in(c)->game->think(solo_state(solo_in(c)), 1, 2, &chance, 0, &t);
    return t.move;
}

/* Deals that number, whatever lay there. */
static inline void patience_deal(struct caller_in_test *c, uint32_t deal)
{
    assert_null(solo_deal(solo_in(c), deal));
    house_run(c->h);
}

/* Makes that many moves past the screen, or fewer when the game ends before. */
static inline void patience_play(struct caller_in_test *c, int moves)
{
    for (; moves > 0 && !result_in(c).over; moves--) {
        assert_null(solo_move(solo_in(c), thought(c).text));
        house_run(c->h);
    }
}
