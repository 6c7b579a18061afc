/* Listeners, admission, and the transports behind them. The host (server/) is told of a caller when there is somebody
 * to show a screen to: after SSH login and shell, after telnet negotiation. */
#pragma once
#include "base/err.h"
#include "net/conn.h"

#include <stdbool.h>
#include <stdint.h>

struct clock;
struct event_base;
struct net;

struct net_limits {
    int handshakes_per_s; /* new connections a second, of all callers; beyond it they wait in the kernel */
    int connects_per_address, connects_per_network; /* ... that a busy house goes on to take of one address (/32, /64)
                                                       and of a /48 of IPv6 */
    int unready, unready_per_address;               /* callers before open(), in all and per address (/32, /64) */
    int callers, callers_per_address;               /* in all */
    int cpu_ms_per_address; /* of the loop's time, in each second, for what callers of one address send; twice for a /48
                             */
    int login_s;            /* from accept to open(), without the time in which a person is asked (H27) */
    int person_s;           /* for a person: about the host key; and for all passwords and passphrases together */
    int silent_s;           /* telnet: from accept until a first byte must have come, be it an answer (H19) */
};

/* How an SSH password attempt ends. */
enum verdict { VERDICT_REFUSE, VERDICT_GUEST, VERDICT_ACCOUNT };

struct net_host {
    void *ctx;
    /* Somebody is there. Must set c->up and c->owner. */
    void (*open)(void *ctx, struct conn *c);
    /* SSH asks of a caller: does this user name belong to an account with a password? Answer later, once, by
     * net_answer(ticket, VERDICT_ACCOUNT (then the password is asked for) or VERDICT_GUEST). password is NULL. With a
     * password: is it that account's? Both strings live during the call only; net_answer() may come from inside it. */
    void (*check)(void *ctx, uint64_t ticket, const struct caller *caller, const char *user, const char *password);
};

struct net_config {
    const char *const *ssh, *const *telnet; /* "ADDRESS:PORT" each, NULL ends the list; port 0 takes a free one */
    bool ssh_default,
        telnet_default;  /* nobody chose these addresses: one of a family that the machine lacks is left out */
    bool old_clients;    /* P-256 key exchange, and MACs that are not encrypt-then-MAC */
    const char *key_dir; /* host keys: made once, 0600 */
    bool rsa_host_key;
    bool telnet_keepalive_nop; /* (H15) */
    struct net_limits limits;
    const int *ssh_sockets,
        *telnet_sockets; /* listening sockets from systemd, -1 ends each list; NULL: the addresses above are bound */
};

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
