#include "server/process.h"

#include "base/log.h"
#include "server/signals.h"

#include <assert.h>
#include <event2/event.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#define OWN_FILES 64 /* descriptors that are not callers': database, threads, listeners */

/* Each caller needs a descriptor. A limit below the configured callers is logged; callers beyond it wait. */
static bool raise_descriptor_limit(int callers, struct err *e)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return true;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return true;
    long long files = (long long)limit.rlim_cur;
    if (files < 2 * OWN_FILES)
        return err_set(e, "the house may open %lld files only (ulimit -n): it needs %d and one for each caller", files,
                       OWN_FILES);
    if (files < callers + OWN_FILES)
        log_event(LOG_WARNING, NULL,
                  "the house may open %lld files only (ulimit -n): that is enough for %lld callers, not for %d", files,
                  files - OWN_FILES, callers);
    return true;
}

static void on_libevent_message(int severity, const char *message)
{
    log_event(severity >= EVENT_LOG_ERR ? LOG_ERR : LOG_WARNING, NULL, "libevent: %s", message);
}

static void *wait_for_lock(void *lock)
{
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    return NULL;
}

bool process_try_threads(int n, struct err *e)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_t thread[PROCESS_THREADS_MAX];
    int started = 0;
    assert(n <= PROCESS_THREADS_MAX);
    pthread_mutex_lock(&lock);
    while (started < n && pthread_create(&thread[started], NULL, wait_for_lock, &lock) == 0) started++;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < started; i++) pthread_join(thread[i], NULL);
    return started == n ||
           err_set(e, "the system gives %d threads only (ulimit -u, ulimit -v, TasksMax=): it needs %d", started, n);
}

bool process_settle(int callers, int threads, struct err *e)
{
    umask(077);
    signals_prepare();
    event_set_log_callback(on_libevent_message);
    prctl(PR_SET_DUMPABLE, 0);
    return raise_descriptor_limit(callers, e) && process_try_threads(threads, e);
}
