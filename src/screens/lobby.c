#include "screens/lobby.h"

#include "base/digest.h"
#include "base/text.h"
#include "screens/layout.h"
#include "screens/lobby_rows.h"
#include "screens/goodbye.h"
#include "screens/help.h"
#include "screens/patience.h"
#include "screens/table.h"
#include "screens/tables.h"
#include "screens/ticket.h"
#include "screens/visit.h"
#include "screens/words.h"
#include "store/figures.h"
#include "term/wrap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define NEW_WORDS "New here? Press l, and learn the game in two minutes by playing it."
#define NEW_LINE "New here? Type learn, and learn the game in two minutes by playing it."
#define TITLE_COLS 60 /* narrower title lines leave the counts out */

struct lobby_view {
    struct session *session;
    struct ticket *ticket;
    int at;
    int menu_rows, list_rows;                 /* as last drawn */
    bool leaving;                             /* q was pressed: really? */
    bool moved;                               /* a key was pressed here */
    bool played;                              /* the account has rounds to its name, or nobody knows yet */
    struct solo_glance glance[GAME_ROWS_MAX]; /* by the number of the game_row */
};

/* --- who is here --- */

static void count_text(const struct visit *v, struct text *out)
{
    int people = visit_people(v->house), tables = lobby_tables(v->house->lobby);
    text_add(out, "%d here, %d %s", people, tables, text_word(tables, "table", "tables"));
}

/* True while nothing has been played since the account was read, so that its row in the store is still right. */
static bool is_as_found(const struct visit *v)
{
    return !v->begun && v->account.settled;
}

/* --- unfinished patiences --- */

static int glance_number(const struct game_row *of)
{
    struct game_row o;
    int k = 0;
    while (game_row_at(k, &o) && o.variant != of->variant) k++;
    return k;
}

static void on_glance(void *arg, const struct solo_glance *g)
{
    struct lobby_view *view = ticket_answer(arg);
    if (view == NULL) return;
    view->glance[glance_number(&g->of)] = *g;
    session_dirty(view->session);
    if (!g->unfinished || session_top(view->session, NULL) != &screen_lobby) return;
    char words[120];
    snprintf(words, sizeof words, "Your %s waits, deal %" PRIu32 " with %d %s left.", game_row_title(&g->of), g->deal,
             g->left, text_word(g->left, "card", "cards"));
    session_tell(view->session, words);
}

/* Asks the store for each of the account's patiences, unless the account is known to have none. */
static void ask_for_patiences(struct lobby_view *view)
{
    struct visit *v = visit_of(view->session);
    bool none = is_as_found(v) && !v->account.patience;
    if (visit_is_guest(v) || v->house->store == NULL || none || !visit_can_read(v)) return;
    struct game_row of;
    for (int k = 0; game_row_at(k, &of); k++)
        if (of.game->patience) solo_look(v->house->lobby, &of, v->account.id, on_glance, ticket_ask(view->ticket));
}

/* --- who is new --- */

static bool is_new(const struct lobby_view *view)
{
    return !visit_of(view->session)->taught && !view->played;
}

static void on_figures(void *arg, enum store_result result, const struct figures *f)
{
    struct lobby_view *view = ticket_answer(arg);
    if (view == NULL || result != STORE_OK || f->rounds > 0) return;
    view->played = false;
    session_dirty(view->session);
    if (is_new(view) && session_top(view->session, NULL) == &screen_lobby) session_tell(view->session, NEW_LINE);
}

/* Finds out whether the account has played. The house does not know a guest's rounds, so a guest counts as new. Plain
 * mode says NEW_LINE after the menu, so it always asks the store, whose answer comes later. */
static void ask_for_rounds(struct lobby_view *view)
{
    struct visit *v = visit_of(view->session);
    view->played = !visit_is_guest(v);
    if (!view->played || v->account.played || v->house->store == NULL) return;
    if (is_as_found(v) && !session_plain(v->session))
        view->played = false;
    else if (visit_can_read(v))
        account_figures(v->house->store, v->account.id, "", on_figures, ticket_ask(view->ticket));
}

/* --- the screen --- */

static void lobby_enter(struct session *s, void *state, const void *arg)
{
    (void)arg;
    struct lobby_view *view = state;
    view->session = s;
    view->ticket = ticket_new(s, view);
    ask_for_patiences(view);
    ask_for_rounds(view);
}

static void lobby_leave(struct session *s, void *state)
{
    (void)s;
    ticket_drop(((struct lobby_view *)state)->ticket);
}

static void lobby_back(struct session *s, void *state)
{
    (void)s;
    ask_for_patiences(state);
}

static const char *table_about(const struct visit *v, const struct room *r, const struct lobby_rows *rows)
{
    return room_seat_of(r, v->account.id) != 0 ? "Enter: back to your seat." : rows->about_table;
}

/* Returns what the message line says: a constant, or text that lives as long as rows. The visit's note is drawn over
 * its last line, so NEW_WORDS ends with a blank line there. */
static const char *lobby_message(const struct visit *v, const struct lobby_view *view, const struct lobby_rows *rows,
                                 int cols)
{
    if (view->leaving) return "Leave the house? y or Ctrl-C leaves, any other key stays.";
    if (v->note[0] != '\0') return is_new(view) && wrap_lines(NEW_WORDS, cols) == 1 ? NEW_WORDS "\n " : "";
    const struct room *r = lobby_room(v->house->lobby, view->at - rows->n);
    const char *about = r != NULL ? table_about(v, r, rows) : menu_about(cols, rows->choice, rows->n, view->at);
    return is_new(view) && (!view->moved || about[0] == '\0') ? NEW_WORDS : about;
}

#define HIGH_ROWS 36   /* windows from this height on have room for a whole picture */
#define HIGH_HEADER 15 /* rows of the highest one, and a blank one */
#define ROWS_BESIDE 2  /* the blank line under the menu, and the heading of the tables */

/* Draws a picture over the menu where the menu and all tables still have room: the house's sign, or in high windows the
 * picture of the row under the cursor. Takes its rows from a. below: rows of the menu and the tables. */
static void lobby_draw_header(struct canvas *c, struct area *a, int below, const char *art)
{
    int spare = below + ROWS_BESIDE, took;
    if (c->rows >= HIGH_ROWS && HIGH_HEADER + spare <= a->rows)
        took = layout_art(c, *a, art != NULL ? art : "welcome.ans", 0) > 0 ? HIGH_HEADER : 0;
    else
        took = layout_art(c, *a, "lobby.ans", spare);
    a->y += took;
    a->rows -= took;
}

static void lobby_draw(struct session *s, void *state, struct canvas *c)
{
    struct lobby_view *view = state;
    struct visit *v = visit_of(s);
    struct lobby_rows rows;
    char right[80];
    struct text t;
    lobby_rows_fill(&rows, visit_of(s), view->glance);
    int last = rows.n + lobby_tables(v->house->lobby) - 1;
    if (view->at > last) view->at = last;
    v->cols = c->cols;
    text_init(&t, right, sizeof right);
    if (c->cols >= TITLE_COLS) count_text(v, &t);
    text_add(&t, "   %s%s", v->person.name, v->person.loser ? " ☠" : "");
    look_title(c, v->house->name, right);
    struct area a = layout_body(c, 100);
    lobby_draw_header(c, &a, rows.n + lobby_tables(v->house->lobby), view->at < rows.n ? rows.row[view->at].art : NULL);
    int used = menu_draw(c, a, rows.choice, rows.n, view->at) + 1;
    view->menu_rows = rows.n;
    view->list_rows = a.rows - used;
    tables_draw(v->house->lobby, c, (struct area){ a.x, a.y + used, a.cols, view->list_rows }, view->at - rows.n);
    layout_message(c, lobby_message(v, view, &rows, a.cols), false);
    look_keys(c, view->leaving ? "y leave  Ctrl-C leave  any other key stays" : "↑↓ move  Enter choose  v view",
              view->leaving ? "" : "q leave  ? help");
}

/* Goes where a row of the menu, or of the tables below it, leads. A person who has come to a game is no longer new. */
static void lobby_choose(struct session *s, struct lobby_view *view, const struct lobby_rows *rows, int row)
{
    view->at = row;
    if (row < rows->n)
        rows->row[row].go(s, &rows->row[row].of);
    else
        lobby_rows_watch(s, lobby_room(visit_of(s)->house->lobby, row - rows->n));
    if (session_top(s, NULL) == &screen_table || session_top(s, NULL) == &screen_patience) visit_of(s)->taught = true;
    if (visit_of(s)->member != NULL) view->at = 0; /* where the way back to the table will stand */
}

/* Takes a key as the answer to the question whether to leave. Returns false when nobody was asked. */
static bool lobby_answer(struct session *s, struct lobby_view *view, const struct key *k)
{
    if (!view->leaving) return false;
    view->leaving = false;
    if (key_is(k, 'y') || key_is(k, 'Y') || key_interrupts(k)) goodbye(s);
    return true;
}

static bool lobby_key(struct session *s, void *state, const struct key *k)
{
    struct lobby_view *view = state;
    struct lobby_rows rows;
    session_dirty(s);
    if (lobby_answer(s, view, k)) return true;
    lobby_rows_fill(&rows, visit_of(s), view->glance);
    if (menu_helps(k)) {
        session_push(s, &screen_help, &help_rules);
    } else if (menu_leaves(k)) {
        view->leaving = true;
        session_tell(s, "Leave the house? quit, or Ctrl-C again, leaves; an empty line stays.");
    } else {
        int row = menu_key(&view->at, rows.choice, rows.n, lobby_tables(visit_of(s)->house->lobby), k);
        view->moved |= row == MENU_MOVED;
        if (row >= 0) lobby_choose(s, view, &rows, row);
        return row != MENU_IGNORED;
    }
    return true;
}

/* Covers what is drawn here and changes without a key: the counts, the way back to the person's table, and the tables
 * in view. */
static uint64_t lobby_sight(struct session *s, void *state)
{
    const struct lobby_view *view = state;
    const struct visit *v = visit_of(s);
    struct lobby *l = v->house->lobby;
    const struct room *own = lobby_room_of(l, v->account.id);
    uint64_t digest = digest_number(DIGEST_OF_NOTHING, v->cols >= TITLE_COLS ? (uint64_t)visit_people(v->house) : 0);
    if (own != NULL) digest = digest_number(digest, (uint64_t)room_id(own) << 1 | room_has_line(own, v->account.id));
    return tables_sight(l, view->list_rows, view->at - view->menu_rows, digest);
}

/* --- plain mode --- */

static void lobby_say(struct session *s, void *state, struct text *out)
{
    const struct lobby_view *view = state;
    struct visit *v = visit_of(s);
    struct lobby_rows rows;
    lobby_rows_fill(&rows, visit_of(s), view->glance);
    text_add(out, "%s. You are %s%s. ", v->house->name, v->person.name, v->person.loser ? ", a big loser" : "");
    count_text(v, out);
    text_add(out, ".\n");
    if (v->note[0] != '\0') text_add(out, "%s\n", v->note);
    v->note[0] = '\0';
    menu_say(rows.choice, rows.n, out);
    if (is_new(view)) text_add(out, "%s\n", NEW_LINE);
    text_add(out, "Type a number or a word. Also: tables, who, watch 3 (the table of that number), view.\n");
}

/* Names everybody who has come in. */
static void tell_who(struct session *s)
{
    struct visit *v = visit_of(s);
    struct text out;
    text_init_growing(&out, 8192);
    for (const struct visit *o = v->house->visits; o != NULL; o = o->next)
        if (o->person.name[0] != '\0')
            text_add(&out, "%s%s%s\n", o->person.name, o->person.loser ? ", a big loser" : "",
                     o->member ? ", at a table" : "");
    session_tell(s, out.buf);
    text_free(&out);
}

/* Lists walk over all people or tables, so the person pays as for a read of the store. */
static void tell_list(struct session *s, void (*tell)(struct session *s))
{
    if (visit_may_read(visit_of(s))) tell(s);
}

/* number: what was typed after "watch". Text that is no number is table 0, which never exists. */
static void watch_line(struct session *s, const char *number)
{
    struct lobby *l = visit_of(s)->house->lobby;
    struct room *r = lobby_table(l, strtoll(number, NULL, 10));
    if (r != NULL)
        lobby_rows_watch(s, r);
    else
        session_tell(s, "There is no such table: the word tables lists them.");
}

/* A row of the menu comes before the words below, so that no row can be hidden by one. */
static void lobby_line(struct session *s, void *state, const char *typed)
{
    struct lobby_view *view = state;
    struct lobby_rows rows;
    view->leaving = false;
    if (typed[0] == '\0') {
        session_say(s);
        return;
    }
    lobby_rows_fill(&rows, visit_of(s), view->glance);
    int row = menu_line(rows.choice, rows.n, typed);
    if (row >= 0)
        lobby_choose(s, view, &rows, row);
    else if (line_is(typed, "tables"))
        tell_list(s, tables_tell);
    else if (line_is(typed, "who"))
        tell_list(s, tell_who);
    else if (strncasecmp(typed, "watch ", 6) == 0)
        watch_line(s, typed + 6);
    else if (line_is(typed, "back"))
        session_tell(s, "This is the lobby: there is nothing further back. quit leaves the house.");
    else if (menu_quits(typed))
        goodbye(s);
    else
        visit_unknown_word(visit_of(s), typed, "Type a number or a word of the list; an empty line reads it again.");
}

const struct screen screen_lobby = {
    .name = "lobby",
    .size = sizeof(struct lobby_view),
    .enter = lobby_enter,
    .leave = lobby_leave,
    .back = lobby_back,
    .draw = lobby_draw,
    .key = lobby_key,
    .say = lobby_say,
    .line = lobby_line,
    .sight = lobby_sight,
};
