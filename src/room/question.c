#include "room/question.h"

#include "base/mem.h"
#include "base/pool.h"
#include "base/text.h"
#include "games/typed.h"

#include <stdlib.h>
#include <string.h>

static const int budget_ms[] = { [1] = 20, [2] = 80, [3] = 250 };

int question_budget_ms(const struct question *q)
{
    return budget_ms[q->strength];
}

struct question *question_new(struct weak *asker, const struct game *game, const void *state, int seat, int strength,
                              struct random *chance)
{
    struct question *q = mem_new(sizeof *q);
    uint64_t seed;
    random_bytes(chance, &seed, sizeof seed);
    q->asker = weak_hold(asker);
    q->game = game;
    q->seat = seat;
    q->strength = strength;
    q->random = random_seeded(seed);
    memcpy(q->state, state, game->state_size);
    game->hide(q->state, seat);
    return q;
}

static void question_work(void *arg)
{
    struct question *q = arg;
    q->game->think(q->state, q->seat, q->strength, &q->random, budget_ms[q->strength], &q->thought);
    q->thought.why[sizeof q->thought.why - 1] = '\0';
}

static void question_done(void *arg, bool ran)
{
    struct question *q = arg;
    void *asker = weak_drop(q->asker);
    if (asker != NULL) q->answer(asker, q, ran);
    free(q);
}

bool question_ask(struct question *q, struct pool *pool, uint64_t whose)
{
    if (pool != NULL) {
        if (pool_submit(pool, whose, question_work, question_done, q)) return true;
        weak_drop(q->asker);
        free(q);
        return false;
    }
    question_work(q);
    question_done(q, true);
    return true;
}

void hint_words(const struct question *q, struct text *out)
{
    text_add(out, "Hint: the house ");
    q->game->move_words(q->state, q->seat, &q->thought.move, out);
    text_add(out, ". %s To type: ", q->thought.why);
    move_typed(q->thought.move.text, out);
    text_add(out, ".");
}
