/* The key exchange of an SSH client: curve25519-sha256 with an ssh-ed25519 host key (RFC 4253 7 and 8, RFC 8731). One
 * key pair of ours serves all connections, and the host's signature is verified once and its key compared after that,
 * so that a login costs the host all its work and us little of it. */
#pragma once
#include "load/ssh_cipher.h"

#define SSH_HASH 32
#define SSH_VERSION_TEXT "SSH-2.0-bench_load"

/* What all connections share. */
struct ssh_kex_common {
    EVP_PKEY *own;
    uint8_t own_public[32];
    EVP_MD_CTX *hash;
    uint8_t host_key[128];
    size_t host_key_n; /* 0: not seen yet */
};

/* One connection's, gone once it has its keys. */
struct ssh_kex {
    char host_version[256];
    struct packet own_init;
    uint8_t *host_init;
    size_t host_init_n;
};

void ssh_kex_common_init(struct ssh_kex_common *c);
void ssh_kex_common_clear(struct ssh_kex_common *c);

struct ssh_kex *ssh_kex_new(void);
void ssh_kex_free(struct ssh_kex *k);

/* Takes the host's reply and derives the keys of both directions and the session's id. false: it is wrong. */
bool ssh_kex_reply(struct ssh_kex_common *c, const struct ssh_kex *k, struct reader *reply, struct ssh_direction *out,
                   struct ssh_direction *in, uint8_t id[SSH_HASH]);
