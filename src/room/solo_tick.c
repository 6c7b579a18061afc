#include "room/solo_tick.h"

#include "base/mem.h"
#include "room/solo_change.h"
#include "room/solo_mind.h"
#include "room/solo_play.h"
#include "room/solo_tell.h"

#include <assert.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

/* --- life --- */

static void wake(void *owner)
{
    solo_wake(owner);
}

static_assert(KIND_TEXT_PATIENCE == PATIENCE_GAME, "what a patience is kept under can be kept");

static struct solo *solo_new(struct lobby *l, const struct game_row *what, const struct person *who)
{
    const struct game *game = what->game;
    struct solo *s = mem_new(sizeof *s);
    s->self = weak_new(s);
    s->lobby = l;
    s->game = game;
    game_row_rules(what, &s->rules);
    game_row_kind(what, s->kind);
    s->who = *who;
    s->kept = l->env.store != NULL && who->account != 0;
    s->view = mem_new(game->state_size);
    commit_init(&s->commit, game->state_size, s, wake);
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
    return strcmp(x->kind, y->kind);
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
    weak_clear(s->self);
    commit_clear(&s->commit);
    LIST_REMOVE(s, link);
    free(s->moves);
    free(s->view);
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

/* --- coming and going --- */

/* A second line of the same person: what the first has on its way gets to disk, and is read after it. */
static void take_over(struct solo *by)
{
    by->place = (struct solo_place){ by->who.account, by->kind };
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

struct solo *solo_open(struct lobby *l, const struct game_row *what, const struct person *who, uint32_t deal,
                       const struct solo_upcalls *up, void *owner)
{
    assert(what->game->patience && what->game->state_size <= GAME_STATE_MAX);
    struct solo *s = solo_new(l, what, who);
    s->up = up;
    s->owner = owner;
    if (who->account != 0) take_over(s);
    if (!s->kept || deal != 0) {
        solo_take_up(s, deal);
        return s;
    }
    solo_load(s);
    return s;
}

void solo_close(struct solo *s)
{
    assert(!s->closed);
    solo_count_sure_win(s);
    s->closed = true;
    solo_wake(s);
}

/* --- time --- */

static int64_t due_of(const struct solo *s)
{
    if (s->over != NULL || s->closed || s->woken) return NEVER;
    int64_t due = wait_due(&s->commit.wait);
    return s->finishing && !s->commit.busy && s->finish_due < due ? s->finish_due : due;
}

int64_t solos_due(const struct lobby *l)
{
    const struct heap_place *first = heap_first(&l->solo_dues);
    if (l->woken != NULL) return INT64_MIN;
    return first != NULL ? HEAP_ITEM(first, const struct solo, due_place)->due : NEVER;
}

/* A write that came in time leaves its time behind: then there is nothing to do. */
static void wake_due(struct lobby *l)
{
    int64_t now = lobby_now(l);
    for (struct heap_place *p; (p = heap_first(&l->solo_dues)) != NULL;) {
        struct solo *s = HEAP_ITEM(p, struct solo, due_place);
        if (s->due > now) return;
        solo_due_forget(s);
        int64_t due = due_of(s);
        if (due <= now)
            solo_wake(s);
        else if (due != NEVER)
            solo_due_at(s, due);
    }
}

static void solo_tick(struct solo *s)
{
    if (s->over == NULL) {
        solo_change_tick(s);
        solo_play_tick(s);
        solo_hint_tick(s);
        solo_par_tick(s);
    }
    solo_deliver(s);
}

void solos_tick(struct lobby *l)
{
    wake_due(l);
    struct solo *s = l->woken, *next;
    l->woken = NULL;
    for (; s != NULL; s = next) {
        next = s->next_woken;
        s->woken = false;
        if (s->closed)
            solo_free(s);
        else
            solo_tick(s);
    }
}
