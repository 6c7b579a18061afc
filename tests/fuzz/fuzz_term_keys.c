/* Any bytes are keys, or nothing. The first byte of the input chooses the charset and the dialect, the second how it is
 * split; what comes out does not depend on the split. Then the reads come apart in time, with a timer in between. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/clean.h"
#include "term/keys.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What is compared of a stream of keys. */
struct digest {
    uint64_t hash;
    size_t count;
};

static void mix(struct digest *d, uint64_t value)
{
    d->hash = (d->hash ^ value) * 0x100000001B3u;
}

static void on_key(void *ctx, const struct key *k)
{
    struct digest *d = ctx;
    assert(k->code <= KEY_UNREADABLE && k->mods <= 7);
    if (k->code == KEY_CHAR) assert(clean_character(k->ch) && (k->mods & ~KEY_ALT) == 0);
    assert(k->base < 0x7F && (k->base == 0 || k->code == KEY_CHAR));
    for (int typed = 0; typed < 2; typed++) {
        struct key settled = *k;
        if (key_settle(&settled, typed)) assert(settled.code == KEY_MOUSE || settled.mods == 0);
    }
    if (k->code == KEY_PASTE) assert(k->ch == '\n' || k->ch == '\r' || k->ch == '\t' || clean_character(k->ch));
    if (k->code == KEY_CTRL) assert(k->ch >= 'a' && k->ch <= 'z');
    if (k->code == KEY_MOUSE) assert(k->mouse.x >= 0 && k->mouse.y >= 0 && !(k->mouse.press && k->mouse.drag));
    mix(d, k->code);
    mix(d, k->mods);
    mix(d, k->ch);
    mix(d, (uint64_t)k->mouse.x << 32 | (uint32_t)k->mouse.y);
    d->count++;
}

/* Reads of at most step bytes, ms apart, then silence until nothing is waited for. */
static struct digest decode(enum charset cs, enum key_dialect dialect, const uint8_t *bytes, size_t n, size_t step,
                            int ms)
{
    struct digest d = { .hash = 0 };
    struct keys keys;
    keys_init(&keys, cs);
    keys.dialect = (uint8_t)dialect;
    int64_t now = 1000;
    for (size_t i = 0; i < n; i += step, now += ms) {
        if (ms > 0) keys_timeout(&keys, now, on_key, &d);
        keys_input(&keys, bytes + i, n - i < step ? n - i : step, now, on_key, &d);
        assert(keys.deadline == 0 || keys.deadline <= now + KEYS_PASTE_MS);
    }
    for (int i = 0; keys.deadline != 0; i++) {
        assert(i < 3);
        keys_timeout(&keys, keys.deadline, on_key, &d);
    }
    return d;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2) return 0;
    enum charset cs = (enum charset)(data[0] % 3);
    enum key_dialect dialect = (enum key_dialect)(data[0] / 3 % 3);
    size_t step = 1 + data[1] % (KEYS_BURST - 1);
    struct digest one = decode(cs, dialect, data + 2, size - 2, 1, 0),
                  other = decode(cs, dialect, data + 2, size - 2, step, 0);
    assert(one.hash == other.hash && one.count == other.count && one.count <= size);
    decode(cs, dialect, data + 2, size - 2, size, 0);
    static const int apart[] = { 1, 19, 20, 60, 99, 100, 150, 300, 999, 1000, 2500 };
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++) {
        struct digest late = decode(cs, dialect, data + 2, size - 2, 1 + i % 3, apart[i]);
        assert(late.count <= size);
    }
    return 0;
}
