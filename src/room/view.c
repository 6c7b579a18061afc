/* What others may see of a table. */
#include "room/members.h"
#include "room/turn_clock.h"

#include <assert.h>
#include <string.h>

int64_t room_id(const struct room *r)
{
    return r->id;
}

const struct game *room_game(const struct room *r)
{
    return r->game;
}

const struct rules *room_rules(const struct room *r)
{
    return &r->rules;
}

enum room_phase room_phase(const struct room *r)
{
    return r->phase;
}

int room_round(const struct room *r)
{
    return r->now.number;
}

int room_seats(const struct room *r)
{
    return r->seats;
}

struct seat_info room_seat(const struct room *r, int seat)
{
    assert(seat >= 1 && seat <= r->seats);
    const struct seat *s = &r->seat[seat];
    return (struct seat_info){
        .name = s->who.name,
        .computer = seat_played_by_computer(r, seat),
        .person = s->kind == SEAT_PERSON,
        .away = s->kind == SEAT_PERSON && s->member == NULL,
        .loser = s->who.loser,
        .total = s->total,
        .cards = r->ready ? r->game->cards_held(r->commit.state, seat) : 0, /* nothing is dealt yet */
    };
}

void room_state(const struct room *r, int seat, void *out)
{
    assert(seat >= 0 && seat <= r->seats);
    memcpy(out, r->commit.state, r->game->state_size);
    r->game->hide(out, seat);
}

bool room_ready(const struct room *r)
{
    return r->ready;
}

uint32_t room_turn(const struct room *r)
{
    return r->turn;
}

bool room_has_line(const struct room *r, int64_t account)
{
    const struct member *m = r->members;
    while (m != NULL && (m->who.account != account || m->over != NULL)) m = m->next;
    return m != NULL;
}

int room_watchers(const struct room *r)
{
    int n = 0;
    for (const struct member *m = r->members; m != NULL; m = m->next)
        n += m->seat == 0 && m->claim == 0 && m->over == NULL;
    return n;
}

int64_t room_clock_ms(const struct room *r)
{
    bool counted = r->phase != ROOM_PLAYING || r->clock->turn == r->turn;
    int64_t due = r->phase == ROOM_PLAYING ? r->clock->due : r->between_due;
    if (due == NEVER || !counted) return -1;
    int64_t left = due - room_time(r);
    return left > 0 ? left : 0;
}

const char *room_seal(const struct room *r)
{
    return r->seal;
}

const char *room_key(const struct room *r)
{
    return r->phase == ROOM_BETWEEN && r->ready ? r->key_text : NULL;
}

const char *room_why(const struct room *r)
{
    return r->reason[0] != '\0' ? r->reason : NULL;
}
