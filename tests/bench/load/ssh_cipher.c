#include "load/ssh_cipher.h"

#include <assert.h>
#include <openssl/params.h>
#include <string.h>

#define BLOCK 8
#define PADDING_MIN 4
#define TAG 16

void ssh_cipher_init(struct ssh_cipher *c)
{
    EVP_MAC *poly = EVP_MAC_fetch(NULL, "POLY1305", NULL);
    c->poly = EVP_MAC_CTX_new(poly);
    EVP_MAC_free(poly);
    c->chacha = EVP_CIPHER_CTX_new();
    int ready = EVP_CipherInit_ex(c->chacha, EVP_chacha20(), NULL, NULL, NULL, 1);
    assert(c->poly != NULL && ready == 1);
    (void)ready;
}

void ssh_cipher_clear(struct ssh_cipher *c)
{
    EVP_CIPHER_CTX_free(c->chacha);
    EVP_MAC_CTX_free(c->poly);
}

static void chacha(const struct ssh_cipher *c, const uint8_t *key, uint8_t block, uint32_t sequence, uint8_t *bytes,
                   size_t n)
{
    uint8_t iv[16] = { block };
    int written;
    put_u32(iv + 12, sequence);
    EVP_CipherInit_ex(c->chacha, NULL, NULL, key, iv, 1);
    EVP_CipherUpdate(c->chacha, bytes, &written, bytes, (int)n);
}

static void poly(const struct ssh_cipher *c, const struct ssh_direction *d, const uint8_t *bytes, size_t n,
                 uint8_t tag[TAG])
{
    uint8_t key[32] = { 0 };
    size_t size;
    chacha(c, d->key, 0, d->sequence, key, sizeof key);
    EVP_MAC_init(c->poly, key, sizeof key, NULL);
    EVP_MAC_update(c->poly, bytes, n);
    EVP_MAC_final(c->poly, tag, &size, TAG);
}

size_t ssh_seal(const struct ssh_cipher *c, struct ssh_direction *d, const struct packet *p,
                uint8_t out[SSH_SEALED_MAX])
{
    size_t counted = (d->on ? 0 : 4) + 1 + p->n;
    size_t padding = BLOCK - counted % BLOCK;
    if (padding < PADDING_MIN) padding += BLOCK;
    size_t length = 1 + p->n + padding;
    put_u32(out, (uint32_t)length);
    out[4] = (uint8_t)padding;
    memcpy(out + 5, p->at, p->n);
    memset(out + 5 + p->n, 0, padding);
    if (d->on) {
        chacha(c, d->key + 32, 0, d->sequence, out, 4);
        chacha(c, d->key, 1, d->sequence, out + 4, length);
        poly(c, d, out, 4 + length, out + 4 + length);
    }
    d->sequence++;
    return 4 + length + (d->on ? TAG : 0);
}

static uint32_t length_of(const struct ssh_cipher *c, const struct ssh_direction *d, const uint8_t *bytes)
{
    uint8_t length[4];
    memcpy(length, bytes, sizeof length);
    if (d->on) chacha(c, d->key + 32, 0, d->sequence, length, sizeof length);
    return get_u32(length);
}

static bool decrypt(const struct ssh_cipher *c, const struct ssh_direction *d, uint8_t *bytes, size_t length)
{
    uint8_t tag[TAG];
    poly(c, d, bytes, 4 + length, tag);
    if (memcmp(tag, bytes + 4 + length, TAG) != 0) return false;
    chacha(c, d->key, 1, d->sequence, bytes + 4, length);
    return true;
}

int ssh_unseal(const struct ssh_cipher *c, struct ssh_direction *d, uint8_t *bytes, size_t n, struct reader *payload)
{
    if (n < 4) return 0;
    uint32_t length = length_of(c, d, bytes);
    if (length < 1 + PADDING_MIN || length > SSH_INCOMING_MAX) return -1;
    size_t whole = 4 + length + (d->on ? TAG : 0);
    if (n < whole) return 0;
    if (d->on && !decrypt(c, d, bytes, length)) return -1;
    d->sequence++;
    uint8_t padding = bytes[4];
    if (padding + 1u > length) return -1;
    *payload = reader_of(bytes + 5, length - 1 - padding);
    return (int)whole;
}
