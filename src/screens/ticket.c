#include "screens/ticket.h"

#include "base/mem.h"
#include "session/session.h"

#include <assert.h>
#include <stdlib.h>

struct ticket {
    const struct session *session;
    void *owner; /* NULL: dropped */
    int open;    /* questions without their answer */
};

struct ticket *ticket_new(const struct session *s, void *owner)
{
    assert(owner != NULL);
    struct ticket *t = mem_new(sizeof *t);
    t->session = s;
    t->owner = owner;
    return t;
}

void *ticket_ask(struct ticket *t)
{
    assert(t->owner != NULL);
    t->open++;
    return t;
}

static void free_unused(struct ticket *t)
{
    if (t->owner == NULL && t->open == 0) free(t);
}

void *ticket_answer(void *arg)
{
    struct ticket *t = arg;
    assert(t->open > 0);
    t->open--;
    void *owner = t->owner != NULL && session_top(t->session, NULL) != NULL ? t->owner : NULL;
    free_unused(t);
    return owner;
}

void ticket_drop(struct ticket *t)
{
    if (t == NULL) return;
    t->owner = NULL;
    free_unused(t);
}
