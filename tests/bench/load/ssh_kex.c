#include "load/ssh_kex.h"

#include "base/mem.h"
#include "load/ssh_numbers.h"

#include <assert.h>
#include <openssl/rand.h>
#include <stdlib.h>
#include <string.h>

#define ED25519_PREFIX 19 /* bytes of an ssh-ed25519 key or signature before the 32 or 64 that matter */

void ssh_kex_common_init(struct ssh_kex_common *c)
{
    size_t n = sizeof c->own_public;
    *c = (struct ssh_kex_common){ .own = EVP_PKEY_Q_keygen(NULL, NULL, "X25519"), .hash = EVP_MD_CTX_new() };
    assert(c->own != NULL && c->hash != NULL);
    EVP_PKEY_get_raw_public_key(c->own, c->own_public, &n);
}

void ssh_kex_common_clear(struct ssh_kex_common *c)
{
    EVP_PKEY_free(c->own);
    EVP_MD_CTX_free(c->hash);
}

/* What an OpenSSH client offers, so that the packet is as large: the host takes the first of each list that it has. */
#define CIPHERS                                                                                                        \
    "chacha20-poly1305@openssh.com,aes128-ctr,aes192-ctr,aes256-ctr,aes128-gcm@openssh.com,aes256-gcm@openssh.com"
#define MACS                                                                                                           \
    "umac-64-etm@openssh.com,umac-128-etm@openssh.com,hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com,"    \
    "hmac-sha1-etm@openssh.com,umac-64@openssh.com,umac-128@openssh.com,hmac-sha2-256,hmac-sha2-512,hmac-sha1"
#define COMPRESSIONS "none,zlib@openssh.com,zlib"
static const char *const offers[] = {
    "sntrup761x25519-sha512@openssh.com,curve25519-sha256,curve25519-sha256@libssh.org,ecdh-sha2-nistp256,"
    "ecdh-sha2-nistp384,ecdh-sha2-nistp521,diffie-hellman-group-exchange-sha256,diffie-hellman-group16-sha512,"
    "diffie-hellman-group18-sha512,diffie-hellman-group14-sha256",
    "ssh-ed25519-cert-v01@openssh.com,ecdsa-sha2-nistp256-cert-v01@openssh.com,sk-ssh-ed25519-cert-v01@openssh.com,"
    "rsa-sha2-512-cert-v01@openssh.com,rsa-sha2-256-cert-v01@openssh.com,ssh-ed25519,ecdsa-sha2-nistp256,"
    "sk-ssh-ed25519@openssh.com,rsa-sha2-512,rsa-sha2-256",
    CIPHERS,
    CIPHERS,
    MACS,
    MACS,
    COMPRESSIONS,
    COMPRESSIONS,
    "",
    "",
};

struct ssh_kex *ssh_kex_new(void)
{
    struct ssh_kex *k = mem_new(sizeof *k);
    uint8_t cookie[16];
    RAND_bytes(cookie, sizeof cookie);
    packet_byte(&k->own_init, SSH_KEXINIT);
    packet_raw(&k->own_init, cookie, sizeof cookie);
    for (size_t i = 0; i < sizeof offers / sizeof *offers; i++) packet_text(&k->own_init, offers[i]);
    packet_byte(&k->own_init, 0);
    packet_u32(&k->own_init, 0);
    return k;
}

void ssh_kex_free(struct ssh_kex *k)
{
    if (k == NULL) return;
    free(k->host_init);
    free(k);
}

/* The shared secret as an mpint without its length (RFC 4251 5). */
static bool derive(const struct ssh_kex_common *c, const uint8_t theirs[32], struct packet *secret)
{
    uint8_t raw[32];
    size_t n = sizeof raw, skip = 0;
    EVP_PKEY *peer = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, NULL, theirs, 32);
    EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(c->own, NULL);
    bool done = peer != NULL && ctx != NULL && EVP_PKEY_derive_init(ctx) == 1 &&
                EVP_PKEY_derive_set_peer_ex(ctx, peer, 0) == 1 && EVP_PKEY_derive(ctx, raw, &n) == 1;
    EVP_PKEY_CTX_free(ctx);
    EVP_PKEY_free(peer);
    if (!done) return false;
    while (skip < n && raw[skip] == 0) skip++;
    bool sign = skip < n && (raw[skip] & 0x80);
    packet_u32(secret, (uint32_t)(n - skip + sign));
    if (sign) packet_byte(secret, 0);
    packet_raw(secret, raw + skip, n - skip);
    return true;
}

static void hash_string(EVP_MD_CTX *hash, const void *bytes, size_t n)
{
    uint8_t length[4];
    put_u32(length, (uint32_t)n);
    EVP_DigestUpdate(hash, length, sizeof length);
    EVP_DigestUpdate(hash, bytes, n);
}

struct exchange {
    const uint8_t *host_key, *theirs, *signature;
    size_t host_key_n, theirs_n, signature_n;
    struct packet secret;
    uint8_t hash[SSH_HASH];
};

static void hash_exchange(const struct ssh_kex_common *c, const struct ssh_kex *k, struct exchange *x)
{
    EVP_DigestInit_ex(c->hash, EVP_sha256(), NULL);
    hash_string(c->hash, SSH_VERSION_TEXT, strlen(SSH_VERSION_TEXT));
    hash_string(c->hash, k->host_version, strlen(k->host_version));
    hash_string(c->hash, k->own_init.at, k->own_init.n);
    hash_string(c->hash, k->host_init, k->host_init_n);
    hash_string(c->hash, x->host_key, x->host_key_n);
    hash_string(c->hash, c->own_public, sizeof c->own_public);
    hash_string(c->hash, x->theirs, x->theirs_n);
    EVP_DigestUpdate(c->hash, x->secret.at, x->secret.n);
    EVP_DigestFinal_ex(c->hash, x->hash, NULL);
}

static bool verify(const struct exchange *x)
{
    if (x->host_key_n != ED25519_PREFIX + 32 || x->signature_n != ED25519_PREFIX + 64) return false;
    EVP_PKEY *key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, x->host_key + ED25519_PREFIX, 32);
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    bool right = EVP_DigestVerifyInit(ctx, NULL, NULL, NULL, key) == 1 &&
                 EVP_DigestVerify(ctx, x->signature + ED25519_PREFIX, 64, x->hash, SSH_HASH) == 1;
    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(key);
    return right;
}

static bool know_host(struct ssh_kex_common *c, const struct exchange *x)
{
    if (c->host_key_n > 0)
        return x->host_key_n == c->host_key_n && memcmp(x->host_key, c->host_key, c->host_key_n) == 0;
    if (!verify(x)) return false;
    memcpy(c->host_key, x->host_key, x->host_key_n);
    c->host_key_n = x->host_key_n;
    return true;
}

/* The two hashes that the 64 bytes of a chacha20-poly1305 key are made of (RFC 4253 7.2). */
static void derive_key(const struct ssh_kex_common *c, const struct exchange *x, char letter, uint8_t key[2 * SSH_HASH])
{
    EVP_DigestInit_ex(c->hash, EVP_sha256(), NULL);
    EVP_DigestUpdate(c->hash, x->secret.at, x->secret.n);
    EVP_DigestUpdate(c->hash, x->hash, SSH_HASH);
    EVP_DigestUpdate(c->hash, &letter, 1);
    EVP_DigestUpdate(c->hash, x->hash, SSH_HASH); /* the session's id: that of its first exchange */
    EVP_DigestFinal_ex(c->hash, key, NULL);
    EVP_DigestInit_ex(c->hash, EVP_sha256(), NULL);
    EVP_DigestUpdate(c->hash, x->secret.at, x->secret.n);
    EVP_DigestUpdate(c->hash, x->hash, SSH_HASH);
    EVP_DigestUpdate(c->hash, key, SSH_HASH);
    EVP_DigestFinal_ex(c->hash, key + SSH_HASH, NULL);
}

bool ssh_kex_reply(struct ssh_kex_common *c, const struct ssh_kex *k, struct reader *reply, struct ssh_direction *out,
                   struct ssh_direction *in, uint8_t id[SSH_HASH])
{
    struct exchange x = { 0 };
    x.host_key = read_string(reply, &x.host_key_n);
    x.theirs = read_string(reply, &x.theirs_n);
    x.signature = read_string(reply, &x.signature_n);
    if (reply->short_of || x.theirs_n != 32 || !derive(c, x.theirs, &x.secret)) return false;
    hash_exchange(c, k, &x);
    if (!know_host(c, &x)) return false;
    derive_key(c, &x, 'C', out->key);
    derive_key(c, &x, 'D', in->key);
    memcpy(id, x.hash, SSH_HASH);
    return true;
}
