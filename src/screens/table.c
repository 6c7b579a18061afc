#include "screens/table.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/text.h"
#include "screens/frame.h"
#include "screens/loser.h"
#include "screens/record.h"
#include "screens/table_state.h"
#include "screens/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* --- in words --- */

void kind_words(const struct game *game, const struct rules *rules, char out[KIND_WORDS])
{
    int n = snprintf(out, KIND_WORDS, "%s", game->rules_title(rules));
    if (game->patience) return;
    n += snprintf(out + n, KIND_WORDS - (size_t)n, ", draw %s", rules->last ? "last" : "first");
    if (rules->target > 0) snprintf(out + n, KIND_WORDS - (size_t)n, ", to %d", rules->target);
}

static void seat_words(const struct room *r, int seat, struct frame_words *w)
{
    struct seat_info info = room_seat(r, seat);
    w->names[seat] = info.name;
    w->computer[seat] = info.computer;
    w->away[seat] = info.away;
    w->loser[seat] = info.loser;
    w->totals[seat] = info.total;
}

static void clock_words(int64_t ms, char *out, size_t size)
{
    int seconds = (int)((ms + 999) / 1000);
    if (ms < 0)
        out[0] = '\0';
    else
        snprintf(out, size, "%d:%02d", seconds / 60, seconds % 60);
}

bool table_is_my_turn(const struct table *t)
{
    struct room *r = table_room(t);
    return t->seat != 0 && room_phase(r) == ROOM_PLAYING && room_game(r)->to_move(room_state(r, t->seat)) == t->seat;
}

/* Those that do something now. In narrow windows the last ones stay. */
static void add_keys(const struct table *t, struct room *r, struct text *out)
{
    bool between = room_phase(r) == ROOM_BETWEEN;
    look_add_key(out, member_why(t->visit->member) != NULL, "w", "why");
    look_add_key(out, true, "c", "talk");
    look_add_key(out, between && (room_record(r) != NULL || room_round_kept(r) != 0), "r", "record");
    look_add_key(out, true, "q", "leave");
    look_add_key(out, table_is_my_turn(t), "i", "hint");
    look_add_key(out, true, "?", "help");
    look_add_key(out, between && t->seat != 0, "n", "next");
}

/* The last lines, with "you" for the viewer. Returns how many. */
static int log_words(const struct table *t, const struct room *r, struct log_line lines[ROOM_LOG])
{
    int n = room_log_brief(r, lines);
    const char *own = t->seat != 0 ? room_seat(r, t->seat).name : "";
    for (int k = 0; k < n; k++)
        if (lines[k].who[0] != '\0' && strcmp(lines[k].who, own) == 0) lines[k].who = "you";
    return n;
}

#define COMES "You are in with the next round."
#define WATCHES "You watch, and see no hands. For a seat: q, then Play in the lobby."
#define KEY_COLS 64 /* narrower windows have no room for a deck's key */

/* What the message line says: what has just happened, and what stands for as long as it is so. Who waits for a seat is
 * told at all times why there are no cards. */
static const char *message_of(const struct table *t, struct room *r, char standing[TABLE_MESSAGE + 80])
{
    const char *deck_key = room_key(r);
    if (t->visit->note[0] != '\0') return "";
    bool told = t->message[0] != '\0' && (deck_key == NULL || strstr(t->message, deck_key) == NULL);
    bool narrow = t->cols > 0 && t->cols < KEY_COLS;
    if (t->seat == 0 && !t->watches) {
        const char *more = told && !narrow ? t->message : "";
        const char *words = !member_promised(t->visit->member) ? NOT_PROMISED : deck_key != NULL ? COMES : TABLE_WAITS;
        snprintf(standing, TABLE_MESSAGE + 80, "%s%s%s", words, more[0] != '\0' ? " " : "", more);
        return t->warning ? t->message : standing;
    }
    if (told) return words_hint(t->message, member_why(t->visit->member), t->cols, standing);
    if (deck_key != NULL) {
        snprintf(standing, TABLE_MESSAGE + 80, "The key is %s. r shows the record: anybody can check it.", deck_key);
        return narrow ? "r shows the record, to be checked." : standing;
    }
    return t->seat == 0 ? WATCHES : "";
}

void table_words(const struct table *t, struct table_words *w)
{
    struct room *r = table_room(t);
    char kind[KIND_WORDS];
    kind_words(room_game(r), room_rules(r), kind);
    const char *waits = member_promised(t->visit->member) ? "  you play from the next round on" : "  one moment";
    const char *place = t->seat ? "" : t->watches ? "  watching" : waits;
    snprintf(w->title, sizeof w->title, "%s  round %d%s", kind, room_round(r), place);
    clock_words(room_clock_ms(r), w->clock, sizeof w->clock);
    struct text keys;
    text_init(&keys, w->keys, sizeof w->keys);
    add_keys(t, r, &keys);
    w->frame = (struct frame_words){
        .title = w->title,
        .clock = w->clock,
        .message = message_of(t, r, w->standing),
        .warning = t->warning,
        .log = w->log,
        .log_n = log_words(t, r, w->log),
        .keys = w->keys,
    };
    for (int seat = 1; seat <= room_seats(r); seat++) seat_words(r, seat, &w->frame);
}

void table_tell(struct table *t, const char *words, bool warning)
{
    snprintf(t->message, sizeof t->message, "%s", words);
    t->warning = warning;
    t->visit->note[0] = '\0';
    session_tell(t->session, words);
    session_dirty(t->session);
}

static void table_event(struct table *t, const char *words)
{
    snprintf(t->message, sizeof t->message, "%s", words);
    t->warning = false;
    table_say_event(t, words);
    session_dirty(t->session);
}

/* --- doing --- */

void table_move(struct table *t, const char *text)
{
    const char *why = room_move(t->visit->member, t->turn, text);
    if (why != NULL) table_tell(t, why, true);
}

void table_next(struct table *t)
{
    const char *why = room_next(t->visit->member);
    if (why != NULL) table_tell(t, why, true);
}

void table_hint(struct table *t)
{
    const char *why = room_hint(t->visit->member);
    if (why != NULL) table_tell(t, why, true);
}

void table_why(struct table *t)
{
    const char *why = member_why(t->visit->member);
    table_tell(t, why ? why : "No computer player has moved yet, so there is nothing to explain.", why == NULL);
}

void table_record(struct table *t)
{
    struct room *r = table_room(t);
    const struct record *record = room_record(r);
    if (record != NULL)
        record_show(t->session, record);
    else if (room_round_kept(r) != 0)
        record_show_kept(t->session, room_round_kept(r));
    else
        table_seal(t);
}

void table_seal(struct table *t)
{
    char words[TABLE_MESSAGE];
    bool narrow = t->cols > 0 && t->cols < KEY_COLS;
    snprintf(words, sizeof words, "The deck's seal is %s.%s", room_seal(table_room(t)),
             narrow                                      ? ""
             : room_phase(table_room(t)) == ROOM_BETWEEN ? " record shows the rest."
                                                         : " The record comes when the round is over.");
    table_tell(t, words, false);
}

/* --- leaving --- */

bool table_may_keep(const struct table *t)
{
    return t->seat != 0 && !visit_is_guest(t->visit);
}

void table_keep(struct table *t)
{
    struct visit *v = t->visit;
    visit_note(v, "Your seat is kept: the first row leads back to it.");
    member_away(v->member);
    v->member = NULL;
    session_pop(t->session);
}

void table_leave(struct table *t)
{
    struct visit *v = t->visit;
    member_leave(v->member);
    v->member = NULL;
    session_pop(t->session);
}

void table_go(struct table *t)
{
    if (table_may_keep(t) && room_round(table_room(t)) > 0)
        table_keep(t);
    else
        table_leave(t);
}

static bool has_something_to_lose(const struct table *t)
{
    const struct room *r = table_room(t);
    return t->seat != 0 && (room_phase(r) == ROOM_PLAYING || room_rules(r)->target > 0);
}

void table_ask_leave(struct table *t)
{
    if (!has_something_to_lose(t)) {
        table_leave(t);
        return;
    }
    t->mode = TABLE_LEAVING;
    if (session_plain(t->session))
        session_tell(t->session,
                     table_may_keep(t)
                         ? "Leave the table? keep: to the lobby, your seat is kept. leave: for good, the cards in "
                           "your hand count. stay: play on."
                         : "Leave the table for good? leave, or stay.");
    session_dirty(t->session);
}

/* --- what the room tells --- */

/* The mark comes and goes with rounds (T13); the visit wears what the seat wears. */
static void wear_mark(struct visit *v, bool loser)
{
    v->person.loser = v->account.loser = loser;
}

static void look_again(struct table *t)
{
    struct room *r = table_room(t);
    int seat = member_seat(t->visit->member);
    if (seat != t->seat) memset(t->view, 0, sizeof t->view);
    t->seat = seat;
    if (seat != 0) wear_mark(t->visit, room_seat(r, seat).loser);
    room_game(r)->view_update(room_state(r, seat), seat, t->view);
}

static void on_changed(void *owner)
{
    struct visit *v = owner;
    if (v->table == NULL || v->member == NULL || !room_ready(table_room(v->table))) return;
    look_again(v->table);
    bool first = !v->table->shown;
    v->table->shown = true;
    if (first)
        session_say(v->session);
    else if (session_plain(v->session))
        table_announce(v->table);
    session_dirty(v->session);
}

static void on_told(void *owner, const char *words)
{
    struct visit *v = owner;
    if (v->table != NULL) table_event(v->table, words);
}

static void on_refused(void *owner, const char *why)
{
    struct visit *v = owner;
    if (v->table != NULL) table_tell(v->table, why, true);
}

/* The hint's sentence, and what it speaks of marked on the table. */
static void on_hinted(void *owner, const char *words, const struct move *m)
{
    struct visit *v = owner;
    struct table *t = v->table;
    if (t == NULL) return;
    struct room *r = table_room(t);
    table_tell(t, words, false);
    room_game(r)->show(room_state(r, t->seat), t->seat, t->view, m->text);
}

static void on_banner(void *owner, const char *name, int seat)
{
    struct visit *v = owner;
    if (v->member != NULL && member_seat(v->member) == seat) wear_mark(v, true);
    if (!session_plain(v->session)) loser_show(v->session, name); /* else the room's line has said it */
}

static void on_ended(void *owner, const char *why)
{
    struct visit *v = owner;
    v->member = NULL;
    visit_note(v, "%s", why);
    if (v->table != NULL) session_home(v->session);
}

static const struct member_upcalls upcalls = {
    .changed = on_changed,
    .told = on_told,
    .refused = on_refused,
    .banner = on_banner,
    .ended = on_ended,
    .hinted = on_hinted,
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

/* --- the screen --- */

static void enter(struct session *s, void *state, const void *arg)
{
    struct table *t = state;
    t->watches = *(const bool *)arg;
    t->session = s;
    t->visit = visit_of(s);
    t->visit->table = t;
    editor_init(&t->talk, ROOM_CHAT_MAX, false);
    t->seat = member_seat(t->visit->member);
    t->turn = room_turn(table_room(t));
}

/* The line dropped, or the visit ended at the table: the seat is kept (T16). */
static void leave(struct session *s, void *state)
{
    (void)s;
    struct table *t = state;
    struct visit *v = t->visit;
    v->table = NULL;
    if (v->member == NULL) return;
    if (visit_is_guest(v))
        member_leave(v->member);
    else
        member_away(v->member);
    v->member = NULL;
}

/* The two lines at the bottom when they belong to a question or a line of talk. */
static void draw_bottom(const struct table *t, struct canvas *c)
{
    if (t->mode == TABLE_TALKING) {
        canvas_fill(c, (struct area){ 0, c->rows - 2, c->cols, 1 }, STYLE_PLAIN, ' ');
        canvas_text(c, 1, c->rows - 2, STYLE_STRONG, "Say:");
        canvas_fill(c, (struct area){ 6, c->rows - 2, c->cols - 7, 1 }, STYLE_FIELD, ' ');
        editor_draw(&t->talk, c, 6, c->rows - 2, c->cols - 7);
        look_keys(c, "Enter say it", "Esc back");
    } else if (t->mode == TABLE_LEAVING) {
        frame_message(
            c, table_may_keep(t) ? "Leave the table? Your seat can be kept for you." : "Leave the table for good?",
            true);
        look_keys(c, table_may_keep(t) ? "k keep the seat  l leave" : "l leave", "Esc stay");
    }
}

static void draw_waiting(const struct table *t, struct canvas *c)
{
    char kind[KIND_WORDS];
    struct room *r = table_room(t);
    kind_words(room_game(r), room_rules(r), kind);
    look_title(c, kind, "");
    frame_message(c, t->message[0] != '\0' ? t->message : "One moment ...", t->warning);
    look_keys(c, "q leave", "");
}

static void draw(struct session *s, void *state, struct canvas *c)
{
    (void)s;
    struct table *t = state;
    struct room *r = table_room(t);
    struct table_words w;
    t->cols = c->cols;
    t->rows = c->rows;
    if (!room_ready(r)) {
        draw_waiting(t, c);
        return;
    }
    table_words(t, &w);
    t->turn = room_turn(r);
    if (room_phase(r) == ROOM_BETWEEN) t->result_seen = room_round(r);
    room_game(r)->draw(room_state(r, t->seat), t->seat, t->view, &w.frame, c);
    draw_bottom(t, c);
}

/* Each second of a running clock is shown. */
static int64_t due(struct session *s, void *state)
{
    const struct table *t = state;
    int64_t left = room_clock_ms(table_room(t));
    if (left <= 0) return INT64_MAX;
    return clock_mono_ms(session_clock(s)) + (left - 1) % 1000 + 1;
}

static bool typing(struct session *s, void *state)
{
    (void)s;
    return ((const struct table *)state)->mode == TABLE_TALKING;
}

const struct screen screen_table = {
    .name = "table",
    .size = sizeof(struct table),
    .enter = enter,
    .leave = leave,
    .draw = draw,
    .key = table_key,
    .typing = typing,
    .say = table_say,
    .line = table_line,
    .prompt = table_prompt,
    .due = due,
    .mouse = true,
    .letters = true,
};
