#include "screens/record.h"

#include "base/clock.h"
#include "base/text.h"
#include "games/catalogue/game_list.h"
#include "games/catalogue/record.h"
#include "screens/help.h"
#include "screens/reading.h"
#include "screens/ticket.h"
#include "screens/visit.h"
#include "store/finished_round.h"

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
    struct reading reading;
    struct text text;
    const char *why; /* why there is none; NULL */
    bool asking;
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
static bool record_of_kept(const struct finished_round *k, struct record *out)
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

static void on_kept(void *arg, enum store_result result, const struct finished_round *kept)
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
    reading_came(&v->reading);
}

/* --- the screen --- */

static const char *record_about(const struct reading *r)
{
    return visit_of(r->session)->house->name;
}

static bool record_asking(const struct reading *r)
{
    return ((const struct record_view *)r)->asking;
}

static void record_text(const struct reading *r, bool wide, struct text *out)
{
    const struct record_view *v = (const struct record_view *)r;
    (void)wide;
    text_put(out, v->text.buf, v->text.len);
}

static const char *record_message(const struct reading *r, bool wide, bool *warning)
{
    const struct record_view *v = (const struct record_view *)r;
    *warning = v->why != NULL;
    if (v->why != NULL) return v->why;
    if (v->asking) return "One moment ...";
    return wide ? NULL : "In a window of 80 columns no line is broken.";
}

static const struct reading_kind record_reading = {
    .title = "Record",
    .cols = RECORD_COLS,
    .help = &help_table,
    .about = record_about,
    .asking = record_asking,
    .text = record_text,
    .message = record_message,
    .comment = "; ",
};

static void record_enter(struct session *s, void *state, const void *arg)
{
    const struct wanted *wanted = arg;
    struct record_view *v = state;
    struct store *store = visit_of(s)->house->store;
    reading_begin(&v->reading, &record_reading, s);
    text_init_growing(&v->text, RECORD_MAX);
    if (wanted->record != NULL) {
        take(v, wanted->record);
    } else if (store != NULL) {
        v->asking = true;
        finished_round_read(store, wanted->round, on_kept, ticket_ask(v->reading.ticket));
    }
}

static void record_leave(struct session *s, void *state)
{
    reading_leave(s, state);
    text_free(&((struct record_view *)state)->text);
}

static const struct screen screen_record = {
    .name = "record",
    .size = sizeof(struct record_view),
    .enter = record_enter,
    .leave = record_leave,
    .draw = reading_draw,
    .key = reading_key,
    .say = reading_say,
    .line = reading_line,
    .prompt = reading_prompt,
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
