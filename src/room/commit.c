#include "room/commit.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct receipt {
    struct weak *of;
    uint32_t serial;
};

void commit_init(struct commit *c, size_t size, void *owner, void (*wake)(void *owner))
{
    *c = (struct commit){ .size = size, .state = mem_new(size), .owner = owner, .wake = wake, .self = weak_new(c) };
    wait_init(&c->wait);
}

void commit_close(struct commit *c)
{
    weak_clear(c->self);
    c->self = NULL;
}

void commit_clear(struct commit *c)
{
    commit_close(c);
    commit_drop(c);
    commit_forget_all(c);
    free(c->state);
}

/* --- the copy --- */

unsigned char *commit_copy(struct commit *c)
{
    if (c->next == NULL) c->next = mem_new(c->size);
    return memcpy(c->next, c->state, c->size);
}

const char *commit_try(struct commit *c, const struct game *game, int seat, const char *text, struct made *made)
{
    const char *why = game->apply(commit_copy(c), seat, text, made);
    if (why != NULL) commit_drop(c);
    return why;
}

void commit_swap(struct commit *c)
{
    memcpy(c->state, c->next, c->size);
    commit_drop(c);
}

void commit_drop(struct commit *c)
{
    free(c->next);
    c->next = NULL;
}

/* --- on its way --- */

void commit_start(struct commit *c, int64_t now)
{
    assert(!c->busy);
    c->busy = true;
    c->answered = false;
    c->serial++;
    wait_begin(&c->wait, now);
}

void *commit_receipt(struct commit *c)
{
    struct receipt *r = mem_new(sizeof *r);
    *r = (struct receipt){ .of = weak_hold(c->self), .serial = c->serial };
    return r;
}

void *commit_answer(void *receipt, enum store_result result)
{
    struct receipt r = *(struct receipt *)receipt;
    free(receipt);
    struct commit *c = weak_drop(r.of);
    if (c == NULL || !c->busy || c->serial != r.serial) return NULL;
    c->answered = true;
    c->result = result;
    c->wake(c->owner);
    return c->owner;
}

const char *commit_result_words(enum store_result result)
{
    switch (result) {
    case STORE_BUSY: return "it is busy";
    case STORE_NONE: return "it knows no such table or round";
    default: return "it failed";
    }
}

bool commit_settle(struct commit *c)
{
    bool answered = c->answered;
    c->answered = false;
    return answered;
}

bool commit_done(struct commit *c, int64_t now)
{
    c->busy = false;
    return wait_end(&c->wait, now, true);
}

void commit_fail(struct commit *c)
{
    c->busy = false;
}

void commit_give_up(struct commit *c, int64_t now)
{
    wait_end(&c->wait, now, false);
}

/* --- the queue --- */

bool commit_enqueue(struct commit *c, const struct command *what)
{
    if (c->queued == QUEUE_MAX) return false;
    if (c->queue == NULL) c->queue = mem_new(QUEUE_MAX * sizeof *c->queue);
    c->queue[c->queued++] = *what;
    return true;
}

bool commit_dequeue(struct commit *c, struct command *what)
{
    if (c->queued == 0) return false;
    *what = c->queue[0];
    c->queued--;
    memmove(c->queue, c->queue + 1, (size_t)c->queued * sizeof *c->queue);
    if (c->queued == 0) commit_forget_all(c);
    return true;
}

void commit_forget(struct commit *c, uint32_t by)
{
    int kept = 0;
    for (int k = 0; k < c->queued; k++)
        if (c->queue[k].by != by) c->queue[kept++] = c->queue[k];
    c->queued = kept;
    if (kept == 0) commit_forget_all(c);
}

void commit_forget_all(struct commit *c)
{
    free(c->queue);
    c->queue = NULL;
    c->queued = 0;
}
