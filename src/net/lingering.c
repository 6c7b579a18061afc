#include "net/lingering.h"

#include "base/mem.h"

#include <assert.h>
#include <errno.h>
#include <event2/event.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#define READS_A_TURN 4
#define READ_SIZE 4096

struct parting {
    struct event *readable, *timer; /* NULL: the place is free */
    int fd;
    unsigned long number; /* in the order they came */
};

struct partings {
    struct event_base *base;
    unsigned long last_number;
    struct parting at[PARTINGS_MAX];
};

struct partings *partings_new(struct event_base *base)
{
    struct partings *p = mem_new(sizeof *p);
    p->base = base;
    return p;
}

static void end(struct parting *one)
{
    event_free(one->readable);
    event_free(one->timer);
    close(one->fd);
    *one = (struct parting){ .timer = NULL };
}

void partings_free(struct partings *p)
{
    for (int i = 0; i < PARTINGS_MAX; i++)
        if (p->at[i].timer != NULL) end(&p->at[i]);
    free(p);
}

/* false: they have hung up. */
static bool read_away(int fd)
{
    char bytes[READ_SIZE];
    for (int i = 0; i < READS_A_TURN; i++) {
        ssize_t n = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);
        if (n == 0) return false;
        if (n < 0) return errno == EAGAIN || errno == EINTR;
    }
    return true;
}

static void on_readable(evutil_socket_t fd, short what, void *arg)
{
    (void)what;
    if (!read_away(fd)) end(arg);
}

/* Whatever they go on sending. */
static void on_time(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    end(arg);
}

/* A free place; the oldest makes one. */
static struct parting *place(struct partings *p)
{
    struct parting *oldest = &p->at[0];
    for (int i = 0; i < PARTINGS_MAX; i++) {
        if (p->at[i].timer == NULL) return &p->at[i];
        if (p->at[i].number < oldest->number) oldest = &p->at[i];
    }
    end(oldest);
    return oldest;
}

void partings_add(struct partings *p, int fd, const void *bytes, size_t n, int ms)
{
    if (n > 0) (void)!send(fd, bytes, n, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (shutdown(fd, SHUT_WR) != 0) {
        close(fd);
        return;
    }
    struct parting *one = place(p);
    *one = (struct parting){ .fd = fd, .number = ++p->last_number };
    one->readable = event_new(p->base, fd, EV_READ | EV_PERSIST, on_readable, one);
    one->timer = event_new(p->base, -1, 0, on_time, one);
    assert(one->readable != NULL && one->timer != NULL);
    event_add(one->readable, NULL);
    event_add(one->timer, &(struct timeval){ .tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000 });
}
