#include "screens/screens.h"

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

/* What is counted apart, and all of it together. */
static const struct {
    const char *kind, *label;
} kinds[] = {
    { "corners last", "Draw last" },
    { "corners first", "Draw first" },
    { "", "All rounds" },
};
#define KINDS (int)(sizeof kinds / sizeof *kinds)
#define ALL (KINDS - 1)
static const char *const patiences[] = { "grid", "cross" };
#define PATIENCES (int)(sizeof patiences / sizeof *patiences)
#define LOSERS_MAX 20
#define TABLE_COLS 66 /* what the figures take as a table; narrower windows get sentences */

enum progress { ASKING, THERE, FAILED };

struct figures_view {
    struct reading reading;
    int answered; /* kinds whose figures are there */
    struct figures figures[KINDS];
    int alone; /* patiences whose figures are there */
    struct patience_figures patience[PATIENCES];
    struct loser_row losers[LOSERS_MAX];
    int losers_n;
    enum progress own, hall;
};

/* --- asking, one kind after the other, then the patiences --- */

static void ask_next(struct figures_view *f);

static void on_figures(void *arg, enum store_result result, const struct figures *figures)
{
    struct figures_view *f = ticket_answer(arg);
    if (f == NULL) return;
    if (result == STORE_OK) {
        f->figures[f->answered++] = *figures;
        ask_next(f);
    } else {
        f->own = FAILED;
    }
    reading_came(&f->reading);
}

static void on_patience(void *arg, enum store_result result, const struct patience_figures *figures)
{
    struct figures_view *f = ticket_answer(arg);
    if (f == NULL) return;
    if (result == STORE_OK) {
        f->patience[f->alone++] = *figures;
        ask_next(f);
    } else {
        f->own = FAILED;
    }
    reading_came(&f->reading);
}

static void ask_next(struct figures_view *f)
{
    const struct visit *v = visit_of(f->reading.session);
    struct store *store = v->house->store;
    if (f->answered < KINDS)
        account_figures(store, v->account.id, kinds[f->answered].kind, on_figures, ticket_ask(f->reading.ticket));
    else if (f->alone < PATIENCES)
        patience_figures(store, v->account.id, patiences[f->alone], on_patience, ticket_ask(f->reading.ticket));
    else
        f->own = THERE;
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
    for (int i = 0; i < KINDS; i++) (table ? row_of_table : row_sentence)(&f->figures[i], kinds[i].label, out);
    text_add(out, "Big loser %" PRId64 " %s; %" PRId64 " of 50 points towards the next banner.\n",
             f->figures[ALL].banners, text_word(f->figures[ALL].banners, "time", "times"), f->figures[ALL].tally);
    text_add(out, "\n");
    for (int i = 0; i < PATIENCES; i++) {
        const struct game *game = game_find(patiences[i]);
        text_add(out, "%s: ", game->title);
        patience_figures_words(game, &f->patience[i], out);
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
    if (v->house->store == NULL) {
        f->own = f->hall = FAILED;
        return;
    }
    losers_read(v->house->store, on_losers, ticket_ask(f->reading.ticket));
    if (visit_is_guest(v))
        f->own = THERE;
    else
        ask_next(f);
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
