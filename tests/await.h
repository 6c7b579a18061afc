/* A test waits here for the answer of a thread, or for a timer of the loop. It fails when neither comes. */
#pragma once
#include <stdbool.h>

#include <event2/event.h>

#define AWAIT_S 60 /* far more than the slowest host takes */

static inline void on_too_late(evutil_socket_t fd, short what, void *late)
{
    (void)fd, (void)what;
    *(bool *)late = true;
}

/* Runs the loop of base until the condition holds. After AWAIT_S without that, the test fails with the words of a
 * printf. */
#define AWAIT(base, condition, ...)                                                                                    \
    do {                                                                                                               \
        bool late_ = false;                                                                                            \
        struct event *timer_ = event_new(base, -1, 0, on_too_late, &late_);                                            \
        event_add(timer_, &(struct timeval){ .tv_sec = AWAIT_S });                                                     \
        while (!(condition) && !late_) event_base_loop(base, EVLOOP_ONCE);                                             \
        event_free(timer_);                                                                                            \
        if (late_ && !(condition)) fail_msg(__VA_ARGS__);                                                              \
    } while (0)
