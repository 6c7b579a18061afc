/* A question asked of the store by a screen that may be gone when the answer comes. The screen holds the ticket and
 * drops it when it leaves; each question under way holds it too, so it goes with the last of them. Loop's thread only.
 */
#pragma once

struct session;
struct ticket;

/* owner is what ticket_answer() gives back: the screen's state. */
struct ticket *ticket_new(const struct session *s, void *owner);

/* One more question: pass what it returns as the question's arg. Each one is answered exactly once. */
void *ticket_ask(struct ticket *t);

/* In the answer: whose it is, or NULL when nobody waits for it any more: the screen has left, or the visit is ending.
 */
void *ticket_answer(void *arg);

/* The owner goes; answers still to come are for nobody. NULL is fine. */
void ticket_drop(struct ticket *t);
