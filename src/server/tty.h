/* One's own terminal as a caller, for playing without a network. */
#pragma once
#include "net/conn.h"

struct clock;
struct event_base;
struct tty;

/* Standard input and output. A terminal on both sides is put into raw mode and follows SIGWINCH and SIGCONT; anything
 * else is lines of text. gone(arg) is told once, after the conn's closed(): the input has ended, the output is broken,
 * or the visit is over. The base must take descriptors of every kind (EV_FEATURE_FDS); clock is the house's. */
struct tty *tty_open(struct event_base *base, const struct clock *clock, void (*gone)(void *arg), void *arg);

/* Its caller is filled in but for the account. */
struct conn *tty_conn(struct tty *t);

/* The line is cut at once, if it is not yet: closed() and gone() are told. */
void tty_hang_up(struct tty *t);

/* The terminal's modes are as they were. NULL is fine. */
void tty_free(struct tty *t);

/* Runs play(arg) in a process of its own and gives the terminal back whatever becomes of that: modes, screen, cursor.
 * Signals that end a program are passed on to it. Returns its exit status, 1 when it crashed (told on standard error).
 */
int tty_keep(int (*play)(void *arg), void *arg);
