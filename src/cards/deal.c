#include "cards/deal.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static_assert(DEAL_KEY_BYTES == randombytes_SEEDBYTES, "a deal key seeds the stream");

/* How many numbers of the stream are computed. 51 are used; one is rejected with a chance below 1 in 80 million. */
#define STREAM_NUMBERS 256

void deal_key(uint8_t key[DEAL_KEY_BYTES], const char *game, uint32_t number)
{
    char text[80];
    int n = snprintf(text, sizeof text, "kingscorner deal v1 %s %u", game, (unsigned)number);
    assert(n > 0 && (size_t)n < sizeof text);
    crypto_generichash(key, DEAL_KEY_BYTES, (const unsigned char *)text, (size_t)n, NULL, 0);
}

/* A number from 0 to n-1, all equally likely, from the next numbers of the stream. */
static uint32_t next_below(const uint8_t *stream, int *at, uint32_t n)
{
    uint64_t bound = (UINT64_C(1) << 32) / n * n, r;
    do {
        assert(*at < STREAM_NUMBERS);
        const uint8_t *b = stream + 4 * (*at)++;
        r = b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24;
    } while (r >= bound);
    return (uint32_t)(r % n);
}

void deal_deck(struct deck *d, const uint8_t key[DEAL_KEY_BYTES])
{
    uint8_t stream[4 * STREAM_NUMBERS];
    randombytes_buf_deterministic(stream, sizeof stream, key);
    for (int i = 0; i < CARDS; i++) d->c[i] = (card)(i + 1);
    for (int i = CARDS - 1, at = 0; i >= 1; i--) {
        uint32_t j = next_below(stream, &at, (uint32_t)i + 1);
        card c = d->c[i];
        d->c[i] = d->c[j];
        d->c[j] = c;
    }
    sodium_memzero(stream, sizeof stream);
}

void deal_seal(char seal[DEAL_SEAL_TEXT], const uint8_t key[DEAL_KEY_BYTES])
{
    uint8_t hash[32];
    crypto_generichash(hash, sizeof hash, key, DEAL_KEY_BYTES, NULL, 0);
    sodium_bin2hex(seal, DEAL_SEAL_TEXT, hash, (DEAL_SEAL_TEXT - 1) / 2);
}
