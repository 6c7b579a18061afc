#include "room/hint.h"

#include "base/text.h"
#include "room/members.h"
#include "room/question.h"
#include "room/seats.h"

#include <string.h>

static void give_hint(struct member *m, const struct question *q)
{
    char words[SENTENCE];
    struct text t;
    text_init(&t, words, sizeof words);
    hint_words(q, &t);
    member_note(m, "%s", words);
    m->hint = q->thought.move;
    memcpy(m->hint_why, q->thought.why, sizeof m->hint_why);
    m->hint_turn = q->turn;
    m->hint_ply = q->ply;
}

static void take_hint(void *asker, const struct question *q, bool ran)
{
    const struct room *r = asker;
    struct member *m = member_by_serial(r, q->serial);
    if (m == NULL) return;
    m->awaits_hint = false;
    if (!ran)
        member_note(m, "The house has no hint just now; ask again.");
    else if (q->turn != r->turn || q->ply != r->ply)
        member_note(m, "The table has changed since you asked for a hint.");
    else
        give_hint(m, q);
}

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
    const char *why = pay(&r->lobby->payments, &r->lobby->env, DUE_HINT, &m->who);
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
    struct lobby *l = r->lobby;
    for (struct member *m = r->members; m != NULL; m = m->next) {
        if (!m->asks_hint) continue;
        m->asks_hint = false;
        if (m->over != NULL || m->seat == 0 || room_to_move(r) != m->seat) continue;
        struct question *q = question_new(r->self, r->game, r->commit.state, m->seat, HINT_STRENGTH, &l->env.random);
        q->serial = m->serial;
        q->turn = r->turn;
        q->ply = r->ply;
        q->answer = take_hint;
        m->awaits_hint = true;
        if (question_ask(q, l->env.hints, m->who.origin)) continue;
        m->awaits_hint = false;
        member_note(m, "The house has no hint just now; ask again.");
    }
}
