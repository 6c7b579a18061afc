#include "server/signals.h"

#include "base/log.h"

#include <assert.h>
#include <event2/event.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>

static const struct {
    int number;
    bool ends;
} heard[SIGNALS_HEARD] = {
    { SIGTERM, true }, { SIGINT, true }, { SIGQUIT, true }, { SIGHUP, false }, { SIGUSR1, false }, { SIGUSR2, false },
};

static const int ignored[] = { SIGPIPE, SIGXFSZ, SIGTTOU };

bool signal_is_ignored(int number)
{
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

void signals_prepare(void)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < SIGNALS_HEARD; i++) sigaddset(&set, heard[i].number);
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);
    pthread_sigmask(SIG_SETMASK, &set, NULL);
}

static void on_signal(evutil_socket_t number, short what, void *arg)
{
    struct signals *s = arg;
    (void)what;
    for (size_t i = 0; i < SIGNALS_HEARD; i++) {
        if (heard[i].number != number) continue;
        if (heard[i].ends)
            s->end(s->arg, strsignal(number));
        else
            log_event(LOG_NOTICE, NULL,
                      "SIG%s: the house stays open; SIGTERM closes it, and its configuration is read at the start only",
                      sigabbrev_np(number));
    }
}

void signals_open(struct signals *s, struct event_base *base, void (*end)(void *arg, const char *name), void *arg)
{
    sigset_t none;
    *s = (struct signals){ .end = end, .arg = arg };
    for (size_t i = 0; i < SIGNALS_HEARD; i++) {
        if (signal_is_ignored(heard[i].number)) continue;
        s->event[i] = evsignal_new(base, heard[i].number, on_signal, s);
        assert(s->event[i] != NULL);
        event_add(s->event[i], NULL);
    }
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
}

void signals_close(struct signals *s)
{
    for (size_t i = 0; i < SIGNALS_HEARD; i++) {
        if (s->event[i] != NULL) event_free(s->event[i]);
        s->event[i] = NULL;
    }
}
