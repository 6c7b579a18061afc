/* What the host does about signals (signal(7)):
 *
 *   TERM INT QUIT   end it: the draining; a second one cuts the draining short
 *   HUP USR1 USR2   are no order: one line in the log, and it goes on
 *   PIPE XFSZ TTOU  are ignored: a closed pipe, a file that may not grow, a terminal that wants no output of the
 * background come as errors of the call
 *
 * What was ignored when the program was started (nohup, a shell's &) stays ignored. A mask that was inherited counts
 * for nothing. */
#pragma once
#include <stdbool.h>

struct event;
struct event_base;

#define SIGNALS_HEARD 6

struct signals {
    void (*end)(void *arg, const char *name);
    void *arg;
    struct event *event[SIGNALS_HEARD]; /* NULL: it stays ignored */
};

/* As it was inherited, or has been set since. */
bool signal_is_ignored(int number);

/* Before any thread is started: each is born with what the loop hears blocked, so that it goes to the loop's thread. */
void signals_prepare(void);

/* On the loop's thread, when the loop is about to run: end(arg, name) is called there, name as "Terminated". */
void signals_open(struct signals *s, struct event_base *base, void (*end)(void *arg, const char *name), void *arg);

/* Cleared memory, not opened yet, is fine. */
void signals_close(struct signals *s);
