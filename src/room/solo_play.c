#include "room/solo_play.h"

#include "base/text.h"
#include "room/solo_change.h"
#include "room/solo_position.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Tries the move on a copy and sends it to the store. NULL, or why not: valid until the next call. */
static const char *make_move(struct solo *s, const char *text)
{
    struct made made;
    if (s->n == PATIENCE_MOVES_MAX - 1) return "This game has gone on too long.";
    const char *why = commit_try(&s->commit, s->game, 1, text, &made);
    if (why != NULL) {
        snprintf(s->why, sizeof s->why, "%s", why);
        return s->why;
    }
    s->change = (struct solo_change){ .row = s->row, .n = s->n + 1, .move = made.move };
    s->change.row.played = true;
    solo_count_end(s, s->commit.next, &s->change.row);
    solo_save(s);
    return NULL;
}

static const char *undo_refusal(const struct solo *s)
{
    struct result r;
    s->game->result(s->commit.state, &r);
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
    solo_save(s);
    return NULL;
}

/* The first of those that are left; the rest follow from solo_play_tick(). */
static const char *finish_solo(struct solo *s)
{
    struct move_list list;
    struct result r;
    s->game->result(s->commit.state, &r);
    s->finishing = r.sure && !r.over;
    if (!s->finishing) return r.over ? "The game is over." : "The game is not yet sure to be won.";
    s->game->moves(s->commit.state, &list);
    s->finish_due = lobby_now(s->lobby) + lobby_pace_ms(s->lobby, s->pace);
    return make_move(s, list.at[0].text);
}

/* The next of what the house plays, when it is time for it. */
static void finish_on(struct solo *s)
{
    if (!s->finishing || s->commit.busy) return;
    if (lobby_now(s->lobby) >= s->finish_due) {
        if (finish_solo(s) == NULL) solo_wake(s);
    } else {
        solo_due_at(s, s->finish_due);
    }
}

static const char *restart(struct solo *s)
{
    if (s->n == 0) return "This deal is at its beginning.";
    solo_deal_into(s->game, &s->rules, s->row.deal, commit_copy(&s->commit));
    s->change = (struct solo_change){ .row = s->row };
    s->change.row.restart = true;
    snprintf(s->change.told, sizeof s->change.told, "Deal %u, from its beginning.", s->row.deal);
    solo_save(s);
    return NULL;
}

/* A deal that is kept is a row in the books. */
static const char *another(struct solo *s, uint32_t deal)
{
    const char *why = s->kept ? pay(&s->lobby->payments, &s->lobby->env, DUE_DEAL, &s->who) : NULL;
    if (why == NULL) solo_take_up(s, deal);
    return why;
}

/* --- commands --- */

enum { SOLO_MOVE, SOLO_UNDO, SOLO_RESTART, SOLO_FINISH, SOLO_DEAL };

static const char *command_do(struct solo *s, const struct command *c)
{
    s->finishing = false;
    switch (c->kind) {
    case SOLO_MOVE: return make_move(s, c->text);
    case SOLO_UNDO: return undo(s);
    case SOLO_RESTART: return restart(s);
    case SOLO_FINISH: return finish_solo(s);
    case SOLO_DEAL: return another(s, c->number);
    }
    return NULL;
}

static const char *command(struct solo *s, const struct command *c)
{
    if (s->over != NULL) return s->over;
    if (!s->ready) return NOT_READY;
    if (!s->commit.busy && s->commit.queued == 0) return command_do(s, c);
    return commit_enqueue(&s->commit, c) ? NULL : CANNOT_WRITE;
}

void solo_play_tick(struct solo *s)
{
    struct command c;
    while (!s->commit.busy && commit_dequeue(&s->commit, &c)) {
        const char *why = command_do(s, &c);
        if (why != NULL) snprintf(s->refusal, sizeof s->refusal, "%s", why);
    }
    finish_on(s);
}

const char *solo_move(struct solo *s, const char *text)
{
    struct command c = { .kind = SOLO_MOVE };
    if (strlen(text) >= sizeof c.text) return "That is no move.";
    strcpy(c.text, text);
    return command(s, &c);
}

const char *solo_undo(struct solo *s)
{
    return command(s, &(struct command){ .kind = SOLO_UNDO });
}

const char *solo_restart(struct solo *s)
{
    return command(s, &(struct command){ .kind = SOLO_RESTART });
}

const char *solo_finish(struct solo *s)
{
    return command(s, &(struct command){ .kind = SOLO_FINISH });
}

void solo_set_pace(struct solo *s, enum pace pace)
{
    s->pace = pace;
}

const char *solo_deal(struct solo *s, uint32_t deal)
{
    return command(s, &(struct command){ .kind = SOLO_DEAL, .number = deal });
}
