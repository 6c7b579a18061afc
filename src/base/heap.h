/* A priority queue: the first item is always at hand, and each change costs O(log n). An item embeds a heap_place, and
 * the function before() says which of two comes first. The heap does not own its items. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* The position of an item in its heap; 0: in none. An item is in one heap at a time. */
struct heap_place {
    size_t at;
};

struct heap {
    bool (*before)(const struct heap_place *a, const struct heap_place *b);
    struct heap_place **places; /* [1] is the first item */
    size_t count, capacity;
};

/* The item of this type whose member `place` is the heap_place at p; p is not NULL. Lives as long as the item. */
#define HEAP_ITEM(p, type, place) ((type *)(void *)((char *)(p)-offsetof(type, place)))

/* heap_init() allocates nothing. heap_clear() frees the memory, also when items are still in the heap. */
void heap_init(struct heap *h, bool (*before)(const struct heap_place *a, const struct heap_place *b));
void heap_clear(struct heap *h);

/* The first item, which lives as long as its owner keeps it; NULL when the heap is empty. */
struct heap_place *heap_first(const struct heap *h);

/* Adds p, which is in no heap: asserted. p must stay where it is in memory until it is removed. */
void heap_add(struct heap *h, struct heap_place *p);

/* Moves p to its new position after its order has changed. p is in this heap: asserted. */
void heap_fix(struct heap *h, struct heap_place *p);

/* Removes p. p is in this heap: asserted. */
void heap_remove(struct heap *h, struct heap_place *p);
