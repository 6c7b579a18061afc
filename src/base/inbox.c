#include "base/inbox.h"

#include "base/mem.h"

#include <assert.h>
#include <event2/event.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct letter {
    struct letter *next;
    void (*call)(void *arg);
    void *arg;
};

struct inbox {
    pthread_mutex_t lock;
    struct letter *first, **last;
    struct event *event;
    int fd;
};

static struct letter *take_all(struct inbox *in)
{
    pthread_mutex_lock(&in->lock);
    struct letter *all = in->first;
    in->first = NULL;
    in->last = &in->first;
    pthread_mutex_unlock(&in->lock);
    return all;
}

void inbox_deliver(struct inbox *in)
{
    for (struct letter *l = take_all(in), *next; l != NULL; l = next) {
        next = l->next;
        l->call(l->arg);
        free(l);
    }
}

static void on_inbox_readable(evutil_socket_t fd, short what, void *arg)
{
    (void)what;
    uint64_t count;
    ssize_t ignored = read(fd, &count, sizeof count);
    (void)ignored;
    inbox_deliver(arg);
}

struct inbox *inbox_new(struct event_base *base)
{
    struct inbox *in = mem_new(sizeof *in);
    pthread_mutex_init(&in->lock, NULL);
    in->last = &in->first;
    in->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    assert(in->fd >= 0);
    in->event = event_new(base, in->fd, EV_READ | EV_PERSIST, on_inbox_readable, in);
    assert(in->event != NULL);
    event_add(in->event, NULL);
    return in;
}

void inbox_free(struct inbox *in)
{
    if (in == NULL) return;
    inbox_deliver(in);
    event_free(in->event);
    close(in->fd);
    pthread_mutex_destroy(&in->lock);
    free(in);
}

void inbox_post(struct inbox *in, void (*call)(void *arg), void *arg)
{
    struct letter *l = mem_new(sizeof *l);
    *l = (struct letter){ .call = call, .arg = arg };
    pthread_mutex_lock(&in->lock);
    bool was_empty = in->first == NULL;
    *in->last = l;
    in->last = &l->next;
    pthread_mutex_unlock(&in->lock);
    if (was_empty) {
        uint64_t one = 1;
        ssize_t ignored = write(in->fd, &one, sizeof one);
        (void)ignored;
    }
}
