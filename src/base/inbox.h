/* How the answer of another thread gets back to the loop: that thread posts a call, and the loop's thread makes it. The
 * loop is woken only when the inbox was empty. */
#pragma once

struct event_base;
struct inbox;

/* An inbox of the loop of base. Free it with inbox_free() on the loop's thread, when no other thread can post any more;
 * that makes the calls that are still in it. NULL is fine. */
struct inbox *inbox_new(struct event_base *base);
void inbox_free(struct inbox *in);

/* Makes the posted calls now, without the loop: for shutting down. On the loop's thread. */
void inbox_deliver(struct inbox *in);

/* Any thread may post. call(arg) runs later on the loop's thread, in the order of posting. */
void inbox_post(struct inbox *in, void (*call)(void *arg), void *arg);
