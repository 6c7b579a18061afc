#include "room/solo_change.h"

#include "base/log.h"
#include "base/random.h"
#include "room/solo_position.h"

#include <stdio.h>
#include <string.h>

static const char cannot_read[] = "The house's books cannot be opened just now; try again.";

/* --- what is on disk by now --- */

/* The change is what the solo is now. */
static void become(struct solo *s)
{
    struct solo_change *c = &s->change;
    if (c->move.text[0] != '\0') {
        solo_log_move(s, s->n, s->commit.state, &c->move);
        if (s->moved_n < SOLO_LOG) s->moved_n++;
        solo_push_move(s, c->move.text);
    }
    if (memcmp(s->commit.state, s->commit.next, s->commit.size) != 0) {
        s->reason[0] = '\0';
        s->position++;
    }
    commit_swap(&s->commit);
    s->n = c->n;
    int par = s->row.par; /* it may have come in the meantime */
    s->row = c->row;
    if (s->row.par < 0) s->row.par = par;
    if (c->told[0] != '\0') {
        memcpy(s->note, c->told, sizeof s->note);
        s->hint = c->hint;
    }
    s->version++;
    solo_wake(s);
}

/* The change's row is of another deal, at its beginning. */
static void begin(struct solo *s)
{
    s->row = s->change.row;
    s->n = 0;
    solo_deal_into(s->game, &s->rules, s->row.deal, commit_copy(&s->commit));
    s->ready = true;
    become(s);
}

/* --- on its way --- */

static void start(struct solo *s, enum solo_step step)
{
    s->change.step = step;
    commit_start(&s->commit, lobby_now(s->lobby));
    solo_due_at(s, wait_due(&s->commit.wait));
}

static void on_saved(void *arg, enum store_result result)
{
    commit_answer(arg, result);
}

void solo_save(struct solo *s)
{
    const struct solo_change *c = &s->change;
    bool moves = c->move.text[0] != '\0';
    if (!s->kept) {
        become(s);
        return;
    }
    start(s, SOLO_SAVING);
    patience_save(s->lobby->env.store, &c->row, c->n - moves, moves ? c->move.text : NULL, on_saved,
                  commit_receipt(&s->commit));
}

void solo_mark_hint(struct solo *s, const char *told, const struct move *m)
{
    s->change = (struct solo_change){ .row = s->row, .n = s->n, .hint = *m };
    s->change.row.hint = true;
    snprintf(s->change.told, sizeof s->change.told, "%s", told);
    commit_copy(&s->commit);
    solo_save(s);
}

void solo_count_sure_win(struct solo *s)
{
    bool busy = s->commit.busy, saving = busy && s->change.step == SOLO_SAVING;
    const unsigned char *state = saving ? s->commit.next : s->commit.state;
    struct patience_row row = saving ? s->change.row : s->row;
    struct result r;
    if (!s->kept || !s->ready || s->over != NULL || (busy && s->change.step == SOLO_DEALING)) return;
    s->game->result(state, &r);
    if (!r.sure || row.won) return;
    memcpy(s->view, state, s->commit.size);
    solo_play_out(s, s->view);
    solo_count_end(s, s->view, &row);
    patience_save(s->lobby->env.store, &row, saving ? s->change.n : s->n, NULL, NULL, NULL);
}

static void on_begun(void *arg, enum store_result result, const struct patience_row *row,
                     const char (*moves)[TABLE_MOVE], int n)
{
    struct solo *s = commit_answer(arg, result);
    (void)moves;
    (void)n;
    if (s != NULL && row != NULL) s->change.row = *row;
}

void solo_take_up(struct solo *s, uint32_t deal)
{
    if (deal == 0) deal = 1 + random_below(&s->lobby->env.random, SOLO_DEAL_MAX);
    bool again = s->ready && s->row.deal == deal;
    solo_count_sure_win(s);
    s->change = (struct solo_change){ .n = 0 };
    if (s->kept) {
        start(s, SOLO_DEALING);
        patience_begin(s->lobby->env.store, s->who.account, s->kind, deal, on_begun, commit_receipt(&s->commit));
        return;
    }
    s->change.row = (struct patience_row){ .deal = deal, .score = -1, .par = again ? s->row.par : -1 };
    s->change.row.restart = again && s->row.played;
    begin(s);
}

static void on_loaded(void *arg, enum store_result result, const struct patience_row *row,
                      const char (*moves)[TABLE_MOVE], int n)
{
    struct solo *s = commit_answer(arg, result);
    if (s == NULL) return;
    for (int k = 0; k < n; k++) solo_push_move(s, moves[k]);
    if (row != NULL) s->change.row = *row;
}

void solo_load(struct solo *s)
{
    start(s, SOLO_LOADING);
    patience_load(s->lobby->env.store, s->who.account, s->kind, on_loaded, commit_receipt(&s->commit));
}

/* --- what the store has answered --- */

static void settle_loading(struct solo *s)
{
    if (s->commit.result == STORE_NONE) {
        solo_take_up(s, 0);
    } else if (s->commit.result != STORE_OK) {
        s->over = cannot_read;
    } else {
        s->row = s->change.row;
        s->change.n = solo_replay(s, s->n);
        s->ready = true;
        become(s);
    }
}

/* What waited was meant for a position that has not come about. */
static void fail(struct solo *s)
{
    log_event(LOG_WARNING, NULL, "patience %s of %s: not written", s->game->id, s->who.name);
    commit_drop(&s->commit);
    commit_forget_all(&s->commit);
    s->finishing = false;
    if (!s->ready) s->over = cannot_read;
    snprintf(s->refusal, sizeof s->refusal, "%s", CANNOT_WRITE);
}

/* Takes the store's answer. The change becomes the game's position, or is dropped when it is not written. */
static void settle(struct solo *s)
{
    int64_t now = lobby_now(s->lobby);
    enum store_result result = s->commit.result;
    if (result == STORE_OK || result == STORE_NONE) {
        if (commit_done(&s->commit, now)) s->wait_words = WAIT_OVER;
    } else {
        commit_fail(&s->commit);
        commit_give_up(&s->commit, now);
    }
    if (s->change.step == SOLO_LOADING)
        settle_loading(s);
    else if (result != STORE_OK)
        fail(s);
    else if (s->change.step == SOLO_DEALING)
        begin(s);
    else
        become(s);
}

void solo_change_tick(struct solo *s)
{
    if (commit_settle(&s->commit)) settle(s);
    if (wait_tick(&s->commit.wait, lobby_now(s->lobby))) s->wait_words = WAIT_WORDS;
}
