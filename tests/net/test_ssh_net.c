#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/clock.h"
#include "base/inbox.h"
#include "net/net.h"
#include "net/ssh_stranger.h"

#include <arpa/inet.h>
#include <event2/event.h>
#include <event2/thread.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The real listeners with an SSH door; the host greets each caller and lets him go. */
struct desk {
    struct event_base *base;
    struct net *net;
    struct inbox *inbox;
    struct clock_fake clock;
    char key_dir[32];
    int opened, closed;
    int64_t account;
    int status; /* of the command that was run */
    const char *command;
};

static void up_input(void *owner, const uint8_t *bytes, size_t n)
{
    (void)owner, (void)bytes, (void)n;
}
static void up_resize(void *owner, int cols, int rows)
{
    (void)owner, (void)cols, (void)rows;
}
static void up_ready(void *owner)
{
    (void)owner;
}
static void up_closed(void *owner)
{
    ((struct desk *)owner)->closed++;
}
static void up_ending(void *owner, enum conn_end why)
{
    (void)owner, (void)why;
}
static void up_asked(void *owner)
{
    (void)owner;
}
static const struct conn_upcalls upcalls = { up_input, up_resize, up_ready, up_closed, up_ending, up_asked };

static void on_open(void *ctx, struct conn *c)
{
    struct desk *d = ctx;
    d->opened++;
    d->account = c->caller.account;
    c->up = &upcalls;
    c->owner = d;
    conn_write(c, "hello\r\n", 7);
    conn_close_later(c, 0);
}

static void on_check(void *ctx, uint64_t ticket, const struct caller *caller, const char *user, const char *password)
{
    (void)caller;
    struct desk *d = ctx;
    if (password != NULL)
        net_answer(d->net, ticket, strcmp(password, "secret") == 0 ? VERDICT_ACCOUNT : VERDICT_REFUSE, 7);
    else
        net_answer(d->net, ticket, strcmp(user, "ann") == 0 ? VERDICT_ACCOUNT : VERDICT_GUEST, 0);
}

static int open_desk(void **state)
{
    static const char *const addresses[] = { "127.0.0.1:0", NULL };
    static struct desk desk;
    struct desk *d = *state = &desk;
    struct err e = { "" };
    desk = (struct desk){ .key_dir = "/tmp/ssh-net-XXXXXX" };
    evthread_use_pthreads();
    if (mkdtemp(d->key_dir) == NULL) return 1;
    clock_fake_init(&d->clock, 1000, 1700000000);
    const struct net_config config = {
        .ssh = addresses,
        .key_dir = d->key_dir,
        .limits = { .handshakes_per_s = 1000,
                    .connects_per_address = 2,
                    .connects_per_network = 8,
                    .unready = 100,
                    .unready_per_address = 100,
                    .callers = 100,
                    .callers_per_address = 100,
                    .cpu_ms_per_address = 1000,
                    .login_s = 30,
                    .person_s = 120,
                    .silent_s = 30 },
    };
    const struct net_host host = { .ctx = d, .open = on_open, .check = on_check };
    d->base = event_base_new();
    d->inbox = inbox_new(d->base);
    d->net = net_open(d->base, &d->clock.clock, &config, &host, &e);
    if (d->net == NULL) fail_msg("%s", e.text);
    return 0;
}

static int close_desk(void **state)
{
    struct desk *d = *state;
    char command[64];
    net_close(d->net);
    inbox_free(d->inbox);
    event_base_free(d->base);
    snprintf(command, sizeof command, "rm -r %s", d->key_dir);
    return system(command);
}

static int port_of(const struct desk *d)
{
    const char *listener = net_listener(d->net, 0);
    return atoi(strrchr(listener, ':') + 1);
}

static void stop(void *arg)
{
    struct desk *d = arg;
    event_base_loopbreak(d->base);
}

static void *run_command(void *arg)
{
    struct desk *d = arg;
    d->status = system(d->command);
    inbox_post(d->inbox, stop, d);
    return NULL;
}

/* Runs the loop until the command has ended; returns its exit status. */
static int serve(struct desk *d, const char *command)
{
    pthread_t thread;
    d->command = command;
    assert_int_equal(pthread_create(&thread, NULL, run_command, d), 0);
    event_base_dispatch(d->base);
    pthread_join(thread, NULL);
    return WEXITSTATUS(d->status);
}

#define SSH                                                                                                            \
    "timeout 20 ssh -q -F none -T -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o IdentityAgent=none "  \
    "-o IdentityFile=none -p %d -l %s 127.0.0.1 </dev/null"

static void the_listeners_bring_a_guest_in_and_out(void **state)
{
    struct desk *d = *state;
    char command[512];
    snprintf(command, sizeof command, "test \"$(" SSH ")\" = \"$(printf 'hello\\r')\"", port_of(d), "play");
    assert_int_equal(serve(d, command), 0);
    assert_int_equal(d->opened, 1);
    assert_int_equal(d->closed, 1);
    assert_int_equal(net_callers(d->net), 0);
    assert_non_null(strstr(net_fingerprint(d->net, 0), "(ED25519)"));
    assert_null(net_fingerprint(d->net, 1));
}

static void an_answer_finds_its_caller_by_the_ticket(void **state)
{
    struct desk *d = *state;
    char command[1024];
    snprintf(command, sizeof command,
             "printf '#!/bin/sh\\necho secret\\n' >%s/ask && chmod 700 %s/ask && SSH_ASKPASS=%s/ask "
             "SSH_ASKPASS_REQUIRE=force " SSH " >/dev/null",
             d->key_dir, d->key_dir, d->key_dir, port_of(d), "ann");
    assert_int_equal(serve(d, command), 0);
    assert_int_equal(d->opened, 1);
    assert_int_equal(d->account, 7);
}

/* (H26) */
static void fifty_handshakes_at_once_all_get_in(void **state)
{
    struct desk *d = *state;
    char command[512];
    snprintf(command, sizeof command, "for i in $(seq 50); do " SSH " >/dev/null & done; wait", port_of(d), "play");
    assert_int_equal(serve(d, command), 0);
    assert_int_equal(d->opened, 50);
    assert_int_equal(d->closed, 50);
}

/* --- a stranger, while the loop runs on a thread of its own --- */

struct story {
    struct desk *desk;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int ms;
    bool done;
};

static void advance_on_loop(void *arg)
{
    struct story *s = arg;
    s->desk->clock.ms += s->ms;
    pthread_mutex_lock(&s->lock);
    s->done = true;
    pthread_cond_signal(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

static int connect_to(const struct desk *d)
{
    struct sockaddr_in at = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)port_of(d)),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

/* The host's clock goes on; then somebody else calls, which makes the host look at it. */
static void pass(struct story *s, int ms)
{
    char greeting[4];
    s->ms = ms;
    s->done = false;
    inbox_post(s->desk->inbox, advance_on_loop, s);
    pthread_mutex_lock(&s->lock);
    while (!s->done) pthread_cond_wait(&s->changed, &s->lock);
    pthread_mutex_unlock(&s->lock);
    int fd = connect_to(s->desk);
    assert_int_equal(recv(fd, greeting, sizeof greeting, MSG_WAITALL), sizeof greeting);
    close(fd);
}

static void *run_loop(void *arg)
{
    event_base_loop(((struct desk *)arg)->base, EVLOOP_NO_EXIT_ON_EMPTY);
    return NULL;
}

static void tell(struct desk *d, void (*what)(struct story *s))
{
    struct story s = { .desk = d };
    pthread_t thread;
    pthread_mutex_init(&s.lock, NULL);
    pthread_cond_init(&s.changed, NULL);
    assert_int_equal(pthread_create(&thread, NULL, run_loop, d), 0);
    what(&s);
    inbox_post(d->inbox, stop, d);
    pthread_join(thread, NULL);
    pthread_mutex_destroy(&s.lock);
    pthread_cond_destroy(&s.changed);
}

/* Everything until the end of the connection. */
static void hear(int fd, char *into, size_t size)
{
    size_t n = 0;
    for (ssize_t got; n < size && (got = recv(fd, into + n, size - n, 0)) > 0;) n += (size_t)got;
    assert_non_null(memmem(into, n, "SSH-2.0-", 8));
}

static void tell_of_silence(struct story *s)
{
    char got[4096] = "";
    int fd = connect_to(s->desk);
    pass(s, 29000);
    pass(s, 1001);
    hear(fd, got, sizeof got);
    assert_non_null(memmem(got, sizeof got, "The login took too long.", 24));
    close(fd);
}

/* (H27) */
static void who_says_nothing_is_cut_off_when_the_time_to_log_in_is_over(void **state)
{
    tell(*state, tell_of_silence);
}

static void tell_of_thinking(struct story *s)
{
    ssh_session session = stranger_connect((uint16_t)port_of(s->desk), "ann");
    pass(s, 100000); /* is this the right host key? */
    assert_int_equal(ssh_userauth_none(session, NULL), SSH_AUTH_DENIED);
    assert_int_equal(ssh_userauth_kbdint(session, NULL, NULL), SSH_AUTH_INFO);
    pass(s, 100000); /* the password was on a piece of paper */
    assert_int_equal(ssh_userauth_kbdint_setanswer(session, 0, "wrong"), 0);
    assert_int_equal(ssh_userauth_kbdint(session, NULL, NULL), SSH_AUTH_DENIED);
    pass(s, 10000);
    assert_int_equal(ssh_userauth_password(session, NULL, "secret"), SSH_AUTH_SUCCESS);
    stranger_leave(session);
}

/* (H27) */
static void a_person_may_think_about_the_host_key_and_the_password(void **state)
{
    tell(*state, tell_of_thinking);
}

static void tell_of_forgetting(struct story *s)
{
    for (int asked = 0; asked < 2; asked++) {
        ssh_session session = stranger_connect((uint16_t)port_of(s->desk), "ann");
        if (asked) assert_int_equal(ssh_userauth_none(session, NULL), SSH_AUTH_DENIED);
        pass(s, 119000);
        pass(s, 1001);
        ssh_event poll = ssh_event_new();
        ssh_event_add_session(poll, session);
        while (ssh_event_dopoll(poll, 20000) == SSH_OK && ssh_is_connected(session)) continue;
        if (strstr(ssh_get_error(session), "Nobody answered in time.") == NULL) fail_msg("%s", ssh_get_error(session));
        ssh_event_remove_session(poll, session);
        ssh_event_free(poll);
        stranger_leave(session);
    }
}

/* (H27) */
static void who_never_answers_is_cut_off_with_a_reason(void **state)
{
    tell(*state, tell_of_forgetting);
}

#define AT_THE_DESK(test) cmocka_unit_test_setup_teardown(test, open_desk, close_desk)

int main(void)
{
    const struct CMUnitTest tests[] = {
        AT_THE_DESK(the_listeners_bring_a_guest_in_and_out),
        AT_THE_DESK(an_answer_finds_its_caller_by_the_ticket),
        AT_THE_DESK(who_says_nothing_is_cut_off_when_the_time_to_log_in_is_over),
        AT_THE_DESK(a_person_may_think_about_the_host_key_and_the_password),
        AT_THE_DESK(who_never_answers_is_cut_off_with_a_reason),
        AT_THE_DESK(fifty_handshakes_at_once_all_get_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
