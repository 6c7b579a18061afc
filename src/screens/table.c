#include "screens/table.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/text.h"
#include "screens/loser.h"
#include "screens/table_commands.h"
#include "screens/table_plain.h"
#include "screens/table_words.h"
#include "screens/words.h"

#include <stdio.h>
#include <string.h>

/* --- what the table answers --- */

static bool table_ready(struct play *p)
{
    return room_ready(table_room(table_of(p)));
}

static void table_waits(struct play *p, char *title, size_t size)
{
    char kind[KIND_WORDS];
    struct room *r = table_room(table_of(p));
    kind_words(room_game(r), room_rules(r), kind);
    snprintf(title, size, "%s", kind);
}

static void table_game(struct play *p, struct play_game *out)
{
    struct table *t = table_of(p);
    struct room *r = table_room(t);
    out->game = room_game(r);
    room_state(r, t->seat, out->seen);
    out->state = out->seen;
    out->seat = t->seat;
    out->on = room_phase(r) == ROOM_PLAYING;
}

static void table_seen(struct play *p)
{
    struct table *t = table_of(p);
    struct room *r = table_room(t);
    t->turn = room_turn(r);
    if (room_phase(r) == ROOM_BETWEEN) t->result_seen = room_round(r);
}

/* A move for the turn that the person has seen; a refusal is a sentence (T8). */
static void table_move(struct play *p, const char *text)
{
    struct table *t = table_of(p);
    play_tell(p, room_move(table_member(t), t->turn, text), true);
}

static const struct play_owner table_owner = {
    .ready = table_ready,
    .waits = table_waits,
    .waits_keys = "q leave",
    .go = table_go,
    .game = table_game,
    .words = table_words,
    .seen = table_seen,
    .move = table_move,
    .hint = table_hint,
    .leave = table_leave,
    .unknown = table_unknown,
    .no_paste = "What is pasted is not played: cards are played by keys.",
    .commands = table_commands,
    .say = table_say,
    .help = table_help,
    .may_be_move = words_may_be_move,
    .play_what = "Play what? For example: play %s.",
    .nothing = "There is nothing of that for you just now.",
};

/* --- what the room tells --- */

/* The mark comes and goes with rounds (T13); the visit wears what the seat wears. */
static void wear_mark(struct visit *v, bool loser)
{
    v->person.loser = v->account.loser = loser;
}

static void table_look_again(struct table *t)
{
    struct room *r = table_room(t);
    int seat = member_seat(table_member(t));
    if (seat != t->seat) memset(t->play.view, 0, sizeof t->play.view);
    t->seat = seat;
    if (seat != 0) wear_mark(t->play.visit, room_seat(r, seat).loser);
    play_update(&t->play);
}

static void table_on_changed(void *owner)
{
    struct visit *v = owner;
    struct table *t = v->table;
    if (t == NULL || v->member == NULL || !room_ready(table_room(t))) return;
    table_look_again(t);
    bool first = t->play.silent;
    t->play.silent = false;
    if (first)
        session_say(v->session);
    else if (session_plain(v->session))
        table_announce(t);
    session_dirty(v->session);
}

static void table_on_told(void *owner, const char *words)
{
    struct visit *v = owner;
    struct table *t = v->table;
    if (t == NULL) return;
    snprintf(t->play.message, sizeof t->play.message, "%s", words);
    t->play.warning = false;
    table_say_event(t, words);
    session_dirty(v->session);
}

static void table_on_refused(void *owner, const char *why)
{
    struct visit *v = owner;
    if (v->table != NULL) play_tell(&v->table->play, why, true);
}

static void table_on_hinted(void *owner, const char *words, const struct move *m)
{
    struct visit *v = owner;
    if (v->table != NULL) play_hinted(&v->table->play, words, m);
}

static void table_on_banner(void *owner, const char *name, int seat)
{
    struct visit *v = owner;
    if (v->member != NULL && member_seat(v->member) == seat) wear_mark(v, true);
    if (!session_plain(v->session)) loser_show(v->session, name); /* else the room's line has said it */
}

static void table_on_ended(void *owner, const char *why)
{
    struct visit *v = owner;
    v->member = NULL;
    visit_note(v, "%s", why);
    if (v->table != NULL) session_home(v->session);
}

static const struct member_upcalls upcalls = {
    .changed = table_on_changed,
    .told = table_on_told,
    .refused = table_on_refused,
    .banner = table_on_banner,
    .ended = table_on_ended,
    .hinted = table_on_hinted,
};

/* --- the screen --- */

static void table_enter(struct session *s, void *state, const void *watches)
{
    struct table *t = state;
    play_begin(&t->play, &table_owner, s);
    t->play.silent = true; /* until the table has told the deck's seal */
    t->play.visit->table = t;
    t->watches = *(const bool *)watches;
    t->seat = member_seat(table_member(t));
    t->turn = room_turn(table_room(t));
}

/* The line dropped, or the visit ended at the table: the seat is kept (T16). */
static void table_left(struct session *s, void *state)
{
    (void)s;
    struct visit *v = ((struct table *)state)->play.visit;
    v->table = NULL;
    if (v->member == NULL) return;
    (visit_is_guest(v) ? member_leave : member_away)(v->member);
    v->member = NULL;
}

/* Each second of a running clock is shown. */
static int64_t table_due(struct session *s, void *state)
{
    int64_t left = room_clock_ms(table_room(state));
    if (left <= 0) return INT64_MAX;
    return clock_mono_ms(session_clock(s)) + (left - 1) % 1000 + 1;
}

const struct screen screen_table = {
    .name = "table",
    .size = sizeof(struct table),
    .enter = table_enter,
    .leave = table_left,
    .draw = play_draw,
    .key = play_key,
    .typing = play_typing,
    .say = play_say,
    .line = play_line,
    .prompt = play_prompt,
    .due = table_due,
    .mouse = true,
    .letters = true,
};

static const char *sit_down(struct visit *v, struct member *m, bool watches, const char *why)
{
    if (m == NULL) return why;
    v->member = m;
    member_set_pace(m, (enum pace)v->account.speed);
    session_push(v->session, &screen_table, &watches);
    return NULL;
}

const char *table_sit(struct visit *v, const struct game *game, const struct rules *rules, int seats)
{
    const char *why = NULL;
    struct member *m = lobby_quick(v->house->lobby, game, rules, seats, &v->person, &upcalls, v, &why);
    if (m != NULL && member_opened(m))
        log_event(LOG_INFO, session_caller(v->session)->address, "opens table %lld: %s, as %s",
                  (long long)room_id(member_room(m)), game->id, v->person.name);
    return sit_down(v, m, false, why);
}

const char *table_watch(struct visit *v, struct room *r)
{
    const char *why = NULL;
    struct member *m = lobby_watch(v->house->lobby, r, &v->person, &upcalls, v, &why);
    return sit_down(v, m, true, why);
}
