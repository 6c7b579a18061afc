/* What the host does about signals (signal(7)):
 *
 *   TERM INT QUIT   drain and end; a second one ends the draining
 *   HUP USR1 USR2   are logged and have no effect
 *   PIPE XFSZ TTOU  are ignored: the call returns an error instead
 *
 * A signal that was ignored when the program started (nohup, a shell's &) stays ignored. An inherited mask has no
 * effect. */
#pragma once
#include <stdbool.h>

struct event;
struct event_base;

#define SIGNALS_HEARD 6

struct signals {
    void (*end)(void *arg, const char *name);
    void *arg;
    struct event *event[SIGNALS_HEARD]; /* NULL: the signal stays ignored */
};

/* Is the signal ignored now, whether inherited or set since? */
bool signal_is_ignored(int number);

/* Blocks the signals of the loop. Call it before any thread starts: threads inherit the mask, so those signals go to
 * the loop's thread. */
void signals_prepare(void);

/* Call it on the loop's thread right before the loop runs. A signal that ends the host calls end(arg, name) there, with
 * a name such as "Terminated", which lives during the call. */
void signals_open(struct signals *s, struct event_base *base, void (*end)(void *arg, const char *name), void *arg);

/* Zeroed memory is fine. */
void signals_close(struct signals *s);
