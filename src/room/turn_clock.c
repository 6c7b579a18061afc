#include "room/turn_clock.h"

#include "base/mem.h"
#include "room/members.h"
#include "room/moves.h"
#include "room/pending.h"

#define WARN_MS 10000 /* (P72) */

struct turn_clock *turn_clock_new(void)
{
    struct turn_clock *c = mem_new(sizeof *c);
    c->due = NEVER;
    return c;
}

static int64_t turn_ms(const struct room *r)
{
    return r->lobby->env.turn_s * INT64_C(1000);
}

static bool wanted(const struct room *r)
{
    int seat = room_to_move(r);
    return seat != 0 && turn_ms(r) > 0 && !seat_played_by_computer(r, seat) && seats_present(r, seat) > 0;
}

void turn_clock_look(struct room *r)
{
    struct turn_clock *c = r->clock;
    if (!wanted(r))
        c->due = NEVER;
    else if (c->due == NEVER || c->turn != r->turn)
        *c = (struct turn_clock){ .turn = r->turn, .due = room_time(r) + turn_ms(r) };
}

bool turn_clock_is_up(const struct room *r)
{
    return r->clock->is_up && r->clock->turn == r->turn;
}

static int64_t warn_due(const struct room *r)
{
    return turn_ms(r) > WARN_MS ? r->clock->due - WARN_MS : NEVER;
}

/* Where a rule wants plays before the turn ends, each is a move of its own; and what could not be written is
 * tried again. */
static int64_t end_due(const struct room *r)
{
    return turn_clock_is_up(r) ? r->moved_ms : room_until(r, r->clock->due);
}

void turn_clock_tick(struct room *r, int64_t now)
{
    struct turn_clock *c = r->clock;
    turn_clock_look(r);
    if (c->due == NEVER || room_busy(r)) return;
    if (now >= end_due(r)) {
        c->is_up = true;
        move_end_turn(r, MAKER_CLOCK);
    } else if (!c->warned && room_time(r) >= warn_due(r)) {
        struct member *m = r->seat[room_to_move(r)].member;
        c->warned = true;
        if (m != NULL) member_note(m, "Ten seconds left for your turn.");
    }
}

int64_t turn_clock_due(const struct room *r)
{
    const struct turn_clock *c = r->clock;
    if (c->due == NEVER || room_busy(r)) return NEVER;
    int64_t warning = warn_due(r);
    return !c->warned && warning < c->due ? room_until(r, warning) : end_due(r);
}
