#include "base/later.h"

#include "base/mem.h"

#include <assert.h>
#include <event2/event.h>
#include <stdlib.h>

struct call {
    void (*call)(void *arg);
    void *arg;
};

static void on_later(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    struct call call = *(struct call *)arg;
    free(arg);
    call.call(call.arg);
}

void later(struct event_base *base, void (*call)(void *arg), void *arg)
{
    struct call *c = mem_new(sizeof *c);
    *c = (struct call){ .call = call, .arg = arg };
    int failed = event_base_once(base, -1, EV_TIMEOUT, on_later, c, NULL);
    assert(!failed);
    (void)failed;
}
