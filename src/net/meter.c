#include "net/meter.h"

#include <time.h>

static int64_t read_clock_us(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static int64_t real_us(void)
{
    return read_clock_us(CLOCK_MONOTONIC);
}

static int64_t thread_us(void)
{
    return read_clock_us(CLOCK_THREAD_CPUTIME_ID);
}

static void read_thread(struct meter *m, int64_t now_us)
{
    m->read_us = m->thread_us();
    m->read_at_us = now_us;
}

void meter_init(struct meter *m)
{
    *m = (struct meter){ .real_us = real_us, .thread_us = thread_us };
    read_thread(m, m->real_us());
}

struct meter_mark meter_begin(struct meter *m)
{
    int64_t now_us = m->real_us();
    if (now_us - m->read_at_us > METER_FRESH_US) read_thread(m, now_us);
    return (struct meter_mark){ .real_us = now_us, .thread_us = m->read_us };
}

int64_t meter_since(struct meter *m, struct meter_mark mark)
{
    int64_t now_us = m->real_us(), real = now_us - mark.real_us;
    if (real <= METER_SHORT_US) return real;
    read_thread(m, now_us);
    int64_t thread = m->read_us - mark.thread_us;
    return thread < real ? thread : real;
}
