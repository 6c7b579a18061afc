#include "room/change.h"

#include "base/mem.h"
#include "base/text.h"
#include "room/keep.h"
#include "room/members.h"
#include "room/names.h"
#include "room/notes.h"
#include "room/pending.h"
#include "room/round.h"
#include "room/seats.h"
#include "store/store.h"

#include <assert.h>
#include <stdlib.h>

/* --- plans --- */

static void plan_computer(struct room *r, int seat)
{
    struct plan *p = r->plan;
    p->to[seat] = PLAN_COMPUTER;
    p->strength[seat] = computer_pick(r, STAND_IN_STRENGTH, &p->who[seat]);
}

static void plan_person(struct room *r, int seat, const struct person *who)
{
    r->plan->to[seat] = PLAN_PERSON;
    r->plan->who[seat] = *who;
}

/* The points of the hand held now (T16). */
static int points_of_hand(const struct room *r, int seat)
{
    struct result result;
    r->game->result(r->commit.state, &result);
    return result.points[seat];
}

/* Whose line is gone is not counted by that: a guest has no figures. */
static void plan_leaving(struct room *r, int seat)
{
    const struct seat *s = &r->seat[seat];
    plan_computer(r, seat);
    r->plan->counts = s->change == CHANGE_LEFT && r->phase == ROOM_PLAYING && s->left_round == r->now.number;
    if (r->plan->counts) r->plan->points = points_of_hand(r, seat);
}

/* Plans what the wanted change makes of the seat. The table itself changes when the plan is written (plan_apply). */
static void plan_seat(struct room *r, int seat)
{
    const struct seat *s = &r->seat[seat];
    struct plan *p = r->plan;
    p->seat = seat;
    p->change = s->change;
    p->stand_in = s->stand_in;
    p->heir = s->heir;
    switch (s->change) {
    case CHANGE_NONE: break;
    case CHANGE_LEFT:
    case CHANGE_LOST: plan_leaving(r, seat); break;
    case CHANGE_SIT: plan_person(r, seat, &seat_claimer(r, seat)->who); break;
    case CHANGE_CLAIM: p->heir = seat_claimer(r, seat)->who; break;
    case CHANGE_UNCLAIM: p->heir = (struct person){ .account = 0 }; break;
    case CHANGE_STAND_IN: p->stand_in = true; break;
    case CHANGE_AGAIN:
    case CHANGE_BACK: p->stand_in = false; break;
    }
}

/* Who sits where in the next round: claims are honoured, and who has stayed away too long has no seat any more (T16).
 * Those who are not here have no claim to a seat that others would have to wait for; but where the host's end has cut
 * everybody off, they keep it. */
static void plan_round(struct room *r)
{
    bool empty = seats_present(r, 0) == 0;
    for (int seat = 1; seat <= r->seats; seat++) {
        const struct seat *s = &r->seat[seat];
        const struct member *m = seat_claimer(r, seat);
        if (s->kind == SEAT_PERSON && s->stand_in && s->member == NULL)
            plan_computer(r, seat);
        else if (m != NULL)
            plan_person(r, seat, &m->who);
        else if (s->heir.account != 0 && empty && s->change != CHANGE_UNCLAIM)
            plan_person(r, seat, &s->heir);
    }
}

static bool has_account(const struct room *r)
{
    for (int seat = 1; seat <= r->seats; seat++) {
        const struct plan *p = r->plan;
        bool stays = p->to[seat] == PLAN_STAYS && r->seat[seat].kind == SEAT_PERSON;
        const struct person *who = stays ? &r->seat[seat].who : &p->who[seat];
        if ((stays || p->to[seat] == PLAN_PERSON) && who->account != 0) return true;
    }
    return false;
}

/* Rounds are kept where an account sits; of a table of guests nothing is. */
static void decide_keeping(struct room *r)
{
    struct store *store = r->lobby->env.store;
    struct round_row *u = &r->upcoming;
    bool keep = store != NULL && has_account(r);
    if (!keep) {
        u->id = u->table = 0;
    } else if (u->id == 0) {
        u->table = r->table_kept != 0 ? r->table_kept : u->number == 1 ? r->id : store_next_id(store);
        u->id = store_next_id(store);
    }
}

/* --- at the table --- */

static void to_computer(struct room *r, int seat, const struct plan *p)
{
    struct seat was = r->seat[seat];
    const char *name = was.who.name, *by = p->who[seat].name;
    seat_to_computer(r, seat, &p->who[seat], p->strength[seat]);
    r->seat[seat].change = CHANGE_NONE;
    if (p->change == CHANGE_LOST)
        room_notice(r, seat, "%s has left; %s plays on.", name, by);
    else if (p->change != CHANGE_LEFT)
        room_note(r, "%s has not come back: the seat is now %s's.", name, by);
    else if (p->counts)
        room_note(r, "%s leaves with %d point%s; %s plays on.", name, p->points, text_word(p->points, "", "s"), by);
    else
        room_note(r, "%s leaves; %s plays on.", name, by);
}

static void to_person(struct room *r, int seat, const struct person *who)
{
    struct member *m = seat_claimer(r, seat);
    if (m != NULL || r->seat[seat].change != CHANGE_LEFT) r->seat[seat].change = CHANGE_NONE;
    if (m != NULL) {
        seat_sit(r, seat, m);
        return;
    }
    seat_sit_absent(r, seat, who);
    if (who->account == 0 && r->seat[seat].change == CHANGE_NONE) change_want(r, seat, CHANGE_LOST);
}

/* Who has a seat from the next round on. They may have gone again meanwhile. */
static void to_heir(struct room *r, int seat, const struct plan *p)
{
    struct seat *s = &r->seat[seat];
    struct person was = s->heir;
    s->heir = p->heir;
    s->claim_due = lobby_now(r->lobby) + CLAIM_MS;
    if (p->change == CHANGE_CLAIM)
        s->heir_told = room_notice(r, seat, "%s takes the seat of %s with the next round.", s->heir.name, s->who.name);
    else if (s->heir_told)
        room_note(r, "%s does not wait for the seat; %s plays on.", was.name, s->who.name);
}

/* The round has begun without them. Who has come back meanwhile has the claim to the one after it. */
static void heir_forget(struct room *r, int seat)
{
    struct seat *s = &r->seat[seat];
    if (s->heir.name[0] == '\0') return;
    if (s->heir_told) room_note(r, "%s has not come back; %s plays on.", s->heir.name, s->who.name);
    s->heir = (struct person){ .account = 0 };
    s->heir_told = false;
    if (seat_claimer(r, seat) != NULL && s->change == CHANGE_NONE) change_want(r, seat, CHANGE_CLAIM);
}

/* Why it was wanted may be over when it is on disk. */
static void to_stand_in(struct room *r, int seat)
{
    struct seat *s = &r->seat[seat];
    const char *name = s->who.name;
    s->stand_in = true;
    if (s->member == NULL)
        room_note(r, "%s is away too long: a computer plays until %s is back.", name, name);
    else if (seat_is_idle(r, seat))
        room_note(r, "%s has let %d turns go by: a computer plays until %s moves.", name, s->idle_turns, name);
    else
        change_want(r, seat, CHANGE_BACK);
}

static void to_itself(struct room *r, int seat, enum change change)
{
    r->seat[seat].stand_in = false;
    if (change == CHANGE_AGAIN) room_notice(r, seat, "%s plays again.", r->seat[seat].who.name);
}

static void seat_apply(struct room *r, const struct plan *p)
{
    struct seat *s = &r->seat[p->seat];
    if (s->change == p->change) s->change = CHANGE_NONE;
    if (p->change == CHANGE_CLAIM || p->change == CHANGE_UNCLAIM) to_heir(r, p->seat, p);
    if (p->change == CHANGE_STAND_IN) to_stand_in(r, p->seat);
    if (p->change == CHANGE_AGAIN || p->change == CHANGE_BACK) to_itself(r, p->seat, p->change);
}

static void plan_apply(struct room *r)
{
    struct plan *p = r->plan;
    r->plan = NULL;
    if (p->seat != 0) seat_apply(r, p);
    for (int seat = 1; seat <= r->seats; seat++) {
        if (p->to[seat] == PLAN_STAYS && p->seat == 0) heir_forget(r, seat);
        if (p->to[seat] == PLAN_COMPUTER) to_computer(r, seat, p);
        if (p->to[seat] == PLAN_PERSON) to_person(r, seat, &p->who[seat]);
    }
    free(p);
}

/* --- what is on disk by now --- */

/* The store has written: now the table becomes what was written. */
static void done(struct room *r)
{
    enum write what = r->writing.what;
    keep_done(r);
    if (what == WRITE_BEGIN) {
        r->begin_wanted = false;
        r->opening = false;
        r->table_kept = r->upcoming.table;
        plan_apply(r);
        round_begun(r);
    } else if (what == WRITE_FINISH) {
        r->finish_wanted = false;
        round_finished(r);
    } else {
        assert(what == WRITE_SEATS || what == WRITE_LEAVE);
        plan_apply(r);
    }
    room_changed(r);
}

/* Who has left a seat that was only promised has left nothing. */
static void failed(struct room *r)
{
    keep_failed(r);
    free(r->plan);
    r->plan = NULL;
    for (int seat = 1; seat <= r->seats; seat++)
        if (r->seat[seat].kind == SEAT_COMPUTER && r->seat[seat].change == CHANGE_LEFT)
            r->seat[seat].change = CHANGE_NONE;
    r->write_due = lobby_now(r->lobby) + RETRY_MS;
    room_changed(r);
}

void change_settle(struct room *r)
{
    if (r->commit.result == STORE_OK)
        done(r);
    else
        failed(r);
}

/* --- writing --- */

/* false: no store keeps that. */
static bool write_finish(struct room *r)
{
    keep_start(r, WRITE_FINISH);
    keep_finish(r);
    return true;
}

static bool write_seat(struct room *r, int seat)
{
    r->plan = mem_new(sizeof *r->plan);
    plan_seat(r, seat);
    bool points = r->plan->counts && r->now.id != 0 && r->seat[seat].who.account != 0;
    keep_start(r, points ? WRITE_LEAVE : WRITE_SEATS);
    if (r->table_kept == 0) return false;
    if (points)
        keep_leave(r, seat);
    else
        keep_seats(r);
    return true;
}

/* With the round of guests after which nothing is kept, the seats and claims of the others end: on disk first. */
static bool write_begin(struct room *r)
{
    r->plan = mem_new(sizeof *r->plan);
    plan_round(r);
    decide_keeping(r);
    keep_start(r, WRITE_BEGIN);
    if (r->upcoming.id != 0)
        keep_begin(r);
    else if (r->table_kept != 0)
        keep_stop(r);
    else
        return false;
    return true;
}

/* A round is counted before anybody leaves it, and people leave before the next one begins. */
void change_tick(struct room *r, int64_t now)
{
    for (;;) {
        seats_tick(r, now);
        if (r->commit.busy || now < r->write_due || seats_abandoned(r)) return;
        int seat = change_next(r);
        bool sent;
        if (r->finish_wanted)
            sent = write_finish(r);
        else if (seat != 0)
            sent = write_seat(r, seat);
        else if (r->begin_wanted)
            sent = write_begin(r);
        else
            return;
        if (!sent) done(r);
    }
}
