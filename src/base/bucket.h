/* How many of something may come: a bucket that holds so many at once and gets one more each interval. Cleared memory
 * is a full bucket. Interval and burst are the caller's at each call, always the same. */
#pragma once
#include <stdint.h>

struct bucket {
    int64_t full_us; /* monotonic microseconds at which it is full again */
};

/* How many are in it now, 0 to burst. interval_us and burst are at least 1. */
int bucket_level(const struct bucket *b, int64_t now_ms, int64_t interval_us, int burst);

/* Takes up to want out of it; returns how many it gave. */
int bucket_take(struct bucket *b, int64_t now_ms, int64_t interval_us, int burst, int want);

/* Puts n back of what was taken. */
void bucket_give_back(struct bucket *b, int64_t interval_us, int n);
