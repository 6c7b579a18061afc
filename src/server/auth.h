/* Checks the user name and the password of an SSH login in the store, when net asks. A name without an account, or
 * whose account has no password, lets a guest in with any password (H20, H23). A proven key is not looked up here but
 * by the screens, because a new key leads to the choice of a handle. */
#pragma once
#include <stdint.h>

struct event_base;
struct net;
struct store;

/* Part of the host. net is NULL before net_open() and after net_close(); answers are dropped then. */
struct auth {
    struct event_base *base;
    struct store *store;
    struct net *net;
};

/* Answers net_host.check: first for the name alone, then, if the account has one, for the password. Calls net_answer()
 * once, later. While the store is busy, a password is requested and refused, so that the caller can try again. */
void auth_check(struct auth *a, uint64_t ticket, const char *address, const char *user, const char *password);
