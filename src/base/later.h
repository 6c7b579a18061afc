/* Calls a function from the top of the event loop: nothing is freed inside its own callback. */
#pragma once

struct event_base;

/* Calls call(arg) when the loop of base is back at its top. Calls that are pending when base is freed are dropped. */
void later(struct event_base *base, void (*call)(void *arg), void *arg);
