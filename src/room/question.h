/* A question to a mind: what to play in a position. The mind gets a copy of what its seat may see and works on a thread
 * of a pool; the answer comes back to whoever asked, if they are still there. */
#pragma once
#include "base/random.h"
#include "base/weak.h"
#include "games/game.h"

#define HINT_STRENGTH 3

struct pool;
struct text;

struct question {
    struct weak *asker;
    uint32_t serial; /* serial, turn and ply are the asker's own, to know the question by when its answer comes */
    uint32_t turn;
    int ply;
    const struct game *game;
    int seat, strength;
    struct random random;
    struct thought thought; /* the answer */
    void (*answer)(void *asker, const struct question *q, bool ran);
    _Alignas(max_align_t) unsigned char state[GAME_STATE_MAX]; /* as the seat sees it */
};

/* state is whole; chance makes the mind's own. The question holds a share of asker. */
struct question *question_new(struct weak *asker, const struct game *game, const void *state, int seat, int strength,
                              struct random *chance);

/* Calls q->answer once, with ran false when the pool was taken down before, unless the asker is gone; then frees q.
 * Without a pool that happens at once. false: the pool is full, nothing will be answered, and q is freed. whose: who
 * pays (pool.h). */
bool question_ask(struct question *q, struct pool *pool, uint64_t whose);

int question_budget_ms(const struct question *q); /* for the mind */

/* "Hint: the house plays the 8 of hearts on north." and why, and last "To type: 8h n." */
void hint_words(const struct question *q, struct text *out);
