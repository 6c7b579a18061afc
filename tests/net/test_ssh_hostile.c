#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "net/ssh_guards.h"
#include "net/ssh_house.h"
#include "net/ssh_stranger.h"

/* Were libssh to look for a mechanism of its own, it would call this, in the library's place. */
static int credentials_sought;

uint32_t gss_acquire_cred(uint32_t *minor, ...);
uint32_t gss_acquire_cred(uint32_t *minor, ...)
{
    *minor = 0;
    __atomic_add_fetch(&credentials_sought, 1, __ATOMIC_SEQ_CST);
    return 13u << 16;
}

static int64_t real_ms(void)
{
    return clock_mono_ms(&clock_system);
}

/* Somebody else comes in, is shown a frame and leaves. */
static void assert_alive(struct house *h)
{
    char text[5] = "";
    int before = h->opened;
    ssh_session session = stranger_enter(h->port, "play");
    ssh_channel channel = stranger_sit(session, 80, 24);
    WAIT_FOR(h, h->opened == before + 1);
    house_do(h, do_write, "live");
    assert_int_equal(ssh_channel_read(channel, text, 4, 0), 4);
    assert_string_equal(text, "live");
    stranger_leave(session);
}

/* Kerberos 5, as DER: tag, length, identifier (RFC 4462 3.3). */
static const uint8_t kerberos[] = { 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x12, 0x01, 0x02, 0x02 };

static void put_gssapi_request(void)
{
    begin_packet(50); /* USERAUTH_REQUEST */
    put_string("play", 4);
    put_string("ssh-connection", 14);
    put_string("gssapi-with-mic", 15);
    put_u32(1);
    put_string(kerberos, sizeof kerberos);
}

static void a_gssapi_request_before_login_is_refused_at_once(void **state)
{
    struct house *h = *state;
    ssh_session session =
        stranger_connect(h->port, "a-name-so-long-that-the-request-for-gssapi-finds-room-in-its-place");
    assert_int_equal(ssh_userauth_none(session, NULL), SSH_AUTH_DENIED);
    for (int i = 0; i < 5; i++) {
        put_gssapi_request();
        rewrite_type = 50;
        int64_t before = real_ms();
        assert_int_equal(ssh_userauth_none(session, NULL), SSH_AUTH_DENIED);
        assert_int_equal(rewrite_type, 0);
        assert_in_range(real_ms() - before, 0, 100);
    }
    assert_int_equal(credentials_sought, 0);
    assert_int_equal(ssh_userauth_password(session, "play", ""), SSH_AUTH_SUCCESS);
    stranger_leave(session);
    assert_alive(h);
}

/* Opens a session channel that insists on packets of at most `limit` bytes, and asks for a shell on it. */
static void open_with_limit(ssh_session session, uint32_t limit)
{
    ssh_channel channel = ssh_channel_new(session);
    begin_packet(90); /* CHANNEL_OPEN */
    put_string("session", 7);
    put_u32(43);
    put_u32(1 << 20);
    put_u32(limit);
    rewrite_type = 90;
    if (ssh_channel_open_session(channel) == SSH_OK) ssh_channel_request_shell(channel);
    assert_int_equal(rewrite_type, 0);
}

static void a_channel_that_takes_no_packets_at_all_is_never_opened(void **state)
{
    struct house *h = *state;
    ssh_session session = stranger_enter(h->port, "play");
    ssh_set_blocking(session, 0); /* the house's library may leave this without an answer */
    open_with_limit(session, 0);
    ssh_blocking_flush(session, 20000);
    assert_alive(h);
    stranger_leave(session);
    WAIT_FOR(h, h->gone == 2);
    assert_int_equal(h->opened, 1);
}

static void a_channel_that_takes_tiny_packets_is_refused_before_a_byte_is_written(void **state)
{
    struct house *h = *state;
    static const uint32_t limits[] = { 1, 9, 10, 11, SSH_PACKET_LIMIT_MIN - 1 };
    const int n = sizeof limits / sizeof *limits;
    for (int i = 0; i < n; i++) {
        ssh_session session = stranger_enter(h->port, "play");
        open_with_limit(session, limits[i]);
        WAIT_FOR(h, h->gone == i + 1);
        stranger_leave(session);
    }
    assert_int_equal(h->opened, 0);
    assert_alive(h);
}

static void the_smallest_honest_packets_are_served(void **state)
{
    struct house *h = *state;
    ssh_session session = stranger_enter(h->port, "play");
    open_with_limit(session, SSH_PACKET_LIMIT_MIN);
    WAIT_FOR(h, h->opened == 1);
    house_do(h, do_write, "hello");
    stranger_leave(session);
}

static void a_flood_of_packets_ends_its_sender_and_nobody_else(void **state)
{
    struct house *h = *state;
    ssh_session session = stranger_enter(h->port, "play");
    stranger_sit(session, 80, 24);
    WAIT_FOR(h, h->opened == 1);
    for (int i = 0; i < 10000000 && h->endings == 0 && ssh_send_ignore(session, "x") == SSH_OK; i++) continue;
    WAIT_FOR(h, h->endings == 1);
    assert_int_equal(h->why, CONN_END_SHARE);
    const int over = 1100;
    house_do(h, do_advance, &over);
    WAIT_FOR(h, h->closed == 1);
    stranger_leave(session);
    assert_alive(h);
}

/* Each of these, sent by one who has logged in or has not, may at worst end its sender (H37). */
static void packets_out_of_place_harm_nobody_else(void **state)
{
    struct house *h = *state;
    for (int entered = 0; entered < 2; entered++)
        for (int type = 1; type < 128; type++) {
            ssh_session session = entered ? stranger_enter(h->port, "play") : stranger_connect(h->port, "play");
            begin_packet((uint8_t)type);
            put_u32(7);
            put_string("nonsense", 8);
            put_u32(0xFFFFFFFF);
            send_packet(session);
            ssh_blocking_flush(session, 1000);
            stranger_leave(session);
        }
    WAIT_FOR(h, h->gone == 254 && h->opened == h->closed);
    assert_alive(h);
}

static void a_window_of_nothing_is_waited_for_without_a_loop(void **state)
{
    struct house *h = *state;
    ssh_session session = stranger_enter(h->port, "play");
    ssh_channel channel = ssh_channel_new(session);
    begin_packet(90); /* CHANNEL_OPEN */
    put_string("session", 7);
    put_u32(43);
    put_u32(0);
    put_u32(32768);
    rewrite_type = 90;
    assert_int_equal(ssh_channel_open_session(channel), SSH_OK);
    assert_int_equal(ssh_channel_request_shell(channel), SSH_OK);
    WAIT_FOR(h, h->opened == 1);
    assert_false(h->ready);
    house_do(h, do_write, "held back");
    assert_alive(h);
    begin_packet(93); /* CHANNEL_WINDOW_ADJUST of the house's first channel */
    put_u32(43);
    put_u32(1 << 20);
    send_packet(session);
    char text[10] = "";
    assert_int_equal(ssh_channel_read(channel, text, 9, 0), 9);
    assert_string_equal(text, "held back");
    WAIT_FOR(h, h->readies >= 1);
    stranger_leave(session);
    WAIT_FOR(h, h->closed == 2);
}

static void a_name_of_a_hundred_kilobytes_is_cut(void **state)
{
    struct house *h = *state;
    static char name[100000];
    memset(name, 'n', sizeof name - 1);
    ssh_session session = stranger_connect(h->port, "play");
    assert_int_equal(ssh_userauth_password(session, name, name), SSH_AUTH_SUCCESS);
    stranger_sit(session, 80, 24);
    WAIT_FOR(h, h->opened == 1);
    assert_int_equal(strlen(h->caller.user), sizeof h->caller.user - 1);
    stranger_leave(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_HOUSE(a_gssapi_request_before_login_is_refused_at_once),
        IN_A_HOUSE(a_channel_that_takes_tiny_packets_is_refused_before_a_byte_is_written),
        IN_A_HOUSE(a_channel_that_takes_no_packets_at_all_is_never_opened),
        IN_A_HOUSE(the_smallest_honest_packets_are_served),
        IN_A_HOUSE(a_flood_of_packets_ends_its_sender_and_nobody_else),
        IN_A_HOUSE(packets_out_of_place_harm_nobody_else),
        IN_A_HOUSE(a_window_of_nothing_is_waited_for_without_a_loop),
        IN_A_HOUSE(a_name_of_a_hundred_kilobytes_is_cut),
    };
    return cmocka_run_group_tests(tests, make_key_dir, remove_key_dir);
}
