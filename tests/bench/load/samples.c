#include "load/samples.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

void samples_add(struct samples *s, double value)
{
    if (s->n == s->size) {
        s->size = s->size ? 2 * s->size : 1024;
        s->at = mem_resize(s->at, s->size * sizeof *s->at);
    }
    s->at[s->n++] = value;
}

void samples_clear(struct samples *s)
{
    free(s->at);
    *s = (struct samples){ 0 };
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double percentile(const struct samples *s, double share)
{
    double value = s->at[(size_t)((double)(s->n - 1) * share + 0.5)];
    return round(value * 1000) / 1000;
}

json_t *samples_json(struct samples *s)
{
    if (s->n == 0) return json_null();
    qsort(s->at, s->n, sizeof *s->at, compare);
    return json_pack("{s:f, s:f, s:f, s:f, s:I}", "p50", percentile(s, 0.5), "p90", percentile(s, 0.9), "p99",
                     percentile(s, 0.99), "max", percentile(s, 1), "n", (json_int_t)s->n);
}
