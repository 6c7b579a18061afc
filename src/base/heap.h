/* Things in an order that changes: the first of all is always at hand, and a change costs the logarithm of their
 * number. A thing embeds a heap_place and says by `before` who comes first; the heap owns none of them. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* Where a thing stands in its heap; zeros: in none. Of one heap at a time. */
struct heap_place {
    size_t at;
};

struct heap {
    bool (*before)(const struct heap_place *a, const struct heap_place *b);
    struct heap_place **places; /* [1] is the first of all */
    size_t count, room;
};

/* The thing of this type whose member `place` is the heap_place that p points to; p is not NULL. */
#define HEAP_ITEM(p, type, place) ((type *)(void *)((char *)(p)-offsetof(type, place)))

/* No memory is taken before the first thing comes; heap_clear() gives it back, whatever is still in. */
void heap_init(struct heap *h, bool (*before)(const struct heap_place *a, const struct heap_place *b));
void heap_clear(struct heap *h);

/* The one that comes before all others; NULL when there is none. */
struct heap_place *heap_first(const struct heap *h);

/* Puts p, which is in no heap, where it belongs. */
void heap_add(struct heap *h, struct heap_place *p);

/* p, which is in this heap, has changed: it goes where it belongs now. */
void heap_fix(struct heap *h, struct heap_place *p);

/* Takes p, which is in this heap, out of it. */
void heap_remove(struct heap *h, struct heap_place *p);
