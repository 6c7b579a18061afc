/* Tables as the store has them, set up again: the same seats, the same cards, the same turn. */
#include "base/log.h"
#include "room/lobby.h"
#include "room/names.h"
#include "room/round.h"
#include "room/tables.h"
#include "room/tick.h"

#include <stdio.h>
#include <string.h>

/* The people of the table are away; a guest cannot come back, so a computer player has that seat. */
static void restore_seats(struct room *r, const struct table_row *t)
{
    bool guest[SEATS_MAX + 1] = { false };
    for (int seat = 1; seat <= r->seats; seat++) {
        const struct table_seat *from = &t->seat[seat];
        struct seat *to = &r->seat[seat];
        to->total = from->total;
        if (from->kind == SEAT_COMPUTER) {
            to->strength = from->strength >= 1 && from->strength <= 3 ? from->strength : STAND_IN_STRENGTH;
            snprintf(to->who.name, sizeof to->who.name, "%s", from->name);
            if (from->heir == 0) continue;
            to->heir = (struct person){ .account = from->heir };
            snprintf(to->heir.name, sizeof to->heir.name, "%s", from->heir_name);
        } else if (from->kind == SEAT_PERSON && from->account != 0) {
            to->kind = SEAT_PERSON;
            to->strength = 0;
            to->stand_in = from->stand_in;
            to->who = (struct person){ .account = from->account };
            snprintf(to->who.name, sizeof to->who.name, "%s", from->name);
        } else {
            guest[seat] = true;
        }
    }
    for (int seat = 1; seat <= r->seats; seat++)
        if (guest[seat]) r->seat[seat].strength = computer_pick(r, STAND_IN_STRENGTH, &r->seat[seat].who);
}

/* Nobody has two places at a table. */
static void drop_second_places(struct room *r)
{
    for (int seat = 1; seat <= r->seats; seat++)
        for (int other = 1; other <= r->seats; other++) {
            int64_t account = r->seat[seat].heir.account;
            bool seated = account != 0 && r->seat[other].kind == SEAT_PERSON && r->seat[other].who.account == account;
            bool again = account != 0 && other < seat && r->seat[other].heir.account == account;
            if (seated || again) r->seat[seat].heir = (struct person){ .account = 0 };
        }
}

/* Plays the stored moves again. false (logged) when one is refused, which only a bug or a damaged file can bring about.
 */
static bool replay(struct room *r, const char (*moves)[TABLE_MOVE], int n)
{
    for (int k = 0; k < n; k++) {
        struct made made;
        int seat = r->game->to_move(r->commit.state);
        const char *why = r->game->apply(r->commit.state, seat, moves[k], &made);
        if (why != NULL) {
            log_event(LOG_ERR, NULL, "table %lld: stored move %d (%s) is refused: %s", (long long)r->id, k + 1,
                      moves[k], why);
            return false;
        }
        if (r->game->to_move(r->commit.state) != seat) r->turn++;
        r->ply++;
    }
    return true;
}

static bool restore_round(struct room *r, const struct round_row *round, const char (*moves)[TABLE_MOVE], int n)
{
    if (round->dealer < 1 || round->dealer > r->seats) return false;
    r->now = r->upcoming = *round;
    r->turn = 1;
    round_deal(r);
    round_seal_note(r);
    if (!replay(r, moves, n)) return false;
    struct result result;
    r->game->result(r->commit.state, &result);
    if (result.over) round_over(r); /* the host stopped between the last move and the counting */
    return true;
}

static bool anybody_to_come_back(const struct table_row *t)
{
    for (int seat = 1; seat <= t->seats && seat <= TABLE_SEATS; seat++)
        if ((t->seat[seat].kind == SEAT_PERSON && t->seat[seat].account != 0) || t->seat[seat].heir != 0) return true;
    return false;
}

/* NULL (logged) when this program knows no such table. */
static struct room *restore_room(struct lobby *l, const struct table_row *t)
{
    const struct game *game = game_find(t->game);
    struct rules rules = { 0 };
    const char *why = NULL;
    if (game == NULL)
        why = "its game is unknown";
    else if (t->seats < game->seats_min || t->seats > game->seats_max)
        why = "it has a wrong number of seats";
    else
        why = game->rules_parse(&rules, t->rules);
    if (why != NULL) {
        log_event(LOG_ERR, NULL, "table %lld cannot be set up again: %s", (long long)t->id, why);
        return NULL;
    }
    struct room *r = room_new(l, t->id, game, &rules, t->seats);
    r->table_kept = t->id;
    r->now.number = t->round;
    restore_seats(r, t);
    drop_second_places(r);
    return r;
}

/* Called for each open table of the store. A table to which nobody can come back, or whose moves cannot be played
 * again, is closed there. */
static void restore_table(void *ctx, const struct table_row *t, const struct round_row *round,
                          const char (*moves)[TABLE_MOVE], int n)
{
    struct lobby *l = ctx;
    struct room *r = anybody_to_come_back(t) ? restore_room(l, t) : NULL;
    if (r != NULL && round != NULL && !restore_round(r, round, moves, n)) {
        room_free(r);
        r = NULL;
    }
    if (r == NULL) {
        log_event(LOG_NOTICE, NULL, "table %lld is closed", (long long)t->id);
        table_close(l->env.store, t->id, NULL, NULL);
        return;
    }
    r->empty_since = lobby_now(l);
    tables_add(l, r);
    if (round != NULL) return;
    /* Nobody remembers the points of the last round: the next one lies ready instead. */
    r->now.dealer = t->dealer;
    round_prepare(r);
}

bool lobby_restore(struct lobby *l, struct err *e)
{
    return l->env.store == NULL || table_each_open(l->env.store, restore_table, l, e);
}
