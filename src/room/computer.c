/* Computer players and hints. A mind gets a copy of what its seat may see and works on a thread of the pool; its answer
 * counts only for the very position it was asked about. Whatever becomes of it, a legal move is always at hand. */
#include "base/clean.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/origin.h"
#include "base/pool.h"
#include "base/text.h"
#include "games/typed.h"
#include "room/inside.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define ACTIONS_MAX 60   /* in one turn (P46) */
#define PATIENCE_MS 3000 /* for an answer beyond its budget */
#define ASK_AGAIN_MS 100 /* when the pool is full */
#define ASKS_MAX 20      /* then no more */
#define HINT_STRENGTH 3
#define THOUGHT_MS                                                                                                     \
    25 /* from the question to the move at least: no thought takes more than a sixth of it, see pace_due() */

static const int budget_ms[] = { [1] = 20, [2] = 80, [3] = 250 };

/* --- who they are --- */

static const struct {
    const char *name;
    int strength;
} players[] = {
    { "Alma", 1 },  { "Bruno", 1 }, { "Clara", 1 }, { "Dario", 1 }, { "Edda", 2 },  { "Fritz", 2 },
    { "Greta", 2 }, { "Henri", 2 }, { "Ilse", 3 },  { "Jonas", 3 }, { "Karla", 3 }, { "Ludo", 3 },
};
#define PLAYERS (sizeof players / sizeof *players)

bool lobby_computer_is_called(const char *name)
{
    char skeleton[NAME_MAX_LENGTH + 1], other[NAME_MAX_LENGTH + 1];
    clean_skeleton(skeleton, name);
    for (size_t k = 0; k < PLAYERS; k++) {
        clean_skeleton(other, players[k].name);
        if (strcmp(skeleton, other) == 0) return true;
    }
    return false;
}

static bool at_table(const struct room *r, const char *name)
{
    for (int seat = 1; seat <= r->seats; seat++) {
        if (strcasecmp(r->seat[seat].who.name, name) == 0) return true;
        if (r->plan != NULL && strcasecmp(r->plan->who[seat].name, name) == 0) return true;
    }
    return false;
}

int computer_pick(const struct room *r, int strength, struct person *who)
{
    size_t k = random_below(&r->lobby->env.random, PLAYERS);
    for (size_t tried = 0; tried < PLAYERS; tried++, k = (k + 1) % PLAYERS)
        if (!at_table(r, players[k].name) && (strength == 0 || players[k].strength == strength)) break;
    *who = (struct person){ .account = 0 };
    snprintf(who->name, sizeof who->name, "%s", players[k].name);
    return players[k].strength;
}

/* --- hints in words --- */

void hint_words(const struct game *game, const void *state, int seat, const struct thought *t, struct text *out)
{
    text_add(out, "Hint: the house ");
    game->move_words(state, seat, &t->move, out);
    text_add(out, ". %s To type: ", t->why);
    move_typed(t->move.text, out);
    text_add(out, ".");
}

/* --- thinking --- */

/* A question on its way to a thread and back. */
struct question {
    struct tie *tie;
    int64_t room;
    uint32_t serial; /* of the thinking, or of the member who wants a hint */
    uint32_t turn;
    int ply;
    bool hint, answered;
    const struct game *game;
    int seat, strength;
    struct random random;
    struct thought thought;
    _Alignas(max_align_t) unsigned char state[GAME_STATE_MAX]; /* as the seat sees it */
};

static struct question *question_new(struct room *r, int seat, int strength)
{
    struct question *q = mem_new(sizeof *q);
    uint64_t seed;
    random_bytes(&r->lobby->env.random, &seed, sizeof seed);
    q->tie = tie_hold(r->lobby);
    q->room = r->id;
    q->turn = r->turn;
    q->ply = r->ply;
    q->game = r->game;
    q->seat = seat;
    q->strength = strength;
    q->random = random_seeded(seed);
    memcpy(q->state, r->state, r->game->state_size);
    r->game->hide(q->state, seat);
    return q;
}

static void question_work(void *arg)
{
    struct question *q = arg;
    q->game->think(q->state, q->seat, q->strength, &q->random, budget_ms[q->strength], &q->thought);
    q->thought.why[sizeof q->thought.why - 1] = '\0';
}

static void take_thought(struct room *r, const struct question *q)
{
    struct thinking *t = &r->thinking;
    if (t->step != THINK_ASKED || t->serial != q->serial || q->turn != r->turn || q->ply != r->ply) return;
    if (q->answered) {
        t->step = THINK_READY;
        t->move = q->thought.move;
    } else {
        t->step = THINK_NOT;
    }
    room_wake(r);
}

static void give_hint(struct member *m, const struct question *q)
{
    char words[SENTENCE];
    struct text t;
    text_init(&t, words, sizeof words);
    hint_words(q->game, q->state, q->seat, &q->thought, &t);
    member_note(m, "%s", words);
    m->hint = q->thought.move;
    memcpy(m->hint_why, q->thought.why, sizeof m->hint_why);
    m->hint_turn = q->turn;
    m->hint_ply = q->ply;
}

static void take_hint(struct room *r, const struct question *q)
{
    struct member *m = r->members;
    while (m != NULL && m->serial != q->serial) m = m->next;
    if (m == NULL || m->over != NULL) return;
    m->awaits_hint = false;
    if (!q->answered)
        member_note(m, "The house has no hint just now; ask again.");
    else if (q->turn != r->turn || q->ply != r->ply)
        member_note(m, "The table has changed since you asked for a hint.");
    else
        give_hint(m, q);
}

static void question_done(void *arg, bool ran)
{
    struct question *q = arg;
    q->answered = ran;
    struct room *r = q->tie->lobby != NULL ? lobby_find(q->tie->lobby, q->room) : NULL;
    if (r != NULL && q->hint) take_hint(r, q);
    if (r != NULL && !q->hint) take_thought(r, q);
    tie_drop(q->tie);
    free(q);
}

/* Those who sit here pay for the table's thoughts: whoever has been here longest. */
static uint64_t payer_of(const struct room *r)
{
    uint64_t origin = ORIGIN_HOUSE;
    for (const struct member *m = r->members; m != NULL; m = m->next)
        if (m->over == NULL && (m->seat != 0 || m->claim != 0)) origin = m->who.origin;
    return origin;
}

/* false: the pool is full and nothing will be answered. */
static bool question_ask(struct question *q, struct pool *pool, uint64_t whose)
{
    if (pool != NULL) {
        if (pool_submit(pool, whose, question_work, question_done, q)) return true;
        tie_drop(q->tie);
        free(q);
        return false;
    }
    question_work(q);
    question_done(q, true);
    return true;
}

void computer_forget(struct room *r)
{
    r->thinking.step = THINK_NOT;
    r->thinking.ask_due = INT64_MIN;
    r->thinking.asks = 0;
}

/* --- moving --- */

int pace_ms(const struct lobby *l, enum pace pace)
{
    return pace == PACE_OFF ? 0 : pace == PACE_CALM ? PACE_CALM_TIMES * l->env.pace_ms : l->env.pace_ms;
}

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
    int64_t due = r->moved_ms + pace_ms(r->lobby, calmest);
    return due > r->thinking.answer_due ? due : r->thinking.answer_due;
}

static bool may_move(const struct room *r)
{
    int seat = room_to_move(r);
    return seat != 0 && seat_played_by_computer(r, seat) && !room_busy(r) && seats_present(r, 0) > 0;
}

static void ask(struct room *r, int64_t now)
{
    struct thinking *t = &r->thinking;
    int seat = room_to_move(r);
    const struct seat *s = &r->seat[seat];
    struct question *q = question_new(r, seat, s->stand_in ? STAND_IN_STRENGTH : s->strength);
    q->serial = t->serial = lobby_serial(r->lobby);
    t->step = THINK_ASKED;
    t->deadline = now + budget_ms[q->strength] + PATIENCE_MS;
    if (question_ask(q, r->lobby->env.moves, payer_of(r))) {
        if (r->lobby->env.moves != NULL) t->answer_due = now + THOUGHT_MS; /* else no time has passed */
        return;
    }
    t->step = THINK_NOT;
    t->ask_due = now + ASK_AGAIN_MS;
    t->asks++;
}

/* The move thought of; or, when the mind is silent, wrong or endless, the one that ends the turn. */
static void play(struct room *r, bool thought_of)
{
    struct thinking *t = &r->thinking;
    int seat = room_to_move(r);
    const char *why = "";
    if (thought_of && t->actions < ACTIONS_MAX) {
        why = move_make(r, seat, t->move.text, NULL, EXPLAIN_GAME);
        if (why !=
            NULL) /* which move it was names a card of the hand: the round's record, once it is over, leads there */
            log_event(LOG_ERR, NULL, "table %lld: round %d, move %d: what the mind chose is refused", (long long)r->id,
                      r->now.number, r->ply + 1);
    }
    if (why != NULL) {
        struct move m = move_ending_turn(r);
        why = move_make(r, seat, m.text, NULL, EXPLAIN_HOUSE);
    }
    assert(why == NULL); /* it was in the game's own list */
}

void computer_tick(struct room *r, int64_t now)
{
    struct thinking *t = &r->thinking;
    if (!may_move(r)) return;
    if (t->step == THINK_NOT && now >= t->ask_due) ask(r, now);
    bool late = t->asks >= ASKS_MAX || (t->step == THINK_ASKED && now >= t->deadline);
    if (!late && t->step != THINK_READY) return;
    if (now < pace_due(r)) return;
    uint32_t turn = r->turn;
    int actions = t->actions + 1;
    play(r, !late);
    t->actions = r->turn == turn ? actions : 0;
}

int64_t computer_due(const struct room *r)
{
    const struct thinking *t = &r->thinking;
    if (!may_move(r)) return NEVER;
    int64_t due = pace_due(r);
    switch (t->step) {
    case THINK_NOT: return t->ask_due;
    case THINK_ASKED: return t->deadline > due ? t->deadline : due;
    case THINK_READY: return due;
    }
    return NEVER;
}

/* --- hints --- */

const char *room_hint(struct member *m)
{
    if (m->over != NULL) return m->over;
    struct room *r = m->room;
    seat_take_back(m);
    if (!r->ready) return NOT_READY;
    if (m->seat == 0) return "You are watching: hints are for players.";
    if (r->phase != ROOM_PLAYING) return "The round is over.";
    if (room_to_move(r) != m->seat) return "It is not your turn.";
    if (m->asks_hint || m->awaits_hint) return "The house is still thinking about it.";
    const char *why = pay(r->lobby, DUE_HINT, &m->who);
    if (why != NULL) return why;
    m->asks_hint = true;
    room_wake(r);
    return NULL;
}

const char *member_why(const struct member *m)
{
    const struct room *r = m->room;
    bool stands =
        m->hint_why[0] != '\0' && m->hint_turn == r->turn && m->hint_ply == r->ply && r->phase == ROOM_PLAYING;
    return stands ? m->hint_why : room_why(r);
}

void hint_tick(struct room *r)
{
    for (struct member *m = r->members; m != NULL; m = m->next) {
        if (!m->asks_hint) continue;
        m->asks_hint = false;
        if (m->over != NULL || m->seat == 0 || room_to_move(r) != m->seat) continue;
        struct question *q = question_new(r, m->seat, HINT_STRENGTH);
        q->hint = true;
        q->serial = m->serial;
        m->awaits_hint = true;
        if (question_ask(q, r->lobby->env.hints, m->who.origin)) continue;
        m->awaits_hint = false;
        member_note(m, "The house has no hint just now; ask again.");
    }
}
