#include "room/solo_mind.h"

#include "base/mem.h"
#include "base/pool.h"
#include "base/random.h"
#include "base/text.h"
#include "room/question.h"
#include "room/solo_change.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAR_MS 250

/* --- hints --- */

static void note(struct solo *s, const char *words)
{
    snprintf(s->note, sizeof s->note, "%s", words);
    s->hint.text[0] = '\0';
    solo_wake(s);
}

/* Only a hint that is given is help, and not before that is on disk. */
static void give_hint(struct solo *s, const struct question *q)
{
    char words[SENTENCE];
    struct text text;
    text_init(&text, words, sizeof words);
    hint_words(q, &text);
    memcpy(s->reason, q->thought.why, sizeof s->reason);
    if (!s->row.hint) {
        solo_mark_hint(s, words, &q->thought.move);
        return;
    }
    note(s, words);
    s->hint = q->thought.move;
}

static void take_hint(void *asker, const struct question *q, bool ran)
{
    struct solo *s = asker;
    s->hint_awaited = false;
    if (!ran)
        note(s, "The house has no hint just now; ask again.");
    else if (s->commit.busy || s->position != s->hint_position)
        note(s, "The board has changed since you asked for a hint.");
    else
        give_hint(s, q);
}

const char *solo_hint(struct solo *s)
{
    struct result r;
    if (s->over != NULL) return s->over;
    if (!s->ready) return NOT_READY;
    s->game->result(s->commit.state, &r);
    if (r.over) return "The game is over.";
    if (s->hint_asked || s->hint_awaited) return "The house is still thinking about it.";
    const char *why = pay(&s->lobby->payments, &s->lobby->env, DUE_HINT, &s->who);
    if (why != NULL) return why;
    s->hint_asked = true;
    solo_wake(s);
    return NULL;
}

void solo_hint_tick(struct solo *s)
{
    struct lobby *l = s->lobby;
    struct result r;
    if (!s->hint_asked || s->commit.busy) return;
    s->hint_asked = false;
    s->game->result(s->commit.state, &r);
    if (r.over) return;
    struct question *q = question_new(s->self, s->game, s->commit.state, 1, HINT_STRENGTH, &l->env.random);
    q->answer = take_hint;
    s->hint_awaited = true;
    s->hint_position = s->position;
    if (question_ask(q, l->env.hints, s->who.origin)) return;
    s->hint_awaited = false;
    note(s, "The house has no hint just now; ask again.");
}

const char *solo_why(const struct solo *s)
{
    return s->reason[0] != '\0' ? s->reason : NULL;
}

/* --- par (S14) --- */

struct search {
    struct weak *asker;
    const struct game *game;
    struct rules rules;
    uint32_t deal;
    int par;
};

/* By chance of the deal's own, so that a deal has one par wherever it is played. */
static void par_work(void *arg)
{
    struct search *q = arg;
    uint8_t key[DEAL_KEY_BYTES];
    struct deck deck;
    deal_key(key, q->game->id, q->deal);
    deal_deck(&deck, key);
    struct random chance = random_seeded(q->deal);
    q->par = q->game->par(&deck, &q->rules, &chance, PAR_MS);
}

static void par_settle(struct search *q, bool known)
{
    struct solo *s = weak_drop(q->asker);
    if (s != NULL) s->par_awaited = false;
    if (s != NULL && known && s->row.deal == q->deal) {
        s->row.par = q->par;
        s->version++;
    }
    if (s != NULL && known) solo_wake(s); /* of another deal meanwhile: that one's par is wanted now */
    free(q);
}

static void par_saved(void *arg, enum store_result result)
{
    par_settle(arg, result == STORE_OK);
}

/* A par is shown when it is on disk: the next search might find another one. */
static void par_done(void *arg, bool ran)
{
    struct search *q = arg;
    const struct solo *s = weak_target(q->asker);
    if (s != NULL && ran && s->kept)
        patience_save_par(s->lobby->env.store, s->who.account, s->kind, q->deal, q->par, par_saved, q);
    else
        par_settle(q, ran);
}

/* One search at a time for a person, and none for a deal that was only looked at. Where the pool has its share of this
 * origin's searches already, the next move asks again. */
void solo_par_tick(struct solo *s)
{
    struct pool *pool = s->lobby->env.pars;
    bool wanted = s->game->par != NULL && s->ready && s->row.par < 0 && s->n > 0 && !s->closed && s->over == NULL;
    if (!wanted || s->par_awaited) return;
    struct search *q = mem_new(sizeof *q);
    *q = (struct search){ .asker = weak_hold(s->self), .game = s->game, .rules = s->rules, .deal = s->row.deal };
    s->par_awaited = true;
    if (pool == NULL) {
        par_work(q);
        par_done(q, true);
    } else if (!pool_submit(pool, s->who.origin, par_work, par_done, q)) {
        par_settle(q, false);
    }
}
