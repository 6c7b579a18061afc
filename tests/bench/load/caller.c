#include "load/caller.h"

#include "load/now.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>

#define SPREAD_FROM 0x7F010000u /* 127.1.0.0 */

static const char *const state_names[] = {
    [CALLER_GONE] = "gone",
    [CALLER_CONNECTING] = "connecting",
    [CALLER_ENTERING] = "on its way in",
    [CALLER_SEATED] = "seated",
};

void caller_close(struct caller *c)
{
    if (c->state == CALLER_GONE) return;
    if (c->client != NULL) c->env->ops->close(c->client);
    c->client = NULL;
    stream_close(&c->stream);
    c->state = CALLER_GONE;
}

static void lose(struct caller *c)
{
    struct caller_env *env = c->env;
    bool was_seated = c->state == CALLER_SEATED;
    if (env->options->verbose) fprintf(stderr, "lost while %s, step %d\n", state_names[c->state], c->step);
    caller_close(c);
    env->up->lost(env->ctx, c, was_seated);
}

/* % is the caller's number. */
static bool type(struct caller *c, const struct typed_key *key)
{
    char text[2 * KEY_BYTES];
    const uint8_t *sign = memchr(key->bytes, '%', key->n);
    if (sign == NULL) return c->env->ops->type(c->client, key->bytes, key->n);
    int before = (int)(sign - key->bytes), behind = (int)key->n - before - 1;
    int n = snprintf(text, sizeof text, "%.*s%d%.*s", before, (const char *)key->bytes, c->number, behind,
                     (const char *)sign + 1);
    return c->env->ops->type(c->client, (const uint8_t *)text, (size_t)n);
}

/* --- the way in --- */

static void sit(struct caller *c)
{
    c->state = CALLER_SEATED;
    c->seated_ns = now_mono();
    c->env->up->seated(c->env->ctx, c);
}

static const char *awaited(const struct caller *c)
{
    const struct way *w = c->env->way;
    return c->step < w->n ? w->steps[c->step].text : w->ready;
}

/* true once all of text has gone by, be it in pieces. */
static bool has_passed(struct caller *c, const char *text, uint8_t byte)
{
    c->matched = (uint8_t)text[c->matched] == byte ? c->matched + 1 : (uint8_t)text[0] == byte;
    if (text[c->matched] != '\0') return false;
    c->matched = 0;
    return true;
}

static void take_step(struct caller *c)
{
    const struct way *w = c->env->way;
    if (c->step == w->n) {
        sit(c);
        return;
    }
    type(c, &w->steps[c->step++].key);
}

static void follow(struct caller *c, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n && c->state == CALLER_ENTERING; i++)
        if (has_passed(c, awaited(c), bytes[i])) {
            take_step(c);
            return;
        }
}

/* --- keys --- */

void caller_type(struct caller *c)
{
    assert(c->state == CALLER_SEATED);
    const struct keys *keys = c->env->keys;
    const struct typed_key *key = &keys->at[c->key];
    c->key = (c->key + 1) % keys->n;
    c->waiting = true;
    c->typed_ns = now_real();
    if (!type(c, key)) lose(c);
}

void caller_go(struct caller *c, const struct typed_key *key)
{
    assert(c->state == CALLER_SEATED);
    c->state = CALLER_ENTERING;
    c->step = 0;
    c->began_ns = now_mono();
    if (!type(c, key)) lose(c);
}

static void on_shown(void *owner, const uint8_t *bytes, size_t n)
{
    struct caller *c = owner;
    c->env->shown += n;
    if (c->state == CALLER_ENTERING) follow(c, bytes, n);
    if (!c->waiting) return;
    c->waiting = false;
    double ms = (double)(c->arrived_ns - c->typed_ns) / NS_PER_MS,
           lag = (double)(now_real() - c->arrived_ns) / NS_PER_MS;
    c->env->up->answered(c->env->ctx, c, ms, lag);
}

static const struct client_upcalls client_upcalls = { .shown = on_shown };

/* --- the connection --- */

static bool enter(struct caller *c)
{
    const struct caller_env *env = c->env;
    if (!stream_connected(&c->stream)) return false;
    c->state = CALLER_ENTERING;
    c->client = env->ops->open(&c->stream, env->common, c->number, &client_upcalls, c);
    if (c->client == NULL) return false;
    if (awaited(c) == NULL) sit(c);
    return true;
}

static bool take(struct caller *c, const uint8_t *bytes, size_t n)
{
    struct bytes whole = stream_join(&c->stream, bytes, n);
    int used = c->env->ops->input(c->client, whole.at, whole.n);
    if (used < 0) return false;
    stream_keep(&c->stream, whole, (size_t)used);
    return true;
}

static bool read_all(struct caller *c)
{
    uint8_t buf[16384];
    int n;
    while ((n = stream_receive(&c->stream, buf, sizeof buf, &c->arrived_ns)) > 0) {
        c->env->received += (uint64_t)n;
        if (!take(c, buf, (size_t)n)) return false;
    }
    return n == 0;
}

void caller_event(struct caller *c, uint32_t events)
{
    if (c->state == CALLER_GONE) return;
    bool fine = true;
    if (events & EPOLLOUT) fine = c->state == CALLER_CONNECTING ? enter(c) : stream_flush(&c->stream);
    if (fine && (events & (EPOLLIN | EPOLLHUP | EPOLLERR))) fine = c->client != NULL && read_all(c);
    if (!fine) lose(c);
}

void caller_connect(struct caller *c, struct caller_env *env, int number)
{
    *c = (struct caller){ .env = env, .number = number, .state = CALLER_CONNECTING, .began_ns = now_mono() };
    struct epoll_event wanted = { .events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = c };
    if (!stream_open(&c->stream, env->options->spread ? SPREAD_FROM + (uint32_t)number : 0, env->options->port) ||
        epoll_ctl(env->epoll, EPOLL_CTL_ADD, c->stream.fd, &wanted) != 0)
        lose(c);
}
