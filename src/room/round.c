#include "room/round.h"

#include "base/log.h"
#include "base/text.h"
#include "room/match.h"
#include "room/members.h"
#include "room/notes.h"
#include "room/pending.h"
#include "room/record.h"
#include "room/seats.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* --- beginning --- */

static void restart_totals(struct room *r)
{
    for (int seat = 1; seat <= r->seats; seat++) r->seat[seat].total = 0;
    r->match_won = 0;
}

void round_prepare(struct room *r)
{
    assert(!room_busy(r));
    struct round_row *u = &r->upcoming;
    *u = (struct round_row){ .number = r->now.number + 1, .dealer = r->now.dealer % r->seats + 1 };
    random_bytes(&r->lobby->env.random, u->key, sizeof u->key);
    r->begin_wanted = true;
    r->write_due = INT64_MIN;
    room_wake(r);
}

void round_seal_note(struct room *r)
{
    char brief[DEAL_SEAL_BRIEF + 8];
    snprintf(brief, sizeof brief, "seal %.*s", DEAL_SEAL_BRIEF, r->seal);
    room_note_brief(r, "", brief, "Round %d: the deck's seal is %s.", r->now.number, r->seal);
}

void round_deal(struct room *r)
{
    struct deck deck;
    deal_deck(&deck, r->now.key);
    memset(r->commit.state, 0, r->game->state_size);
    r->game->deal(r->commit.state, &deck, &r->rules, r->seats, r->now.dealer);
    deal_seal(r->seal, r->now.key);
    sodium_bin2hex(r->key_text, sizeof r->key_text, r->now.key, sizeof r->now.key);
    r->ply = 0;
    r->ready = true;
    r->phase = ROOM_PLAYING;
    r->reason[0] = '\0';
}

void round_begun(struct room *r)
{
    if (r->match_won != 0) restart_totals(r);
    r->now = r->upcoming;
    round_deal(r);
    round_seal_note(r);
    record_begin(r);
    r->between_due = NEVER;
    r->turn++;
    r->moved_ms = lobby_now(r->lobby);
    const char *dealer = r->seat[r->now.dealer].who.name;
    room_note_brief(r, dealer, "dealt", "%s deals.", dealer);
}

/* --- ending --- */

/* "ann wins the match to 25 with 12 points; bea has 25, cy 31." */
static void log_match(struct room *r, int winner)
{
    char line[ROOM_LOG_TEXT];
    struct text t;
    text_init(&t, line, sizeof line);
    text_add(&t, "%s wins the match to %d with %d point%s", r->seat[winner].who.name, game_target(r->game, &r->rules),
             r->seat[winner].total, text_word(r->seat[winner].total, "", "s"));
    const char *before = "; ", *has = " has";
    for (int seat = 1; seat <= r->seats; seat++) {
        if (seat == winner) continue;
        text_add(&t, "%s%s%s %d", before, r->seat[seat].who.name, has, r->seat[seat].total);
        before = ", ";
        has = "";
    }
    room_note_brief(r, r->seat[winner].who.name, "wins the match", "%s.", line);
}

static void log_result(struct room *r)
{
    char line[ROOM_LOG_TEXT];
    struct text t;
    text_init(&t, line, sizeof line);
    text_add(&t, "%s Points:", r->result.words);
    for (int seat = 1; seat <= r->seats; seat++)
        text_add(&t, "%s %s %d", seat > 1 ? "," : "", r->seat[seat].who.name, r->result.points[seat]);
    room_note(r, "%s.", line);
    room_note_brief(r, "", "the key is shown", "The key is %s.", r->key_text);
    for (int seat = 1; seat <= r->seats; seat++)
        if (r->match_won & 1u << seat) log_match(r, seat);
}

void round_over(struct room *r)
{
    r->game->result(r->commit.state, &r->result);
    assert(r->result.over);
    r->phase = ROOM_BETWEEN;
    r->turn++;
    for (int seat = 1; seat <= r->seats; seat++) r->seat[seat].total += r->result.points[seat];
    r->match_won = match_winner(r);
    for (struct member *m = r->members; m != NULL; m = m->next) m->ready = false;
    r->finish_wanted = r->now.id != 0;
    r->write_due = INT64_MIN;
    log_result(r);
}

static void hang_banner(struct room *r, int seat)
{
    struct person *who = &r->seat[seat].who;
    who->loser = true;
    room_note_brief(r, who->name, "big loser!", "%s is a big loser: 50 points. The mark stays until the next win.",
                    who->name);
    log_event(LOG_INFO, who->name, "is a big loser at table %lld", (long long)r->id);
    for (struct member *m = r->members; m != NULL; m = m->next)
        if (m->over == NULL) m->banners |= 1u << seat;
}

void round_finished(struct room *r)
{
    const struct writing *w = &r->writing;
    for (int seat = 1; seat <= r->seats; seat++) {
        if (r->seat[seat].kind != SEAT_PERSON) continue;
        if (match_sheds_mark(r, seat)) r->seat[seat].who.loser = false;
        if (w->banner[seat] && w->account[seat] == r->seat[seat].who.account) hang_banner(r, seat);
    }
}

/* --- from one to the next --- */

/* How many of the people present are ready; how many are not goes to *slow. */
static int count_ready(const struct room *r, int *slow)
{
    int ready = 0;
    *slow = 0;
    for (const struct member *m = r->members; m != NULL; m = m->next) {
        if (m->seat == 0) continue;
        if (m->ready)
            ready++;
        else
            ++*slow;
    }
    return ready;
}

const char *room_next(struct member *m)
{
    if (m->over != NULL) return m->over;
    struct room *r = m->room;
    if (!r->ready) return NOT_READY;
    if (m->claim != 0) return member_promised(m) ? "You are in with the next round." : NOT_PROMISED;
    if (m->seat == 0) return "You are watching: only players say that.";
    if (r->phase != ROOM_BETWEEN) return "The round is not over.";
    seat_take_back(m);
    m->ready = true;
    int slow;
    count_ready(r, &slow);
    if (slow > 0 && r->between_due == NEVER && r->lobby->env.turn_s > 0)
        r->between_due = room_time(r) + r->lobby->env.turn_s * INT64_C(1000);
    room_changed(r);
    return NULL;
}

void round_tick(struct room *r)
{
    if (r->phase != ROOM_BETWEEN || room_busy(r)) return;
    int slow, ready = count_ready(r, &slow);
    if (ready == 0)
        r->between_due = NEVER;
    else if (slow == 0 || room_time(r) >= r->between_due)
        round_prepare(r);
}

int64_t round_due(const struct room *r)
{
    return r->phase == ROOM_BETWEEN && !room_busy(r) ? room_until(r, r->between_due) : NEVER;
}
