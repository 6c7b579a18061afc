/* A round from its deck to its points, and the match that rounds add up to. */
#include "base/log.h"
#include "base/text.h"
#include "room/inside.h"

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
    change_tick(r, lobby_now(r->lobby));
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
    memset(r->state, 0, r->game->state_size);
    r->game->deal(r->state, &deck, &r->rules, r->seats, r->now.dealer);
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
    r->thinking.actions = 0;
    computer_forget(r);
    turn_clock_start(r);
    const char *dealer = r->seat[r->now.dealer].who.name;
    room_note_brief(r, dealer, "dealt", "%s deals.", dealer);
}

/* --- leaving --- */

/* Their points are counted, once for a round (T16). A guest has none that are. */
void round_left(struct room *r, int64_t account)
{
    struct round_row *n = &r->now;
    if (account == 0 || r->phase != ROOM_PLAYING || round_closed_to(r, account)) return;
    n->left[n->n_left++] = account;
}

/* Of more than there is room for nobody knows who it was: then it may have been anybody. */
bool round_closed_to(const struct room *r, int64_t account)
{
    const struct round_row *n = &r->now;
    if (account == 0 || r->phase != ROOM_PLAYING) return false;
    bool closed = n->n_left == ROUND_LEFT_MAX;
    for (int k = 0; k < n->n_left; k++) closed |= n->left[k] == account;
    return closed;
}

/* --- ending --- */

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

bool round_won_by(const struct room *r, int seat)
{
    int shared;
    if (r->result.seat_out != 0) return r->result.seat_out == seat;
    return r->result.points[seat] == lowest(r, r->result.points, &shared);
}

/* The lowest total once one has reached the target; while it is shared another round is played (P50, T12). */
static unsigned match_winner(const struct room *r)
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

bool round_sheds_mark(const struct room *r, int seat)
{
    return game_target(r->game, &r->rules) > 0 ? (r->match_won & 1u << seat) != 0 : round_won_by(r, seat);
}

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
    r->game->result(r->state, &r->result);
    assert(r->result.over);
    r->phase = ROOM_BETWEEN;
    r->turn++;
    turn_clock_reckon(r);
    for (int seat = 1; seat <= r->seats; seat++) r->seat[seat].total += r->result.points[seat];
    r->match_won = match_winner(r);
    for (struct member *m = r->members; m != NULL; m = m->next) m->ready = false;
    r->finish_wanted = r->now.id != 0;
    r->write_due = INT64_MIN;
    log_result(r);
    claims_honour(r);
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

void round_finished(struct room *r, const struct writing *w)
{
    for (int seat = 1; seat <= r->seats; seat++) {
        if (r->seat[seat].kind != SEAT_PERSON) continue;
        if (round_sheds_mark(r, seat)) r->seat[seat].who.loser = false;
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
    wait_count(r);
    if (slow > 0 && r->between_due == NEVER && r->lobby->env.turn_s > 0)
        r->between_due = lobby_now(r->lobby) + r->lobby->env.turn_s * INT64_C(1000);
    room_changed(r);
    return NULL;
}

void round_tick(struct room *r, int64_t now)
{
    if (r->phase != ROOM_BETWEEN || room_busy(r)) return;
    int slow, ready = count_ready(r, &slow);
    if (ready == 0)
        r->between_due = NEVER;
    else if (slow == 0 || now >= r->between_due)
        round_prepare(r);
}

int64_t round_due(const struct room *r)
{
    return r->phase == ROOM_BETWEEN && !room_busy(r) ? r->between_due : NEVER;
}
