#include "room/solo_inside.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/text.h"

#include <assert.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char cannot_write[] = "The house cannot write just now; try again.";
static const char cannot_read[] = "The house's books cannot be opened just now; try again.";

/* --- life --- */

struct solo_tie *solo_tie_hold(struct solo *s)
{
    s->tie->refs++;
    return s->tie;
}

struct solo *solo_tie_drop(struct solo_tie *t)
{
    struct solo *s = t->solo;
    if (--t->refs == 0) free(t);
    return s;
}

void solo_wake(struct solo *s)
{
    if (!s->woken) {
        s->woken = true;
        s->next_woken = s->lobby->woken;
        s->lobby->woken = s;
    }
    lobby_moved(s->lobby);
}

static struct solo *solo_new(struct lobby *l, const struct game *game, const struct person *who)
{
    size_t size = (game->state_size + 15) / 16 * 16;
    struct solo *s = mem_new(sizeof *s);
    s->tie = mem_new(sizeof *s->tie);
    *s->tie = (struct solo_tie){ .solo = s, .refs = 1 };
    s->lobby = l;
    s->wait_since = NEVER;
    s->game = game;
    s->who = *who;
    s->kept = l->env.store != NULL && who->account != 0;
    s->state = mem_new(3 * size);
    s->next = s->state + size;
    s->view = s->next + size;
    LIST_INSERT_HEAD(&l->solos, s, link);
    return s;
}

static struct solo *solo_placed(struct solo_place *p)
{
    return (struct solo *)(void *)((char *)p - offsetof(struct solo, place));
}

static int by_place(const void *a, const void *b)
{
    const struct solo_place *x = a, *y = b;
    if (x->account != y->account) return x->account < y->account ? -1 : 1;
    return strcmp(x->game->id, y->game->id);
}

static void unplace(struct solo *s)
{
    if (s->placed) tdelete(&s->place, &s->lobby->patiences, by_place);
    s->placed = false;
}

static void solo_free(struct solo *s)
{
    unplace(s);
    solo_due_forget(s);
    s->tie->solo = NULL;
    solo_tie_drop(s->tie);
    LIST_REMOVE(s, link);
    free(s->moves);
    free(s->state);
    free(s);
}

void solos_init(struct lobby *l)
{
    LIST_INIT(&l->solos);
    heap_init(&l->solo_dues, solo_due_before);
}

void solos_drop_all(struct lobby *l)
{
    for (struct solo *s; (s = LIST_FIRST(&l->solos)) != NULL;) solo_free(s);
    l->woken = NULL;
    heap_clear(&l->solo_dues);
}

/* --- changes --- */

bool solo_busy(const struct solo *s)
{
    return s->change.step != SOLO_IDLE;
}

static void answer(struct solo *s, enum store_result result, const struct patience_row *row)
{
    s->change.answered = true;
    s->change.result = result;
    if (row != NULL) s->change.row = *row;
    solo_wake(s);
}

static void on_saved(void *arg, enum store_result result)
{
    struct solo *s = solo_tie_drop(arg);
    if (s != NULL) answer(s, result, NULL);
}

/* The change is what the solo is now. */
static void commit(struct solo *s)
{
    struct solo_change *c = &s->change;
    if (c->move.text[0] != '\0') {
        solo_log_move(s, s->n, s->state, &c->move);
        if (s->moved_n < SOLO_LOG) s->moved_n++;
        solo_push_move(s, c->move.text);
    }
    if (memcmp(s->state, s->next, s->game->state_size) != 0) {
        memcpy(s->state, s->next, s->game->state_size);
        s->reason[0] = '\0';
        s->position++;
    }
    s->n = c->n;
    int par = s->row.par; /* it may have come in the meantime */
    s->row = c->row;
    if (s->row.par < 0) s->row.par = par;
    if (c->told[0] != '\0') {
        memcpy(s->note, c->told, sizeof s->note);
        s->hint = c->hint;
    }
    c->step = SOLO_IDLE;
    s->version++;
    solo_wake(s);
}

static void save(struct solo *s)
{
    struct solo_change *c = &s->change;
    bool moves = c->move.text[0] != '\0';
    c->step = SOLO_SAVING;
    c->answered = false;
    if (s->kept) solo_wait_begin(s);
    if (s->kept)
        patience_save(s->lobby->env.store, &c->row, c->n - moves, moves ? c->move.text : NULL, on_saved,
                      solo_tie_hold(s));
    else
        commit(s);
}

void solo_mark_hint(struct solo *s, const char *told, const struct move *m)
{
    assert(!solo_busy(s));
    s->change = (struct solo_change){ .row = s->row, .n = s->n, .hint = *m };
    s->change.row.hint = true;
    snprintf(s->change.told, sizeof s->change.told, "%s", told);
    memcpy(s->next, s->state, s->game->state_size);
    save(s);
}

static const char *make_move(struct solo *s, const char *text)
{
    struct made made;
    if (s->n == PATIENCE_MOVES_MAX - 1) return "This game has gone on too long.";
    memcpy(s->next, s->state, s->game->state_size);
    const char *why = s->game->apply(s->next, 1, text, &made);
    if (why != NULL) {
        snprintf(s->why, sizeof s->why, "%s", why);
        return s->why;
    }
    s->change = (struct solo_change){ .row = s->row, .n = s->n + 1, .move = made.move };
    s->change.row.played = true;
    solo_count_end(s, s->next, &s->change.row);
    save(s);
    return NULL;
}

static const char *undo_refusal(const struct solo *s)
{
    struct result r;
    s->game->result(s->state, &r);
    if (r.won) return "The game is won, and that is final.";
    if (r.sure && s->row.won) return "The game counts as won, and that is final: only the rest is to be played.";
    return s->n == 0 ? "There is nothing to undo: no card has been played." : NULL;
}

bool solo_may_undo(const struct solo *s)
{
    return undo_refusal(s) == NULL;
}

static const char *undo(struct solo *s)
{
    const char *why = undo_refusal(s);
    if (why != NULL) return why;
    int made = solo_replay(s, s->n - 1);
    assert(made == s->n - 1);
    s->change = (struct solo_change){ .row = s->row, .n = made };
    s->change.row.undo = true;
    snprintf(s->change.told, sizeof s->change.told, "Undone. %d %s.", made,
             text_word(made, "move stands", "moves stand"));
    save(s);
    return NULL;
}

/* The first of those that are left; the rest follow from tick(). */
static const char *finish(struct solo *s)
{
    struct move_list list;
    struct result r;
    s->game->result(s->state, &r);
    s->finishing = r.sure && !r.over;
    if (!s->finishing) return r.over ? "The game is over." : "The game is not yet sure to be won.";
    s->game->moves(s->state, &list);
    s->finish_due = lobby_now(s->lobby) + pace_ms(s->lobby, s->pace);
    return make_move(s, list.at[0].text);
}

/* The next of what the house plays, when it is time for it. */
static void finish_on(struct solo *s)
{
    if (!s->finishing || solo_busy(s)) return;
    if (lobby_now(s->lobby) >= s->finish_due) {
        if (finish(s) == NULL) solo_wake(s);
    } else {
        solo_due_at(s, s->finish_due);
    }
}

static const char *restart(struct solo *s)
{
    if (s->n == 0) return "This deal is at its beginning.";
    solo_deal_into(s->game, s->row.deal, s->next);
    s->change = (struct solo_change){ .row = s->row };
    s->change.row.restart = true;
    snprintf(s->change.told, sizeof s->change.told, "Deal %u, from its beginning.", s->row.deal);
    save(s);
    return NULL;
}

/* --- another deal --- */

/* Whatever is left to play, it is won; so it counts when it is left (P13). */
static void count_sure_win(struct solo *s)
{
    bool saving = s->change.step == SOLO_SAVING;
    const unsigned char *state = saving ? s->next : s->state;
    struct patience_row row = saving ? s->change.row : s->row;
    struct result r;
    if (!s->kept || !s->ready || s->over != NULL || s->change.step == SOLO_DEALING) return;
    s->game->result(state, &r);
    if (!r.sure || row.won) return;
    memcpy(s->view, state, s->game->state_size);
    solo_play_out(s, s->view);
    solo_count_end(s, s->view, &row);
    patience_save(s->lobby->env.store, &row, saving ? s->change.n : s->n, NULL, NULL, NULL);
}

static void on_begun(void *arg, enum store_result result, const struct patience_row *row,
                     const char (*moves)[TABLE_MOVE], int n)
{
    struct solo *s = solo_tie_drop(arg);
    (void)moves;
    (void)n;
    if (s != NULL) answer(s, result, row);
}

/* The change's row is of another deal, at its beginning. */
static void begin(struct solo *s)
{
    s->row = s->change.row;
    s->n = 0;
    solo_deal_into(s->game, s->row.deal, s->next);
    s->ready = true;
    commit(s);
}

static void take_up(struct solo *s, uint32_t deal)
{
    if (deal == 0) deal = 1 + random_below(&s->lobby->env.random, SOLO_DEAL_MAX);
    bool again = s->ready && s->row.deal == deal;
    count_sure_win(s);
    s->change = (struct solo_change){ .step = SOLO_DEALING };
    if (s->kept) {
        solo_wait_begin(s);
        patience_begin(s->lobby->env.store, s->who.account, s->game->id, deal, on_begun, solo_tie_hold(s));
        return;
    }
    struct patience_row row = { .deal = deal, .score = -1, .par = again ? s->row.par : -1 };
    row.restart = again && s->row.played;
    s->change.row = row;
    begin(s);
}

/* A deal that is kept is a row in the books. */
static const char *another(struct solo *s, uint32_t deal)
{
    const char *why = s->kept ? pay(s->lobby, DUE_DEAL, &s->who) : NULL;
    if (why == NULL) take_up(s, deal);
    return why;
}

/* --- commands --- */

static const char *command_do(struct solo *s, const struct solo_command *c)
{
    s->finishing = false;
    switch (c->kind) {
    case SOLO_MOVE: return make_move(s, c->text);
    case SOLO_UNDO: return undo(s);
    case SOLO_RESTART: return restart(s);
    case SOLO_FINISH: return finish(s);
    case SOLO_DEAL: return another(s, c->deal);
    }
    return NULL;
}

static const char *command(struct solo *s, const struct solo_command *c)
{
    if (s->over != NULL) return s->over;
    if (!s->ready) return "One moment: the cards are being brought.";
    if (!solo_busy(s) && s->queued == 0) return command_do(s, c);
    if (s->queued == QUEUE_MAX) return cannot_write;
    s->queue[s->queued++] = *c;
    return NULL;
}

/* What had to wait, until something is on its way again. */
static void queue_run(struct solo *s)
{
    while (s->queued > 0 && !solo_busy(s)) {
        struct solo_command c = s->queue[0];
        s->queued--;
        memmove(s->queue, s->queue + 1, (size_t)s->queued * sizeof *s->queue);
        const char *why = command_do(s, &c);
        if (why != NULL) snprintf(s->refusal, sizeof s->refusal, "%s", why);
    }
    finish_on(s);
}

const char *solo_move(struct solo *s, const char *text)
{
    struct solo_command c = { .kind = SOLO_MOVE };
    if (strlen(text) >= sizeof c.text) return "That is no move.";
    strcpy(c.text, text);
    return command(s, &c);
}

const char *solo_undo(struct solo *s)
{
    return command(s, &(struct solo_command){ .kind = SOLO_UNDO });
}

const char *solo_restart(struct solo *s)
{
    return command(s, &(struct solo_command){ .kind = SOLO_RESTART });
}

const char *solo_finish(struct solo *s)
{
    return command(s, &(struct solo_command){ .kind = SOLO_FINISH });
}

void solo_set_pace(struct solo *s, enum pace pace)
{
    s->pace = pace;
}

const char *solo_deal(struct solo *s, uint32_t deal)
{
    return command(s, &(struct solo_command){ .kind = SOLO_DEAL, .deal = deal });
}

/* --- what the store has answered --- */

static void on_loaded(void *arg, enum store_result result, const struct patience_row *row,
                      const char (*moves)[TABLE_MOVE], int n)
{
    struct solo *s = solo_tie_drop(arg);
    if (s == NULL) return;
    for (int k = 0; k < n; k++) solo_push_move(s, moves[k]);
    answer(s, result, row);
}

static void settle_loading(struct solo *s)
{
    if (s->change.result == STORE_NONE) {
        s->change.step = SOLO_IDLE;
        take_up(s, 0);
    } else if (s->change.result != STORE_OK) {
        s->over = cannot_read;
    } else {
        s->row = s->change.row;
        s->change.n = solo_replay(s, s->n);
        s->ready = true;
        commit(s);
    }
}

/* What waited was meant for a position that has not come about. */
static void fail(struct solo *s)
{
    log_event(LOG_WARNING, NULL, "patience %s of %s: not written", s->game->id, s->who.name);
    s->change.step = SOLO_IDLE;
    s->queued = 0;
    s->finishing = false;
    if (!s->ready) s->over = cannot_read;
    snprintf(s->refusal, sizeof s->refusal, "%s", cannot_write);
}

static void settle(struct solo *s)
{
    struct solo_change *c = &s->change;
    if (!c->answered || !solo_busy(s)) return;
    c->answered = false;
    solo_wait_end(s, c->result == STORE_OK || c->result == STORE_NONE);
    if (c->step == SOLO_LOADING)
        settle_loading(s);
    else if (c->result != STORE_OK)
        fail(s);
    else if (c->step == SOLO_DEALING)
        begin(s);
    else
        commit(s);
}

/* --- telling --- */

static void tell_sentence(struct solo *s, char sentence[SENTENCE], void (*tell)(void *owner, const char *words))
{
    char text[SENTENCE];
    if (s->closed || sentence[0] == '\0') return;
    memcpy(text, sentence, sizeof text);
    sentence[0] = '\0';
    tell(s->owner, text);
}

static void tell_note(struct solo *s)
{
    char text[SENTENCE];
    struct move hint = s->hint;
    s->hint.text[0] = '\0';
    if (hint.text[0] == '\0') {
        tell_sentence(s, s->note, s->up->told);
        return;
    }
    memcpy(text, s->note, sizeof text);
    s->note[0] = '\0';
    if (!s->closed) s->up->hinted(s->owner, text, &hint);
}

/* Those that were made since the last time, but not the ones that were taken back again. */
static void tell_moves(struct solo *s)
{
    char moved[SOLO_LOG][SOLO_LOG_TEXT];
    int n = s->moved_n < s->n ? s->moved_n : s->n;
    for (int k = 0; k < n; k++) memcpy(moved[k], s->log[(s->n - n + k) % SOLO_LOG], SOLO_LOG_TEXT);
    s->moved_n = 0;
    for (int k = 0; k < n && !s->closed; k++) s->up->moved(s->owner, moved[k]);
}

static void deliver(struct solo *s)
{
    tell_moves(s);
    if (!s->closed && s->over == NULL && s->version_shown != s->version) {
        s->version_shown = s->version;
        s->up->changed(s->owner);
    }
    const char *words = s->wait_words;
    s->wait_words = NULL;
    if (words != NULL && !s->closed) s->up->told(s->owner, words);
    tell_sentence(s, s->refusal, s->up->refused);
    tell_note(s);
    if (s->closed || s->over == NULL) return;
    s->closed = true;
    solo_wake(s);
    s->up->ended(s->owner, s->over);
}

static void tick(struct solo *s)
{
    if (s->over == NULL) {
        settle(s);
        solo_wait_tick(s);
        queue_run(s);
        solo_hint_tick(s);
        solo_par_tick(s);
    }
    deliver(s);
}

void solos_tick(struct lobby *l)
{
    solos_wake_due(l);
    struct solo *s = l->woken, *next;
    l->woken = NULL;
    for (; s != NULL; s = next) {
        next = s->next_woken;
        s->woken = false;
        if (s->closed)
            solo_free(s);
        else
            tick(s);
    }
}

/* --- coming and going --- */

/* A second line of the same person: what the first has on its way gets to disk, and is read after it. */
static void take_over(struct solo *by)
{
    by->place = (struct solo_place){ by->who.account, by->game };
    struct solo_place *const *found = tfind(&by->place, &by->lobby->patiences, by_place);
    if (found != NULL) {
        struct solo *s = solo_placed(*found);
        unplace(s);
        if (!s->closed && s->over == NULL) {
            s->over = "Another line of yours has taken this patience over.";
            solo_wake(s);
        }
    }
    mem_must(tsearch(&by->place, &by->lobby->patiences, by_place));
    by->placed = true;
}

struct solo *solo_open(struct lobby *l, const struct game *game, const struct person *who, uint32_t deal,
                       const struct solo_upcalls *up, void *owner)
{
    assert(game->patience && game->state_size <= GAME_STATE_MAX);
    struct solo *s = solo_new(l, game, who);
    s->up = up;
    s->owner = owner;
    if (who->account != 0) take_over(s);
    if (!s->kept || deal != 0) {
        take_up(s, deal);
        return s;
    }
    s->change.step = SOLO_LOADING;
    solo_wait_begin(s);
    patience_load(l->env.store, who->account, game->id, on_loaded, solo_tie_hold(s));
    return s;
}

void solo_close(struct solo *s)
{
    assert(!s->closed);
    count_sure_win(s);
    s->closed = true;
    solo_wake(s);
}
