#include "room/solo_inside.h"

void solo_wake(struct solo *s)
{
    if (!s->woken) {
        s->woken = true;
        s->next_woken = s->lobby->woken;
        s->lobby->woken = s;
    }
    lobby_moved(s->lobby);
}

bool solo_due_before(const struct heap_place *a, const struct heap_place *b)
{
    const struct solo *s = (const struct solo *)(const void *)((const char *)a - offsetof(struct solo, due_place));
    const struct solo *t = (const struct solo *)(const void *)((const char *)b - offsetof(struct solo, due_place));
    return s->due < t->due;
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
