#include "base/heap.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>

#define CAPACITY_FIRST 4

void heap_init(struct heap *h, bool (*before)(const struct heap_place *a, const struct heap_place *b))
{
    *h = (struct heap){ .before = before };
}

void heap_clear(struct heap *h)
{
    free(h->places);
    *h = (struct heap){ .before = h->before };
}

struct heap_place *heap_first(const struct heap *h)
{
    return h->count > 0 ? h->places[1] : NULL;
}

static void heap_put(struct heap *h, size_t at, struct heap_place *p)
{
    h->places[at] = p;
    p->at = at;
}

static void heap_rise(struct heap *h, struct heap_place *p)
{
    size_t at = p->at;
    for (; at > 1 && h->before(p, h->places[at / 2]); at /= 2) heap_put(h, at, h->places[at / 2]);
    heap_put(h, at, p);
}

static void heap_sink(struct heap *h, struct heap_place *p)
{
    size_t at = p->at;
    for (size_t child; (child = 2 * at) <= h->count; at = child) {
        if (child < h->count && h->before(h->places[child + 1], h->places[child])) child++;
        if (!h->before(h->places[child], p)) break;
        heap_put(h, at, h->places[child]);
    }
    heap_put(h, at, p);
}

void heap_add(struct heap *h, struct heap_place *p)
{
    assert(p->at == 0);
    if (h->count + 1 >= h->capacity) {
        h->capacity = h->capacity > 0 ? 2 * h->capacity : CAPACITY_FIRST;
        h->places = mem_resize(h->places, h->capacity * sizeof *h->places);
    }
    heap_put(h, ++h->count, p);
    heap_rise(h, p);
}

void heap_fix(struct heap *h, struct heap_place *p)
{
    assert(p->at >= 1 && p->at <= h->count && h->places[p->at] == p);
    heap_rise(h, p);
    heap_sink(h, p);
}

void heap_remove(struct heap *h, struct heap_place *p)
{
    assert(p->at >= 1 && p->at <= h->count && h->places[p->at] == p);
    struct heap_place *last = h->places[h->count--];
    if (last != p) {
        heap_put(h, p->at, last);
        heap_fix(h, last);
    }
    p->at = 0;
}
