/* A token bucket: it holds at most burst tokens and gains one in each interval. Zeroed memory is a full bucket. The
 * caller passes interval and burst with each call and never changes them. */
#pragma once
#include <stdint.h>

struct bucket {
    int64_t full_us; /* monotonic microseconds at which it is full again */
};

/* The number of tokens at now_ms, 0 to burst. interval_us and burst are at least 1: asserted. */
int bucket_level(const struct bucket *b, int64_t now_ms, int64_t interval_us, int burst);

/* Takes up to want tokens; returns how many it took. */
int bucket_take(struct bucket *b, int64_t now_ms, int64_t interval_us, int burst, int want);

/* Puts back n tokens that were taken. */
void bucket_give_back(struct bucket *b, int64_t interval_us, int n);
