#include "room/match.h"

/* The lowest of the points; how many seats share them goes to *shared. */
static int lowest(const struct room *r, const int points[SEATS_MAX + 1], int *shared)
{
    int low = points[1];
    *shared = 0;
    for (int seat = 2; seat <= r->seats; seat++)
        if (points[seat] < low) low = points[seat];
    for (int seat = 1; seat <= r->seats; seat++) *shared += points[seat] == low;
    return low;
}

bool match_round_won(const struct room *r, int seat)
{
    int shared;
    if (r->result.seat_out != 0) return r->result.seat_out == seat;
    return r->result.points[seat] == lowest(r, r->result.points, &shared);
}

/* The lowest total once one has reached the target; while it is shared another round is played (P50, T12). */
unsigned match_winner(const struct room *r)
{
    int totals[SEATS_MAX + 1] = { 0 }, shared, target = game_target(r->game, &r->rules);
    bool reached = false;
    for (int seat = 1; seat <= r->seats; seat++) {
        totals[seat] = r->seat[seat].total;
        reached |= target > 0 && totals[seat] >= target;
    }
    int low = lowest(r, totals, &shared);
    if (!reached || shared > 1) return 0;
    for (int seat = 1; seat <= r->seats; seat++)
        if (totals[seat] == low) return 1u << seat;
    return 0;
}

bool match_sheds_mark(const struct room *r, int seat)
{
    return game_target(r->game, &r->rules) > 0 ? (r->match_won & 1u << seat) != 0 : match_round_won(r, seat);
}
