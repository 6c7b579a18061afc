#include "room/inside.h"

#include "base/clock.h"

int64_t lobby_now(const struct lobby *l)
{
    return clock_mono_ms(l->env.clock);
}

uint32_t lobby_serial(struct lobby *l)
{
    return ++l->last_serial;
}

int lobby_pace_ms(const struct lobby *l, enum pace pace)
{
    return pace == PACE_OFF ? 0 : pace == PACE_CALM ? PACE_CALM_TIMES * l->env.pace_ms : l->env.pace_ms;
}

void lobby_moved(struct lobby *l)
{
    if (!l->ticking && l->on_due != NULL) l->on_due(l->on_due_arg);
}

void lobby_listed(struct lobby *l)
{
    if (l->on_list != NULL) l->on_list(l->on_list_arg);
}

void room_due_at(struct room *r, int64_t due)
{
    r->due = due;
    if (r->place.at != 0) heap_fix(&r->lobby->dues, &r->place);
}

void room_wake(struct room *r)
{
    room_due_at(r, INT64_MIN);
    lobby_moved(r->lobby);
}

void room_changed(struct room *r)
{
    r->version++;
    room_wake(r);
}

int64_t room_time(const struct room *r)
{
    return wait_time(&r->commit.wait, lobby_now(r->lobby));
}

int64_t room_until(const struct room *r, int64_t then)
{
    return wait_until(&r->commit.wait, lobby_now(r->lobby), then);
}

int room_to_move(const struct room *r)
{
    return r->phase == ROOM_PLAYING ? r->game->to_move(r->commit.state) : 0;
}
