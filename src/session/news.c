#include "session/news.h"

#include "session/frame.h"
#include "session/inside.h"

#include <assert.h>
#include <event2/event.h>

#define WORK_PER_S 2500 /* what may be done for news in a second, */
#define WORK_BURST 250  /* and at once: frames for 25 people */
#define WORK_SIGHT 1    /* of this, to find out whether somebody sees another thing, */
#define WORK_FRAME 9    /* and to draw it */
#define PAUSE_MS 20     /* when all of it is used up */

static int take_work(struct session_env *env, int64_t now, int want)
{
    return bucket_take(&env->news.work, now, 1000000 / WORK_PER_S, WORK_BURST, want);
}

static bool is_watching(const struct session *s)
{
    return !s->ending && s->conn != NULL && s->plain == NULL && s->top != NULL && s->top->screen->sight != NULL;
}

static uint64_t sight_of(struct session *s)
{
    return s->top->screen->sight(s, s->top->state);
}

void session_news_leave(struct session *s)
{
    if (!s->watches) return;
    TAILQ_REMOVE(&s->env->news.watchers, s, watcher);
    s->watches = false;
}

/* It has seen all that there is by now. */
static void go_last(struct session *s)
{
    struct session_news *news = &s->env->news;
    session_news_leave(s);
    TAILQ_INSERT_TAIL(&news->watchers, s, watcher);
    s->watches = true;
    s->news_seen = news->version;
    s->news_seen_ms = session_now(s);
}

void session_news_drawn(struct session *s)
{
    if (!is_watching(s)) {
        session_news_leave(s);
        return;
    }
    s->sight = sight_of(s);
    go_last(s);
}

static void look_after(struct session *s, int64_t now)
{
    if (!is_watching(s)) {
        session_news_leave(s);
        return;
    }
    go_last(s);
    if (sight_of(s) == s->sight) return;
    take_work(s->env, now, WORK_FRAME);
    session_dirty(s);
}

/* The first of all, when there is news for them. */
static struct session *next_watcher(const struct session_env *env)
{
    struct session *s = TAILQ_FIRST(&env->news.watchers);
    return s != NULL && s->news_seen != env->news.version ? s : NULL;
}

static void wind_timer(struct session_env *env, int64_t wait)
{
    const struct session *s = next_watcher(env);
    if (s == NULL || event_pending(env->news.timer, EV_TIMEOUT, NULL)) return;
    int64_t due = s->news_seen_ms + SESSION_NEWS_MS - clock_mono_ms(env->clock);
    if (due > wait) wait = due;
    event_add(env->news.timer, &(struct timeval){ .tv_sec = wait / 1000, .tv_usec = wait % 1000 * 1000 });
}

/* Looks after the sessions that have waited longest, until the work of this turn is used up. */
static void on_timer(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    struct session_env *env = arg;
    int64_t now = clock_mono_ms(env->clock);
    for (struct session *s; (s = next_watcher(env)) != NULL && now - s->news_seen_ms >= SESSION_NEWS_MS;) {
        if (take_work(env, now, WORK_SIGHT) == 0) {
            wind_timer(env, PAUSE_MS);
            return;
        }
        look_after(s, now);
    }
    wind_timer(env, 0);
}

void session_news(struct session_env *env)
{
    env->news.version++;
    wind_timer(env, 0);
}

void session_news_init(struct session_env *env)
{
    TAILQ_INIT(&env->news.watchers);
    env->news.timer = event_new(env->base, -1, 0, on_timer, env);
    assert(env->news.timer != NULL);
}

void session_news_clear(struct session_env *env)
{
    event_free(env->news.timer);
}
