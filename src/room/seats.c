/* Who sits where, who is away, and who plays in an absent person's stead. */
#include "base/mem.h"
#include "room/inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define IDLE_TURNS_MAX 3 /* (P72) */

/* --- members --- */

struct member *member_new(struct room *r, const struct person *who, const struct member_upcalls *up, void *owner)
{
    struct member *m = mem_new(sizeof *m);
    *m = (struct member){
        .next = r->members,
        .room = r,
        .who = *who,
        .up = up,
        .owner = owner,
        .pace = PACE_FAST,
        .serial = lobby_serial(r->lobby),
        .version_shown = r->version,
        .lines_told = r->lines,
        .wait_words = wait_words(r),
    };
    r->members = m;
    directory_note(r, who->account);
    room_changed(r);
    return m;
}

void member_free(struct member *m)
{
    free(m->refusal);
    free(m->note);
    free(m);
}

/* Takes back everything by which the room knows the member, but its place in the list. */
static void detach(struct member *m)
{
    struct room *r = m->room;
    int kept = 0;
    for (int k = 0; k < r->queued; k++)
        if (r->queue[k].by != m) r->queue[kept++] = r->queue[k];
    r->queued = kept;
    if (r->writing.by == m) r->writing.by = NULL;
    if (m->seat != 0) r->seat[m->seat].member = NULL;
    m->seat = m->claim = 0;
}

void member_drop(struct member *m)
{
    struct room *r = m->room;
    struct lobby *l = r->lobby;
    detach(m);
    struct member **at = &r->members;
    while (*at != m) at = &(*at)->next;
    *at = m->next;
    m->dead = true;
    room_changed(r);
    if (!l->ticking) {
        member_free(m);
        return;
    }
    m->next_dead = l->dead;
    l->dead = m;
}

void member_end(struct member *m, const char *why)
{
    if (m->over != NULL) return;
    detach(m);
    m->over = why;
    room_wake(m->room);
}

/* --- seats --- */

bool seat_played_by_computer(const struct room *r, int seat)
{
    return r->seat[seat].kind == SEAT_COMPUTER || r->seat[seat].stand_in;
}

int seats_present(const struct room *r, int but)
{
    int n = 0;
    for (const struct member *m = r->members; m != NULL; m = m->next)
        n += m->over == NULL && (m->seat != 0 || m->claim != 0) && (but == 0 || m->seat != but);
    return n;
}

struct member *seat_claimer(const struct room *r, int seat)
{
    struct member *m = r->members;
    while (m != NULL && (m->claim != seat || m->over != NULL)) m = m->next;
    return m;
}

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
    if (room_to_move(r) == seat) computer_forget(r);
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
    change_tick(r, lobby_now(r->lobby));
}

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

/* --- coming and going --- */

static bool anybody_seated(const struct room *r, bool present)
{
    for (int seat = 1; seat <= r->seats; seat++) {
        const struct seat *s = &r->seat[seat];
        if (s->kind == SEAT_PERSON && (!present || s->member != NULL)) return true;
        if (!present && s->heir.account != 0 && s->change != CHANGE_UNCLAIM) return true; /* will be */
    }
    return false;
}

/* But nobody plays a round twice: for one who has left it the computers play it to its end. */
bool claims_honour(struct room *r)
{
    bool any = false, at_once = !anybody_seated(r, true) && !r->begin_wanted;
    for (struct member *m = r->members; m != NULL; m = m->next) {
        if (m->claim == 0 || m->over != NULL) continue;
        any = true;
        if (!at_once || round_closed_to(r, m->who.account) || r->seat[m->claim].change == CHANGE_SIT) continue;
        change_want(r, m->claim, CHANGE_SIT);
    }
    return any;
}

/* The grace period of an absent person runs only while somebody waits (T16). */
static void grace_reckon(struct room *r, int seat)
{
    struct seat *s = &r->seat[seat];
    wait_count(r);
    bool waited_for = change_keeps(r, seat) && s->member == NULL && !s->stand_in && seats_present(r, seat) > 0;
    if (!waited_for)
        s->grace_due = NEVER;
    else if (s->grace_due == NEVER)
        s->grace_due = lobby_now(r->lobby) + r->lobby->env.grace_s * INT64_C(1000);
}

void seats_reckon(struct room *r)
{
    if (r->closing != NULL) return;
    bool come = claims_honour(r);
    if (!anybody_seated(r, false) && !come && r->writing.what == WRITE_NONE) {
        room_close(r, "Everybody has left the table.");
        return;
    }
    if (seats_present(r, 0) > 0)
        r->empty_since = NEVER;
    else if (r->empty_since == NEVER)
        r->empty_since = lobby_now(r->lobby);
    if (r->empty_since != NEVER) computer_forget(r);
    for (int seat = 1; seat <= r->seats; seat++) grace_reckon(r, seat);
    turn_clock_reckon(r);
    directory_reckon(r);
    room_changed(r);
}

/* Frees m. A claim is kept as a seat is, but for the round in which it would be wanted. What is still to be told to the
 * seat's person is lost with the line; the log keeps it. */
void member_away(struct member *m)
{
    struct room *r = m->room;
    struct person who = m->who;
    int seat = m->seat, claim = m->claim;
    member_drop(m);
    if (r->closing != NULL) return;
    if (claim != 0 && who.account == 0) change_want(r, claim, CHANGE_UNCLAIM);
    if (seat != 0 && who.account != 0) {
        room_notice(r, seat, "%s is away.", who.name);
    } else if (seat != 0) {
        change_want(r, seat, CHANGE_LOST);
    }
    seats_reckon(r);
    change_tick(r, lobby_now(r->lobby));
}

/* The seat that m is at, or is to be at when what is on its way is on disk; 0: none. */
static int seat_promised(const struct member *m)
{
    const struct plan *p = m->room->plan;
    if (m->seat != 0) return m->seat;
    return m->claim != 0 && p != NULL && p->to[m->claim] == PLAN_PERSON ? m->claim : 0;
}

/* Nobody waits for the disk to go: the seat stays theirs until then, without them. */
void member_leave(struct member *m)
{
    struct room *r = m->room;
    int seat = seat_promised(m);
    int claim = m->claim;
    bool held = m->seat != 0;
    int64_t account = m->who.account;
    member_drop(m);
    if (r->closing != NULL) return;
    if (claim != 0) change_want(r, claim, CHANGE_UNCLAIM);
    if (seat != 0) change_want(r, seat, CHANGE_LEFT);
    if (seat != 0 && !held) r->seat[seat].left_round = 0;
    if (held) round_left(r, account);
    seats_reckon(r);
    change_tick(r, lobby_now(r->lobby));
}

/* --- time --- */

bool seat_is_idle(const struct room *r, int seat)
{
    return r->seat[seat].idle_turns >= IDLE_TURNS_MAX;
}

void seats_tick(struct room *r, int64_t now)
{
    if (wait_is_long(r)) return;
    for (int seat = 1; seat <= r->seats; seat++) {
        const struct seat *s = &r->seat[seat];
        if (!change_keeps(r, seat) || s->stand_in || s->change != CHANGE_NONE) continue;
        if (now >= s->grace_due || seat_is_idle(r, seat)) change_want(r, seat, CHANGE_STAND_IN);
    }
}

int64_t seats_due(const struct room *r)
{
    int64_t due = NEVER;
    if (wait_is_long(r)) return NEVER;
    int64_t now = lobby_now(r->lobby);
    for (int seat = 1; seat <= r->seats; seat++) {
        const struct seat *s = &r->seat[seat];
        bool claim = (s->change == CHANGE_CLAIM || s->change == CHANGE_UNCLAIM) && s->claim_due > now;
        int64_t own = claim ? s->claim_due : s->change == CHANGE_NONE ? s->grace_due : NEVER;
        if (own < due) due = own;
    }
    return due;
}
