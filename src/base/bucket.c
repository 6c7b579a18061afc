#include "base/bucket.h"

#include <assert.h>

static int64_t ahead_us(const struct bucket *b, int64_t now_ms)
{
    int64_t ahead = b->full_us - now_ms * 1000;
    return ahead > 0 ? ahead : 0;
}

int bucket_level(const struct bucket *b, int64_t now_ms, int64_t interval_us, int burst)
{
    assert(interval_us >= 1 && burst >= 1);
    int64_t missing = (ahead_us(b, now_ms) + interval_us - 1) / interval_us;
    return missing < burst ? burst - (int)missing : 0;
}

int bucket_take(struct bucket *b, int64_t now_ms, int64_t interval_us, int burst, int want)
{
    int level = bucket_level(b, now_ms, interval_us, burst), give = want < level ? want : level;
    b->full_us = now_ms * 1000 + ahead_us(b, now_ms) + give * interval_us;
    return give;
}

void bucket_give_back(struct bucket *b, int64_t interval_us, int n)
{
    b->full_us -= n * interval_us;
}
