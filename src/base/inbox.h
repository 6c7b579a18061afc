/* How a helper thread's answer comes back: it posts a call, the loop's thread makes it. The loop is woken only when
 * the inbox was empty. */
#pragma once
#include <stddef.h>

struct event_base;
struct inbox;

/* Belongs to the loop of base; free it on that thread, when no other thread can post any more. What is still in it is
 * run by inbox_free(), so that no answer is lost. */
struct inbox *inbox_new(struct event_base *base);
void inbox_free(struct inbox *in);

/* Makes the calls that have been posted so far, without the loop: for taking things down. On the loop's thread. */
void inbox_deliver(struct inbox *in);

/* From any thread. call(arg) runs later on the loop's thread, in the order of posting. */
void inbox_post(struct inbox *in, void (*call)(void *arg), void *arg);
