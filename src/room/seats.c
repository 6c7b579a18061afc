/* Who sits where, who is away, and who plays in an absent person's stead. */
#include "base/mem.h"
#include "room/inside.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define IDLE_TURNS_MAX 3 /* P72 */

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
    };
    r->members = m;
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

int seat_open(const struct room *r)
{
    for (int seat = 1; seat <= r->seats; seat++) {
        if (r->seat[seat].kind != SEAT_COMPUTER) continue;
        const struct member *m = r->members;
        while (m != NULL && m->claim != seat) m = m->next;
        if (m == NULL) return seat;
    }
    return 0;
}

static struct seat fresh(const struct seat *s, enum seat_kind kind)
{
    return (struct seat){ .kind = kind, .total = s->total, .grace_due = NEVER, .talk = s->talk, .notices = s->notices };
}

void seat_to_computer(struct room *r, int seat, int strength)
{
    struct seat *s = &r->seat[seat];
    assert(s->member == NULL);
    *s = fresh(s, SEAT_COMPUTER);
    s->strength = strength;
    seat_name_computer(r, seat);
}

void seat_sit(struct room *r, int seat, struct member *m)
{
    struct seat *s = &r->seat[seat];
    bool back = s->kind == SEAT_PERSON;
    if (s->member != NULL) member_end(s->member, "Another line of yours has taken your seat.");
    *s = fresh(s, SEAT_PERSON);
    s->who = m->who;
    s->member = m;
    m->seat = seat;
    m->claim = 0;
    if (room_to_move(r) == seat) computer_forget(r);
    if (back) {
        room_notice(r, seat, "%s is back.", m->who.name);
    } else {
        room_note(r, "%s sits down.", m->who.name);
        keep_table(r);
    }
    seats_reckon(r);
}

void seat_take_back(struct member *m)
{
    struct room *r = m->room;
    if (m->seat == 0) return;
    struct seat *s = &r->seat[m->seat];
    s->idle_turns = 0;
    if (!s->stand_in) return;
    s->stand_in = false;
    computer_forget(r);
    turn_clock_reckon(r);
    room_notice(r, m->seat, "%s plays again.", m->who.name);
}

static void claims_honour(struct room *r)
{
    for (struct member *m = r->members; m != NULL; m = m->next)
        if (m->claim != 0 && m->over == NULL) seat_sit(r, m->claim, m);
}

void seats_settle(struct room *r)
{
    for (int seat = 1; seat <= r->seats; seat++) {
        struct seat *s = &r->seat[seat];
        if (s->kind != SEAT_PERSON || !s->stand_in || s->member != NULL) continue;
        char name[PERSON_NAME];
        memcpy(name, s->who.name, sizeof name);
        seat_to_computer(r, seat, STAND_IN_STRENGTH);
        room_note(r, "%s has not come back: the seat is now %s's.", name, s->who.name);
    }
    claims_honour(r);
}

/* --- coming and going --- */

static bool anybody_seated(const struct room *r, bool present)
{
    for (int seat = 1; seat <= r->seats; seat++)
        if (r->seat[seat].kind == SEAT_PERSON && (!present || r->seat[seat].member != NULL)) return true;
    return false;
}

/* The grace period of an absent person runs only while somebody waits (T16). */
static void grace_reckon(struct room *r, int seat)
{
    struct seat *s = &r->seat[seat];
    bool waited_for = s->kind == SEAT_PERSON && s->member == NULL && !s->stand_in && seats_present(r, seat) > 0;
    if (!waited_for)
        s->grace_due = NEVER;
    else if (s->grace_due == NEVER)
        s->grace_due = lobby_now(r->lobby) + r->lobby->env.grace_s * INT64_C(1000);
}

void seats_reckon(struct room *r)
{
    if (r->closing != NULL) return;
    /* With nobody else left to wait for, a newcomer need not wait for the next round. */
    if (!anybody_seated(r, true)) claims_honour(r);
    if (!anybody_seated(r, false)) {
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
    room_changed(r);
}

/* Frees m. What is still to be told to the seat's person is lost with the line; the log keeps it. */
void member_away(struct member *m)
{
    struct room *r = m->room;
    struct person who = m->who;
    int seat = m->seat;
    member_drop(m);
    if (r->closing != NULL) return;
    if (seat != 0 && who.account != 0) {
        room_notice(r, seat, "%s is away.", who.name);
    } else if (seat != 0) {
        /* A guest cannot be known again: the seat has nobody to be kept for. */
        seat_to_computer(r, seat, STAND_IN_STRENGTH);
        room_notice(r, seat, "%s has left; %s plays on.", who.name, r->seat[seat].who.name);
        keep_table(r);
    }
    seats_reckon(r);
}

/* T16: the points of the hand held now. 0 between rounds: those of the last one are counted. */
static int points_of_hand(const struct room *r, int seat)
{
    if (r->phase != ROOM_PLAYING) return 0;
    struct result result;
    r->game->result(r->state, &result);
    return result.points[seat];
}

void member_leave(struct member *m)
{
    struct room *r = m->room;
    struct person who = m->who;
    int seat = m->seat;
    member_drop(m);
    if (r->closing != NULL) return;
    if (seat != 0) {
        int points = points_of_hand(r, seat);
        seat_to_computer(r, seat, STAND_IN_STRENGTH);
        if (r->phase == ROOM_PLAYING)
            room_note(r, "%s leaves with %d points; %s plays on.", who.name, points, r->seat[seat].who.name);
        else
            room_note(r, "%s leaves; %s plays on.", who.name, r->seat[seat].who.name);
        if (r->phase == ROOM_PLAYING && who.account != 0 && r->now.id != 0 && !r->begin_wanted)
            keep_leave(r, who.account, points);
        else
            keep_table(r);
    }
    seats_reckon(r);
}

/* --- time --- */

static void stand_in(struct room *r, int seat)
{
    r->seat[seat].stand_in = true;
    r->seat[seat].grace_due = NEVER;
    turn_clock_reckon(r);
    room_changed(r);
}

void seats_tick(struct room *r, int64_t now)
{
    for (int seat = 1; seat <= r->seats; seat++) {
        struct seat *s = &r->seat[seat];
        if (s->kind != SEAT_PERSON || s->stand_in) continue;
        if (now >= s->grace_due) {
            stand_in(r, seat);
            room_note(r, "%s is away too long: a computer plays until %s is back.", s->who.name, s->who.name);
        } else if (s->idle_turns >= IDLE_TURNS_MAX) {
            stand_in(r, seat);
            room_note(r, "%s has let %d turns go by: a computer plays until %s moves.", s->who.name, s->idle_turns,
                      s->who.name);
        }
    }
}

int64_t seats_due(const struct room *r)
{
    int64_t due = NEVER;
    for (int seat = 1; seat <= r->seats; seat++)
        if (r->seat[seat].grace_due < due) due = r->seat[seat].grace_due;
    return due;
}
