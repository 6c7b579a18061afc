#include "screens/lobby.h"

#include "base/digest.h"
#include "base/text.h"
#include "games/catalogue/game_list.h"
#include "games/lesson.h"
#include "room/solo.h"
#include "screens/account.h"
#include "screens/figures.h"
#include "screens/layout.h"
#include "screens/menu.h"
#include "screens/goodbye.h"
#include "screens/help.h"
#include "screens/lesson.h"
#include "screens/patience.h"
#include "screens/table.h"
#include "screens/tables.h"
#include "screens/ticket.h"
#include "screens/visit.h"
#include "screens/words.h"
#include "store/figures.h"
#include "term/wrap.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define ROWS_MAX (GAME_ROWS_MAX + 8) /* the games', and the house's own */
#define NEW_WORDS "New here? Press l, and learn the game in two minutes by playing it."
#define NEW_LINE "New here? Type learn, and learn the game in two minutes by playing it."
#define TITLE_COLS 60 /* narrower title lines leave the counts out */

/* A row of the menu and what it leads to. */
struct lobby_row {
    struct choice choice;
    void (*go)(struct session *s, const struct game_row *of);
    const char *art;    /* the name of a picture about it; NULL: the house's */
    struct game_row of; /* go's; zeros where it needs none */
};

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

/* --- what the rows do --- */

static void sit(struct session *s, const struct game *game, const struct rules *rules, int seats)
{
    struct visit *v = visit_of(s);
    const char *why = table_sit(v, game, rules, seats);
    if (why != NULL) visit_tell(v, why);
}

static void go_back(struct session *s, const struct game_row *of)
{
    (void)of;
    struct visit *v = visit_of(s);
    struct room *r = lobby_room_of(v->house->lobby, v->account.id);
    if (r != NULL) sit(s, room_game(r), room_rules(r), room_seats(r));
}

static void watch(struct session *s, struct room *r)
{
    struct visit *v = visit_of(s);
    if (room_seat_of(r, v->account.id) != 0) {
        go_back(s, NULL);
        return;
    }
    const char *why = table_watch(v, r);
    if (why != NULL) visit_tell(v, why);
}

static void sit_at_table(struct session *s, const struct game_row *of)
{
    struct rules rules;
    game_row_rules(of, &rules);
    sit(s, of->game, &rules, of->game->seats_max);
}

static void go_play(struct session *s, const struct game_row *of)
{
    if (!of->game->patience)
        sit_at_table(s, of);
    else if (visit_may_read(visit_of(s)))
        patience_sit(visit_of(s), of);
}

static void go_lesson(struct session *s, const struct game_row *of)
{
    (void)of;
    lesson_begin(s, lesson_at(0), lobby_go);
}

static void go_figures(struct session *s, const struct game_row *of)
{
    (void)of;
    if (visit_may_read(visit_of(s))) session_push(s, &screen_figures, NULL);
}

static void go_account(struct session *s, const struct game_row *of)
{
    (void)of;
    session_push(s, &screen_account, NULL);
}

static void go_help(struct session *s, const struct game_row *of)
{
    (void)of;
    session_push(s, &screen_help, &help_rules);
}

static void go_out(struct session *s, const struct game_row *of)
{
    (void)of;
    goodbye(s);
}

static const struct lobby_row rows_of_house[] = {
    {
        .choice = { .word = "figures", .label = "Figures", .about = "your rounds and points; the hall of big losers" },
        .go = go_figures,
    },
    {
        .choice = { .word = "account", .label = "Account", .about = "name, password, key, how things look" },
        .go = go_account,
    },
    { .choice = { .word = "help", .label = "Help", .about = "the rules and the keys" }, .go = go_help },
    { .choice = { .word = "quit", .label = "Quit", .about = "" }, .go = go_out },
};

void lobby_go(struct session *s, const char *id)
{
    const struct game *game = game_find(id);
    const struct game_row first = { game, game->variants };
    struct visit *v = visit_of(s);
    if (game->patience)
        patience_sit(v, &first);
    else if (lobby_room_of(v->house->lobby, v->account.id) != NULL)
        go_back(s, NULL);
    else
        sit_at_table(s, &first);
}

/* --- the rows of this moment --- */

struct now {
    struct lobby_row row[ROWS_MAX];
    struct choice choice[ROWS_MAX]; /* of the rows */
    int n;
    char back_label[40], left[GAME_ROWS_MAX][48], about_watching[160];
};

static void add_row(struct now *now, const struct lobby_row *row)
{
    assert(now->n < ROWS_MAX);
    now->choice[now->n] = row->choice;
    now->row[now->n++] = *row;
}

/* The way back to one's seat. */
static void add_back(const struct visit *v, struct now *now)
{
    const struct room *r = lobby_room_of(v->house->lobby, v->account.id);
    if (r == NULL) return;
    bool away = !room_has_line(r, v->account.id);
    snprintf(now->back_label, sizeof now->back_label, "Back to table %" PRId64, room_id(r));
    struct choice choice = { .word = "table", .label = now->back_label, .bare = true };
    choice.about = away ? "you are expected back" : "you sit there on another line: this one takes over";
    add_row(now, &(struct lobby_row){ .choice = choice, .go = go_back });
}

/* A row for each of the games'; a patience that waits says so. */
static void add_games(const struct lobby_view *view, struct now *now)
{
    struct lobby_row row = { .go = go_play };
    for (int k = 0; game_row_at(k, &row.of); k++) {
        const struct variant *v = row.of.variant;
        const struct solo_glance *g = &view->glance[k];
        row.choice = (struct choice){ .word = v->word, .label = v->label, .about = v->about };
        row.art = v->art;
        if (g->unfinished) {
            snprintf(now->left[k], sizeof now->left[k], "unfinished: %d %s left", g->left,
                     text_word(g->left, "card", "cards"));
            row.choice.about = now->left[k];
        }
        add_row(now, &row);
    }
}

/* "For a seat choose Play or Match": the words of the rows that lead to tables. */
static void write_about_watching(struct now *now)
{
    struct text t;
    int left = 0;
    for (int k = 0; k < now->n; k++) left += now->row[k].of.game != NULL && !now->row[k].of.game->patience;
    text_init(&t, now->about_watching, sizeof now->about_watching);
    text_add(&t, "Enter: watch this table. For a seat choose ");
    for (int k = 0; k < now->n; k++) {
        const struct game_row *of = &now->row[k].of;
        if (of->game == NULL || of->game->patience) continue;
        left--;
        text_add(&t, "%c%s%s", toupper((unsigned char)of->variant->word[0]), of->variant->word + 1,
                 left > 1    ? ", "
                 : left == 1 ? " or "
                             : ".");
    }
}

static void add_lessons(struct now *now)
{
    const struct lesson *first = lesson_at(0);
    struct choice choice = { .word = "learn",
                             .label = "Learn in two minutes",
                             .about = "a lesson that is played, not read" };
    if (first != NULL) add_row(now, &(struct lobby_row){ .choice = choice, .go = go_lesson, .art = first->art });
}

static void rows_now(struct session *s, const struct lobby_view *view, struct now *now)
{
    now->n = 0;
    add_back(visit_of(s), now);
    add_games(view, now);
    write_about_watching(now);
    add_lessons(now);
    for (size_t i = 0; i < sizeof rows_of_house / sizeof *rows_of_house; i++) add_row(now, &rows_of_house[i]);
}

/* --- who is here --- */

static void count_text(const struct visit *v, struct text *out)
{
    int people = visit_people(v->house), tables = lobby_tables(v->house->lobby);
    text_add(out, "%d here, %d %s", people, tables, text_word(tables, "table", "tables"));
}

/* Nothing has been played since the account was found in the store: what it said then still holds. */
static bool is_as_found(const struct visit *v)
{
    return !v->begun && v->account.settled;
}

/* --- the patiences that wait --- */

static int number_of(const struct game_row *of)
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
    view->glance[number_of(&g->of)] = *g;
    session_dirty(view->session);
    if (!g->unfinished || session_top(view->session, NULL) != &screen_lobby) return;
    char words[120];
    snprintf(words, sizeof words, "Your %s waits, deal %" PRIu32 " with %d %s left.", game_row_title(&g->of), g->deal,
             g->left, text_word(g->left, "card", "cards"));
    session_tell(view->session, words);
}

static void look_at_patiences(struct lobby_view *view)
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

/* A guest's rounds are not known: who has played in this visit is not new. Plain mode says it after the menu, so there
 * the answer has to come later. */
static void look_at_rounds(struct lobby_view *view)
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
    look_at_patiences(view);
    look_at_rounds(view);
}

static void lobby_leave(struct session *s, void *state)
{
    (void)s;
    ticket_drop(((struct lobby_view *)state)->ticket);
}

static void lobby_back(struct session *s, void *state)
{
    (void)s;
    look_at_patiences(state);
}

static const char *about_table(const struct visit *v, const struct room *r, const struct now *now)
{
    return room_seat_of(r, v->account.id) != 0 ? "Enter: back to your seat." : now->about_watching;
}

/* The note of a visit is drawn over the last line of this; who is new is shown the lesson above it. */
static const char *message_of(const struct visit *v, const struct lobby_view *view, const struct now *now, int cols)
{
    if (view->leaving) return "Leave the house? y or Ctrl-C leaves, any other key stays.";
    if (v->note[0] != '\0') return is_new(view) && wrap_lines(NEW_WORDS, cols) == 1 ? NEW_WORDS "\n " : "";
    const struct room *r = lobby_room(v->house->lobby, view->at - now->n);
    const char *about = r != NULL ? about_table(v, r, now) : menu_about(cols, now->choice, now->n, view->at);
    return is_new(view) && (!view->moved || about[0] == '\0') ? NEW_WORDS : about;
}

#define HIGH_ROWS 36   /* windows from this height on have room for a whole picture */
#define HIGH_HEADER 15 /* rows of the highest one, and a blank one */
#define ROWS_BESIDE 2  /* the blank line under the menu, and the heading of the tables */

/* Over the menu, where there is room beside all its rows and the tables: the house's sign; in high windows the picture
 * of what the cursor is on. Takes its rows from a. */
static void draw_header(struct canvas *c, struct area *a, int below, const char *art)
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
    struct now now;
    char right[80];
    struct text t;
    rows_now(s, view, &now);
    int last = now.n + lobby_tables(v->house->lobby) - 1;
    if (view->at > last) view->at = last;
    v->cols = c->cols;
    text_init(&t, right, sizeof right);
    if (c->cols >= TITLE_COLS) count_text(v, &t);
    text_add(&t, "   %s%s", v->person.name, v->person.loser ? " ☠" : "");
    look_title(c, v->house->name, right);
    struct area a = layout_body(c, 100);
    draw_header(c, &a, now.n + lobby_tables(v->house->lobby), view->at < now.n ? now.row[view->at].art : NULL);
    int used = menu_draw(c, a, now.choice, now.n, view->at) + 1;
    view->menu_rows = now.n;
    view->list_rows = a.rows - used;
    tables_draw(v->house->lobby, c, (struct area){ a.x, a.y + used, a.cols, view->list_rows }, view->at - now.n);
    layout_message(c, message_of(v, view, &now, a.cols), false);
    look_keys(c, view->leaving ? "y leave  Ctrl-C leave  any other key stays" : "↑↓ move  Enter choose  v view",
              view->leaving ? "" : "q leave  ? help");
}

static void choose(struct session *s, struct lobby_view *view, const struct now *now, int row)
{
    view->at = row;
    if (row < now->n)
        now->row[row].go(s, &now->row[row].of);
    else
        watch(s, lobby_room(visit_of(s)->house->lobby, row - now->n));
    if (session_top(s, NULL) == &screen_table || session_top(s, NULL) == &screen_patience) visit_of(s)->taught = true;
    if (visit_of(s)->member != NULL) view->at = 0; /* where the way back to the table will stand */
}

/* True when the key was the answer to the question. */
static bool answer_leaving(struct session *s, struct lobby_view *view, const struct key *k)
{
    if (!view->leaving) return false;
    view->leaving = false;
    if (key_is(k, 'y') || key_is(k, 'Y') || key_interrupts(k)) go_out(s, NULL);
    return true;
}

static bool lobby_key(struct session *s, void *state, const struct key *k)
{
    struct lobby_view *view = state;
    struct now now;
    session_dirty(s);
    if (answer_leaving(s, view, k)) return true;
    rows_now(s, view, &now);
    if (menu_helps(k)) {
        go_help(s, NULL);
    } else if (menu_leaves(k)) {
        view->leaving = true;
        session_tell(s, "Leave the house? quit, or Ctrl-C again, leaves; an empty line stays.");
    } else {
        int row = menu_key(&view->at, now.choice, now.n, lobby_tables(visit_of(s)->house->lobby), k);
        view->moved |= row == MENU_MOVED;
        if (row >= 0) choose(s, view, &now, row);
        return row != MENU_IGNORED;
    }
    return true;
}

/* The counts, the way back to one's own table, and the tables that are shown. */
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
    struct now now;
    rows_now(s, view, &now);
    text_add(out, "%s. You are %s%s. ", v->house->name, v->person.name, v->person.loser ? ", a big loser" : "");
    count_text(v, out);
    text_add(out, ".\n");
    if (v->note[0] != '\0') text_add(out, "%s\n", v->note);
    v->note[0] = '\0';
    menu_say(now.choice, now.n, out);
    if (is_new(view)) text_add(out, "%s\n", NEW_LINE);
    text_add(out, "Type a number or a word. Also: tables, who, watch 3 (the table of that number), view.\n");
}

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

static void tell_list(struct session *s, void (*tell)(struct session *s))
{
    if (visit_may_read(visit_of(s))) tell(s);
}

/* "watch 3": the table of that number. */
static void watch_line(struct session *s, const char *number)
{
    struct lobby *l = visit_of(s)->house->lobby;
    struct room *r = lobby_table(l, strtoll(number, NULL, 10));
    if (r != NULL)
        watch(s, r);
    else
        session_tell(s, "There is no such table: the word tables lists them.");
}

static void lobby_line(struct session *s, void *state, const char *typed)
{
    struct lobby_view *view = state;
    struct now now;
    view->leaving = false;
    if (typed[0] == '\0') {
        session_say(s);
        return;
    }
    rows_now(s, view, &now);
    int row = menu_line(now.choice, now.n, typed);
    if (row >= 0)
        choose(s, view, &now, row);
    else if (line_is(typed, "tables"))
        tell_list(s, tables_tell);
    else if (line_is(typed, "who"))
        tell_list(s, tell_who);
    else if (strncasecmp(typed, "watch ", 6) == 0)
        watch_line(s, typed + 6);
    else if (line_is(typed, "back"))
        session_tell(s, "This is the lobby: there is nothing further back. quit leaves the house.");
    else if (menu_quits(typed))
        go_out(s, NULL);
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
