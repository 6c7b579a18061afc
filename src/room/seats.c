#include "room/seats.h"

#include "room/members.h"
#include "room/notes.h"
#include "room/pending.h"

#include <assert.h>
#include <string.h>

/* --- sitting down --- */

int seat_open(const struct room *r, int64_t account)
{
    int open = 0;
    for (int seat = 1; seat <= r->seats; seat++) {
        bool promised = r->plan != NULL && r->plan->to[seat] == PLAN_PERSON;
        const struct person *heir = &r->seat[seat].heir;
        if (r->seat[seat].kind != SEAT_COMPUTER || promised || seat_claimer(r, seat) != NULL) continue;
        if (account != 0 && heir->account == account) return seat;
        if (heir->name[0] == '\0' && open == 0) open = seat;
    }
    return open;
}

static struct seat fresh(const struct seat *s, enum seat_kind kind)
{
    return (struct seat){
        .kind = kind,
        .total = s->total,
        .grace_due = NEVER,
        .change = s->change,
        .wanted = s->wanted,
        .left_round = s->left_round,
        .claim_due = s->claim_due,
        .notices = s->notices,
    };
}

void seat_to_computer(struct room *r, int seat, const struct person *who, int strength)
{
    struct seat *s = &r->seat[seat];
    assert(s->member == NULL);
    *s = fresh(s, SEAT_COMPUTER);
    s->who = *who;
    s->strength = strength;
}

void seat_sit(struct room *r, int seat, struct member *m)
{
    struct seat *s = &r->seat[seat];
    bool back = s->kind == SEAT_PERSON, stand_in = s->stand_in;
    if (s->member != NULL) member_end(s->member, "Another line of yours has taken your seat.");
    *s = fresh(s, SEAT_PERSON);
    s->who = m->who;
    s->member = m;
    m->seat = seat;
    m->claim = 0;
    s->stand_in = stand_in;
    if (stand_in) change_want(r, seat, CHANGE_BACK);
    if (back)
        room_notice(r, seat, "%s is back.", m->who.name);
    else
        room_note(r, "%s sits down.", m->who.name);
}

void seat_sit_absent(struct room *r, int seat, const struct person *who)
{
    struct seat *s = &r->seat[seat];
    *s = fresh(s, SEAT_PERSON);
    s->who = *who;
    room_note(r, "%s sits down.", who->name);
    room_notice(r, seat, "%s is away.", who->name);
}

void seat_take_back(struct member *m)
{
    struct room *r = m->room;
    if (m->seat == 0) return;
    struct seat *s = &r->seat[m->seat];
    s->idle_turns = 0;
    if (!s->stand_in || s->change == CHANGE_BACK) return;
    change_want(r, m->seat, CHANGE_AGAIN);
}

/* --- looking --- */

static bool person_same(const struct person *a, const struct person *b)
{
    return a->account == b->account && strcmp(a->name, b->name) == 0;
}

/* What is on its way counts as written when it takes the claim away, and not when it brings it. */
bool member_promised(const struct member *m)
{
    const struct plan *p = m->room->plan;
    if (m->claim == 0 || !person_same(&m->room->seat[m->claim].heir, &m->who)) return false;
    if (p == NULL || p->to[m->claim] == PLAN_PERSON) return true;
    return p->seat != 0 && (p->seat != m->claim || person_same(&p->heir, &m->who));
}

/* The seat of an account at a table, or the seat it has a claim to; 0: none. */
static int seat_of_account(const struct room *r, int64_t account)
{
    for (int seat = 1; seat <= r->seats; seat++) {
        const struct plan *p = r->plan;
        if (change_keeps(r, seat) && r->seat[seat].who.account == account) return seat;
        if (r->seat[seat].heir.account == account && r->seat[seat].change != CHANGE_UNCLAIM) return seat;
        if (p != NULL && p->to[seat] == PLAN_PERSON && p->who[seat].account == account &&
            r->seat[seat].change != CHANGE_LEFT)
            return seat;
    }
    for (const struct member *m = r->members; m != NULL; m = m->next)
        if (m->claim != 0 && m->over == NULL && m->who.account == account) return m->claim;
    return 0;
}

int room_seat_of(const struct room *r, int64_t account)
{
    return account != 0 ? seat_of_account(r, account) : 0;
}

static bool anybody_seated(const struct room *r, bool present)
{
    for (int seat = 1; seat <= r->seats; seat++) {
        const struct seat *s = &r->seat[seat];
        if (s->kind == SEAT_PERSON && (!present || s->member != NULL)) return true;
        if (!present && s->heir.account != 0 && s->change != CHANGE_UNCLAIM) return true; /* will be */
    }
    return false;
}

bool seats_abandoned(const struct room *r)
{
    return !anybody_seated(r, false) && seats_present(r, 0) == 0 && !r->commit.busy;
}

/* --- going --- */

/* Of more than ROUND_LEFT_MAX nobody knows who they were: then it may have been anybody. */
bool round_closed_to(const struct room *r, int64_t account)
{
    const struct round_row *n = &r->now;
    if (account == 0 || r->phase != ROOM_PLAYING) return false;
    bool closed = n->n_left == ROUND_LEFT_MAX;
    for (int k = 0; k < n->n_left; k++) closed |= n->left[k] == account;
    return closed;
}

void round_left(struct room *r, int64_t account)
{
    struct round_row *n = &r->now;
    if (account == 0 || r->phase != ROOM_PLAYING || round_closed_to(r, account)) return;
    n->left[n->n_left++] = account;
}

/* --- time --- */

/* With nobody else left to wait for, a newcomer need not wait for the next round. But nobody plays a round twice: for
 * one who has left it the computers play it to its end. */
static void claims_honour(struct room *r)
{
    if (anybody_seated(r, true) || r->begin_wanted) return;
    for (struct member *m = r->members; m != NULL; m = m->next) {
        if (m->claim == 0 || m->over != NULL || round_closed_to(r, m->who.account)) continue;
        if (r->seat[m->claim].change != CHANGE_SIT) change_want(r, m->claim, CHANGE_SIT);
    }
}

/* The grace period of an absent person runs only while somebody waits (T16). */
static void grace_tick(struct room *r, int seat)
{
    struct seat *s = &r->seat[seat];
    bool waited_for = change_keeps(r, seat) && s->member == NULL && !s->stand_in && seats_present(r, seat) > 0;
    if (!waited_for)
        s->grace_due = NEVER;
    else if (s->grace_due == NEVER)
        s->grace_due = room_time(r) + r->lobby->env.grace_s * INT64_C(1000);
}

void seats_tick(struct room *r, int64_t now)
{
    bool waits = wait_is_long(&r->commit.wait, now);
    claims_honour(r);
    if (seats_present(r, 0) > 0)
        r->empty_since = NEVER;
    else if (r->empty_since == NEVER)
        r->empty_since = now;
    for (int seat = 1; seat <= r->seats; seat++) {
        const struct seat *s = &r->seat[seat];
        grace_tick(r, seat);
        if (waits || !change_keeps(r, seat) || s->stand_in || s->change != CHANGE_NONE) continue;
        if (room_time(r) >= s->grace_due || seat_is_idle(r, seat)) change_want(r, seat, CHANGE_STAND_IN);
    }
}

int64_t seats_due(const struct room *r)
{
    int64_t now = lobby_now(r->lobby), due = NEVER;
    if (wait_is_long(&r->commit.wait, now)) return NEVER;
    for (int seat = 1; seat <= r->seats; seat++) {
        const struct seat *s = &r->seat[seat];
        bool claim = (s->change == CHANGE_CLAIM || s->change == CHANGE_UNCLAIM) && s->claim_due > now;
        int64_t own = claim ? s->claim_due : s->change == CHANGE_NONE ? room_until(r, s->grace_due) : NEVER;
        if (own < due) due = own;
    }
    return due;
}
