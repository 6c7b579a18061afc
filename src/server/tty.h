/* One's own terminal as a caller, for playing without a network. */
#pragma once
#include "net/conn.h"

struct clock;
struct event_base;
struct tty;

/* Opens standard input and output. If both are a terminal, it is put into raw mode and follows SIGWINCH and SIGCONT;
 * otherwise they are lines of text. gone(arg) is called once, after closed() of the conn: the input has ended, the
 * output failed, or the visit is over. base must accept every kind of descriptor (EV_FEATURE_FDS); clock is the
 * house's. Free it with tty_free(). */
struct tty *tty_open(struct event_base *base, const struct clock *clock, void (*gone)(void *arg), void *arg);

/* The connection, valid as long as t. Its caller is complete except for the account. */
struct conn *tty_conn(struct tty *t);

/* Ends the connection at once, if it has not ended: calls closed() and gone(). */
void tty_hang_up(struct tty *t);

/* Restores the modes of the terminal and frees t. NULL is fine. */
void tty_free(struct tty *t);
