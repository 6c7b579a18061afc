#include "base/pool.h"

#include "base/inbox.h"
#include "base/mem.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/queue.h>
#include <sys/resource.h>
#include <unistd.h>

struct job {
    TAILQ_ENTRY(job) link;
    uint64_t whose;
    void (*work)(void *arg);
    void (*done)(void *arg, bool ran);
    void *arg;
    bool ran;
};
TAILQ_HEAD(jobs, job);

struct pool {
    struct inbox *inbox;
    struct pool_size size;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    struct jobs next;  /* one job of each sender, in the order of their turns */
    struct jobs later; /* the other jobs, in the order of arrival */
    int waiting;
    bool stopping;
    pthread_t thread[64];
};

static void job_finish(void *arg)
{
    struct job *j = arg;
    j->done(j->arg, j->ran);
    free(j);
}

static struct job *first_of(struct jobs *list, uint64_t whose)
{
    struct job *j = TAILQ_FIRST(list);
    while (j != NULL && j->whose != whose) j = TAILQ_NEXT(j, link);
    return j;
}

/* Removes j, the first of next. The next job of its sender goes to the end. */
static void remove_job(struct pool *p, struct job *j)
{
    TAILQ_REMOVE(&p->next, j, link);
    p->waiting--;
    struct job *after = first_of(&p->later, j->whose);
    if (after == NULL) return;
    TAILQ_REMOVE(&p->later, after, link);
    TAILQ_INSERT_TAIL(&p->next, after, link);
}

/* Waits for the next job; NULL when the pool stops. It belongs to the caller. */
static struct job *take_job(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    while (TAILQ_EMPTY(&p->next) && !p->stopping) pthread_cond_wait(&p->wake, &p->lock);
    struct job *j = p->stopping ? NULL : TAILQ_FIRST(&p->next);
    if (j != NULL) remove_job(p, j);
    pthread_mutex_unlock(&p->lock);
    return j;
}

static void *pool_thread(void *arg)
{
    struct pool *p = arg;
    /* On Linux this is for the thread alone. The work is done also where it fails. */
    if (p->size.nice > 0) (void)setpriority(PRIO_PROCESS, (id_t)gettid(), p->size.nice);
    for (struct job *j; (j = take_job(p)) != NULL;) {
        j->work(j->arg);
        j->ran = true;
        inbox_post(p->inbox, job_finish, j);
    }
    return NULL;
}

struct pool *pool_new(struct event_base *base, const struct pool_size *size)
{
    assert(size->threads >= 1 && size->threads <= 64 && size->queue >= 1 && size->share >= 0);
    struct pool *p = mem_new(sizeof *p);
    *p = (struct pool){ .inbox = inbox_new(base), .size = *size };
    TAILQ_INIT(&p->next);
    TAILQ_INIT(&p->later);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->wake, NULL);
    for (int i = 0; i < size->threads; i++) {
        int failed = pthread_create(&p->thread[i], NULL, pool_thread, p);
        assert(!failed);
        (void)failed;
    }
    return p;
}

static void drop_all(struct jobs *list)
{
    for (struct job *j; (j = TAILQ_FIRST(list)) != NULL;) {
        TAILQ_REMOVE(list, j, link);
        job_finish(j);
    }
}

void pool_free(struct pool *p)
{
    if (p == NULL) return;
    pthread_mutex_lock(&p->lock);
    p->stopping = true;
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->size.threads; i++) pthread_join(p->thread[i], NULL);
    inbox_free(p->inbox);
    drop_all(&p->next);
    drop_all(&p->later);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->wake);
    free(p);
}

/* May the sender submit one more job? */
static bool may_submit(struct pool *p, uint64_t whose)
{
    if (p->waiting >= p->size.queue || p->stopping) return false;
    if (whose == 0 || p->size.share == 0) return true;
    int n = first_of(&p->next, whose) != NULL;
    struct job *j;
    TAILQ_FOREACH(j, &p->later, link) n += j->whose == whose;
    return n < p->size.share;
}

bool pool_submit(struct pool *p, uint64_t whose, void (*work)(void *arg), void (*done)(void *arg, bool ran), void *arg)
{
    pthread_mutex_lock(&p->lock);
    bool accepted = may_submit(p, whose);
    if (accepted) {
        struct job *j = mem_new(sizeof *j);
        *j = (struct job){ .whose = whose, .work = work, .done = done, .arg = arg };
        bool first = first_of(&p->next, whose) == NULL;
        if (first)
            TAILQ_INSERT_TAIL(&p->next, j, link);
        else
            TAILQ_INSERT_TAIL(&p->later, j, link);
        p->waiting++;
    }
    pthread_mutex_unlock(&p->lock);
    if (accepted) pthread_cond_signal(&p->wake); /* while it is locked, the thread would wake only to wait for it */
    return accepted;
}
