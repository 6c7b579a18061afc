#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/clock.h"
#include "base/inbox.h"
#include "net/net.h"

#include <event2/event.h>
#include <event2/thread.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The real listeners with an SSH door; whoever comes in is greeted and shown out. */
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

static void up_input(void *owner, const uint8_t *bytes, size_t n) { (void)owner, (void)bytes, (void)n; }
static void up_resize(void *owner, int cols, int rows) { (void)owner, (void)cols, (void)rows; }
static void up_ready(void *owner) { (void)owner; }
static void up_closed(void *owner) { ((struct desk *)owner)->closed++; }
static void up_ending(void *owner, enum conn_end why) { (void)owner, (void)why; }
static void up_asked(void *owner) { (void)owner; }
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
        .limits = { .handshakes_per_s = 1000, .connects_per_address = 2, .connects_per_network = 8, .unready = 100, .unready_per_address = 100, .callers = 100,
                    .callers_per_address = 100, .login_s = 30, .silent_s = 30 },
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

#define SSH "timeout 20 ssh -q -F none -T -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o IdentityAgent=none " \
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
    assert_non_null(strstr(net_fingerprint(d->net, 1), "(ECDSA)"));
}

static void an_answer_finds_its_caller_by_the_ticket(void **state)
{
    struct desk *d = *state;
    char command[1024];
    snprintf(command, sizeof command,
             "printf '#!/bin/sh\\necho secret\\n' >%s/ask && chmod 700 %s/ask && SSH_ASKPASS=%s/ask SSH_ASKPASS_REQUIRE=force " SSH
             " >/dev/null", d->key_dir, d->key_dir, d->key_dir, port_of(d), "ann");
    assert_int_equal(serve(d, command), 0);
    assert_int_equal(d->opened, 1);
    assert_int_equal(d->account, 7);
}

static void h26_fifty_handshakes_at_once_all_get_in(void **state)
{
    struct desk *d = *state;
    char command[512];
    snprintf(command, sizeof command, "for i in $(seq 50); do " SSH " >/dev/null & done; wait", port_of(d), "play");
    assert_int_equal(serve(d, command), 0);
    assert_int_equal(d->opened, 50);
    assert_int_equal(d->closed, 50);
}

#define AT_THE_DESK(test) cmocka_unit_test_setup_teardown(test, open_desk, close_desk)

int main(void)
{
    const struct CMUnitTest tests[] = {
        AT_THE_DESK(the_listeners_bring_a_guest_in_and_out),
        AT_THE_DESK(an_answer_finds_its_caller_by_the_ticket),
        AT_THE_DESK(h26_fifty_handshakes_at_once_all_get_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
