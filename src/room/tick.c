#include "room/tick.h"

#include "base/mem.h"
#include "room/change.h"
#include "room/computer.h"
#include "room/deliver.h"
#include "room/directory.h"
#include "room/hint.h"
#include "room/keep.h"
#include "room/members.h"
#include "room/moves.h"
#include "room/names.h"
#include "room/pending.h"
#include "room/record.h"
#include "room/round.h"
#include "room/seats.h"
#include "room/turn_clock.h"

#include <assert.h>
#include <stdlib.h>

/* --- life --- */

static void wake(void *owner)
{
    room_wake(owner);
}

struct room *room_new(struct lobby *l, int64_t id, const struct game *game, const struct rules *rules, int seats)
{
    assert(game->state_size <= GAME_STATE_MAX && seats >= 1 && seats <= SEATS_MAX);
    struct room *r = mem_new(sizeof *r);
    r->lobby = l;
    r->id = id;
    r->game = game;
    r->rules = *rules;
    r->seats = seats;
    r->phase = ROOM_BETWEEN;
    r->self = weak_new(r);
    commit_init(&r->commit, game->state_size, r, wake);
    r->thinking = thinking_new();
    r->clock = turn_clock_new();
    r->between_due = r->empty_since = NEVER;
    r->due = r->write_due = INT64_MIN;
    for (int seat = 1; seat <= seats; seat++) {
        struct person who;
        int strength = computer_pick(r, 0, &who);
        seat_to_computer(r, seat, &who, strength);
    }
    return r;
}

/* Late answers find nobody. */
static void unhear(struct room *r)
{
    weak_clear(r->self);
    r->self = NULL;
    commit_close(&r->commit);
}

void room_free(struct room *r)
{
    while (r->members != NULL) member_drop(r->members);
    unhear(r);
    commit_clear(&r->commit);
    log_clear(&r->log);
    record_forget(r);
    free(r->thinking);
    free(r->clock);
    free(r->plan);
    free(r);
}

void room_close(struct room *r, const char *why)
{
    assert(r->closing == NULL);
    r->closing = why;
    keep_close(r);
    unhear(r);
    for (struct member *m = r->members; m != NULL; m = m->next) member_end(m, why);
    room_wake(r);
}

/* --- tick --- */

static void settle(struct room *r)
{
    if (!commit_settle(&r->commit)) return;
    if (r->writing.what == WRITE_MOVE)
        move_settle(r);
    else
        change_settle(r);
}

/* A move of the house's own that could not be written is tried again, unless nobody is there to wait for it, or a
 * person has taken the turn back. */
static bool still_waits(const struct room *r)
{
    int seat = room_to_move(r);
    if (room_busy(r)) return true;
    return r->house_retries && seat != 0 && seats_present(r, 0) > 0 &&
           (seat_played_by_computer(r, seat) || turn_clock_is_up(r));
}

static void wait_look(struct room *r, int64_t now)
{
    struct commit *c = &r->commit;
    if (c->wait.since != NEVER && !still_waits(r)) commit_give_up(c, now);
    if (wait_tick(&c->wait, now)) members_say_wait(r, WAIT_WORDS);
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t due_of(const struct room *r)
{
    const struct commit *c = &r->commit;
    if (c->answered || (c->queued > 0 && !room_busy(r))) return INT64_MIN;
    int64_t due = earlier(earlier(seats_due(r), turn_clock_due(r)), earlier(computer_due(r), round_due(r)));
    due = earlier(due, wait_due(&c->wait));
    return !c->busy && room_busy(r) ? earlier(due, r->write_due) : due;
}

/* What has happened comes first, then what people and the house do next, and last what that has made of the table. */
void room_tick(struct room *r)
{
    int64_t now = lobby_now(r->lobby);
    settle(r);
    change_tick(r, now);
    moves_tick(r);
    turn_clock_tick(r, now);
    computer_tick(r, now);
    hint_tick(r);
    round_tick(r);
    change_tick(r, now);
    if (seats_abandoned(r)) {
        room_close(r, "Everybody has left the table.");
        return;
    }
    turn_clock_look(r);
    wait_look(r, now);
    directory_reckon(r);
    r->due = NEVER;
    room_deliver(r);
    if (r->due == NEVER) r->due = due_of(r);
}
