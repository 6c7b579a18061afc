#include "screens/patience.h"

#include "games/catalogue/record.h"
#include "screens/frame.h"
#include "screens/patience_state.h"
#include "screens/record.h"
#include "screens/words.h"
#include "term/wrap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TITLE_COLS 64 /* narrower title lines leave the game's name out */

/* --- in words --- */

void patience_tell(struct patience *p, const char *words, bool warning)
{
    if (words == NULL) return;
    snprintf(p->message, sizeof p->message, "%s", words);
    p->warning = warning;
    p->visit->note[0] = '\0';
    session_tell(p->session, words);
    session_dirty(p->session);
}

bool patience_is_over(const struct patience *p)
{
    struct result r;
    solo_result(p->solo, &r);
    return r.over;
}

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
    text_add(out, "%c%s %d", p->game->score[0] - 'a' + 'A', p->game->score + 1, r.points[1]);
    if (solo_par(p->solo) >= 0) text_add(out, ", par %d", solo_par(p->solo));
    if (!solo_clean(p->solo)) text_add(out, ", with ");
    solo_help_words(p->solo, out);
    text_add(out, ".");
}

void patience_end_words(const struct patience *p, struct text *out)
{
    struct result r;
    solo_result(p->solo, &r);
    text_add(out, "%s ", r.words);
    score_words(p, out);
    if (!p->figures_there) return;
    text_add(out, " ");
    patience_figures_words(p->game, &p->figures, out);
}

/* In two lines of the window; where the figures find no room, how it ended and the score. */
static void end_words_that_fit(const struct patience *p, char *out, size_t size)
{
    struct text t;
    text_init(&t, out, size);
    patience_end_words(p, &t);
    if (p->cols == 0 || (!t.cut && wrap_lines(out, p->cols - 2) <= 2)) return;
    text_clear(&t);
    struct result r;
    solo_result(p->solo, &r);
    text_add(&t, "%s ", r.words);
    score_words(p, &t);
}

/* Those that do something now. In narrow windows the last ones stay. */
static void add_keys(const struct patience *p, struct text *out)
{
    struct result r;
    solo_result(p->solo, &r);
    bool begun = solo_plies(p->solo) > 0, finishes = r.sure && !r.over;
    look_add_key(out, true, "p", "deal");
    look_add_key(out, r.over, "R", "record");
    look_add_key(out, !r.over && solo_why(p->solo) != NULL, "w", "why");
    look_add_key(out, begun, "r", "again");
    look_add_key(out, !r.over, "n", "new");
    look_add_key(out, true, "q", "lobby");
    look_add_key(out, !r.over, "i", "hint");
    look_add_key(out, solo_may_undo(p->solo), "u", "undo");
    look_add_key(out, finishes, "f", "finish");
    look_add_key(out, r.over, "n", "new");
    look_add_key(out, true, "?", "help");
}

/* What has just happened, in two lines; else how it ended, which is there already. */
static const char *message_of(const struct patience *p, char end[PATIENCE_MESSAGE])
{
    if (p->visit->note[0] != '\0') return "";
    return p->message[0] != '\0' ? words_hint(p->message, solo_why(p->solo), p->cols, end) : end;
}

void patience_words(struct patience *p, struct patience_words *w)
{
    struct text t;
    text_init(&t, w->title, sizeof w->title);
    if (p->cols == 0 || p->cols >= TITLE_COLS) text_add(&t, "%s  ", p->game->title);
    text_add(&t, "deal %" PRIu32, solo_deal_number(p->solo));
    if (solo_par(p->solo) >= 0) text_add(&t, "  par %d", solo_par(p->solo));
    w->end[0] = '\0';
    if (patience_is_over(p)) end_words_that_fit(p, w->end, sizeof w->end);
    text_init(&t, w->keys, sizeof w->keys);
    add_keys(p, &t);
    w->frame = (struct frame_words){
        .names = { NULL, p->visit->person.name },
        .title = w->title,
        .clock = "",
        .message = message_of(p, w->end),
        .warning = p->warning,
        .log = w->log,
        .log_n = solo_log_brief(p->solo, w->log),
        .keys = w->keys,
    };
}

/* --- doing --- */

void patience_move(struct patience *p, const char *text)
{
    patience_tell(p, solo_move(p->solo, text), true);
}

void patience_undo(struct patience *p)
{
    patience_tell(p, solo_undo(p->solo), true);
}

void patience_why(struct patience *p)
{
    const char *why = solo_why(p->solo);
    patience_tell(p, why ? why : "Ask for a hint first: its reason is told here.", why == NULL);
}

void patience_record(struct patience *p)
{
    struct record r;
    solo_record(p->solo, &r);
    record_show(p->session, &r);
    record_clear(&r);
}

static const char *question_of(const struct patience *p)
{
    switch (p->mode) {
    case PATIENCE_RESTARTING: return "Deal these cards again, and drop what you have played?";
    case PATIENCE_DEALING:
        return patience_is_over(p) ? "Another deal? This one is lost, but u would take the last move back."
                                   : "Give this deal up? It counts as played, not as won.";
    case PATIENCE_LEAVING: return "Leave? A guest's game is not kept.";
    default: return "";
    }
}

void patience_ask(struct patience *p, enum patience_mode mode, bool loses)
{
    char words[PATIENCE_MESSAGE];
    p->mode = mode;
    if (!loses) {
        patience_answer(p, true);
        return;
    }
    snprintf(words, sizeof words, "%s yes, or no.", question_of(p));
    session_tell(p->session, words);
    session_dirty(p->session);
}

void patience_ask_restart(struct patience *p)
{
    patience_ask(p, PATIENCE_RESTARTING, solo_plies(p->solo) > 0 && !patience_is_over(p));
}

void patience_ask_deal(struct patience *p, uint32_t deal)
{
    p->deal = deal;
    patience_ask(p, PATIENCE_DEALING, solo_unfinished(p->solo));
}

void patience_ask_leave(struct patience *p)
{
    patience_ask(p, PATIENCE_LEAVING, visit_is_guest(p->visit) && solo_unfinished(p->solo));
}

void patience_answer(struct patience *p, bool yes)
{
    enum patience_mode mode = p->mode;
    p->mode = PATIENCE_PLAYING;
    if (!yes)
        session_tell(p->session, "You play on.");
    else if (mode == PATIENCE_RESTARTING)
        patience_tell(p, solo_restart(p->solo), true);
    else if (mode == PATIENCE_DEALING)
        patience_tell(p, solo_deal(p->solo, p->deal), true);
    else if (mode == PATIENCE_LEAVING)
        session_pop(p->session);
}

uint32_t patience_number(struct patience *p, const char *text)
{
    char *end;
    unsigned long long number = strtoull(text, &end, 10);
    bool well = text[0] >= '0' && text[0] <= '9' && *end == '\0' && number >= 1 && number <= SOLO_DEAL_MAX;
    if (!well) patience_tell(p, "Deals are numbered from 1 to 4294967295.", true);
    return well ? (uint32_t)number : 0;
}

/* --- what the room tells --- */

static void on_figures(void *arg, enum store_result result, const struct patience_figures *f)
{
    struct patience *p = ticket_answer(arg);
    if (p == NULL || p->solo == NULL || result != STORE_OK || !patience_is_over(p)) return;
    p->figures = *f;
    p->figures_there = true;
    p->message[0] = '\0';
    char words[PATIENCE_MESSAGE];
    struct text t;
    text_init(&t, words, sizeof words);
    patience_figures_words(p->game, f, &t);
    session_tell(p->session, words);
    session_dirty(p->session);
}

static void look_again(struct patience *p)
{
    if (p->position == solo_position(p->solo)) return;
    bool first = p->position == UINT32_MAX;
    p->position = solo_position(p->solo);
    p->message[0] = '\0';
    p->figures_there = false;
    p->game->view_update(solo_state(p->solo), 1, p->view);
    patience_announce(p, first);
    if (patience_is_over(p) && !visit_is_guest(p->visit) && p->visit->house->store != NULL)
        patience_figures(p->visit->house->store, p->visit->account.id, p->game->id, on_figures, ticket_ask(p->ticket));
}

static void on_changed(void *owner)
{
    struct patience *p = owner;
    look_again(p);
    session_dirty(p->session);
}

static void on_moved(void *owner, const char *words)
{
    struct patience *p = owner;
    char line[PERSON_NAME + SOLO_LOG_TEXT + 4];
    snprintf(line, sizeof line, "%s %s.", p->visit->person.name, words);
    session_tell(p->session, line);
}

static void on_told(void *owner, const char *words)
{
    patience_tell(owner, words, false);
}

static void on_refused(void *owner, const char *why)
{
    patience_tell(owner, why, true);
}

/* The hint's sentence, and what it speaks of marked on the table. */
static void on_hinted(void *owner, const char *words, const struct move *m)
{
    struct patience *p = owner;
    patience_tell(p, words, false);
    p->game->show(solo_state(p->solo), 1, p->view, m->text);
}

static void on_ended(void *owner, const char *why)
{
    struct patience *p = owner;
    p->solo = p->visit->solo = NULL;
    visit_note(p->visit, "%s", why);
    session_home(p->session);
}

static const struct solo_upcalls upcalls = {
    .changed = on_changed,
    .moved = on_moved,
    .told = on_told,
    .refused = on_refused,
    .ended = on_ended,
    .hinted = on_hinted,
};

/* --- the screen --- */

void patience_sit(struct visit *v, const struct game *game)
{
    session_push(v->session, &screen_patience, game);
}

static void enter(struct session *s, void *state, const void *arg)
{
    struct patience *p = state;
    p->session = s;
    p->visit = visit_of(s);
    p->game = arg;
    p->ticket = ticket_new(s, p);
    p->position = p->drawn = UINT32_MAX;
    editor_init(&p->number, 10, false);
    p->solo = p->visit->solo = solo_open(p->visit->house->lobby, p->game, &p->visit->person, 0, &upcalls, p);
    solo_set_pace(p->solo, (enum pace)p->visit->account.speed);
}

/* The line dropped, or the person went to the lobby: everything is kept (G15). */
static void leave(struct session *s, void *state)
{
    (void)s;
    struct patience *p = state;
    ticket_drop(p->ticket);
    if (p->solo != NULL) solo_close(p->solo);
    p->solo = p->visit->solo = NULL;
}

static void draw_bottom(const struct patience *p, struct canvas *c)
{
    if (p->mode == PATIENCE_PLAYING) return;
    if (p->mode != PATIENCE_NAMING) {
        frame_message(c, question_of(p), true);
        look_keys(c, "y yes", "any other key: no");
        return;
    }
    canvas_fill(c, (struct area){ 0, c->rows - 2, c->cols, 1 }, STYLE_PLAIN, ' ');
    int x = 2 + canvas_text(c, 1, c->rows - 2, STYLE_STRONG, "Deal number:");
    canvas_fill(c, (struct area){ x, c->rows - 2, 12, 1 }, STYLE_FIELD, ' ');
    editor_draw(&p->number, c, x, c->rows - 2, 12);
    look_keys(c, "Enter deal it", "Esc back");
}

static void draw(struct session *s, void *state, struct canvas *c)
{
    (void)s;
    struct patience *p = state;
    struct patience_words w;
    p->cols = c->cols;
    p->rows = c->rows;
    if (p->solo == NULL || !solo_ready(p->solo)) {
        look_title(c, p->game->title, "");
        frame_message(c, p->message[0] != '\0' ? p->message : "One moment ...", false);
        return;
    }
    look_again(p); /* a move shows before the word of it comes */
    patience_words(p, &w);
    p->drawn = solo_position(p->solo);
    p->game->draw(solo_state(p->solo), 1, p->view, &w.frame, c);
    draw_bottom(p, c);
}

static bool typing(struct session *s, void *state)
{
    (void)s;
    return ((const struct patience *)state)->mode == PATIENCE_NAMING;
}

const struct screen screen_patience = {
    .name = "patience",
    .size = sizeof(struct patience),
    .enter = enter,
    .leave = leave,
    .draw = draw,
    .key = patience_key,
    .typing = typing,
    .say = patience_say,
    .line = patience_line,
    .prompt = patience_prompt,
    .mouse = true,
    .letters = true,
};
