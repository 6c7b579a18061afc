/* What a net is given: how many may come, where to listen, and whom it tells of callers. */
#pragma once
#include "net/conn.h"

#include <stdbool.h>
#include <stdint.h>

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
