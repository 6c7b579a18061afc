/* Any bytes are a record or are refused with a place and a reason; what was read is written and read back the same. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <sodium.h>
#include <string.h>

#include "base/text.h"
#include "games/catalogue/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void count_position(void *ctx, const struct record *r, const void *state, int ply)
{
    uint8_t count[CARD_HIDDEN + 1];
    r->game->census(state, count);
    for (card c = 1; c <= CARDS; c++) assert(count[c] == 1);
    assert(ply == *(int *)ctx);
    ++*(int *)ctx;
}

static void write_and_read_again(const struct record *r)
{
    struct text one, two;
    struct record again;
    struct record_fault fault;
    text_init_growing(&one, 4 * RECORD_BYTES_MAX);
    text_init_growing(&two, 4 * RECORD_BYTES_MAX);
    record_write(r, &one);
    if (one.len <= RECORD_BYTES_MAX) {
        bool read = record_read(&again, one.buf, one.len, NULL, &fault);
        assert(read);
        record_write(&again, &two);
        assert(strcmp(one.buf, two.buf) == 0);
        record_clear(&again);
    }
    text_free(&one);
    text_free(&two);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int positions = 0;
    struct record r;
    struct record_fault fault;
    const struct record_watch watch = { count_position, &positions };
    if (sodium_init() < 0) return 0;
    if (record_read(&r, (const char *)data, size, &watch, &fault)) {
        assert(positions == r.n + 1);
        write_and_read_again(&r);
        record_clear(&r);
    } else {
        assert(fault.line >= 1 && fault.column >= 1 && fault.reason[0] != '\0');
    }
    return 0;
}
