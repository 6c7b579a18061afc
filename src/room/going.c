/* People go from a table: for now, or for good. */
#include "room/directory.h"
#include "room/members.h"
#include "room/notes.h"
#include "room/pending.h"
#include "room/seats.h"

/* A claim is kept as a seat is, but for the round in which it would be wanted. What is still to be told to the
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
    room_changed(r);
    directory_reckon(r);
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
    room_changed(r);
    directory_reckon(r);
}
