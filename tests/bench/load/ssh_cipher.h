/* Packets on the wire: in the clear before the keys are there, then chacha20-poly1305@openssh.com, which is what an
 * OpenSSH client takes first (RFC 4253 6; PROTOCOL.chacha20poly1305 of OpenSSH). */
#pragma once
#include "load/packet.h"

#include <openssl/evp.h>

#define SSH_SEALED_MAX (PACKET_MAX + 64)
#define SSH_INCOMING_MAX (64 * 1024)

/* The cipher's contexts, which all connections share. */
struct ssh_cipher {
    EVP_CIPHER_CTX *chacha;
    EVP_MAC_CTX *poly;
};

struct ssh_direction {
    uint8_t key[64];
    uint32_t sequence;
    bool on;
};

void ssh_cipher_init(struct ssh_cipher *c);
void ssh_cipher_clear(struct ssh_cipher *c);

/* Bytes written to out. */
size_t ssh_seal(const struct ssh_cipher *c, struct ssh_direction *d, const struct packet *p,
                uint8_t out[SSH_SEALED_MAX]);

/* Opens the packet at the start of bytes, in place. Returns how many bytes it took, 0 when its end has not come, -1
 * when it is wrong. */
int ssh_unseal(const struct ssh_cipher *c, struct ssh_direction *d, uint8_t *bytes, size_t n, struct reader *payload);
