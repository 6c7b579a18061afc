#include "base/weak.h"

#include "base/mem.h"

#include <stdlib.h>

struct weak {
    void *target;
    int shares;
};

struct weak *weak_new(void *target)
{
    struct weak *w = mem_new(sizeof *w);
    *w = (struct weak){ .target = target, .shares = 1 };
    return w;
}

struct weak *weak_hold(struct weak *w)
{
    w->shares++;
    return w;
}

void *weak_target(const struct weak *w)
{
    return w->target;
}

void *weak_drop(struct weak *w)
{
    void *target = w->target;
    if (--w->shares == 0) free(w);
    return target;
}

void weak_clear(struct weak *w)
{
    if (w == NULL) return;
    w->target = NULL;
    weak_drop(w);
}
