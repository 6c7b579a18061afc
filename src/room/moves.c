#include "room/moves.h"

#include "base/text.h"
#include "room/keep.h"
#include "room/members.h"
#include "room/notes.h"
#include "room/pending.h"
#include "room/record.h"
#include "room/round.h"
#include "room/seats.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* --- telling --- */

/* seen: the position before the move as everybody may see it, so the log cannot give a card away. */
static void log_move(struct room *r, const void *seen, int seat, const struct move *m)
{
    char words[ROOM_LOG_TEXT - PERSON_NAME - 2], brief[32];
    struct text t;
    text_init(&t, words, sizeof words);
    r->game->move_words(seen, seat, m, &t);
    text_init(&t, brief, sizeof brief);
    r->game->move_brief(seen, seat, m, &t);
    room_note_brief(r, r->seat[seat].who.name, brief, "%s %s.", r->seat[seat].who.name, words);
}

/* What `why` answers from now on; seen as above. */
static void explain_move(struct room *r, const void *seen, const struct writing *w)
{
    struct text t;
    if (w->maker == MAKER_PERSON || w->maker == MAKER_CLOCK) return;
    text_init(&t, r->reason, sizeof r->reason);
    text_add(&t, "%s: ", r->seat[w->seat].who.name);
    if (w->maker == MAKER_COMPUTER)
        r->game->reason(seen, w->seat, &w->made.move, &t);
    else
        text_add(&t, "The house ended this turn.");
}

/* The move that is on its way, told to everybody. */
static void tell_move(struct room *r, const struct writing *w)
{
    _Alignas(max_align_t) unsigned char seen[GAME_STATE_MAX];
    memcpy(seen, r->commit.state, r->game->state_size);
    r->game->hide(seen, 0);
    log_move(r, seen, w->seat, &w->made.move);
    explain_move(r, seen, w);
}

/* --- making --- */

/* A turn that the clock ends counts as idle, once, also where a rule wants plays before its end. */
static void count_idle_turn(struct room *r, int seat)
{
    struct seat *s = &r->seat[seat];
    if (r->time_up_turn == r->turn) return;
    r->time_up_turn = r->turn;
    s->idle_turns++;
    room_note(r, "The time of %s is up.", s->who.name);
}

/* The move that was on its way is on disk. */
static void move_commit(struct room *r)
{
    struct writing w = r->writing;
    struct result result;
    keep_done(r);
    if (w.maker == MAKER_CLOCK) count_idle_turn(r, w.seat);
    tell_move(r, &w);
    record_move(r, &w.made.move);
    commit_swap(&r->commit);
    r->ply++;
    r->moved_ms = lobby_now(r->lobby);
    r->game->result(r->commit.state, &result);
    if (result.over)
        round_over(r);
    else if (r->game->to_move(r->commit.state) != w.seat)
        r->turn++;
    room_changed(r);
}

/* The move is not made. Whoever made it may try again at once, the house a little later. */
static void move_fail(struct room *r)
{
    struct member *m = member_by_serial(r, r->writing.by);
    keep_failed(r);
    commit_drop(&r->commit);
    if (m != NULL) member_say(m, &m->refusal, CANNOT_WRITE);
    r->house_retries = m == NULL;
    r->moved_ms = lobby_now(r->lobby) + RETRY_MS;
    room_changed(r);
}

void move_settle(struct room *r)
{
    if (r->commit.result == STORE_OK)
        move_commit(r);
    else
        move_fail(r);
}

/* Begins to write a move, or makes it at once at a table that no store keeps. NULL, or why not. */
static const char *make(struct room *r, int seat, const char *text, enum maker maker, uint32_t by)
{
    assert(!room_busy(r));
    struct writing *w = &r->writing;
    const char *why = commit_try(&r->commit, r->game, seat, text, &w->made);
    if (why != NULL) return why;
    w->seat = seat;
    w->maker = maker;
    w->by = by;
    keep_start(r, WRITE_MOVE);
    if (r->now.id != 0)
        keep_move(r);
    else
        move_commit(r);
    return NULL;
}

const char *move_make(struct room *r, int seat, const char *text, enum maker maker)
{
    return make(r, seat, text, maker, 0);
}

struct move move_ending_turn(const struct room *r)
{
    const char *end = r->game->end_move;
    struct move_list list;
    r->game->moves(r->commit.state, &list);
    assert(list.n > 0);
    for (int k = 0; end != NULL && k < list.n; k++)
        if (strcmp(list.at[k].text, end) == 0) return list.at[k];
    return list.at[0];
}

void move_end_turn(struct room *r, enum maker maker)
{
    struct move m = move_ending_turn(r);
    const char *why = move_make(r, room_to_move(r), m.text, maker);
    assert(why == NULL); /* it was in the game's own list */
}

/* --- moves of people --- */

/* Why a move for that turn cannot be made now, whatever it is; NULL when it can be tried. */
static const char *why_no_move(const struct member *m, uint32_t turn)
{
    const struct room *r = m->room;
    if (!r->ready) return NOT_READY;
    if (m->claim != 0) return member_promised(m) ? "Your seat is yours with the next round." : NOT_PROMISED;
    if (m->seat == 0) return "You are watching: only players move.";
    if (r->phase != ROOM_PLAYING) return "The round is over.";
    if (room_to_move(r) != m->seat) return "It is not your turn.";
    if (turn != r->turn) return "That was meant for an earlier turn.";
    return NULL;
}

const char *room_move(struct member *m, uint32_t turn, const char *text)
{
    if (m->over != NULL) return m->over;
    struct room *r = m->room;
    struct command c = { .number = turn, .by = m->serial };
    seat_take_back(m);
    const char *why = why_no_move(m, turn);
    if (why != NULL) return why;
    if (room_busy(r) || r->commit.queued > 0) {
        if (r->commit.queued == QUEUE_MAX) return CANNOT_WRITE;
        if (strlen(text) >= sizeof c.text) return "That is no move.";
        strcpy(c.text, text);
        commit_enqueue(&r->commit, &c);
        return NULL;
    }
    why = make(r, m->seat, text, MAKER_PERSON, m->serial);
    if (why == NULL) return NULL;
    snprintf(r->lobby->why, sizeof r->lobby->why, "%s", why);
    return r->lobby->why;
}

void moves_tick(struct room *r)
{
    struct command c;
    while (!room_busy(r) && commit_dequeue(&r->commit, &c)) {
        struct member *m = member_by_serial(r, c.by);
        assert(m != NULL); /* whoever goes takes the commands along */
        const char *why = why_no_move(m, c.number);
        if (why == NULL) why = make(r, m->seat, c.text, MAKER_PERSON, m->serial);
        if (why != NULL) member_say(m, &m->refusal, why);
    }
}
