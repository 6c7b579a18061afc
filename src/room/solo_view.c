/* What others may see of a patience, and the short look at one that a list takes. */
#include "base/mem.h"
#include "base/text.h"
#include "room/solo_position.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool solo_ready(const struct solo *s)
{
    return s->ready;
}

uint32_t solo_position(const struct solo *s)
{
    return s->position;
}

uint32_t solo_deal_number(const struct solo *s)
{
    return s->row.deal;
}

int solo_plies(const struct solo *s)
{
    return s->n;
}

const void *solo_state(struct solo *s)
{
    assert(s->ready);
    memcpy(s->view, s->commit.state, s->game->state_size);
    s->game->hide(s->view, 1);
    return s->view;
}

void solo_result(const struct solo *s, struct result *out)
{
    assert(s->ready);
    s->game->result(s->commit.state, out);
}

int solo_par(const struct solo *s)
{
    return s->game->par != NULL ? s->row.par : -1;
}

bool solo_clean(const struct solo *s)
{
    return !s->row.undo && !s->row.hint && !s->row.restart;
}

void solo_help_words(const struct solo *s, struct text *out)
{
    const char *const used[] = { s->row.undo ? "undo" : NULL, s->row.hint ? "hints" : NULL,
                                 s->row.restart ? "another try" : NULL };
    int left = s->row.undo + s->row.hint + s->row.restart;
    for (size_t i = 0; i < sizeof used / sizeof *used; i++) {
        if (used[i] == NULL) continue;
        left--;
        text_add(out, "%s%s", used[i], left > 1 ? ", " : left == 1 ? " and " : "");
    }
}

bool solo_unfinished(const struct solo *s)
{
    struct result r;
    solo_result(s, &r);
    return s->n > 0 && !r.over && !r.sure;
}

int solo_log(const struct solo *s, const char *lines[SOLO_LOG])
{
    int n = s->n < SOLO_LOG ? s->n : SOLO_LOG;
    for (int k = 0; k < n; k++) lines[k] = s->log[(s->n - n + k) % SOLO_LOG];
    return n;
}

int solo_log_brief(const struct solo *s, struct log_line lines[SOLO_LOG])
{
    int n = s->n < SOLO_LOG ? s->n : SOLO_LOG;
    for (int k = 0; k < n; k++) lines[k] = (struct log_line){ .who = "", .words = s->brief[(s->n - n + k) % SOLO_LOG] };
    return n;
}

void solo_record(const struct solo *s, struct record *out)
{
    struct result result;
    record_init(out);
    out->game = s->game;
    out->cards = RECORD_DEAL;
    out->deal = s->row.deal;
    out->rules = s->rules;
    for (int k = 0; k < s->n; k++) {
        struct move m;
        memcpy(m.text, s->moves[k], sizeof m.text);
        record_add(out, &m);
    }
    s->game->result(s->commit.state, &result);
    snprintf(out->result, sizeof out->result, "%s", result.over ? result.words : "");
}

/* --- for lists --- */

struct peek {
    struct game_row of;
    void (*done)(void *arg, const struct solo_glance *g);
    void *arg;
};

/* A move that is refused, which only a damaged file has, ends the game where it stands, as in solo_replay(). */
static struct solo_glance glance_at(const struct game_row *of, const struct patience_row *row,
                                    const char (*moves)[TABLE_MOVE], int n)
{
    _Alignas(max_align_t) unsigned char state[GAME_STATE_MAX];
    const struct game *game = of->game;
    struct rules rules;
    struct made made;
    struct result r;
    int k = 0;
    game_row_rules(of, &rules);
    solo_deal_into(game, &rules, row->deal, state);
    while (k < n && game->apply(state, 1, moves[k], &made) == NULL) k++;
    game->result(state, &r);
    return (struct solo_glance){ .of = *of, .unfinished = k > 0 && !r.over, .deal = row->deal, .left = r.left };
}

static void on_looked(void *arg, enum store_result result, const struct patience_row *row,
                      const char (*moves)[TABLE_MOVE], int n)
{
    struct peek *peek = arg;
    struct solo_glance g = { .of = peek->of };
    if (result == STORE_OK) g = glance_at(&peek->of, row, moves, n);
    peek->done(peek->arg, &g);
    free(peek);
}

void solo_look(struct lobby *l, const struct game_row *what, int64_t account,
               void (*done)(void *arg, const struct solo_glance *g), void *arg)
{
    struct peek *peek = mem_new(sizeof *peek);
    char kind[KIND_TEXT];
    *peek = (struct peek){ .of = *what, .done = done, .arg = arg };
    game_row_kind(what, kind);
    patience_load(l->env.store, account, kind, on_looked, peek);
}
