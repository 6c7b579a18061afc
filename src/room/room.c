#include "room/room.h"

#include "base/mem.h"
#include "base/text.h"
#include "room/inside.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char cannot_write[] = "The house cannot write just now; try again.";

/* --- life --- */

struct room *room_new(struct lobby *l, int64_t id, const struct game *game, const struct rules *rules, int seats)
{
    assert(game->state_size <= GAME_STATE_MAX && seats >= 1 && seats <= SEATS_MAX);
    struct room *r = mem_new(sizeof *r);
    r->lobby = l;
    r->id = id;
    r->game = game;
    r->rules = *rules;
    r->seats = seats;
    r->phase = ROOM_BETWEEN;
    r->state = mem_new(game->state_size);
    r->turn_due = r->between_due = r->empty_since = NEVER;
    r->due = INT64_MIN;
    r->write_due = INT64_MIN;
    r->wait_since = NEVER;
    for (int seat = 1; seat <= seats; seat++) {
        struct person who;
        int strength = computer_pick(r, 0, &who);
        seat_to_computer(r, seat, &who, strength);
    }
    return r;
}

void room_free(struct room *r)
{
    lobby_forget(r);
    while (r->members != NULL) member_drop(r->members);
    for (int k = 0; k < ROOM_LOG; k++) free(r->log[k]);
    free(r->state);
    free(r->next);
    free(r->plan);
    record_forget(r);
    free(r->queue);
    free(r);
}

void room_close(struct room *r, const char *why)
{
    assert(r->closing == NULL);
    r->closing = why;
    keep_close(r);
    computer_forget(r);
    for (struct member *m = r->members; m != NULL; m = m->next) member_end(m, why);
    lobby_take_out(r->lobby, r);
    lobby_moved(r->lobby);
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

/* --- moves --- */

int room_to_move(const struct room *r)
{
    return r->phase == ROOM_PLAYING ? r->game->to_move(r->state) : 0;
}

bool room_busy(const struct room *r)
{
    return r->writing.what != WRITE_NONE || r->begin_wanted || r->finish_wanted || change_wanted(r);
}

void write_start(struct room *r, enum write what)
{
    assert(r->writing.what == WRITE_NONE);
    r->writing.what = what;
    r->writing.serial = lobby_serial(r->lobby);
    r->writing.answered = false;
    wait_begin(r);
}

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
    if (w->explain == EXPLAIN_NOT) return;
    text_init(&t, r->reason, sizeof r->reason);
    text_add(&t, "%s: ", r->seat[w->seat].who.name);
    if (w->explain == EXPLAIN_GAME)
        r->game->reason(seen, w->seat, &w->made.move, &t);
    else
        text_add(&t, "The house ended this turn.");
}

/* The move that is on its way, told to everybody. */
static void tell_move(struct room *r, const struct writing *w)
{
    _Alignas(max_align_t) unsigned char seen[GAME_STATE_MAX];
    memcpy(seen, r->state, r->game->state_size);
    r->game->hide(seen, 0);
    log_move(r, seen, w->seat, &w->made.move);
    explain_move(r, seen, w);
}

static void turn_begin(struct room *r)
{
    r->turn++;
    r->thinking.actions = 0;
    turn_clock_start(r);
}

static void next_drop(struct room *r)
{
    free(r->next);
    r->next = NULL;
}

/* The move on its way has arrived. */
static void move_commit(struct room *r)
{
    struct writing w = r->writing;
    r->writing.what = WRITE_NONE;
    wait_end(r, true);
    if (w.by == NULL) turn_clock_moved(r, w.seat);
    tell_move(r, &w);
    record_move(r, &w.made.move);
    memcpy(r->state, r->next, r->game->state_size);
    next_drop(r);
    r->ply++;
    r->moved_ms = lobby_now(r->lobby);
    computer_forget(r);
    struct result result;
    r->game->result(r->state, &result);
    if (result.over)
        round_over(r);
    else if (r->game->to_move(r->state) != w.seat)
        turn_begin(r);
    room_changed(r);
}

const char *move_make(struct room *r, int seat, const char *text, struct member *by, enum explain explain)
{
    assert(!room_busy(r));
    struct writing *w = &r->writing;
    assert(r->next == NULL);
    r->next = mem_new(r->game->state_size);
    memcpy(r->next, r->state, r->game->state_size);
    const char *why = r->game->apply(r->next, seat, text, &w->made);
    if (why != NULL) {
        next_drop(r);
        return why;
    }
    w->seat = seat;
    w->by = by;
    w->explain = explain;
    write_start(r, WRITE_MOVE);
    if (r->now.id != 0)
        keep_move(r);
    else
        move_commit(r);
    return NULL;
}

struct move move_ending_turn(const struct room *r)
{
    const char *end = r->game->end_move;
    struct move_list list;
    r->game->moves(r->state, &list);
    assert(list.n > 0);
    for (int k = 0; end != NULL && k < list.n; k++)
        if (strcmp(list.at[k].text, end) == 0) return list.at[k];
    return list.at[0];
}

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

static const char *enqueue(struct member *m, uint32_t turn, const char *text)
{
    struct room *r = m->room;
    if (r->queued == QUEUE_MAX) return cannot_write;
    if (strlen(text) >= sizeof r->queue->text) return "That is no move.";
    if (r->queue == NULL) r->queue = mem_new(QUEUE_MAX * sizeof *r->queue);
    struct queued_move *q = &r->queue[r->queued];
    *q = (struct queued_move){ .by = m, .turn = turn };
    strcpy(q->text, text);
    r->queued++;
    return NULL;
}

const char *room_move(struct member *m, uint32_t turn, const char *text)
{
    if (m->over != NULL) return m->over;
    struct room *r = m->room;
    seat_take_back(m);
    const char *why = why_no_move(m, turn);
    if (why != NULL) return why;
    if (room_busy(r) || r->queued > 0) return enqueue(m, turn, text);
    why = move_make(r, m->seat, text, m, EXPLAIN_NOT);
    if (why == NULL) return NULL;
    snprintf(r->lobby->why, sizeof r->lobby->why, "%s", why);
    return r->lobby->why;
}

/* The moves that had to wait, until one of them is on its way. */
static void queue_run(struct room *r)
{
    while (r->queued > 0 && !room_busy(r)) {
        struct queued_move q = r->queue[0];
        r->queued--;
        memmove(r->queue, r->queue + 1, (size_t)r->queued * sizeof *r->queue);
        const char *why = why_no_move(q.by, q.turn);
        if (why == NULL) why = move_make(r, q.by->seat, q.text, q.by, EXPLAIN_NOT);
        if (why == NULL) continue;
        member_say(q.by, &q.by->refusal, why);
    }
    if (r->queued > 0) return;
    free(r->queue);
    r->queue = NULL;
}

/* --- time --- */

/* The move is not made. Whoever made it may try again at once, the house a little later. */
static void move_fail(struct room *r)
{
    struct writing *w = &r->writing;
    next_drop(r);
    if (w->by != NULL) member_say(w->by, &w->by->refusal, cannot_write);
    r->house_retries = w->by == NULL;
    r->moved_ms = lobby_now(r->lobby) + RETRY_MS;
    if (r->timed_out && r->turn_due != NEVER) r->turn_due = r->moved_ms;
    computer_forget(r);
}

/* What the store has answered. */
static void write_settle(struct room *r)
{
    struct writing *w = &r->writing;
    enum write what = w->what;
    bool written = w->result == STORE_OK;
    w->answered = false;
    if (what == WRITE_MOVE && written) {
        move_commit(r);
        return;
    }
    if (what != WRITE_MOVE && written) {
        change_done(r);
        return;
    }
    w->what = WRITE_NONE;
    change_forget(r);
    if (what == WRITE_MOVE)
        move_fail(r);
    else
        r->write_due = lobby_now(r->lobby) + RETRY_MS;
    seats_reckon(r);
    room_changed(r);
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t due_of(const struct room *r)
{
    if (r->writing.answered || (r->queued > 0 && !room_busy(r))) return INT64_MIN;
    int64_t due = earlier(earlier(seats_due(r), turn_clock_due(r)), earlier(computer_due(r), round_due(r)));
    due = earlier(due, wait_due(r));
    bool waits = r->writing.what == WRITE_NONE && room_busy(r);
    return waits ? earlier(due, r->write_due) : due;
}

void room_tick(struct room *r)
{
    int64_t now = lobby_now(r->lobby);
    wait_count(r);
    if (r->writing.answered) write_settle(r);
    seats_tick(r, now);
    change_tick(r, now);
    if (r->closing != NULL) return;
    queue_run(r);
    turn_clock_tick(r, now);
    computer_tick(r, now);
    hint_tick(r);
    round_tick(r, now);
    change_tick(r, now);
    wait_tick(r);
    directory_reckon(r);
    r->due = NEVER;
    room_deliver(r);
    if (r->due == NEVER) r->due = due_of(r);
}

/* --- looking --- */

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

int room_dealer(const struct room *r)
{
    return r->now.dealer;
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
        .cards = r->ready ? r->game->cards_held(r->state, seat) : 0, /* nothing is dealt yet */
    };
}

const void *room_state(struct room *r, int seat)
{
    assert(seat >= 0 && seat <= r->seats);
    unsigned char *view = r->lobby->view;
    memcpy(view, r->state, r->game->state_size);
    r->game->hide(view, seat);
    return view;
}

void room_result(const struct room *r, struct result *out)
{
    *out = r->phase == ROOM_BETWEEN ? r->result : (struct result){ .over = false };
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
    int64_t due = r->phase == ROOM_PLAYING ? r->turn_due : r->between_due;
    if (due == NEVER) return -1;
    int64_t left = due - lobby_now(r->lobby) + wait_uncounted(r);
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

unsigned room_match_won(const struct room *r)
{
    return r->phase == ROOM_BETWEEN ? r->match_won : 0;
}

const char *room_why(const struct room *r)
{
    return r->reason[0] != '\0' ? r->reason : NULL;
}

struct room *member_room(const struct member *m)
{
    return m->room;
}

bool member_opened(const struct member *m)
{
    return m->opened;
}

int member_seat(const struct member *m)
{
    return m->seat;
}
