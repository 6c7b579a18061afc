#include "base/pool.h"

#include "base/inbox.h"
#include "base/mem.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
    struct job *next;
    struct pool *pool;
    void (*work)(void *arg);
    void (*done)(void *arg, bool ran);
    void *arg;
    bool ran;
};

struct pool {
    struct inbox *inbox;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    struct job *first, **last;
    int waiting, queue, threads;
    bool stopping;
    pthread_t thread[64];
};

static void finish(void *arg)
{
    struct job *j = arg;
    j->done(j->arg, j->ran);
    free(j);
}

/* The next job, or NULL when the pool stops. */
static struct job *take(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    while (p->first == NULL && !p->stopping) pthread_cond_wait(&p->wake, &p->lock);
    struct job *j = p->stopping ? NULL : p->first;
    if (j != NULL) {
        p->first = j->next;
        if (p->first == NULL) p->last = &p->first;
        p->waiting--;
    }
    pthread_mutex_unlock(&p->lock);
    return j;
}

static void *worker(void *arg)
{
    struct pool *p = arg;
    for (struct job *j; (j = take(p)) != NULL;) {
        j->work(j->arg);
        j->ran = true;
        inbox_post(p->inbox, finish, j);
    }
    return NULL;
}

struct pool *pool_new(struct event_base *base, int threads, int queue)
{
    assert(threads >= 1 && threads <= 64 && queue >= 1);
    struct pool *p = mem_new(sizeof *p);
    *p = (struct pool){ .inbox = inbox_new(base), .queue = queue, .threads = threads };
    p->last = &p->first;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->wake, NULL);
    for (int i = 0; i < threads; i++) {
        int failed = pthread_create(&p->thread[i], NULL, worker, p);
        assert(!failed);
        (void)failed;
    }
    return p;
}

void pool_free(struct pool *p)
{
    if (p == NULL) return;
    pthread_mutex_lock(&p->lock);
    p->stopping = true;
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->threads; i++) pthread_join(p->thread[i], NULL);
    inbox_free(p->inbox);
    for (struct job *j = p->first, *next; j != NULL; j = next) {
        next = j->next;
        finish(j);
    }
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->wake);
    free(p);
}

bool pool_submit(struct pool *p, void (*work)(void *arg), void (*done)(void *arg, bool ran), void *arg)
{
    pthread_mutex_lock(&p->lock);
    bool room = p->waiting < p->queue && !p->stopping;
    if (room) {
        struct job *j = mem_new(sizeof *j);
        *j = (struct job){ .pool = p, .work = work, .done = done, .arg = arg };
        *p->last = j;
        p->last = &j->next;
        p->waiting++;
        pthread_cond_signal(&p->wake);
    }
    pthread_mutex_unlock(&p->lock);
    return room;
}
