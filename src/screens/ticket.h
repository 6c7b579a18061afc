/* A screen asks the store, and may be gone when the answer comes. The screen and each question under way hold the
 * ticket; the last one to let go frees it. Only the loop's thread uses it. */
#pragma once

struct session;
struct ticket;

/* A ticket for a screen, which drops it with ticket_drop(). owner, not NULL (asserted), is the screen's state. The
 * last one to let go of the ticket frees it. */
struct ticket *ticket_new(const struct session *s, void *owner);

/* One more question. Returns the question's arg; it has to be answered exactly once, and ticket_answer() frees
 * it. */
void *ticket_ask(struct ticket *t);

/* In the answer, with that arg. Returns the owner, which lives until its screen leaves; NULL: the screen has
 * left, or the visit is ending. */
void *ticket_answer(void *arg);

/* The owner goes: ticket_answer() returns NULL from now on. t may be NULL. */
void ticket_drop(struct ticket *t);
