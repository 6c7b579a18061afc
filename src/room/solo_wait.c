/* The times of patiences: who waits for the disk is told why, once, and again when it goes on; and the moves that the
 * house plays come one by one. */
#include "room/solo_inside.h"

static const struct solo *solo_at(const struct heap_place *p)
{
    return (const struct solo *)(const void *)((const char *)p - offsetof(struct solo, due_place));
}

bool solo_due_before(const struct heap_place *a, const struct heap_place *b)
{
    return solo_at(a)->due < solo_at(b)->due;
}

void solo_due_forget(struct solo *s)
{
    if (s->due_place.at != 0) heap_remove(&s->lobby->solo_dues, &s->due_place);
}

void solo_due_at(struct solo *s, int64_t due)
{
    if (s->due_place.at != 0 && due >= s->due) return;
    solo_due_forget(s);
    s->due = due;
    heap_add(&s->lobby->solo_dues, &s->due_place);
    lobby_moved(s->lobby);
}

int64_t solos_due(const struct lobby *l)
{
    const struct heap_place *first = heap_first(&l->solo_dues);
    if (l->woken != NULL) return INT64_MIN;
    return first != NULL ? solo_at(first)->due : NEVER;
}

void solo_wait_begin(struct solo *s)
{
    s->change.answered = false;
    s->wait_since = lobby_now(s->lobby);
    solo_due_at(s, s->wait_since + WAIT_MS + 1);
}

void solo_wait_tick(struct solo *s)
{
    if (s->wait_told || s->wait_since == NEVER || lobby_now(s->lobby) <= s->wait_since + WAIT_MS) return;
    s->wait_told = true;
    s->wait_words = WAIT_WORDS;
}

void solo_wait_end(struct solo *s, bool well)
{
    s->wait_since = NEVER;
    if (s->wait_told && well) s->wait_words = WAIT_OVER;
    s->wait_told &= !well;
}

static int64_t due_of(const struct solo *s)
{
    int64_t due = NEVER;
    if (s->over != NULL || s->closed || s->woken) return NEVER;
    if (s->finishing && !solo_busy(s)) due = s->finish_due;
    if (s->wait_since != NEVER && !s->wait_told && s->wait_since + WAIT_MS + 1 < due) due = s->wait_since + WAIT_MS + 1;
    return due;
}

/* A write that came in time leaves its time behind: then there is nothing to do. */
void solos_wake_due(struct lobby *l)
{
    int64_t now = lobby_now(l);
    for (struct heap_place *p; (p = heap_first(&l->solo_dues)) != NULL && solo_at(p)->due <= now;) {
        struct solo *s = HEAP_ITEM(p, struct solo, due_place);
        solo_due_forget(s);
        int64_t due = due_of(s);
        if (due <= now)
            solo_wake(s);
        else if (due != NEVER)
            solo_due_at(s, due);
    }
}
