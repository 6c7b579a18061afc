/* What a patience asks of the pool: hints, and the par of a deal. Answers are for the very position or deal they were
 * asked about. */
#include "base/mem.h"
#include "base/pool.h"
#include "base/text.h"
#include "room/solo_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HINT_STRENGTH 3
#define HINT_MS 250
#define PAR_MS 250

struct question {
    struct solo_tie *tie;
    struct tie *lobby;
    const struct game *game;
    uint32_t deal;
    struct random random;
    void (*answer)(struct solo *s, const struct question *q, bool ran);
    struct thought thought;
    int par;
    _Alignas(max_align_t) unsigned char state[GAME_STATE_MAX]; /* as the person sees it */
};

static struct question *question_new(struct solo *s)
{
    struct question *q = mem_new(sizeof *q);
    q->tie = solo_tie_hold(s);
    q->lobby = tie_hold(s->lobby);
    q->game = s->game;
    q->deal = s->row.deal;
    return q;
}

static void question_free(struct question *q)
{
    tie_drop(q->lobby);
    free(q);
}

/* false: the pool is full and nothing will be answered. */
static bool question_ask(struct question *q, struct pool *pool, uint64_t whose, void (*work)(void *arg),
                         void (*done)(void *arg, bool ran))
{
    if (pool == NULL) {
        work(q);
        done(q, true);
        return true;
    }
    if (pool_submit(pool, whose, work, done, q)) return true;
    solo_tie_drop(q->tie);
    question_free(q);
    return false;
}

/* --- hints --- */

static void note(struct solo *s, const char *words)
{
    snprintf(s->note, sizeof s->note, "%s", words);
    s->hint.text[0] = '\0';
    solo_wake(s);
}

static void hint_work(void *arg)
{
    struct question *q = arg;
    q->game->think(q->state, 1, HINT_STRENGTH, &q->random, HINT_MS, &q->thought);
    q->thought.why[sizeof q->thought.why - 1] = '\0';
}

/* Only a hint that is given is help, and not before that is on disk. */
static void give_hint(struct solo *s, const void *seen, const struct thought *t)
{
    char words[SENTENCE];
    struct text text;
    text_init(&text, words, sizeof words);
    hint_words(s->game, seen, 1, t, &text);
    memcpy(s->reason, t->why, sizeof s->reason);
    if (!s->row.hint) {
        solo_mark_hint(s, words, &t->move);
        return;
    }
    note(s, words);
    s->hint = t->move;
}

static void hint_done(void *arg, bool ran)
{
    struct question *q = arg;
    struct solo *s = solo_tie_drop(q->tie);
    if (s != NULL) {
        s->hint_awaited = false;
        if (!ran)
            note(s, "The house has no hint just now; ask again.");
        else if (solo_busy(s) || s->position != s->hint_position)
            note(s, "The board has changed since you asked for a hint.");
        else
            give_hint(s, q->state, &q->thought);
    }
    question_free(q);
}

const char *solo_hint(struct solo *s)
{
    struct result r;
    if (s->over != NULL) return s->over;
    if (!s->ready) return "One moment: the cards are being brought.";
    s->game->result(s->state, &r);
    if (r.over) return "The game is over.";
    if (s->hint_asked || s->hint_awaited) return "The house is still thinking about it.";
    const char *why = pay(s->lobby, DUE_HINT, &s->who);
    if (why != NULL) return why;
    s->hint_asked = true;
    solo_wake(s);
    return NULL;
}

void solo_hint_tick(struct solo *s)
{
    struct result r;
    if (!s->hint_asked || solo_busy(s)) return;
    s->hint_asked = false;
    s->game->result(s->state, &r);
    if (r.over) return;
    struct question *q = question_new(s);
    memcpy(q->state, s->state, s->game->state_size);
    s->game->hide(q->state, 1);
    uint64_t seed;
    random_bytes(&s->lobby->env.random, &seed, sizeof seed);
    q->random = random_seeded(seed);
    s->hint_awaited = true;
    s->hint_position = s->position;
    if (question_ask(q, s->lobby->env.hints, s->who.origin, hint_work, hint_done)) return;
    s->hint_awaited = false;
    note(s, "The house has no hint just now; ask again.");
}

const char *solo_why(const struct solo *s)
{
    return s->reason[0] != '\0' ? s->reason : NULL;
}

/* --- par (S14) --- */

/* By chance of the deal's own, so that a deal has one par wherever it is played. */
static void par_work(void *arg)
{
    struct question *q = arg;
    uint8_t key[DEAL_KEY_BYTES];
    struct deck deck;
    deal_key(key, q->game->id, q->deal);
    deal_deck(&deck, key);
    q->random = random_seeded(q->deal);
    q->par = q->game->par(&deck, &q->random, PAR_MS);
}

static void par_settle(struct question *q, bool known)
{
    struct solo *s = solo_tie_drop(q->tie);
    if (s != NULL) s->par_awaited = false;
    if (s != NULL && known && s->row.deal == q->deal) {
        s->row.par = q->par;
        s->version++;
    }
    if (s != NULL && known) solo_wake(s); /* of another deal meanwhile: that one's par is wanted now */
    question_free(q);
}

static void par_saved(void *arg, enum store_result result)
{
    par_settle(arg, result == STORE_OK);
}

/* A par is shown when it is on disk: the next search might find another one. */
static void par_done(void *arg, bool ran)
{
    struct question *q = arg;
    const struct solo *s = q->tie->solo;
    if (s != NULL && ran && s->kept)
        patience_save_par(s->lobby->env.store, s->who.account, s->game->id, q->deal, q->par, par_saved, q);
    else
        par_settle(q, ran);
}

/* One search at a time for a person, and none for a deal that was only looked at. Where the pool has its share of this
 * origin's searches already, the next move asks again. */
void solo_par_tick(struct solo *s)
{
    bool wanted = s->game->par != NULL && s->ready && s->row.par < 0 && s->n > 0 && !s->closed && s->over == NULL;
    if (!wanted || s->par_awaited) return;
    s->par_awaited = true;
    if (!question_ask(question_new(s), s->lobby->env.pars, s->who.origin, par_work, par_done)) s->par_awaited = false;
}
