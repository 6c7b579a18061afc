#include "base/outlet.h"

#include "base/mem.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CHUNK_MAX 4096 /* bytes of one write: at most PIPE_BUF, so that a pipe takes them whole */

struct outlet {
    int fd; /* our own duplicate: the caller may close its descriptor, and the number may be used again */
    const char *lost_format;
    pthread_t thread;
    pthread_mutex_t lock; /* for everything below */
    pthread_cond_t more, done;
    bool failed; /* the last write failed; the lost lines are reported when one succeeds again */
    bool closing;
    bool abandoned; /* outlet_close() has given up: the thread frees the outlet */
    unsigned long long lost;
    size_t size, first, used;
    char ring[];
};

static void outlet_free(struct outlet *o)
{
    pthread_mutex_destroy(&o->lock);
    pthread_cond_destroy(&o->more);
    pthread_cond_destroy(&o->done);
    close(o->fd);
    free(o);
}

/* --- the ring --- */

static void append(struct outlet *o, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) o->ring[(o->first + o->used + i) % o->size] = bytes[i];
    o->used += n;
}

/* Copies as many whole lines from offset on as max bytes can hold. */
static size_t copy_lines(const struct outlet *o, size_t offset, char *out, size_t max)
{
    size_t whole = 0;
    for (size_t i = 0; i < max && offset + i < o->used; i++) {
        out[i] = o->ring[(o->first + offset + i) % o->size];
        if (out[i] == '\n') whole = i + 1;
    }
    return whole;
}

static size_t lost_line(const struct outlet *o, char line[OUTLET_LINE_MAX])
{
    if (o->lost == 0 || o->lost_format == NULL) return 0;
    return (size_t)snprintf(line, OUTLET_LINE_MAX, o->lost_format, o->lost);
}

static unsigned long long count_lines(const char *bytes, size_t n)
{
    unsigned long long lines = 0;
    for (size_t i = 0; i < n; i++) lines += bytes[i] == '\n';
    return lines;
}

/* --- the thread --- */

/* Waits for the reader without a limit. */
static bool write_whole(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t done = write(fd, bytes, n);
        if (done >= 0) {
            bytes += done;
            n -= (size_t)done;
        } else if (errno == EAGAIN) {
            poll(&(struct pollfd){ .fd = fd, .events = POLLOUT }, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

/* Is called and returns with the lock held. The lines stay in the ring until they are written. The report on lost lines
 * comes before the line that followed them. */
static void write_chunk(struct outlet *o)
{
    char chunk[CHUNK_MAX];
    size_t head = o->failed || o->used == 0 ? lost_line(o, chunk) : 0;
    size_t body = copy_lines(o, 0, chunk + head, sizeof chunk - head);
    unsigned long long reported = head > 0 || o->lost_format == NULL ? o->lost : 0;
    o->lost -= reported;
    pthread_mutex_unlock(&o->lock);
    bool written = write_whole(o->fd, chunk, head + body);
    pthread_mutex_lock(&o->lock);
    o->failed = !written;
    if (!written) o->lost += reported + count_lines(chunk + head, body);
    o->first = (o->first + body) % o->size;
    o->used -= body;
}

static bool has_work(const struct outlet *o)
{
    return o->used > 0 || (o->lost > 0 && !o->failed);
}

static void *outlet_thread(void *arg)
{
    struct outlet *o = arg;
    pthread_mutex_lock(&o->lock);
    while (has_work(o) || !o->closing) {
        if (has_work(o)) {
            write_chunk(o);
        } else {
            pthread_cond_wait(&o->more, &o->lock);
        }
        if (!has_work(o)) pthread_cond_signal(&o->done);
    }
    bool abandoned = o->abandoned;
    o->closing = false; /* done */
    pthread_cond_signal(&o->done);
    pthread_mutex_unlock(&o->lock);
    if (abandoned) outlet_free(o);
    return NULL;
}

/* Blocks all signals in the thread: they are for the loop, and a terminal that stops output of background jobs (stty
 * tostop) must not stop us. */
static bool start_thread(struct outlet *o)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    bool started = pthread_create(&o->thread, NULL, outlet_thread, o) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

/* --- public functions --- */

struct outlet *outlet_open(int fd, size_t size, const char *lost)
{
    assert(size >= 2 * OUTLET_LINE_MAX);
    struct outlet *o = mem_new(sizeof *o + size);
    *o = (struct outlet){ .fd = fcntl(fd, F_DUPFD_CLOEXEC, 3), .lost_format = lost, .size = size };
    pthread_mutex_init(&o->lock, NULL);
    pthread_cond_init(&o->more, NULL);
    pthread_cond_init(&o->done, NULL);
    if (o->fd >= 0 && start_thread(o)) return o;
    outlet_free(o);
    return NULL;
}

bool outlet_put(struct outlet *o, const char *line, size_t n)
{
    char about[OUTLET_LINE_MAX];
    assert(n >= 1 && n <= OUTLET_LINE_MAX && line[n - 1] == '\n');
    pthread_mutex_lock(&o->lock);
    size_t more = o->failed ? 0 : lost_line(o, about);
    bool fits = more + n <= o->size - o->used;
    if (fits) {
        if (more > 0) o->lost = 0;
        append(o, about, more);
        append(o, line, n);
    } else {
        o->lost++;
    }
    pthread_mutex_unlock(&o->lock);
    if (fits) pthread_cond_signal(&o->more); /* while it is locked, the thread would wake only to wait for it */
    return fits;
}

static struct timespec after_ms(int ms)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    int64_t ns = t.tv_nsec + (int64_t)ms % 1000 * 1000000;
    return (struct timespec){ .tv_sec = t.tv_sec + ms / 1000 + ns / 1000000000, .tv_nsec = ns % 1000000000 };
}

bool outlet_close(struct outlet *o, int ms)
{
    if (o == NULL) return true;
    const struct timespec end = after_ms(ms);
    pthread_mutex_lock(&o->lock);
    o->closing = true;
    pthread_cond_signal(&o->more);
    while (o->closing && pthread_cond_clockwait(&o->done, &o->lock, CLOCK_MONOTONIC, &end) == 0) continue;
    bool over = !o->closing, whole = over && o->lost == 0;
    o->abandoned = !over;
    if (!over) pthread_detach(o->thread);
    pthread_mutex_unlock(&o->lock);
    if (over) {
        pthread_join(o->thread, NULL);
        outlet_free(o);
    }
    return whole;
}

void outlet_dump(const struct outlet *o)
{
    char chunk[CHUNK_MAX];
    for (size_t offset = 0, n; (n = copy_lines(o, offset, chunk, sizeof chunk)) > 0; offset += n) {
        struct pollfd out = { .fd = o->fd, .events = POLLOUT };
        if (poll(&out, 1, 0) != 1 || !(out.revents & POLLOUT)) return;
        if (write(o->fd, chunk, n) < 0) return;
    }
}
