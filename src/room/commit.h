/* How a position changes that people see only as it is on disk (G15): a move is made on a copy of the position, the
 * copy is sent to the store, and it becomes the position when the store says yes. One thing is on its way at a time;
 * what people ask for meanwhile waits in a short queue. A table has one struct commit, and so has a patience.
 *
 *     why = commit_try(c, game, seat, text, &made);        a legal move is in c->next
 *     commit_start(c, now);
 *     round_move(store, ..., on_written, commit_receipt(c));
 *     ...
 *     on_written: owner = commit_answer(arg, result);      NULL: nobody waits for it any more
 *     ...
 *     in the owner's tick: if (commit_settle(c)) look at c->result; then commit_done() and commit_swap(), or
 *                                                          commit_fail() and commit_drop()
 *
 * Without a store the owner calls commit_done() and commit_swap() at once. */
#pragma once
#include "base/weak.h"
#include "games/game.h"
#include "room/wait.h"
#include "store/result.h"

#define QUEUE_MAX 8 /* commands that wait while something is on its way */
#define COMMAND_TEXT 32
#define CANNOT_WRITE "The house cannot write just now; try again."

/* What somebody asked for while something was on its way. kind, number and by mean what the owner likes. */
struct command {
    int kind;
    uint32_t number, by;
    char text[COMMAND_TEXT]; /* of a move, as typed */
};

struct commit {
    size_t size;
    unsigned char *state; /* what people see; of the game's size */
    unsigned char *next;  /* what it becomes; NULL while it is not about to change */

    bool busy, answered;      /* something is on its way; the store has answered */
    enum store_result result; /* its answer */
    uint32_t serial;          /* of what is on its way, or was last */
    struct wait wait;

    struct command *queue; /* QUEUE_MAX of them while one waits, else NULL */
    int queued;

    struct weak *self; /* late answers find the commit by it */
    void *owner;
    void (*wake)(void *owner);
};

/* wake(owner) is called when an answer has come: a tick is due. commit_clear() frees the memory; answers that come
 * later find nobody. */
void commit_init(struct commit *c, size_t size, void *owner, void (*wake)(void *owner));
void commit_clear(struct commit *c);

/* The owner goes, but is not freed yet: answers that come later find nobody. */
void commit_close(struct commit *c);

/* --- the copy --- */

/* c->next, as long as the position; a copy of the position. */
unsigned char *commit_copy(struct commit *c);

/* Makes a move on the copy. NULL, or the game's sentence why not, which lives as long as apply() says; c->next is then
 * dropped. */
const char *commit_try(struct commit *c, const struct game *game, int seat, const char *text, struct made *made);
void commit_swap(struct commit *c); /* c->next becomes the position */
void commit_drop(struct commit *c);

/* --- on its way --- */
void commit_start(struct commit *c, int64_t now);

/* The argument for the store's answer, which must come exactly once: commit_answer() frees it. */
void *commit_receipt(struct commit *c);

/* What the store answered to that receipt. Returns the owner and wakes it; NULL when it is gone or waits for something
 * else by now. The owner frees itself. */
void *commit_answer(void *receipt, enum store_result result);

/* Why something is not written, in words for the log; they live for ever. */
const char *commit_result_words(enum store_result result);

/* Is there an answer? It is taken: c->result says what it was. */
bool commit_settle(struct commit *c);

/* It is on disk: nothing is on its way any more. Returns true when those who heard of a wait are to hear WAIT_OVER. */
bool commit_done(struct commit *c, int64_t now);

/* It is not: nothing is on its way, but it is waited for until commit_done(), or commit_give_up(). */
void commit_fail(struct commit *c);
void commit_give_up(struct commit *c, int64_t now);

/* --- the queue --- */
bool commit_enqueue(struct commit *c, const struct command *what); /* false: it is full */
bool commit_dequeue(struct commit *c, struct command *what);       /* false: it is empty */
void commit_forget(struct commit *c, uint32_t by);                 /* whose commands they were is gone */
void commit_forget_all(struct commit *c);
