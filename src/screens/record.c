#include "screens/record.h"

#include "base/clock.h"
#include "base/text.h"
#include "games/game_list.h"
#include "games/record.h"
#include "screens/frame.h"
#include "screens/help.h"
#include "screens/screens.h"
#include "screens/ticket.h"
#include "screens/visit.h"
#include "store/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RECORD_MAX (64 * 1024)
#define RECORD_COLS 78 /* the widest line that is written */
#define HEAD "; To check it, save these lines as a file: kingscorner verify FILE\n"

/* What is asked for: one of the two. */
struct wanted {
    const struct record *record;
    int64_t round;
};

struct record_view {
    struct session *session;
    struct ticket *ticket;
    struct text text;
    const char *why; /* why there is none; NULL */
    bool asking;
    int from; /* the first line shown */
};

/* --- a round that is kept --- */

static void put_seats(const struct table_row *t, struct record *out)
{
    out->seats = t->seats;
    for (int seat = 1; seat <= t->seats; seat++) {
        snprintf(out->names[seat], sizeof out->names[seat], "%s", t->seat[seat].name);
        out->computer[seat] = t->seat[seat].kind == SEAT_COMPUTER;
    }
}

/* false: this program does not know such a game. */
static bool record_of_kept(const struct round_kept *k, struct record *out)
{
    record_init(out);
    out->game = game_find(k->table.game);
    if (out->game == NULL || out->game->rules_parse(&out->rules, k->table.rules) != NULL) return false;
    out->cards = RECORD_KEY;
    memcpy(out->key, k->row.key, sizeof out->key);
    out->seal = DEAL_SEAL_DIGITS;
    out->dealer = k->row.dealer;
    out->round = k->row.number;
    put_seats(&k->table, out);
    clock_day(out->date, k->begun_s);
    snprintf(out->result, sizeof out->result, "%s", k->result);
    for (int i = 0; i < k->n; i++) {
        struct move m;
        memcpy(m.text, k->moves[i], sizeof m.text);
        record_add(out, &m);
    }
    return true;
}

/* --- asking and showing --- */

static void take(struct record_view *v, const struct record *r)
{
    text_add(&v->text, HEAD);
    record_write(r, &v->text);
}

static void on_kept(void *arg, enum store_result result, const struct round_kept *kept)
{
    struct record_view *v = ticket_answer(arg);
    struct record r;
    if (v == NULL) return;
    v->asking = false;
    if (result == STORE_NONE)
        v->why = "The record is not written yet: try again in a moment.";
    else if (result != STORE_OK || !record_of_kept(kept, &r))
        v->why = "The record cannot be read just now: try again later.";
    else
        take(v, &r);
    if (v->why == NULL) record_clear(&r);
    session_say(v->session);
    session_dirty(v->session);
}

static void enter(struct session *s, void *state, const void *arg)
{
    const struct wanted *wanted = arg;
    struct record_view *v = state;
    struct store *store = visit_of(s)->house->store;
    v->session = s;
    v->ticket = ticket_new(s, v);
    text_init_growing(&v->text, RECORD_MAX);
    if (wanted->record != NULL) {
        take(v, wanted->record);
    } else if (store != NULL) {
        v->asking = true;
        round_read(store, wanted->round, on_kept, ticket_ask(v->ticket));
    }
}

static void leave(struct session *s, void *state)
{
    (void)s;
    struct record_view *v = state;
    ticket_drop(v->ticket);
    text_free(&v->text);
}

static void draw(struct session *s, void *state, struct canvas *c)
{
    struct record_view *v = state;
    struct area a = frame_body(c, RECORD_COLS);
    int last = frame_page(c, a, v->text.buf, &v->from);
    look_title(c, "Record", visit_of(s)->house->name);
    if (v->why != NULL)
        frame_message(c, v->why, true);
    else if (v->asking)
        frame_message(c, "One moment ...", false);
    else if (a.cols < RECORD_COLS)
        frame_message(c, "In a window of 80 columns no line is broken.", false);
    look_keys(c, last > 0 ? "↑↓ scroll  v view" : "v view", "q back");
}

static bool key(struct session *s, void *state, const struct key *k)
{
    struct record_view *v = state;
    session_dirty(s);
    if (menu_leaves(k) || k->code == KEY_ENTER)
        session_pop(s);
    else if (menu_helps(k))
        session_push(s, &screen_help, &help_table);
    else
        return frame_scroll(&v->from, k);
    return true;
}

static void say(struct session *s, void *state, struct text *out)
{
    (void)s;
    const struct record_view *v = state;
    if (v->asking) return;
    text_add(out, "%s", v->why != NULL ? v->why : v->text.buf);
    text_add(out, "%sPress Enter to go back.\n", v->why != NULL ? "\n" : "; ");
}

static const char *prompt(struct session *s, void *state)
{
    (void)s;
    return ((const struct record_view *)state)->asking ? "" : "> ";
}

static void line(struct session *s, void *state, const char *typed)
{
    visit_leave_page(visit_of(s), ((const struct record_view *)state)->asking, typed);
}

const struct screen screen_record = {
    .name = "record",
    .size = sizeof(struct record_view),
    .enter = enter,
    .leave = leave,
    .draw = draw,
    .key = key,
    .say = say,
    .line = line,
    .prompt = prompt,
};

void record_show(struct session *s, const struct record *r)
{
    session_push(s, &screen_record, &(struct wanted){ .record = r });
}

void record_show_kept(struct session *s, int64_t round)
{
    if (!visit_may_read(visit_of(s))) return;
    session_push(s, &screen_record, &(struct wanted){ .round = round });
}
