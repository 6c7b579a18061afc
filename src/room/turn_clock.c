/* The time for a turn (T17). It runs only while somebody waits for the person whose turn it is, so nobody is pressed
 * for time against computer players, and a person who hangs up and comes back gains none. */
#include "room/inside.h"

#include <assert.h>

#define WARN_MS 10000 /* (P72) */

static bool wanted(const struct room *r)
{
    int seat = room_to_move(r);
    return seat != 0 && r->lobby->env.turn_s > 0 && !seat_played_by_computer(r, seat) && seats_present(r, seat) > 0;
}

void turn_clock_start(struct room *r)
{
    r->turn_due = NEVER;
    turn_clock_reckon(r);
}

void turn_clock_reckon(struct room *r)
{
    if (!wanted(r)) {
        r->turn_due = NEVER;
    } else if (r->turn_due == NEVER) {
        wait_count(r);
        r->turn_due = lobby_now(r->lobby) + r->lobby->env.turn_s * INT64_C(1000);
        r->warned = r->timed_out = r->time_up_told = false;
    }
}

static int64_t warn_due(const struct room *r)
{
    return r->lobby->env.turn_s * INT64_C(1000) > WARN_MS ? r->turn_due - WARN_MS : NEVER;
}

static void warn(struct room *r, struct seat *s)
{
    r->warned = true;
    if (s->member != NULL) member_note(s->member, "Ten seconds left for your turn.");
}

/* One move of the house's towards the end of the turn; where a rule wants plays first, each is a move of its own. */
static void end_turn(struct room *r)
{
    r->timed_out = true;
    int seat = room_to_move(r);
    struct move m = move_ending_turn(r);
    const char *why = move_make(r, seat, m.text, NULL, EXPLAIN_NOT);
    assert(why == NULL); /* it was in the game's own list */
}

void turn_clock_moved(struct room *r, int seat)
{
    struct seat *s = &r->seat[seat];
    if (!r->timed_out || r->time_up_told) return;
    r->time_up_told = true;
    s->idle_turns++;
    room_note(r, "The time of %s is up.", s->who.name);
}

void turn_clock_tick(struct room *r, int64_t now)
{
    if (r->turn_due == NEVER || room_busy(r)) return;
    struct seat *s = &r->seat[room_to_move(r)];
    if (now >= r->turn_due)
        end_turn(r);
    else if (!r->warned && now >= warn_due(r))
        warn(r, s);
}

int64_t turn_clock_due(const struct room *r)
{
    if (r->turn_due == NEVER || room_busy(r)) return NEVER;
    int64_t warning = warn_due(r);
    return !r->warned && warning < r->turn_due ? warning : r->turn_due;
}
