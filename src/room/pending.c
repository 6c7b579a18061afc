#include "room/pending.h"

#include "room/members.h"

void change_want(struct room *r, int seat, enum change c)
{
    struct seat *s = &r->seat[seat];
    s->change = c;
    s->wanted = ++r->wanted;
    s->left_round = c == CHANGE_LEFT && r->phase == ROOM_PLAYING ? r->now.number : 0;
    room_changed(r);
}

static bool claim_stands(const struct room *r, int seat)
{
    const struct seat *s = &r->seat[seat];
    bool claimed = seat_claimer(r, seat) != NULL, kept = s->heir.name[0] != '\0';
    return s->kind == SEAT_COMPUTER && claimed != kept && claimed == (s->change == CHANGE_CLAIM) &&
           lobby_now(r->lobby) >= s->claim_due;
}

/* A seat that nobody has, or has any more, is not left; and who is to sit down may have gone. */
static bool change_stands(const struct room *r, int seat)
{
    const struct seat *s = &r->seat[seat];
    switch (s->change) {
    case CHANGE_NONE: return false;
    case CHANGE_LEFT:
    case CHANGE_LOST: return s->kind == SEAT_PERSON && s->member == NULL;
    case CHANGE_SIT: return s->kind == SEAT_COMPUTER && seat_claimer(r, seat) != NULL;
    case CHANGE_CLAIM:
    case CHANGE_UNCLAIM: return claim_stands(r, seat);
    case CHANGE_STAND_IN: return s->kind == SEAT_PERSON && !s->stand_in && (s->member == NULL || seat_is_idle(r, seat));
    case CHANGE_AGAIN:
    case CHANGE_BACK: return s->kind == SEAT_PERSON && s->stand_in;
    }
    return false;
}

int change_next(const struct room *r)
{
    int first = 0;
    for (int seat = 1; seat <= r->seats; seat++)
        if (change_stands(r, seat) && (first == 0 || r->seat[seat].wanted < r->seat[first].wanted)) first = seat;
    return first;
}

bool change_keeps(const struct room *r, int seat)
{
    const struct seat *s = &r->seat[seat];
    if (s->kind != SEAT_PERSON || s->change == CHANGE_LEFT || s->change == CHANGE_LOST) return false;
    return r->plan == NULL || r->plan->to[seat] != PLAN_COMPUTER;
}

bool room_busy(const struct room *r)
{
    return r->commit.busy || r->begin_wanted || r->finish_wanted || change_next(r) != 0;
}
