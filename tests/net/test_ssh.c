#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <sys/ioctl.h>

#include "net/ssh_house.h"
#include "net/ssh_step.h"
#include "net/ssh_stranger.h"

static void let_go(struct house *h)
{
    snprintf(h->last_words, sizeof h->last_words, "welcome and goodbye\r\n");
}

static void read_exactly(ssh_channel channel, char *out, size_t n)
{
    size_t got = 0;
    while (got < n) {
        int more = ssh_channel_read(channel, out + got, (uint32_t)(n - got), 0);
        assert_true(more > 0);
        got += (size_t)more;
    }
}

/* Another caller plays on: the house sees a key of hers, and its bytes reach her. */
static void assert_alive(struct house *h)
{
    char text[5] = "";
    h->typed_n = 0;
    ssh_session session = stranger_enter(h->port, "play");
    int before = h->opened;
    ssh_channel channel = stranger_sit(session, 80, 24);
    WAIT_FOR(h, h->opened == before + 1);
    assert_int_equal(ssh_channel_write(channel, "k", 1), 1);
    WAIT_FOR(h, h->typed_n == 1);
    house_do(h, do_write, "live");
    read_exactly(channel, text, 4);
    assert_string_equal(text, "live");
    stranger_leave(session);
}

static void a_guest_sits_down_types_and_reads(void **state)
{
    struct house *h = *state;
    char text[6] = "";
    ssh_session session = stranger_enter(h->port, "play");
    ssh_channel channel = stranger_sit(session, 100, 30);
    WAIT_FOR(h, h->opened == 1);
    assert_string_equal(h->caller.term, "xterm-ghostty");
    assert_int_equal(h->caller.cols, 100);
    assert_int_equal(h->caller.rows, 30);
    assert_true(h->caller.character_mode);
    assert_true(h->caller.we_echo);
    assert_int_equal(strncmp(h->caller.client, "SSH-2.0-libssh_", 15), 0);
    assert_int_equal(ssh_channel_write(channel, "abc", 3), 3);
    WAIT_FOR(h, h->typed_n == 3);
    house_do(h, do_write, "hello");
    read_exactly(channel, text, 5);
    assert_string_equal(text, "hello");
    stranger_leave(session);
    WAIT_FOR(h, h->closed == 1 && h->gone == 1);
}

static void sizes_are_told_as_they_come_however_odd(void **state)
{
    struct house *h = *state;
    ssh_session session = stranger_enter(h->port, "play");
    ssh_channel channel = stranger_sit(session, 0, 0);
    WAIT_FOR(h, h->opened == 1);
    assert_int_equal(h->caller.cols, 0);
    assert_int_equal(h->resizes, 0);
    assert_int_equal(ssh_channel_change_pty_size(channel, 65535, 65535), SSH_OK);
    WAIT_FOR(h, h->resizes == 1 && h->caller.cols == 65535 && h->caller.rows == 65535);
    stranger_leave(session);
}

static void a_shell_without_a_terminal_is_lines_and_no_echo(void **state)
{
    struct house *h = *state;
    char out[4096];
    let_go(h);
    assert_int_equal(run_ssh(h, out, sizeof out, "-q -T play@127.0.0.1 </dev/null"), 0);
    assert_string_equal(out, "welcome and goodbye\r\n");
    WAIT_FOR(h, h->opened == 1);
    assert_false(h->caller.character_mode);
    assert_false(h->caller.we_echo);
    assert_string_equal(h->caller.term, "");
}

static void do_let_time_pass(struct house *h, const void *arg)
{
    (void)arg;
    h->net.clock.clock = clock_system;
}

static void what_was_typed_before_the_end_of_input_is_told_then_the_line_ends(void **state)
{
    struct house *h = *state;
    char out[4096];
    house_do(h, do_let_time_pass, NULL);
    assert_int_equal(run_ssh(h, out, sizeof out, "-q -T play@127.0.0.1 <<EOF\nhelp\nEOF\n"), 0);
    WAIT_FOR(h, h->closed == 1);
    assert_string_equal(out, "Farewell.\r\n");
    assert_int_equal(h->why, CONN_END_INPUT);
    assert_int_equal(h->typed_n, 5);
    assert_memory_equal(h->typed, "help\n", 5);
}

static void a_few_variables_are_taken_and_all_else_refused(void **state)
{
    struct house *h = *state;
    ssh_session session = stranger_enter(h->port, "play");
    ssh_channel channel = ssh_channel_new(session);
    char longer[SSH_VARIABLE_VALUE_MAX + 2];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    assert_int_equal(ssh_channel_open_session(channel), SSH_OK);
    assert_int_equal(ssh_channel_request_env(channel, "LC_ALL", "de_DE.UTF-8\x1b[2J"), SSH_OK);
    assert_int_equal(ssh_channel_request_env(channel, "LANG", "C"), SSH_OK);
    assert_int_equal(ssh_channel_request_env(channel, "COLORTERM", "truecolor"), SSH_OK);
    assert_int_equal(ssh_channel_request_env(channel, "NO_COLOR", "1"), SSH_OK);
    assert_int_equal(ssh_channel_request_env(channel, "LD_PRELOAD", "/tmp/x.so"), SSH_ERROR);
    assert_int_equal(ssh_channel_request_env(channel, "LANG", longer), SSH_ERROR);
    for (int i = 5; i < SSH_VARIABLES_MAX; i++) ssh_channel_request_env(channel, "EDITOR", "vi");
    assert_int_equal(ssh_channel_request_env(channel, "COLORTERM", "24bit"), SSH_ERROR);
    assert_int_equal(ssh_channel_request_shell(channel), SSH_OK);
    WAIT_FOR(h, h->opened == 1);
    assert_string_equal(h->caller.lang, "de_DE.UTF-8[2J");
    assert_string_equal(h->caller.colorterm, "truecolor");
    assert_true(h->caller.no_color);
    stranger_leave(session);
}

/* (H24) */
static void ed25519_and_rsa_host_keys_both_serve_but_not_sha1(void **state)
{
    struct house *h = *state;
    char out[8192];
    let_go(h);
    assert_int_equal(run_ssh(h, out, sizeof out, "-o HostKeyAlgorithms=ssh-ed25519 -T play@127.0.0.1 </dev/null"), 0);
    assert_int_equal(run_ssh(h, out, sizeof out, "-o HostKeyAlgorithms=rsa-sha2-256 -T play@127.0.0.1 </dev/null"), 0);
    WAIT_FOR(h, h->opened == 2);
    assert_int_equal(run_ssh(h, out, sizeof out, "-o HostKeyAlgorithms=ssh-rsa -T play@127.0.0.1 </dev/null"), 255);
    assert_int_equal(
        run_ssh(h, out, sizeof out, "-o HostKeyAlgorithms=ecdsa-sha2-nistp256 -T play@127.0.0.1 </dev/null"), 255);
    assert_int_equal(h->opened, 2);
}

static void do_slow_down(struct house *h, const void *ms)
{
    h->slowed_ms = *(const int *)ms;
}

/* Bytes that have come for the newest caller and that nobody has read. */
static void do_count_unread(struct house *h, const void *arg)
{
    (void)arg;
    ioctl(((struct line *)h->conn)->fd, FIONREAD, &h->unread);
}

static void who_has_to_wait_is_read_later_and_written_to_meanwhile(void **state)
{
    struct house *h = *state;
    char text[8] = "";
    ssh_session session = stranger_enter(h->port, "play");
    ssh_channel channel = stranger_sit(session, 80, 24);
    WAIT_FOR(h, h->opened == 1);
    house_do(h, do_slow_down, &(int){ 5 });
    assert_int_equal(ssh_channel_write(channel, "abc", 3), 3);
    for (int i = 0; h->unread == 0 && h->typed_n == 0 && i < 1000000; i++) house_do(h, do_count_unread, NULL);
    assert_int_equal(h->typed_n, 0);
    assert_true(h->unread > 0);
    house_do(h, do_write, "frame"); /* libssh reads while it writes; a caller who gets less sends less */
    assert_int_equal(ssh_channel_read(channel, text, 5, 0), 5);
    assert_string_equal(text, "frame");
    house_do(h, do_slow_down, &(int){ 0 });
    WAIT_FOR(h, h->typed_n == 3);
    stranger_leave(session);
}

static void reopen_for_old_clients(struct house *h, const void *arg)
{
    (void)arg;
    struct err e;
    ssh_doors_close(h->net.lines.doors);
    h->net.lines.config.old_clients = true;
    h->net.lines.doors = ssh_doors_open(&h->net.lines.config, &e);
}

static void old_clients_are_served_where_the_sysop_wants_them(void **state)
{
    struct house *h = *state;
    static const char *const wishes[] = { "-o KexAlgorithms=ecdh-sha2-nistp256",
                                          "-o Ciphers=aes128-ctr -o MACs=hmac-sha2-256" };
    char out[8192], arguments[256];
    let_go(h);
    for (int wanted = 0; wanted < 2; wanted++) {
        for (int i = 0; i < 2; i++) {
            snprintf(arguments, sizeof arguments, "%s -T play@127.0.0.1 </dev/null", wishes[i]);
            assert_int_equal(run_ssh(h, out, sizeof out, arguments), wanted ? 0 : 255);
        }
        if (!wanted) house_do(h, reopen_for_old_clients, NULL);
    }
}

/* (H26) */
static void costly_key_exchanges_are_not_offered(void **state)
{
    struct house *h = *state;
    static const char *const methods[] = { "diffie-hellman-group16-sha512", "diffie-hellman-group18-sha512",
                                           "diffie-hellman-group14-sha256", "diffie-hellman-group-exchange-sha256" };
    char out[8192], arguments[128];
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        snprintf(arguments, sizeof arguments, "-o KexAlgorithms=%s -T play@127.0.0.1 </dev/null", methods[i]);
        assert_int_equal(run_ssh(h, out, sizeof out, arguments), 255);
    }
    assert_int_equal(h->opened, 0);
    assert_int_equal(run_ssh(h, out, sizeof out,
                             "-v -C -N -o ConnectTimeout=5 -o KexAlgorithms=curve25519-sha256 "
                             "-o PreferredAuthentications=none play@127.0.0.1 </dev/null"),
                     255);
    assert_non_null(strstr(out, "compression: none"));
}

static int connect_raw(const struct house *h)
{
    struct sockaddr_in at = { .sin_family = AF_INET,
                              .sin_port = htons(h->port),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

/* (H27) */
static void a_handshake_that_never_goes_on_can_be_ended_at_any_point(void **state)
{
    struct house *h = *state;
    static const char *const starts[] = { "", "SSH-2.0-x\r\n", "SSH-2.0-x\r\n\x00\x00\x00\x1c",
                                          "GET / HTTP/1.0\r\n\r\n" };
    char byte;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        int fd = connect_raw(h);
        assert_true(send(fd, starts[i], strlen(starts[i]), 0) >= 0);
        WAIT_FOR(h, h->accepted == (int)i + 1);
        house_do(h, do_kill_all, NULL);
        while (recv(fd, &byte, 1, 0) > 0) continue;
        close(fd);
        assert_int_equal(h->gone, (int)i + 1);
    }
}

/* (H28) */
static void nothing_is_forwarded(void **state)
{
    struct house *h = *state;
    char out[8192];
    assert_int_equal(run_ssh(h, out, sizeof out, "-W 127.0.0.1:9 play@127.0.0.1 </dev/null"), 255);
    assert_non_null(strstr(out, "administratively prohibited"));
    assert_int_equal(
        run_ssh(h, out, sizeof out, "-o ExitOnForwardFailure=yes -R 0:127.0.0.1:9 -N play@127.0.0.1 </dev/null"), 255);
    assert_non_null(strstr(out, "remote port forwarding failed"));
    let_go(h);
    assert_int_equal(run_ssh(h, out, sizeof out, "-v -tt -A -X play@127.0.0.1 </dev/null"), 0);
    assert_int_equal(h->opened, 1);
}

/* (H28) */
static void whoever_asks_for_no_shell_is_sent_away(void **state)
{
    struct house *h = *state;
    ssh_session session = stranger_enter(h->port, "play");
    const int almost = 9000, over = 1500;
    house_do(h, do_advance, &almost);
    ssh_channel channel = ssh_channel_new(session);
    assert_int_equal(ssh_channel_open_session(channel), SSH_OK);
    assert_int_equal(h->gone, 0);
    house_do(h, do_advance, &over);
    WAIT_FOR(h, h->gone == 1);
    assert_int_equal(h->opened, 0);
    stranger_leave(session);
}

/* (H28) */
static void a_second_session_on_one_connection_is_refused(void **state)
{
    struct house *h = *state;
    ssh_session session = stranger_enter(h->port, "play");
    ssh_channel first = stranger_sit(session, 80, 24), second = ssh_channel_new(session);
    assert_int_equal(ssh_channel_open_session(second), SSH_ERROR);
    assert_int_equal(ssh_channel_request_shell(first), SSH_ERROR);
    WAIT_FOR(h, h->opened == 1);
    assert_int_equal(ssh_channel_write(first, "a", 1), 1);
    WAIT_FOR(h, h->typed_n == 1);
    stranger_leave(session);
}

/* (H29) */
static void commands_and_sftp_are_refused_at_once(void **state)
{
    struct house *h = *state;
    char out[8192];
    assert_int_equal(run_ssh(h, out, sizeof out, "play@127.0.0.1 who </dev/null"), 255);
    assert_non_null(strstr(out, "exec request failed"));
    assert_int_equal(run_ssh(h, out, sizeof out, "-s play@127.0.0.1 sftp </dev/null"), 255);
    assert_non_null(strstr(out, "subsystem request failed"));
    WAIT_FOR(h, h->gone == 2);
    assert_int_equal(h->opened, 0);
}

/* (H31) */
static void no_banner_comes_before_the_login(void **state)
{
    struct house *h = *state;
    ssh_session session = stranger_enter(h->port, "play");
    char *banner = ssh_get_issue_banner(session);
    assert_null(banner);
    stranger_leave(session);
}

/* (H30) */
static void nothing_is_said_before_the_shell_is_granted(void **state)
{
    struct house *h = *state;
    char text[32] = "";
    ssh_session session = stranger_enter(h->port, "play");
    ssh_channel channel = ssh_channel_new(session);
    let_go(h);
    assert_int_equal(ssh_channel_open_session(channel), SSH_OK);
    assert_int_equal(ssh_channel_request_pty_size(channel, "xterm", 80, 24), SSH_OK);
    assert_int_equal(h->opened, 0);
    assert_int_equal(ssh_channel_read_nonblocking(channel, text, sizeof text, 0), 0);
    assert_int_equal(ssh_channel_request_shell(channel), SSH_OK);
    read_exactly(channel, text, strlen(h->last_words));
    assert_string_equal(text, h->last_words);
    stranger_leave(session);
}

/* (H32) */
static void silence_is_no_proof_of_death(void **state)
{
    struct house *h = *state;
    char text[5] = "";
    const int hour = 3600 * 1000;
    ssh_session session = stranger_enter(h->port, "play");
    ssh_channel channel = stranger_sit(session, 80, 24);
    WAIT_FOR(h, h->opened == 1);
    house_do(h, do_advance, &hour);
    assert_int_equal(ssh_channel_poll_timeout(channel, 600, 0), 0);
    assert_int_equal(h->gone, 0);
    house_do(h, do_write, "here");
    read_exactly(channel, text, 4);
    assert_string_equal(text, "here");
    stranger_leave(session);
}

/* (H33) */
static void the_last_line_arrives_and_the_status_with_it(void **state)
{
    struct house *h = *state;
    static char out[400000];
    let_go(h);
    h->flood = 200000;
    for (int i = 0; i < 20; i++) {
        assert_int_equal(run_ssh(h, out, sizeof out, "-q -T play@127.0.0.1 </dev/null"), 0);
        size_t n = strlen(out), last = strlen(h->last_words);
        assert_true(n >= h->flood + last);
        assert_string_equal(out + n - last, h->last_words);
    }
}

/* (H33) */
static void every_status_is_told_and_the_goodbye_is_short(void **state)
{
    struct house *h = *state;
    for (int status = 0; status <= 2; status++) {
        ssh_session session = stranger_enter(h->port, "play");
        ssh_channel channel = stranger_sit(session, 80, 24);
        WAIT_FOR(h, h->opened == status + 1);
        house_do(h, do_close, &status);
        char text[8];
        while (ssh_channel_read(channel, text, sizeof text, 0) > 0) continue;
        assert_int_equal(ssh_channel_get_exit_status(channel), status);
        stranger_leave(session);
        WAIT_FOR(h, h->closed == status + 1);
    }
}

/* (H33) */
static void one_who_never_closes_is_left_after_a_second(void **state)
{
    struct house *h = *state;
    const int status = 1, over = 1100;
    ssh_session session = stranger_enter(h->port, "play");
    stranger_sit(session, 80, 24);
    WAIT_FOR(h, h->opened == 1);
    house_do(h, do_close, &status);
    assert_int_equal(h->closed, 0);
    house_do(h, do_advance, &over);
    WAIT_FOR(h, h->closed == 1 && h->gone == 1);
    stranger_leave(session);
}

static void signals_to_leave_end_the_visit_and_others_do_not(void **state)
{
    struct house *h = *state;
    static const char *const signals[] = { "INT", "TERM", "HUP" };
    for (int i = 0; i < 3; i++) {
        ssh_session session = stranger_enter(h->port, "play");
        ssh_channel channel = stranger_sit(session, 80, 24);
        WAIT_FOR(h, h->opened == i + 1);
        assert_int_equal(ssh_channel_request_send_signal(channel, "USR1"), SSH_OK);
        assert_int_equal(ssh_channel_request_send_break(channel, 100), SSH_OK);
        assert_int_equal(h->closed, i);
        assert_int_equal(ssh_channel_request_send_signal(channel, signals[i]), SSH_OK);
        ssh_blocking_flush(session, 20000);
        char text[32] = "";
        read_exactly(channel, text, 11);
        assert_string_equal(text, "Farewell.\r\n");
        while (ssh_channel_read(channel, text, sizeof text, 0) > 0) continue;
        assert_int_equal(ssh_channel_get_exit_status(channel), 0);
        stranger_leave(session);
        WAIT_FOR(h, h->closed == i + 1 && h->endings == i + 1);
        assert_int_equal(h->why, CONN_END_SIGNAL);
    }
}

/* (H36) */
static void the_client_is_not_invited_to_send_chaff(void **state)
{
    struct house *h = *state;
    static char out[100000];
    let_go(h);
    assert_int_equal(run_ssh(h, out, sizeof out, "-vvv -tt play@127.0.0.1 </dev/null"), 0);
    assert_non_null(strstr(out, "server-sig-algs"));
    assert_null(strstr(out, "ping@openssh.com"));
}

/* Cuts the connection when this thread is about to send its n-th packet: even n by a reset, odd n by a plain close. */
struct cut {
    int fd, left;
    bool reset;
};

static void cut_at(void *arg)
{
    struct cut *c = arg;
    if (--c->left != 0) return;
    struct sockaddr nowhere = { .sa_family = AF_UNSPEC };
    if (c->reset)
        assert_int_equal(connect(c->fd, &nowhere, sizeof nowhere), 0);
    else
        shutdown(c->fd, SHUT_RDWR);
}

static void play_until_cut(struct house *h, ssh_session session)
{
    char text[64];
    if (ssh_userauth_none(session, NULL) != SSH_AUTH_DENIED) return;
    if (ssh_userauth_password(session, NULL, "") != SSH_AUTH_SUCCESS) return;
    ssh_channel channel = ssh_channel_new(session);
    if (channel == NULL || ssh_channel_open_session(channel) != SSH_OK) return;
    if (ssh_channel_request_pty(channel) != SSH_OK || ssh_channel_request_shell(channel) != SSH_OK) return;
    for (int i = 0; i < 12; i++) {
        if (ssh_channel_write(channel, "kkkk", 4) != 4 || ssh_channel_change_pty_size(channel, 80 + i, 24) != SSH_OK)
            return;
        house_do(h, do_write, "a frame");
        if (ssh_channel_read_timeout(channel, text, sizeof text, 0, 1000) < 0) return;
    }
}

static bool come_and_be_cut(struct house *h, int n, bool reset)
{
    /* The client does not see that its own socket is gone, and would wait. */
    const long us = 200000;
    ssh_session session = stranger_connect(h->port, "play");
    ssh_options_set(session, SSH_OPTIONS_TIMEOUT, &(long){ 0 });
    ssh_options_set(session, SSH_OPTIONS_TIMEOUT_USEC, &us);
    struct cut cut = { ssh_get_fd(session), n, reset };
    on_packet_arg = &cut;
    on_packet = cut_at;
    play_until_cut(h, session);
    on_packet = NULL;
    stranger_leave(session);
    return cut.left <= 0;
}

/* (H37) */
static void a_connection_may_break_at_any_packet(void **state)
{
    struct house *h = *state;
    int cuts = 0;
    for (int n = 1; n <= 24; n++)
        for (int reset = 0; reset < 2; reset++) {
            cuts += come_and_be_cut(h, n, reset);
            WAIT_FOR(h, h->gone == 2 * (n - 1) + reset + 1);
        }
    assert_in_range(cuts, 24, 48);
    WAIT_FOR(h, h->opened > 0 && h->opened == h->closed);
    assert_alive(h);
}

/* (H42) */
static void a_hundred_who_say_nothing_hold_nobody_up(void **state)
{
    struct house *h = *state;
    int fds[100];
    for (int i = 0; i < 100; i++) fds[i] = connect_raw(h);
    WAIT_FOR(h, h->accepted == 100);
    assert_alive(h);
    for (int i = 0; i < 100; i++) close(fds[i]);
    WAIT_FOR(h, h->gone == 101);
}

/* Writes a frame where the caller is ready for one, as a table would; counts those that went. */
static void do_frame(struct house *h, const void *count)
{
    static char frame[4000];
    memset(frame, 'f', sizeof frame);
    if (!conn_ready(h->conn)) return;
    conn_write(h->conn, frame, sizeof frame);
    ++*(int *)(uintptr_t)count;
}

/* (H43) */
static void one_who_does_not_read_gets_no_more_frames_and_then_goes_on(void **state)
{
    struct house *h = *state;
    ssh_session session = stranger_enter(h->port, "play");
    ssh_channel channel = stranger_sit(session, 80, 24);
    WAIT_FOR(h, h->opened == 1);
    int sent = 0, before = -1, same = 0;
    while (same < 50) {
        house_do(h, do_frame, &sent);
        same = sent == before ? same + 1 : 0;
        before = sent;
        assert_true(sent < 5000);
    }
    assert_int_equal(h->closed, 0);
    assert_alive(h);
    WAIT_FOR(h, h->closed == 1);
    static char text[4000];
    for (int i = 0; i < sent; i++) read_exactly(channel, text, sizeof text);
    assert_int_equal(h->gone, 1);
    stranger_leave(session);
}

static void do_write_much(struct house *h, const void *arg)
{
    (void)arg;
    static char much[200 * 1024];
    if (h->conn != NULL) conn_write(h->conn, much, sizeof much);
}

/* (H43) */
static void one_for_whom_too_much_waits_is_closed(void **state)
{
    struct house *h = *state;
    ssh_session session = stranger_enter(h->port, "play");
    stranger_sit(session, 80, 24);
    WAIT_FOR(h, h->opened == 1);
    for (int i = 0; i < 100 && h->endings == 0; i++) house_do(h, do_write_much, NULL);
    WAIT_FOR(h, h->endings == 1 && h->why == CONN_END_BACKLOG);
    const int over = 1100;
    house_do(h, do_advance, &over);
    WAIT_FOR(h, h->closed == 1);
    stranger_leave(session);
}

static void new_keys_on_the_way_lose_nothing(void **state)
{
    struct house *h = *state;
    static char out[400000];
    let_go(h);
    h->flood = 200000;
    assert_int_equal(run_ssh(h, out, sizeof out, "-q -T -o RekeyLimit=16K play@127.0.0.1 </dev/null"), 0);
    assert_int_equal(strlen(out) % 64, strlen(h->last_words) % 64);
    assert_true(strlen(out) >= h->flood);
}

static void do_hold(struct house *h, const void *on)
{
    conn_hold(h->conn, *(const bool *)on);
}

/* What the house cannot take waits, in order; of what comes in beside its own writes too much may not (H61). */
static void what_the_house_cannot_take_yet_waits_at_the_sender(void **state)
{
    struct house *h = *state;
    static char paste[65536];
    memset(paste, 'p', sizeof paste);
    ssh_session session = stranger_enter(h->port, "play");
    ssh_channel channel = stranger_sit(session, 80, 24);
    WAIT_FOR(h, h->opened == 1);
    const bool on = true, off = false;
    house_do(h, do_hold, &on);
    memset(paste + 1000, 'q', 1000);
    assert_int_equal(ssh_channel_write(channel, paste, 2000), 2000);
    for (int i = 0; i < 10; i++) house_do(h, do_write, "an answer");
    assert_int_equal(h->typed_n, 0);
    house_do(h, do_hold, &off);
    WAIT_FOR(h, h->typed_n == 2000);
    assert_memory_equal(h->typed, paste, 2000);
    house_do(h, do_hold, &on);
    ssh_set_blocking(session, 0);
    for (int i = 0; i < 400 && h->endings == 0; i++) {
        ssh_channel_write(channel, paste, 32768);
        house_do(h, do_write, "an answer");
    }
    assert_int_equal(h->typed_n, 2000);
    if (h->endings == 1) assert_int_equal(h->why, CONN_END_FLOOD);
    stranger_leave(session);
}

static void a_budget_is_of_each_second(void **state)
{
    (void)state;
    struct ssh_budget b = { 0, 0 };
    assert_true(ssh_budget_spend(&b, 10, SSH_BUDGET_US));
    assert_false(ssh_budget_spend(&b, 999, 1));
    assert_true(ssh_budget_spend(&b, 1000, SSH_BUDGET_US));
    assert_false(ssh_budget_spend(&b, 1001, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_HOUSE(a_guest_sits_down_types_and_reads),
        IN_A_HOUSE(sizes_are_told_as_they_come_however_odd),
        IN_A_HOUSE(a_shell_without_a_terminal_is_lines_and_no_echo),
        IN_A_HOUSE(what_was_typed_before_the_end_of_input_is_told_then_the_line_ends),
        IN_A_HOUSE(a_few_variables_are_taken_and_all_else_refused),
        IN_A_HOUSE(who_has_to_wait_is_read_later_and_written_to_meanwhile),
        IN_A_HOUSE(old_clients_are_served_where_the_sysop_wants_them),
        IN_A_HOUSE(ed25519_and_rsa_host_keys_both_serve_but_not_sha1),
        IN_A_HOUSE(costly_key_exchanges_are_not_offered),
        IN_A_HOUSE(a_handshake_that_never_goes_on_can_be_ended_at_any_point),
        IN_A_HOUSE(nothing_is_forwarded),
        IN_A_HOUSE(whoever_asks_for_no_shell_is_sent_away),
        IN_A_HOUSE(a_second_session_on_one_connection_is_refused),
        IN_A_HOUSE(commands_and_sftp_are_refused_at_once),
        IN_A_HOUSE(no_banner_comes_before_the_login),
        IN_A_HOUSE(nothing_is_said_before_the_shell_is_granted),
        IN_A_HOUSE(silence_is_no_proof_of_death),
        IN_A_HOUSE(the_last_line_arrives_and_the_status_with_it),
        IN_A_HOUSE(every_status_is_told_and_the_goodbye_is_short),
        IN_A_HOUSE(one_who_never_closes_is_left_after_a_second),
        IN_A_HOUSE(signals_to_leave_end_the_visit_and_others_do_not),
        IN_A_HOUSE(the_client_is_not_invited_to_send_chaff),
        IN_A_HOUSE(a_connection_may_break_at_any_packet),
        IN_A_HOUSE(a_hundred_who_say_nothing_hold_nobody_up),
        IN_A_HOUSE(one_who_does_not_read_gets_no_more_frames_and_then_goes_on),
        IN_A_HOUSE(one_for_whom_too_much_waits_is_closed),
        IN_A_HOUSE(new_keys_on_the_way_lose_nothing),
        IN_A_HOUSE(what_the_house_cannot_take_yet_waits_at_the_sender),
        cmocka_unit_test(a_budget_is_of_each_second),
    };
    return cmocka_run_group_tests(tests, make_key_dir, remove_key_dir);
}
