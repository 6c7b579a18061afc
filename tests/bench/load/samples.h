/* Measured values of one kind, and their percentiles. Owned by whoever measures. */
#pragma once
#include <jansson.h>
#include <stddef.h>

struct samples {
    double *at;
    size_t n, size;
};

void samples_add(struct samples *s, double value);
void samples_clear(struct samples *s); /* frees */

/* {"p50":...,"p90":...,"p99":...,"max":...,"n":...}, or null when there are none. Sorts them. */
json_t *samples_json(struct samples *s);
