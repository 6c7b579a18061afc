/* What is kept of a caller's public key, and whether it is good enough to be somebody. Pure. */
#pragma once
#include <libssh/libssh.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SSH_RSA_BITS_MIN 2048

struct ssh_key_facts {
    uint8_t sha256[32]; /* of the key's blob: what OpenSSH prints as SHA256:... in base64 */
    bool strong;        /* not DSA, not RSA below SSH_RSA_BITS_MIN (H40b) */
};

/* false: the library cannot write the key out; facts is then not set. */
bool ssh_key_read(ssh_key key, struct ssh_key_facts *facts);

/* Bits of the modulus in the blob of an ssh-rsa key (RFC 4253 6.6: string "ssh-rsa", mpint e, mpint n). 0 for anything
 * else. */
int ssh_key_rsa_bits(const uint8_t *blob, size_t n);
