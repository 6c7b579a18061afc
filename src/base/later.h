/* Nothing is freed inside its own callback: later() runs a function when the event loop is back at its top.
 * Calls not yet made when the base is freed are dropped. */
#pragma once

struct event_base;

void later(struct event_base *base, void (*call)(void *arg), void *arg);
