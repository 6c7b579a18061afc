/* A small house with an SSH door, for tests: the loop runs on a thread of its own, the test talks to it as a stranger
 * would and asks what the house has seen. It stands in for the listeners: what net/line.h promises a transport is
 * here in its simplest form, with a clock the test moves by hand. */
#pragma once
#pragma GCC diagnostic ignored "-Wunused-function" /* each test uses what it needs of this */
#include "base/clock.h"
#include "base/inbox.h"
#include "base/mem.h"
#include "net/line.h"
#include "net/socket.h"
#include "net/ssh_conn.h"
#include "net/ssh_doors.h"

#include <arpa/inet.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <event2/thread.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define ANN_PASSWORD "correct horse"
#define ANN_ACCOUNT 41

enum answering { ANSWER_AT_ONCE, ANSWER_LATER, ANSWER_NEVER, ANSWER_REFUSE };

struct house_net {
    struct lines lines; /* first; of this only what a transport reads */
    struct clock_fake clock;
    struct evconnlistener *listener;
    struct line *first;
    uint64_t tickets;
};

struct house {
    struct house_net net; /* first */
    pthread_t thread;
    struct inbox *inbox;
    uint16_t port;
    enum answering answering;
    char last_words[256]; /* when set: written at open, then closed with status 0 */
    size_t flood;         /* bytes written before the last words */
    pthread_mutex_t lock; /* what follows is the loop's to write and the test's to read */
    pthread_cond_t changed;
    struct conn *conn;    /* the newest that is open */
    struct caller caller; /* of the newest that was opened */
    enum conn_end why;
    int accepted, gone, opened, closed, endings, resizes, readies, checks, passwords;
    bool ready, asks_person;
    int slowed_ms;  /* a sender has to wait that long */
    int unread;     /* bytes */
    uint64_t asked; /* the newest ticket */
    char typed[65536];
    size_t typed_n;
};

static struct house *house_of(const struct lines *all)
{
    return (struct house *)(uintptr_t)all;
}

#define SEEN(house, statement)                                                                                         \
    do {                                                                                                               \
        pthread_mutex_lock(&(house)->lock);                                                                            \
        statement;                                                                                                     \
        pthread_cond_broadcast(&(house)->changed);                                                                     \
        pthread_mutex_unlock(&(house)->lock);                                                                          \
    } while (0)

/* Waits until the condition about h holds; fails the test when it does not within 20 s. */
#define WAIT_FOR(h, condition)                                                                                         \
    do {                                                                                                               \
        struct timespec until_;                                                                                        \
        clock_gettime(CLOCK_REALTIME, &until_);                                                                        \
        until_.tv_sec += 20;                                                                                           \
        int late_ = 0;                                                                                                 \
        pthread_mutex_lock(&(h)->lock);                                                                                \
        while (!(condition) && late_ == 0) late_ = pthread_cond_timedwait(&(h)->changed, &(h)->lock, &until_);         \
        pthread_mutex_unlock(&(h)->lock);                                                                              \
        if (late_) fail_msg("waited in vain for: %s", #condition);                                                     \
    } while (0)

void line_open(struct line *l)
{
    l->open = true;
    l->lines->host.open(l->lines->host.ctx, &l->conn);
}

void lines_linger(struct lines *all, int fd, const void *bytes, size_t length, bool person)
{
    (void)person;
    (void)all;
    if (length > 0) (void)!write(fd, bytes, length);
    close(fd);
}

void line_person(struct line *l, bool person)
{
    SEEN(house_of(l->lines), house_of(l->lines)->asks_person = person);
}

void line_spend(struct line *l, int64_t us)
{
    (void)l;
    (void)us;
}

int64_t line_wait_ms(const struct line *l)
{
    return house_of(l->lines)->slowed_ms;
}

void line_answered(struct line *l)
{
    (void)l;
}

void line_gone(struct line *l)
{
    if (l->prev != NULL)
        l->prev->next = l->next;
    else
        house_of(l->lines)->net.first = l->next;
    if (l->next != NULL) l->next->prev = l->prev;
    SEEN(house_of(l->lines), house_of(l->lines)->gone++);
}

static void up_input(void *owner, const uint8_t *bytes, size_t n)
{
    struct house *h = owner;
    SEEN(h, if (n > sizeof h->typed - h->typed_n) n = sizeof h->typed - h->typed_n;
         memcpy(h->typed + h->typed_n, bytes, n); h->typed_n += n);
}

static void up_resize(void *owner, int cols, int rows)
{
    struct house *h = owner;
    SEEN(h, h->resizes++; h->caller.cols = cols; h->caller.rows = rows);
}

static void up_ready(void *owner)
{
    struct house *h = owner;
    SEEN(h, h->readies++; h->ready = true);
}

static void up_closed(void *owner)
{
    struct house *h = owner;
    SEEN(h, h->closed++; h->conn = NULL);
}

static void up_ending(void *owner, enum conn_end why)
{
    struct house *h = owner;
    SEEN(h, h->endings++; h->why = why);
    conn_write(h->conn, "Farewell.\r\n", 11);
    conn_close_later(h->conn, why == CONN_END_INPUT || why == CONN_END_SIGNAL ? 0 : 1);
}

static void up_asked(void *owner)
{
    (void)owner;
}

static const struct conn_upcalls house_upcalls = { up_input, up_resize, up_ready, up_closed, up_ending, up_asked };

static void say_last_words(struct house *h, struct conn *c)
{
    static const char line[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcd\r\n";
    for (size_t n = 0; n < h->flood; n += sizeof line - 1) conn_write(c, line, sizeof line - 1);
    conn_write(c, h->last_words, strlen(h->last_words));
    conn_close_later(c, 0);
}

static void host_open(void *ctx, struct conn *c)
{
    struct house *h = ctx;
    c->up = &house_upcalls;
    c->owner = h;
    SEEN(h, h->opened++; h->conn = c; h->caller = c->caller; h->ready = conn_ready(c));
    if (h->last_words[0] != '\0') say_last_words(h, c);
}

static void house_answer(struct house *h, uint64_t ticket, enum verdict verdict, int64_t account)
{
    for (struct line *l = h->net.first; l != NULL; l = l->next)
        if (l->ticket == ticket) ssh_transport.answer(l, verdict, account);
}

struct answer {
    struct house *house;
    uint64_t ticket;
    enum verdict verdict;
};

static void answer_now(void *arg)
{
    struct answer *a = arg;
    house_answer(a->house, a->ticket, a->verdict, a->verdict == VERDICT_ACCOUNT ? ANN_ACCOUNT : 0);
    free(a);
}

static void host_check(void *ctx, uint64_t ticket, const struct caller *caller, const char *user, const char *password)
{
    (void)caller;
    struct house *h = ctx;
    bool ann = strcmp(user, "ann") == 0;
    struct answer *a = mem_new(sizeof *a);
    *a = (struct answer){ .house = h, .ticket = ticket, .verdict = ann ? VERDICT_ACCOUNT : VERDICT_GUEST };
    if (password != NULL && strcmp(password, ANN_PASSWORD) != 0) a->verdict = VERDICT_REFUSE;
    if (h->answering == ANSWER_REFUSE) a->verdict = VERDICT_REFUSE;
    if (h->answering == ANSWER_LATER)
        inbox_post(h->inbox, answer_now, a);
    else if (h->answering == ANSWER_NEVER)
        free(a);
    else
        answer_now(a);
    SEEN(h, h->checks++; h->passwords += password != NULL; h->asked = ticket);
}

static void on_accept(struct evconnlistener *listener, evutil_socket_t fd, struct sockaddr *from, int n, void *arg)
{
    (void)listener;
    (void)n;
    struct house *h = arg;
    struct caller caller = { .transport = TRANSPORT_SSH, .charset_told = -1 };
    snprintf(caller.address, sizeof caller.address, "127.0.0.1:%d", ntohs(((struct sockaddr_in *)from)->sin_port));
    socket_tune(fd);
    struct line *l = ssh_transport.accept(&h->net.lines, fd, &caller);
    if (l != NULL) {
        l->ticket = ++h->net.tickets;
        l->next = h->net.first;
        if (l->next != NULL) l->next->prev = l;
        h->net.first = l;
    }
    SEEN(h, h->accepted++; h->gone += l == NULL);
}

static void *run_loop(void *arg)
{
    struct house *h = arg;
    meter_init(&h->net.lines.meter);
    event_base_loop(h->net.lines.base, EVLOOP_NO_EXIT_ON_EMPTY);
    return NULL;
}

static void house_listen(struct house *h)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t n = sizeof at;
    h->net.listener = evconnlistener_new_bind(h->net.lines.base, on_accept, h,
                                              LEV_OPT_CLOSE_ON_FREE | LEV_OPT_REUSEABLE | LEV_OPT_CLOSE_ON_EXEC, 256,
                                              (struct sockaddr *)&at, sizeof at);
    assert_non_null(h->net.listener);
    assert_int_equal(getsockname(evconnlistener_get_fd(h->net.listener), (struct sockaddr *)&at, &n), 0);
    h->port = ntohs(at.sin_port);
}

static struct house *house_open(const char *key_dir)
{
    struct err e;
    struct house *h = mem_new(sizeof *h);
    evthread_use_pthreads();
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->changed, NULL);
    clock_fake_init(&h->net.clock, 1000, 1700000000);
    h->net.lines.clock = &h->net.clock.clock;
    h->net.lines.config = (struct net_config){ .key_dir = key_dir, .rsa_host_key = true };
    h->net.lines.host = (struct net_host){ .ctx = h, .open = host_open, .check = host_check };
    h->net.lines.base = event_base_new();
    h->net.lines.doors = ssh_doors_open(&h->net.lines.config, &e);
    if (h->net.lines.doors == NULL) fail_msg("%s", e.text);
    h->inbox = inbox_new(h->net.lines.base);
    house_listen(h);
    assert_int_equal(pthread_create(&h->thread, NULL, run_loop, h), 0);
    return h;
}

/* A call that the loop's thread is to make. */
struct job {
    struct house *house;
    void (*run)(struct house *h, const void *arg);
    const void *arg;
    bool done;
};

static void run_job(void *arg)
{
    struct job *j = arg;
    j->run(j->house, j->arg);
    SEEN(j->house, j->done = true);
}

/* Runs a function on the loop's thread and waits for its end. */
static void house_do(struct house *h, void (*run)(struct house *h, const void *arg), const void *arg)
{
    struct job j = { h, run, arg, false };
    inbox_post(h->inbox, run_job, &j);
    WAIT_FOR(h, j.done);
}

static void do_write(struct house *h, const void *text)
{
    if (h->conn != NULL) conn_write(h->conn, text, strlen(text));
}

static void do_close(struct house *h, const void *status)
{
    conn_close_later(h->conn, *(const int *)status);
}

static void do_kill_all(struct house *h, const void *arg)
{
    (void)arg;
    while (h->net.first != NULL) ssh_transport.kill(h->net.first, NULL);
}

static void do_advance(struct house *h, const void *ms)
{
    h->net.clock.ms += *(const int *)ms;
}

static void do_stop(struct house *h, const void *arg)
{
    (void)arg;
    event_base_loopbreak(h->net.lines.base);
}

static void house_close(struct house *h)
{
    house_do(h, do_kill_all, NULL);
    house_do(h, do_stop, NULL);
    pthread_join(h->thread, NULL);
    inbox_free(h->inbox);
    evconnlistener_free(h->net.listener);
    ssh_doors_close(h->net.lines.doors);
    event_base_free(h->net.lines.base);
    pthread_cond_destroy(&h->changed);
    pthread_mutex_destroy(&h->lock);
    free(h);
}

/* Where the host keys of one test program are, and its callers' keys. */
static char key_dir[64];

static int make_key_dir(void **state)
{
    (void)state;
    snprintf(key_dir, sizeof key_dir, "/tmp/ssh-test-XXXXXX");
    return mkdtemp(key_dir) == NULL;
}

static int remove_key_dir(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", key_dir);
    return system(command);
}

static int open_house(void **state)
{
    *state = house_open(key_dir);
    return 0;
}

static int close_house(void **state)
{
    house_close(*state);
    return 0;
}

#define IN_A_HOUSE(test) cmocka_unit_test_setup_teardown(test, open_house, close_house)

/* Runs a shell command; what it writes on both streams comes back in out. Returns its exit status. */
static int run_command(char *out, size_t size, const char *command)
{
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t n = 0, got;
    while ((got = fread(out + n, 1, size - 1 - n, pipe)) > 0) n += got;
    out[n] = '\0';
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Runs the real ssh, without a terminal of its own and at most 20 s, with these arguments behind the usual ones. */
static int run_ssh(const struct house *h, char *out, size_t size, const char *arguments)
{
    char command[1024];
    int n = snprintf(
        command, sizeof command,
        "exec setsid -w timeout 20 ssh -F none -p %d -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null "
        "-o IdentityAgent=none -o IdentityFile=%s/none %s 2>&1",
        h->port, key_dir, arguments);
    assert_true(n < (int)sizeof command);
    return run_command(out, size, command);
}

/* Makes a caller's key pair at key_dir/name. */
static void make_caller_key(const char *name, const char *options)
{
    char command[256], out[1024];
    snprintf(command, sizeof command, "ssh-keygen -q -N '' -f %s/%s %s </dev/null 2>&1", key_dir, name, options);
    if (run_command(out, sizeof out, command) != 0) fail_msg("ssh-keygen: %s", out);
}
