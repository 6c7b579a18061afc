#include "screens/patience_words.h"

#include "base/text.h"
#include "games/felt/look.h"
#include "screens/words.h"
#include "term/wrap.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

#define TITLE_COLS 64 /* narrower title lines leave the game's name out */

/* --- the end --- */

void patience_figures_words(const struct game *game, const struct patience_figures *f, struct text *out)
{
    text_add(out, "Played %" PRId64 ", won %" PRId64 " (%" PRId64 " clean)", f->played, f->won, f->clean);
    if (f->ended > 0) {
        int64_t tenths = (f->score_sum * 10 + f->ended / 2) / f->ended;
        text_add(out, ", %s %" PRId64 ".%" PRId64 " on average, best %d", game->score, tenths / 10, tenths % 10,
                 game->score_low ? f->score_min : f->score_max);
    }
    text_add(out, ", streak %" PRId64 ", longest %" PRId64 ".", f->streak, f->streak_best);
}

static void score_words(const struct patience *p, struct text *out)
{
    struct result r;
    solo_result(p->solo, &r);
    text_add(out, "%s %c%s %d", r.words, p->game->score[0] - 'a' + 'A', p->game->score + 1, r.points[1]);
    if (solo_par(p->solo) >= 0) text_add(out, ", par %d", solo_par(p->solo));
    if (!solo_clean(p->solo)) text_add(out, ", with ");
    solo_help_words(p->solo, out);
    text_add(out, ".");
}

void patience_end_words(const struct patience *p, struct text *out)
{
    score_words(p, out);
    if (!p->figures_come) return;
    text_add(out, " ");
    patience_figures_words(p->game, &p->figures, out);
}

/* In two lines of the window: without the figures where those find no room. */
static void end_words_that_fit(const struct patience *p, char *out, size_t size)
{
    struct text t;
    int cols = p->play.cols;
    text_init(&t, out, size);
    patience_end_words(p, &t);
    if (cols == 0 || (!t.cut && wrap_lines(out, cols - 2) <= 2)) return;
    text_clear(&t);
    score_words(p, &t);
}

/* --- the frame --- */

/* The keys that do something now. In narrow windows the last ones stay. */
static void patience_key_words(const struct patience *p, char *out, size_t size)
{
    struct text keys;
    struct result r;
    solo_result(p->solo, &r);
    bool begun = solo_plies(p->solo) > 0, finishes = r.sure && !r.over;
    text_init(&keys, out, size);
    look_add_key(&keys, true, "p", "deal");
    look_add_key(&keys, r.over, "R", "record");
    look_add_key(&keys, !r.over && solo_why(p->solo) != NULL, "w", "why");
    look_add_key(&keys, begun, "r", "again");
    look_add_key(&keys, !r.over, "n", "new");
    look_add_key(&keys, true, "q", "lobby");
    look_add_key(&keys, !r.over, "i", "hint");
    look_add_key(&keys, solo_may_undo(p->solo), "u", "undo");
    look_add_key(&keys, finishes, "f", "finish");
    look_add_key(&keys, r.over, "n", "new");
    look_add_key(&keys, true, "?", "help");
}

void patience_words(struct play *p, struct play_words *w)
{
    const struct patience *q = patience_of(p);
    struct text t;
    text_init(&t, w->title, sizeof w->title);
    if (p->cols == 0 || p->cols >= TITLE_COLS) text_add(&t, "%s  ", game_row_title(&q->of));
    text_add(&t, "deal %" PRIu32, solo_deal_number(q->solo));
    if (solo_par(q->solo) >= 0) text_add(&t, "  par %d", solo_par(q->solo));
    patience_key_words(q, w->keys, sizeof w->keys);
    if (p->message[0] != '\0')
        w->frame.message = words_hint(p->message, solo_why(q->solo), p->cols, w->message);
    else if (patience_is_over(q))
        end_words_that_fit(q, w->message, sizeof w->message);
    w->frame.names[1] = p->visit->person.name;
    w->frame.log_n = solo_log_brief(q->solo, w->log);
}

/* --- plain mode --- */

static void add_end(const struct patience *p, struct text *out)
{
    patience_end_words(p, out);
    text_add(out, "\nType new for another deal, restart for this one again, record for its moves, or quit.\n");
}

void patience_say(struct play *p, struct text *out)
{
    const struct patience *q = patience_of(p);
    bool over = patience_is_over(q);
    play_describe(p, over ? "board" : "", out);
    if (over) add_end(q, out);
    text_add(out, "Type help for the words that work here.\n");
}

void patience_announce(struct patience *p, bool first)
{
    struct text out;
    if (!session_plain(p->play.session)) return;
    text_init_growing(&out, PLAY_SAID);
    if (first || solo_plies(p->solo) == 0)
        play_say(p->play.session, p, &out);
    else if (patience_is_over(p))
        add_end(p, &out);
    else
        play_describe(&p->play, "now", &out);
    play_tell_lines(&p->play, &out);
}

void patience_help(struct play *p, struct text *out)
{
    const struct game *game = patience_of(p)->game;
    text_add(out, "To play: %s\nTo know: look, ", game->examples);
    words_list(game->topics, INT_MAX, ", ", out);
    text_add(out, ", log.\n"
                  "To ask: hint, and why it is good.\n"
                  "Also: undo; restart for the same cards, new for others, deal 617 for those of a number; record; "
                  "quit; rules for the whole help.\n");
}
