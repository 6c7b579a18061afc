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

struct lingerer {
    struct event *readable, *timer; /* NULL: the place is free */
    int fd;
    unsigned long number; /* in the order in which they came */
};

struct lingering {
    struct event_base *base;
    unsigned long last_number;
    struct lingerer at[LINGERING_MAX];
};

struct lingering *lingering_new(struct event_base *base)
{
    struct lingering *l = mem_new(sizeof *l);
    l->base = base;
    return l;
}

static void lingerer_close(struct lingerer *one)
{
    event_free(one->readable);
    event_free(one->timer);
    close(one->fd);
    *one = (struct lingerer){ .timer = NULL };
}

void lingering_free(struct lingering *l)
{
    for (int i = 0; i < LINGERING_MAX; i++)
        if (l->at[i].timer != NULL) lingerer_close(&l->at[i]);
    free(l);
}

/* Reads at most READS_A_TURN times, so that a flood does not hold up the loop. Returns false when the caller has hung
 * up or the socket has failed. */
static bool drop_input(int fd)
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
    if (!drop_input(fd)) lingerer_close(arg);
}

/* Closes the socket even if the caller goes on sending. */
static void on_time(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    lingerer_close(arg);
}

/* Returns a free place. When all are taken, the oldest socket is closed for it. */
static struct lingerer *free_place(struct lingering *l)
{
    struct lingerer *oldest = &l->at[0];
    for (int i = 0; i < LINGERING_MAX; i++) {
        if (l->at[i].timer == NULL) return &l->at[i];
        if (l->at[i].number < oldest->number) oldest = &l->at[i];
    }
    lingerer_close(oldest);
    return oldest;
}

void lingering_add(struct lingering *l, int fd, const void *bytes, size_t n, int ms)
{
    if (n > 0) (void)!send(fd, bytes, n, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (shutdown(fd, SHUT_WR) != 0) {
        close(fd);
        return;
    }
    struct lingerer *one = free_place(l);
    *one = (struct lingerer){ .fd = fd, .number = ++l->last_number };
    one->readable = event_new(l->base, fd, EV_READ | EV_PERSIST, on_readable, one);
    one->timer = event_new(l->base, -1, 0, on_time, one);
    assert(one->readable != NULL && one->timer != NULL);
    event_add(one->readable, NULL);
    event_add(one->timer, &(struct timeval){ .tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000 });
}
