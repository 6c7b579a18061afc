#include "screens/lobby_rows.h"

#include "base/text.h"
#include "games/lesson.h"
#include "screens/account.h"
#include "screens/figures.h"
#include "screens/goodbye.h"
#include "screens/help.h"
#include "screens/lesson.h"
#include "screens/patience.h"
#include "screens/table.h"
#include "screens/visit.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>

/* --- where the rows lead --- */

static void sit_down(struct session *s, const struct game *game, const struct rules *rules, int seats)
{
    struct visit *v = visit_of(s);
    const char *why = table_sit(v, game, rules, seats);
    if (why != NULL) visit_tell(v, why);
}

static void row_back(struct session *s, const struct game_row *of)
{
    (void)of;
    struct visit *v = visit_of(s);
    struct room *r = lobby_room_of(v->house->lobby, v->account.id);
    if (r != NULL) sit_down(s, room_game(r), room_rules(r), room_seats(r));
}

void lobby_rows_watch(struct session *s, struct room *r)
{
    struct visit *v = visit_of(s);
    if (room_seat_of(r, v->account.id) != 0) {
        row_back(s, NULL);
        return;
    }
    const char *why = table_watch(v, r);
    if (why != NULL) visit_tell(v, why);
}

static void sit_at_table(struct session *s, const struct game_row *of)
{
    struct rules rules;
    game_row_rules(of, &rules);
    sit_down(s, of->game, &rules, of->game->seats_max);
}

static void row_play(struct session *s, const struct game_row *of)
{
    if (!of->game->patience)
        sit_at_table(s, of);
    else if (visit_may_read(visit_of(s)))
        patience_sit(visit_of(s), of);
}

static void row_lesson(struct session *s, const struct game_row *of)
{
    (void)of;
    lesson_begin(s, lesson_at(0), lobby_go);
}

static void row_figures(struct session *s, const struct game_row *of)
{
    (void)of;
    if (visit_may_read(visit_of(s))) session_push(s, &screen_figures, NULL);
}

static void row_account(struct session *s, const struct game_row *of)
{
    (void)of;
    session_push(s, &screen_account, NULL);
}

static void row_help(struct session *s, const struct game_row *of)
{
    (void)of;
    session_push(s, &screen_help, &help_rules);
}

static void row_quit(struct session *s, const struct game_row *of)
{
    (void)of;
    goodbye(s);
}

static const struct lobby_row rows_of_house[] = {
    {
        .choice = { .word = "figures", .label = "Figures", .about = "your rounds and points; the hall of big losers" },
        .go = row_figures,
    },
    {
        .choice = { .word = "account", .label = "Account", .about = "name, password, key, how things look" },
        .go = row_account,
    },
    { .choice = { .word = "help", .label = "Help", .about = "the rules and the keys" }, .go = row_help },
    { .choice = { .word = "quit", .label = "Quit", .about = "" }, .go = row_quit },
};

void lobby_go(struct session *s, const char *id)
{
    const struct game *game = game_find(id);
    const struct game_row first = { game, game->variants };
    struct visit *v = visit_of(s);
    if (game->patience)
        patience_sit(v, &first);
    else if (lobby_room_of(v->house->lobby, v->account.id) != NULL)
        row_back(s, NULL);
    else
        sit_at_table(s, &first);
}

/* --- the rows of this moment --- */

static void add_row(struct lobby_rows *rows, const struct lobby_row *row)
{
    assert(rows->n < LOBBY_ROWS_MAX);
    rows->choice[rows->n] = row->choice;
    rows->row[rows->n++] = *row;
}

/* The way back to the person's own seat, at the top. */
static void add_back(const struct visit *v, struct lobby_rows *rows)
{
    const struct room *r = lobby_room_of(v->house->lobby, v->account.id);
    if (r == NULL) return;
    bool away = !room_has_line(r, v->account.id);
    snprintf(rows->back_label, sizeof rows->back_label, "Back to table %" PRId64, room_id(r));
    struct choice choice = { .word = "table", .label = rows->back_label, .bare = true };
    choice.about = away ? "you are expected back" : "you sit there on another line: this one takes over";
    add_row(rows, &(struct lobby_row){ .choice = choice, .go = row_back });
}

/* A row for each variant of each game. An unfinished patience says how many cards are left. */
static void add_games(const struct solo_glance glance[GAME_ROWS_MAX], struct lobby_rows *rows)
{
    struct lobby_row row = { .go = row_play };
    for (int k = 0; game_row_at(k, &row.of); k++) {
        const struct variant *v = row.of.variant;
        const struct solo_glance *g = &glance[k];
        row.choice = (struct choice){ .word = v->word, .label = v->label, .about = v->about };
        row.art = v->art;
        if (g->unfinished) {
            snprintf(rows->left[k], sizeof rows->left[k], "unfinished: %d %s left", g->left,
                     text_word(g->left, "card", "cards"));
            row.choice.about = rows->left[k];
        }
        add_row(rows, &row);
    }
}

/* Names the rows that lead to a seat: "For a seat choose Play or Match." */
static void write_about_table(struct lobby_rows *rows)
{
    struct text t;
    int left = 0;
    for (int k = 0; k < rows->n; k++) left += rows->row[k].of.game != NULL && !rows->row[k].of.game->patience;
    text_init(&t, rows->about_table, sizeof rows->about_table);
    text_add(&t, "Enter: watch this table. For a seat choose ");
    for (int k = 0; k < rows->n; k++) {
        const struct game_row *of = &rows->row[k].of;
        if (of->game == NULL || of->game->patience) continue;
        left--;
        text_add(&t, "%c%s%s", toupper((unsigned char)of->variant->word[0]), of->variant->word + 1,
                 left > 1    ? ", "
                 : left == 1 ? " or "
                             : ".");
    }
}

static void add_lessons(struct lobby_rows *rows)
{
    const struct lesson *first = lesson_at(0);
    struct choice choice = { .word = "learn",
                             .label = "Learn in two minutes",
                             .about = "a lesson that is played, not read" };
    if (first != NULL) add_row(rows, &(struct lobby_row){ .choice = choice, .go = row_lesson, .art = first->art });
}

void lobby_rows_fill(struct lobby_rows *rows, const struct visit *v, const struct solo_glance glance[GAME_ROWS_MAX])
{
    rows->n = 0;
    add_back(v, rows);
    add_games(glance, rows);
    write_about_table(rows);
    add_lessons(rows);
    for (size_t i = 0; i < sizeof rows_of_house / sizeof *rows_of_house; i++) add_row(rows, &rows_of_house[i]);
}
