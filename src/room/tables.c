#include "room/tables.h"

#include "base/mem.h"
#include "room/directory.h"

#include <assert.h>
#include <string.h>

/* Where id stands, or would. */
static int place_of(const struct lobby *l, int64_t id)
{
    int low = 0, high = l->n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (l->rooms[middle]->id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct room *tables_find(struct lobby *l, int64_t id)
{
    int k = place_of(l, id);
    return k < l->n && l->rooms[k]->id == id ? l->rooms[k] : NULL;
}

static struct room **with_room_for_one(struct room **list, int n, int *size)
{
    if (n < *size) return list;
    *size = *size ? 2 * *size : 16;
    return mem_resize(list, (size_t)*size * sizeof *list);
}

/* Ids ascend; but a table that comes from the store is listed at once, whatever its id. */
static void add_opening(struct lobby *l, struct room *r)
{
    assert(!r->opening || TAILQ_EMPTY(&l->openings) || TAILQ_LAST(&l->openings, openings)->id < r->id);
    TAILQ_INSERT_TAIL(&l->openings, r, opening_link);
    l->n_opening++;
}

void tables_add(struct lobby *l, struct room *r)
{
    l->rooms = with_room_for_one(l->rooms, l->n, &l->size);
    int k = place_of(l, r->id);
    memmove(l->rooms + k + 1, l->rooms + k, (size_t)(l->n - k) * sizeof *l->rooms);
    l->rooms[k] = r;
    l->n++;
    add_opening(l, r);
    tables_list(l, r);
    heap_add(&l->dues, &r->place);
    directory_add(r);
}

void tables_forget(struct room *r)
{
    if (r->place.at != 0) heap_remove(&r->lobby->dues, &r->place);
    directory_drop(r);
}

void tables_list(struct lobby *l, struct room *r)
{
    if (r->opening || r->listed) return;
    TAILQ_REMOVE(&l->openings, r, opening_link);
    l->n_opening--;
    r->listed = true;
    lobby_listed(l);
}

void tables_take_out(struct lobby *l, struct room *r)
{
    if (!r->listing.in) return;
    if (!r->listed) TAILQ_REMOVE(&l->openings, r, opening_link);
    l->n_opening -= !r->listed;
    int k = place_of(l, r->id);
    assert(k < l->n && l->rooms[k] == r);
    memmove(l->rooms + k, l->rooms + k + 1, (size_t)(l->n - k - 1) * sizeof *l->rooms);
    l->n--;
    tables_forget(r);
    lobby_listed(l);
    l->closing = with_room_for_one(l->closing, l->n_closing, &l->size_closing);
    l->closing[l->n_closing++] = r;
}

/* Tables are opening for some milliseconds, and few at a time: each before the k-th makes it stand one place later. */
struct room *tables_listed(const struct lobby *l, int k)
{
    const struct room *r;
    if (k < 0 || k >= l->n - l->n_opening) return NULL;
    TAILQ_FOREACH(r, &l->openings, opening_link)
    if (place_of(l, r->id) <= k) k++;
    return l->rooms[k];
}
