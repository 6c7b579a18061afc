/* A caller by SSH, as far as a bench needs one: one key exchange, a password or an Ed25519 key, one channel with a
 * terminal and a shell. It never renews keys. */
#pragma once
#include "load/client.h"
#include "load/ssh_kex.h"

/* What all SSH callers share. */
struct ssh_common {
    struct ssh_cipher cipher;
    struct ssh_kex_common kex;
    const char *user;
    const char *key; /* any text, of which the key is made: the same text is the same key again. NULL: none, but any
                        password, which is how a guest comes in */
    bool own;        /* the number of the caller is added to both */
};

/* Texts are kept as pointers. */
void ssh_common_init(struct ssh_common *c, const char *user, const char *key, bool own);
void ssh_common_clear(struct ssh_common *c);

extern const struct client_ops ssh_client_ops;
