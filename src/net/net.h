/* Listeners, admission, and the transports behind them. The host (server/) is told of a caller when there is somebody
 * to show a screen to: after SSH login and shell, after telnet negotiation. */
#pragma once
#include "base/err.h"
#include "net/config.h"

#include <stdbool.h>
#include <stdint.h>

struct clock;
struct event_base;
struct net;

/* Listens. NULL with e set when an address is taken, when doors are wanted and not one could be opened, or when a host
 * key cannot be read (it is never made anew over an old one). What config and host point to, and the clock, must
 * outlive the net; every limit is at least 1. */
struct net *net_open(struct event_base *base, const struct clock *clock, const struct net_config *config,
                     const struct net_host *host, struct err *e);

/* No new callers from now on: those that were told to the host stay, those that are still on their way in are ended.
 * From the loop's top or an event's callback. */
void net_stop_listening(struct net *n);

/* Ends what is left at once and frees everything. */
void net_close(struct net *n);

/* An answer to net_host.check. A ticket whose caller has gone is ignored. account only with VERDICT_ACCOUNT. */
void net_answer(struct net *n, uint64_t ticket, enum verdict verdict, int64_t account);

/* What was bound, for the log and the two lines that tell how to connect: the k-th listener's "ssh 0.0.0.0:2222", NULL
 * past the last. It lives as long as n. */
const char *net_listener(const struct net *n, int k);

/* "SHA256:..." of the k-th host key as OpenSSH prints it, with its type; NULL past the last. It lives as long as n. */
const char *net_fingerprint(const struct net *n, int k);

/* Callers now, open() or not. */
int net_callers(const struct net *n);
