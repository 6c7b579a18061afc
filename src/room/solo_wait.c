/* The times of patiences: who waits for the disk is told why, once, and again when it goes on; and the moves that the
 * house plays come one by one. */
#include "room/solo_inside.h"

void solo_due_at(struct solo *s, int64_t due)
{
    if (due >= s->lobby->solo_due) return;
    s->lobby->solo_due = due;
    lobby_moved(s->lobby);
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

/* Those that the house plays, or that wait for the disk, have each a time of their own. A write that came in time
 * leaves its own behind, so this is done about once a second at most while many play. */
void solos_wake_due(struct lobby *l)
{
    int64_t now = lobby_now(l);
    if (now < l->solo_due) return;
    l->solo_due = NEVER;
    struct solo *s;
    LIST_FOREACH(s, &l->solos, link)
    {
        int64_t due = due_of(s);
        if (due <= now)
            solo_wake(s);
        else if (due < l->solo_due)
            l->solo_due = due;
    }
}
