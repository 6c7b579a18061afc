#include "room/computer.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/origin.h"
#include "room/members.h"
#include "room/moves.h"
#include "room/pending.h"
#include "room/question.h"

#include <string.h>

#define ACTIONS_MAX 60   /* in one turn (P46) */
#define PATIENCE_MS 3000 /* for an answer beyond its budget */
#define ASK_AGAIN_MS 100 /* when the pool is full */
#define ASKS_MAX 20      /* then no more */
#define THOUGHT_MS 25 /* from the question to the move at least: a thought takes a sixth of it at most (pace_due()) */

struct thinking *thinking_new(void)
{
    struct thinking *t = mem_new(sizeof *t);
    t->ask_due = INT64_MIN;
    return t;
}

/* --- thinking --- */

static void forget(struct thinking *t)
{
    t->step = THINK_NOT;
    t->ask_due = INT64_MIN;
    t->asks = 0;
}

/* Of the player whose turn it is; 0: a person's, or nobody's. */
static int strength_of_turn(const struct room *r)
{
    int seat = room_to_move(r);
    if (seat == 0 || !seat_played_by_computer(r, seat)) return 0;
    return r->seat[seat].stand_in ? STAND_IN_STRENGTH : r->seat[seat].strength;
}

/* Is the thought about the position that is there, for the player whose turn it is, and is anybody here to wait for it?
 */
static bool stands(const struct room *r)
{
    const struct thinking *t = r->thinking;
    return t->turn == r->turn && t->ply == r->ply && t->strength == strength_of_turn(r) && seats_present(r, 0) > 0;
}

/* What no longer stands is forgotten, and a thought about what is there begins. */
static void look(struct room *r)
{
    struct thinking *t = r->thinking;
    if (stands(r)) return;
    if (t->turn != r->turn) t->actions = 0;
    forget(t);
    t->turn = r->turn;
    t->ply = r->ply;
    t->strength = strength_of_turn(r);
}

static void take_thought(void *asker, const struct question *q, bool ran)
{
    struct room *r = asker;
    struct thinking *t = r->thinking;
    if (t->step != THINK_ASKED || t->serial != q->serial || q->turn != r->turn || q->ply != r->ply) return;
    t->step = ran ? THINK_READY : THINK_NOT;
    if (ran) t->move = q->thought.move;
    room_wake(r);
}

/* Those who sit here pay for the table's thoughts: whoever has been here longest. */
static uint64_t payer_of(const struct room *r)
{
    uint64_t origin = ORIGIN_HOUSE;
    for (const struct member *m = r->members; m != NULL; m = m->next)
        if (m->over == NULL && (m->seat != 0 || m->claim != 0)) origin = m->who.origin;
    return origin;
}

/* --- moving --- */

void member_set_pace(struct member *m, enum pace pace)
{
    m->pace = pace;
    if (m->over == NULL) room_wake(m->room);
}

/* When the next move of a computer player may be made. Of those who only watch nobody can hold a table up. However fast
 * a table is: a mind that has one choice answers at once and one with many takes its time, so the wait for a move would
 * tell of the hand. All thoughts are given the same time, which is longer than any takes. */
static int64_t pace_due(const struct room *r)
{
    enum pace calmest = PACE_OFF;
    for (const struct member *m = r->members; m != NULL; m = m->next)
        if (m->over == NULL && (m->seat != 0 || m->claim != 0) && m->pace > calmest) calmest = m->pace;
    int64_t due = r->moved_ms + lobby_pace_ms(r->lobby, calmest);
    return due > r->thinking->answer_due ? due : r->thinking->answer_due;
}

static bool may_move(const struct room *r)
{
    return strength_of_turn(r) != 0 && !room_busy(r) && seats_present(r, 0) > 0;
}

/* Asks the pool for a move. A question that finds no place there is asked again after ASK_AGAIN_MS. */
static void ask(struct room *r, int64_t now)
{
    struct thinking *t = r->thinking;
    struct lobby *l = r->lobby;
    struct question *q = question_new(r->self, r->game, r->commit.state, room_to_move(r), t->strength, &l->env.random);
    q->serial = t->serial = lobby_serial(l);
    q->turn = r->turn;
    q->ply = r->ply;
    q->answer = take_thought;
    t->step = THINK_ASKED;
    t->deadline = now + question_budget_ms(q) + PATIENCE_MS;
    if (question_ask(q, l->env.moves, payer_of(r))) {
        if (l->env.moves != NULL) t->answer_due = now + THOUGHT_MS; /* else no time has passed */
        return;
    }
    t->step = THINK_NOT;
    t->ask_due = now + ASK_AGAIN_MS;
    t->asks++;
}

/* The move thought of; or, when the mind is silent, wrong or endless, the one that ends the turn. The thought is used
 * up by it: if the move cannot be written, the player thinks again. */
static void play(struct room *r, bool thought_of)
{
    struct thinking *t = r->thinking;
    struct move move = t->move;
    const char *why = "";
    bool endless = t->actions++ >= ACTIONS_MAX;
    forget(t);
    if (thought_of && !endless) {
        why = move_make(r, room_to_move(r), move.text, MAKER_COMPUTER);
        if (why == NULL) return;
        /* Which move it was names a card of the hand: the round's record, once it is over, leads there. */
        log_event(LOG_ERR, NULL, "table %lld: round %d, move %d: what the mind chose is refused", (long long)r->id,
                  r->now.number, r->ply + 1);
    }
    move_end_turn(r, MAKER_HOUSE);
}

void computer_tick(struct room *r, int64_t now)
{
    struct thinking *t = r->thinking;
    look(r);
    if (!may_move(r)) return;
    if (t->step == THINK_NOT && now >= t->ask_due) ask(r, now);
    bool late = t->asks >= ASKS_MAX || (t->step == THINK_ASKED && now >= t->deadline);
    if ((late || t->step == THINK_READY) && now >= pace_due(r)) play(r, !late);
}

int64_t computer_due(const struct room *r)
{
    const struct thinking *t = r->thinking;
    if (!may_move(r)) return NEVER;
    if (!stands(r)) return INT64_MIN;
    int64_t due = pace_due(r);
    switch (t->step) {
    case THINK_NOT: return t->ask_due;
    case THINK_ASKED: return t->deadline > due ? t->deadline : due;
    case THINK_READY: return due;
    }
    return NEVER;
}
