#include "screens/figures.h"

#include "base/clock.h"
#include "base/text.h"
#include "games/catalogue/game_list.h"
#include "screens/help.h"
#include "screens/patience_words.h"
#include "screens/reading.h"
#include "screens/ticket.h"
#include "screens/visit.h"
#include "store/figures.h"
#include "store/patience.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define LINES_MAX (GAME_ROWS_MAX + 1)
#define LOSERS_MAX 20
#define TABLE_COLS 66 /* what the figures take as a table; narrower windows get sentences */

enum progress { ASKING, THERE, FAILED };

/* What is counted apart, and all of it together. */
struct line {
    const struct game *game; /* NULL: all rounds at tables */
    const char *label;
    char kind[KIND_TEXT]; /* what the store keeps it under */
    union {
        struct figures table;
        struct patience_figures patience;
    };
};

struct figures_view {
    struct reading reading;
    struct line line[LINES_MAX]; /* those of the tables, all rounds, then those of the patiences */
    int lines, answered;         /* how many; those that have come */
    struct loser_row losers[LOSERS_MAX];
    int losers_n;
    enum progress own, hall;
};

/* --- the lines --- */

static bool is_of_table(const struct line *l)
{
    return l->game == NULL || !l->game->patience;
}

/* What is kept under one kind is one line. */
static void add_line(struct figures_view *f, const struct line *l)
{
    for (int k = 0; k < f->lines; k++)
        if (strcmp(f->line[k].kind, l->kind) == 0) return;
    f->line[f->lines++] = *l;
}

static void figures_add_games(struct figures_view *f, bool patience)
{
    struct game_row o;
    for (int k = 0; game_row_at(k, &o); k++) {
        struct line l = { .game = o.game, .label = o.variant->figures ? o.variant->figures : o.game->title };
        if (o.game->patience != patience) continue;
        game_row_kind(&o, l.kind);
        add_line(f, &l);
    }
}

static void list_lines(struct figures_view *f)
{
    figures_add_games(f, false);
    add_line(f, &(struct line){ .label = "All rounds", .kind = "" });
    figures_add_games(f, true);
}

/* --- asking, one line after the other --- */

static void figures_ask_next(struct figures_view *f);

static void take_answer(struct figures_view *f, enum store_result result)
{
    if (result == STORE_OK) {
        f->answered++;
        figures_ask_next(f);
    } else {
        f->own = FAILED;
    }
    reading_came(&f->reading);
}

static void figures_on_figures(void *arg, enum store_result result, const struct figures *figures)
{
    struct figures_view *f = ticket_answer(arg);
    if (f == NULL) return;
    if (result == STORE_OK) f->line[f->answered].table = *figures;
    take_answer(f, result);
}

static void on_patience(void *arg, enum store_result result, const struct patience_figures *figures)
{
    struct figures_view *f = ticket_answer(arg);
    if (f == NULL) return;
    if (result == STORE_OK) f->line[f->answered].patience = *figures;
    take_answer(f, result);
}

static void figures_ask_next(struct figures_view *f)
{
    const struct visit *v = visit_of(f->reading.session);
    const struct line *l = &f->line[f->answered];
    if (f->answered == f->lines)
        f->own = THERE;
    else if (is_of_table(l))
        account_figures(v->house->store, v->account.id, l->kind, figures_on_figures, ticket_ask(f->reading.ticket));
    else
        patience_figures(v->house->store, v->account.id, l->kind, on_patience, ticket_ask(f->reading.ticket));
}

static void on_losers(void *arg, enum store_result result, const struct loser_row *rows, int n)
{
    struct figures_view *f = ticket_answer(arg);
    if (f == NULL) return;
    f->hall = result == STORE_OK ? THERE : FAILED;
    for (int i = 0; result == STORE_OK && i < n && i < LOSERS_MAX; i++) f->losers[f->losers_n++] = rows[i];
    reading_came(&f->reading);
}

/* --- in words: the same lines for both modes --- */

static void average(int64_t points, int64_t rounds, char *out, size_t size)
{
    int64_t tenths = rounds > 0 ? (points * 10 + rounds / 2) / rounds : 0;
    if (rounds > 0)
        snprintf(out, size, "%" PRId64 ".%" PRId64, tenths / 10, tenths % 10);
    else
        snprintf(out, size, "-");
}

static void numbers(const struct figures *g, char mean[24], char best[12], char worst[12])
{
    average(g->points, g->rounds, mean, 24);
    snprintf(best, 12, g->best >= 0 ? "%d" : "-", g->best);
    snprintf(worst, 12, g->worst >= 0 ? "%d" : "-", g->worst);
}

static void row_sentence(const struct figures *g, const char *label, struct text *out)
{
    char mean[24], best[12], worst[12];
    numbers(g, mean, best, worst);
    text_add(out,
             "%s: played %" PRId64 ", won %" PRId64 "; matches %" PRId64 ", won %" PRId64 "; %" PRId64
             " penalty %s, %s a round, best %s, worst %s.\n",
             label, g->rounds, g->wins, g->matches, g->matches_won, g->points, text_word(g->points, "point", "points"),
             mean, best, worst);
}

static void row_of_table(const struct figures *g, const char *label, struct text *out)
{
    char mean[24], best[12], worst[12];
    numbers(g, mean, best, worst);
    text_add(out, "%-11s%7" PRId64 "%5" PRId64 "%9" PRId64 "%5" PRId64 "%9" PRId64 "%8s%6s%6s\n", label, g->rounds,
             g->wins, g->matches, g->matches_won, g->points, mean, best, worst);
}

static void own_text(const struct figures_view *f, bool table, struct text *out)
{
    if (visit_is_guest(visit_of(f->reading.session))) {
        text_add(out, "You are a guest: nothing is counted for you. An account makes your rounds count.\n");
        return;
    }
    if (f->own == ASKING) text_add(out, "One moment ...\n");
    if (f->own == FAILED) text_add(out, "Your figures cannot be read just now: try again later.\n");
    if (f->own != THERE) return;
    if (table)
        text_add(out, "%-11s%7s%5s%9s%5s%9s%8s%6s%6s\n", "", "rounds", "won", "matches", "won", "points", "a round",
                 "best", "worst");
    const struct line *l = f->line, *end = f->line + f->lines;
    const struct figures *all = NULL;
    for (; l < end && is_of_table(l); all = &l++->table)
        (table ? row_of_table : row_sentence)(&l->table, l->label, out);
    text_add(out, "Big loser %" PRId64 " %s; %" PRId64 " of 50 points towards the next banner.\n", all->banners,
             text_word(all->banners, "time", "times"), all->tally);
    text_add(out, "\n");
    for (; l < end; l++) {
        text_add(out, "%s: ", l->label);
        patience_figures_words(l->game, &l->patience, out);
        text_add(out, "\n");
    }
}

static void hall_text(const struct figures_view *f, struct text *out)
{
    text_add(out, "Hall of big losers\n");
    if (f->hall == ASKING) text_add(out, "  One moment ...\n");
    if (f->hall == FAILED) text_add(out, "  The hall is closed just now: try again later.\n");
    if (f->hall == THERE && f->losers_n == 0) text_add(out, "  Nobody yet.\n");
    for (int i = 0; i < f->losers_n; i++) {
        char day[CLOCK_DAY];
        clock_day(day, f->losers[i].when_s);
        text_add(out, "  %s  %s  round %" PRId64 "\n", day, f->losers[i].handle, f->losers[i].round);
    }
}

/* --- the screen --- */

static const char *figures_about(const struct reading *r)
{
    return visit_of(r->session)->person.name;
}

static bool figures_asking(const struct reading *r)
{
    const struct figures_view *f = (const struct figures_view *)r;
    return f->own == ASKING || f->hall == ASKING;
}

static void figures_text(const struct reading *r, bool wide, struct text *out)
{
    const struct figures_view *f = (const struct figures_view *)r;
    own_text(f, wide, out);
    text_add(out, "\n");
    hall_text(f, out);
}

static const struct reading_kind figures_reading = {
    .title = "Figures",
    .cols = TABLE_COLS,
    .help = &help_rules,
    .about = figures_about,
    .asking = figures_asking,
    .text = figures_text,
    .comment = "",
};

static void figures_enter(struct session *s, void *state, const void *arg)
{
    (void)arg;
    struct figures_view *f = state;
    struct visit *v = visit_of(s);
    reading_begin(&f->reading, &figures_reading, s);
    list_lines(f);
    if (v->house->store == NULL) {
        f->own = f->hall = FAILED;
        return;
    }
    losers_read(v->house->store, on_losers, ticket_ask(f->reading.ticket));
    if (visit_is_guest(v))
        f->own = THERE;
    else
        figures_ask_next(f);
}

const struct screen screen_figures = {
    .name = "figures",
    .size = sizeof(struct figures_view),
    .enter = figures_enter,
    .leave = reading_leave,
    .draw = reading_draw,
    .key = reading_key,
    .say = reading_say,
    .line = reading_line,
    .prompt = reading_prompt,
};
