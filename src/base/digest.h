/* A number for things put in one after the other (FNV-1a, 64 bits), to see later whether any of them has changed. It
 * is no proof against somebody who looks for two things of one number. */
#pragma once
#include <stdint.h>

#define DIGEST_OF_NOTHING UINT64_C(14695981039346656037)

static inline uint64_t digest_byte(uint64_t digest, uint8_t byte)
{
    return (digest ^ byte) * UINT64_C(1099511628211);
}

/* digest with n behind it. */
static inline uint64_t digest_number(uint64_t digest, uint64_t n)
{
    for (int k = 0; k < 64; k += 8) digest = digest_byte(digest, (uint8_t)(n >> k));
    return digest;
}

/* digest with that string behind it, its end included. */
static inline uint64_t digest_text(uint64_t digest, const char *text)
{
    do digest = digest_byte(digest, (uint8_t)*text);
    while (*text++ != '\0');
    return digest;
}
