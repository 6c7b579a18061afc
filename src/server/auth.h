/* Who is calling, by SSH user name and password: turns what net asks while somebody logs in into look-ups in the store.
 * A name that no account with a password answers to lets a guest in, whatever the password (H20, H23). A proven key is
 * not looked up here: screens do that, because a new one leads to the choice of a handle. */
#pragma once
#include <stdint.h>

struct event_base;
struct net;
struct store;

/* Part of the host. net is NULL before net_open() and after net_close(): answers that come then are dropped. */
struct auth {
    struct event_base *base;
    struct store *store;
    struct net *net;
};

/* As net_host.check: first the name alone, then, of an account that has one, the password. net_answer() is called once,
 * never from inside. While the store is too busy to say, a password is asked for and refused: the caller may try again.
 */
void auth_check(struct auth *a, uint64_t ticket, const char *address, const char *user, const char *password);
