#include "base/random.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

struct random random_system(void)
{
    return (struct random){ { 0 } };
}

/* splitmix64 spreads a seed over the state, as the generator's authors advise. */
struct random random_seeded(uint64_t seed)
{
    struct random r;
    for (int i = 0; i < 4; i++) {
        uint64_t z = (seed += 0x9E3779B97F4A7C15u);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        r.s[i] = z ^ (z >> 31);
    }
    return r;
}

static uint64_t rotate(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

static uint64_t random_next(struct random *r)
{
    uint64_t *s = r->s;
    if ((s[0] | s[1] | s[2] | s[3]) == 0) {
        uint64_t x;
        randombytes_buf(&x, sizeof x);
        return x;
    }
    uint64_t result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

void random_bytes(struct random *r, void *out, size_t n)
{
    unsigned char *p = out;
    while (n > 0) {
        uint64_t x = random_next(r);
        size_t k = n < sizeof x ? n : sizeof x;
        memcpy(p, &x, k);
        p += k;
        n -= k;
    }
}

uint32_t random_below(struct random *r, uint32_t n)
{
    assert(n >= 1);
    uint64_t bound = (UINT64_C(1) << 32) / n * n, x;
    do x = random_next(r) >> 32;
    while (x >= bound);
    return (uint32_t)(x % n);
}
