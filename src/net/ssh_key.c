#include "net/ssh_key.h"

#include <sodium.h>
#include <string.h>

#define BLOB_MAX 4096 /* bytes; an RSA key of 16384 bits takes 2.1 kB */

/* Takes one length-prefixed field off the front (RFC 4251 5). */
static bool take_field(const uint8_t **at, size_t *left, const uint8_t **field, size_t *length)
{
    if (*left < 4) return false;
    const uint8_t *p = *at;
    *length = (size_t)p[0] << 24 | (size_t)p[1] << 16 | (size_t)p[2] << 8 | p[3];
    if (*length > *left - 4) return false;
    *field = p + 4;
    *at += 4 + *length;
    *left -= 4 + *length;
    return true;
}

int ssh_key_rsa_bits(const uint8_t *blob, size_t n)
{
    static const char name[] = "ssh-rsa";
    const uint8_t *field;
    size_t length;
    if (!take_field(&blob, &n, &field, &length) || length != sizeof name - 1 || memcmp(field, name, length) != 0)
        return 0;
    if (!take_field(&blob, &n, &field, &length) || !take_field(&blob, &n, &field, &length)) return 0;
    for (; length > 0 && *field == 0; field++) length--;
    if (length == 0) return 0;
    int bits = (int)length * 8;
    for (uint8_t top = *field; !(top & 0x80); top = (uint8_t)(top << 1)) bits--;
    return bits;
}

static bool is_strong(enum ssh_keytypes_e type, const uint8_t *blob, size_t n)
{
    switch (type) {
    case SSH_KEYTYPE_ED25519:
    case SSH_KEYTYPE_SK_ED25519:
    case SSH_KEYTYPE_ECDSA_P256:
    case SSH_KEYTYPE_ECDSA_P384:
    case SSH_KEYTYPE_ECDSA_P521:
    case SSH_KEYTYPE_SK_ECDSA: return true;
    case SSH_KEYTYPE_RSA: return ssh_key_rsa_bits(blob, n) >= SSH_RSA_BITS_MIN;
    default: return false;
    }
}

bool ssh_key_read(ssh_key key, struct ssh_key_facts *facts)
{
    char *text = NULL;
    uint8_t blob[BLOB_MAX];
    size_t n = 0;
    if (key == NULL || ssh_pki_export_pubkey_base64(key, &text) != SSH_OK) return false;
    int failed =
        sodium_base642bin(blob, sizeof blob, text, strlen(text), NULL, &n, NULL, sodium_base64_VARIANT_ORIGINAL);
    ssh_string_free_char(text);
    if (failed) return false;
    crypto_hash_sha256(facts->sha256, blob, n);
    facts->strong = is_strong(ssh_key_type(key), blob, n);
    return true;
}
