#include "load/load.h"

#include "base/mem.h"
#include "base/random.h"
#include "load/caller.h"
#include "load/now.h"
#include "load/samples.h"
#include "load/ssh_client.h"
#include "load/telnet_client.h"

#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#define EVENTS 256
#define WAIT_NS (NS_PER_S / 10)
#define ENTER_NS (30 * NS_PER_S)   /* to get to the seat */
#define SETTLE_NS (120 * NS_PER_S) /* to become quiet */
#define LOST_MAX 10                /* on the way to another seat; of more the rest stays where it is */
#define ANSWER_NS NS_PER_S         /* for a key to be answered; then it changed nothing on the screen */

struct load {
    struct options options;
    struct ssh_common ssh;
    struct caller_env env;
    struct caller *callers;
    int callers_n;

    int last_number, entering, seated, lost_entering, lost_seated;
    bool passing; /* sessions are closed once they are there */
    struct samples seated_ms, answer_ms, lag_ms;
    int answered;
};

/* --- what callers tell --- */

static void on_seated(void *ctx, struct caller *c)
{
    struct load *l = ctx;
    l->entering--;
    l->seated++;
    samples_add(&l->seated_ms, (double)(c->seated_ns - c->began_ns) / NS_PER_MS);
}

static void on_answered(void *ctx, struct caller *c, double ms, double lag_ms)
{
    (void)c;
    struct load *l = ctx;
    l->answered++;
    samples_add(&l->answer_ms, ms);
    samples_add(&l->lag_ms, lag_ms);
}

static void on_lost(void *ctx, struct caller *c, bool was_seated)
{
    (void)c;
    struct load *l = ctx;
    if (was_seated) {
        l->seated--;
        l->lost_seated++;
    } else {
        l->entering--;
        l->lost_entering++;
    }
}

static const struct caller_upcalls upcalls = { .seated = on_seated, .answered = on_answered, .lost = on_lost };

/* --- the loop --- */

/* Waits until that time at most, and serves what has come. */
static void turn(struct load *l, int64_t until)
{
    struct epoll_event events[EVENTS];
    int64_t wait = until - now_mono();
    if (wait < 0) wait = 0;
    if (wait > WAIT_NS) wait = WAIT_NS;
    struct timespec t = { .tv_nsec = wait };
    int n = epoll_pwait2(l->env.epoll, events, EVENTS, &t, NULL);
    for (int i = 0; i < n; i++)
        if (events[i].data.ptr != NULL) caller_event(events[i].data.ptr, events[i].events);
}

static void serve_for(struct load *l, int64_t ns)
{
    for (int64_t end = now_mono() + ns; now_mono() < end;) turn(l, end);
}

void load_serve(struct load *l, int fd)
{
    struct epoll_event wanted = { .events = EPOLLIN }, events[EVENTS];
    epoll_ctl(l->env.epoll, EPOLL_CTL_ADD, fd, &wanted);
    for (bool called = false; !called;) {
        int n = epoll_wait(l->env.epoll, events, EVENTS, -1);
        for (int i = 0; i < n; i++)
            if (events[i].data.ptr == NULL)
                called = true;
            else
                caller_event(events[i].data.ptr, events[i].events);
    }
    epoll_ctl(l->env.epoll, EPOLL_CTL_DEL, fd, NULL);
}

static double cpu_s(void)
{
    return (double)now_of(CLOCK_PROCESS_CPUTIME_ID) / (double)NS_PER_S;
}

/* --- coming in --- */

static struct caller *free_place(struct load *l)
{
    for (int i = 0; i < l->callers_n; i++)
        if (l->callers[i].state == CALLER_GONE) return &l->callers[i];
    return l->callers_n < LOAD_CALLERS_MAX ? &l->callers[l->callers_n++] : NULL;
}

static bool has_lingered(const struct load *l, const struct caller *c, int64_t now)
{
    return l->passing && c->state == CALLER_SEATED && now - c->seated_ns >= (int64_t)(l->options.linger_ms * NS_PER_MS);
}

static bool is_late(const struct caller *c, int64_t now)
{
    bool entering = c->state == CALLER_CONNECTING || c->state == CALLER_ENTERING;
    return entering && now - c->began_ns > ENTER_NS;
}

static void sweep(struct load *l)
{
    int64_t now = now_mono();
    for (int i = 0; i < l->callers_n; i++) {
        struct caller *c = &l->callers[i];
        if (has_lingered(l, c, now)) {
            l->seated--;
            caller_close(c);
        } else if (is_late(c, now)) {
            l->entering--;
            l->lost_entering++;
            caller_close(c);
        }
    }
}

/* When caller number k may set out. */
static int64_t due_of(const struct load *l, int64_t began, int k)
{
    return l->options.rate > 0 ? began + (int64_t)k * NS_PER_S / l->options.rate : began;
}

/* Brings n callers in; with passing, all of them leave again. */
static void bring_in(struct load *l, int n)
{
    int64_t began = now_mono();
    for (int k = 0; k < n || l->entering > 0 || (l->passing && l->seated > 0);) {
        while (k < n && l->entering < l->options.inflight && due_of(l, began, k) <= now_mono()) {
            struct caller *c = free_place(l);
            if (c == NULL) break;
            l->entering++;
            k++;
            caller_connect(c, &l->env, l->last_number++);
        }
        turn(l, k < n && l->options.rate > 0 ? due_of(l, began, k) : now_mono() + WAIT_NS / 100);
        sweep(l);
    }
}

/* Since when arrivals are counted. */
struct watch {
    double began, cpu;
    uint64_t shown;
};

static struct watch arrivals_begin(struct load *l)
{
    l->lost_entering = 0;
    samples_clear(&l->seated_ms);
    return (struct watch){ (double)now_mono(), cpu_s(), l->env.shown };
}

static json_t *arrivals_json(struct load *l, const struct watch *w)
{
    double wall = ((double)now_mono() - w->began) / (double)NS_PER_S;
    return json_pack("{s:i, s:i, s:f, s:f, s:I, s:o, s:f}", "seated", (int)l->seated_ms.n, "failed", l->lost_entering,
                     "seconds", wall, "per_second", (double)l->seated_ms.n / wall, "bytes",
                     (json_int_t)(l->env.shown - w->shown), "seated_ms", samples_json(&l->seated_ms), "client_cpu",
                     (cpu_s() - w->cpu) / wall);
}

static void send_on(struct load *l, struct caller *c, const struct typed_key *key)
{
    if (c->state != CALLER_SEATED) return;
    l->seated--;
    l->entering++;
    caller_go(c, key);
}

json_t *load_go(struct load *l, int at_once, const struct typed_key *key, const struct way *way)
{
    struct watch w = arrivals_begin(l);
    l->env.way = way;
    for (int k = 0; k < l->callers_n || l->entering > 0;) {
        if (l->lost_entering > LOST_MAX) k = l->callers_n;
        while (k < l->callers_n && l->entering < at_once) send_on(l, &l->callers[k++], key);
        turn(l, now_mono() + WAIT_NS / 100);
        sweep(l);
    }
    return arrivals_json(l, &w);
}

json_t *load_open(struct load *l, int n)
{
    struct watch w = arrivals_begin(l);
    bring_in(l, n);
    return arrivals_json(l, &w);
}

json_t *load_logins(struct load *l, int n)
{
    l->passing = true;
    json_t *answer = load_open(l, n);
    l->passing = false;
    return answer;
}

/* --- waiting --- */

json_t *load_settle(struct load *l, int seconds)
{
    int64_t began = now_mono(), quiet = (int64_t)seconds * NS_PER_S, last = began;
    for (uint64_t seen = l->env.received; now_mono() - last < quiet && now_mono() - began < SETTLE_NS;) {
        turn(l, now_mono() + WAIT_NS);
        if (l->env.received != seen) last = now_mono();
        seen = l->env.received;
    }
    return json_pack("{s:f, s:b, s:i}", "seconds", (double)(last - began) / (double)NS_PER_S, "settled",
                     now_mono() - last >= quiet, "seated", l->seated);
}

json_t *load_idle(struct load *l, int seconds)
{
    uint64_t shown = l->env.shown, received = l->env.received;
    serve_for(l, (int64_t)seconds * NS_PER_S);
    return json_pack("{s:i, s:i, s:I, s:I}", "seconds", seconds, "seated", l->seated, "bytes",
                     (json_int_t)(l->env.shown - shown), "wire_bytes", (json_int_t)(l->env.received - received));
}

/* --- keys --- */

/* Who types when: every caller once a period, at an own time in it. */
struct typing {
    int64_t period;
    int64_t *phase; /* sorted */
    int *who;
    int n, sent, left_out, unanswered;
    struct samples late_ms;
};

static int compare_phases(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void typing_init(struct typing *t, int n, double per_second)
{
    struct random chance = random_seeded(1);
    *t = (struct typing){ .period = (int64_t)((double)NS_PER_S / per_second), .n = n };
    t->phase = mem_new((size_t)n * sizeof *t->phase);
    t->who = mem_new((size_t)n * sizeof *t->who);
    for (int i = 0; i < n; i++) {
        t->phase[i] = (int64_t)random_below(&chance, (uint32_t)(t->period / 1000)) * 1000;
        t->who[i] = i;
    }
    qsort(t->phase, (size_t)n, sizeof *t->phase, compare_phases);
    for (int i = n - 1; i > 0; i--) {
        int j = (int)random_below(&chance, (uint32_t)i + 1), swap = t->who[i];
        t->who[i] = t->who[j];
        t->who[j] = swap;
    }
}

static void typing_clear(struct typing *t)
{
    free(t->phase);
    free(t->who);
    samples_clear(&t->late_ms);
}

static void type_next(struct typing *t, struct caller *c, int64_t due)
{
    if (c->state != CALLER_SEATED) return;
    if (c->waiting && now_real() - c->typed_ns < ANSWER_NS) {
        t->left_out++;
        return;
    }
    t->unanswered += c->waiting;
    samples_add(&t->late_ms, (double)(now_mono() - due) / NS_PER_MS);
    t->sent++;
    caller_type(c);
}

static void type_for(struct load *l, struct typing *t, int64_t ns)
{
    int64_t base = now_mono(), end = base + ns;
    for (int k = 0; now_mono() < end;) {
        int64_t due = base + t->phase[k];
        if (due > now_mono()) {
            turn(l, due < end ? due : end);
            continue;
        }
        type_next(t, &l->callers[t->who[k]], due);
        if (++k < t->n) continue;
        k = 0;
        base += t->period;
    }
}

static void forget_keys(struct load *l)
{
    samples_clear(&l->answer_ms);
    samples_clear(&l->lag_ms);
    l->answered = 0;
    for (int i = 0; i < l->callers_n; i++) {
        l->callers[i].waiting = false;
        l->callers[i].key = 0;
    }
}

json_t *load_keys(struct load *l, const struct keys *keys, double per_second, int seconds)
{
    struct typing t;
    l->env.keys = keys;
    typing_init(&t, l->callers_n, per_second);
    forget_keys(l);
    uint64_t shown = l->env.shown, received = l->env.received;
    double began = (double)now_mono(), cpu = cpu_s();
    type_for(l, &t, (int64_t)seconds * NS_PER_S);
    double busy = (cpu_s() - cpu) / (((double)now_mono() - began) / (double)NS_PER_S);
    serve_for(l, ANSWER_NS);
    double sent = t.sent ? t.sent : 1;
    json_t *answer =
        json_pack("{s:i, s:i, s:i, s:i, s:i, s:o, s:o, s:o, s:f, s:f, s:f}", "sent", t.sent, "answered", l->answered,
                  "left_out", t.left_out, "unanswered", t.unanswered, "seated", l->seated, "key_to_frame_ms",
                  samples_json(&l->answer_ms), "read_lag_ms", samples_json(&l->lag_ms), "send_lag_ms",
                  samples_json(&t.late_ms), "bytes_a_key", (double)(l->env.shown - shown) / sent, "wire_bytes_a_key",
                  (double)(l->env.received - received) / sent, "client_cpu", busy);
    typing_clear(&t);
    return answer;
}

/* --- life --- */

static void raise_descriptor_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

struct load *load_new(const struct options *o)
{
    static const struct client_ops *const ops[] = {
        [PROTOCOL_SSH] = &ssh_client_ops,
        [PROTOCOL_TELNET] = &telnet_client_ops,
        [PROTOCOL_RAW] = &raw_client_ops,
    };
    struct load *l = mem_new(sizeof *l);
    raise_descriptor_limit();
    l->options = *o;
    ssh_common_init(&l->ssh, o->user, o->key, o->own);
    l->callers = mem_new(LOAD_CALLERS_MAX * sizeof *l->callers);
    l->env = (struct caller_env){
        .options = &l->options,
        .ops = ops[o->protocol],
        .common = &l->ssh,
        .up = &upcalls,
        .way = &l->options.way,
        .ctx = l,
        .epoll = epoll_create1(EPOLL_CLOEXEC),
    };
    return l;
}

void load_free(struct load *l)
{
    for (int i = 0; i < l->callers_n; i++) caller_close(&l->callers[i]);
    samples_clear(&l->seated_ms);
    samples_clear(&l->answer_ms);
    samples_clear(&l->lag_ms);
    close(l->env.epoll);
    ssh_common_clear(&l->ssh);
    free(l->callers);
    free(l);
}
