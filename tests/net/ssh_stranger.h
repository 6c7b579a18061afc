/* A libssh client for tests that can say what no client says. A test rewrites the plain text of a packet just before it
 * is encrypted: libssh calls EVP_EncryptUpdate through the dynamic linker and finds ours. */
#pragma once
#pragma GCC diagnostic ignored "-Wunused-function"
#include <assert.h>
#include <dlfcn.h>
#include <libssh/libssh.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

struct evp_cipher_ctx_st;

/* Replaces the next packet of this type that this thread encrypts; 0 for none. */
static _Thread_local uint8_t rewrite_type;
static _Thread_local uint8_t rewrite_with[512];
static _Thread_local size_t rewrite_n;
/* Called for each packet this thread encrypts. */
static _Thread_local void (*on_packet)(void *arg);
static _Thread_local void *on_packet_arg;

/* in: padding length, payload, padding (RFC 4253 6). The payload becomes rewrite_with; padding takes up the rest. */
static void rewrite(uint8_t *in, int n)
{
    size_t payload = (size_t)n - 1 - in[0];
    assert(rewrite_n <= payload && in[0] + (payload - rewrite_n) <= 255);
    in[0] = (uint8_t)(in[0] + payload - rewrite_n);
    memcpy(in + 1, rewrite_with, rewrite_n);
    rewrite_type = 0;
}

/* The library's random generator encrypts as well: what has no fitting padding, or no length where our carriers have
 * one, is not a packet. */
static int is_packet(const uint8_t *in, int n)
{
    return n >= 16 && n % 16 == 0 && in[0] >= 4 && in[0] < n - 1;
}

static int is_to_be_rewritten(const uint8_t *in, int n)
{
    return rewrite_type != 0 && in[1] == rewrite_type && in[2] == 0 && in[3] == 0 && n <= 1024;
}

int EVP_EncryptUpdate(struct evp_cipher_ctx_st *ctx, unsigned char *out, int *out_n, const unsigned char *in, int n);
int EVP_EncryptUpdate(struct evp_cipher_ctx_st *ctx, unsigned char *out, int *out_n, const unsigned char *in, int n)
{
    int (*real)(struct evp_cipher_ctx_st *, unsigned char *, int *, const unsigned char *, int) =
        (int (*)(struct evp_cipher_ctx_st *, unsigned char *, int *, const unsigned char *, int))(uintptr_t)dlsym(
            RTLD_NEXT, "EVP_EncryptUpdate");
    uint8_t copy[1024];
    bool packet = out != NULL && is_packet(in, n);
    if (packet && on_packet != NULL) on_packet(on_packet_arg);
    if (packet && is_to_be_rewritten(in, n)) {
        memcpy(copy, in, (size_t)n);
        rewrite(copy, n);
        in = copy;
    }
    return real(ctx, out, out_n, in, n);
}

static void put_u32(uint32_t v)
{
    const uint8_t bytes[] = { (uint8_t)(v >> 24), (uint8_t)(v >> 16), (uint8_t)(v >> 8), (uint8_t)v };
    memcpy(rewrite_with + rewrite_n, bytes, 4);
    rewrite_n += 4;
}

static void put_string(const void *bytes, size_t n)
{
    put_u32((uint32_t)n);
    memcpy(rewrite_with + rewrite_n, bytes, n);
    rewrite_n += n;
}

static void begin_packet(uint8_t type)
{
    rewrite_with[0] = type;
    rewrite_n = 1;
}

/* Sends the packet that was built since begin_packet(), in place of a harmless one. */
static void send_packet(ssh_session session)
{
    char filler[sizeof rewrite_with] = { 0 };
    memset(filler, 'x', rewrite_n);
    rewrite_type = 2; /* SSH_MSG_IGNORE */
    assert_int_equal(ssh_send_ignore(session, filler), SSH_OK);
    assert_int_equal(rewrite_type, 0);
}

static ssh_session stranger_connect(uint16_t port, const char *user)
{
    ssh_session session = ssh_new();
    assert_non_null(session);
    const bool no = false;
    const long patience = 20;
    unsigned number = port;
    ssh_options_set(session, SSH_OPTIONS_PROCESS_CONFIG, &no);
    ssh_options_set(session, SSH_OPTIONS_HOST, "127.0.0.1");
    ssh_options_set(session, SSH_OPTIONS_PORT, &number);
    ssh_options_set(session, SSH_OPTIONS_USER, user);
    ssh_options_set(session, SSH_OPTIONS_TIMEOUT, &patience);
    ssh_options_set(session, SSH_OPTIONS_CIPHERS_C_S, "aes128-gcm@openssh.com");
    if (ssh_connect(session) != SSH_OK) fail_msg("cannot connect: %s", ssh_get_error(session));
    return session;
}

/* Comes in as a guest, by a request with no prompts. */
static ssh_session stranger_enter(uint16_t port, const char *user)
{
    ssh_session session = stranger_connect(port, user);
    assert_int_equal(ssh_userauth_none(session, NULL), SSH_AUTH_DENIED);
    assert_int_equal(ssh_userauth_kbdint(session, NULL, NULL), SSH_AUTH_INFO);
    assert_int_equal(ssh_userauth_kbdint_getnprompts(session), 0);
    int rc = ssh_userauth_kbdint(session, NULL, NULL);
    if (rc != SSH_AUTH_SUCCESS) fail_msg("not let in (%d): %s", rc, ssh_get_error(session));
    return session;
}

/* The channel of a session that has entered, with a terminal and a shell. */
static ssh_channel stranger_sit(ssh_session session, int cols, int rows)
{
    ssh_channel channel = ssh_channel_new(session);
    assert_int_equal(ssh_channel_open_session(channel), SSH_OK);
    assert_int_equal(ssh_channel_request_pty_size(channel, "xterm-ghostty", cols, rows), SSH_OK);
    assert_int_equal(ssh_channel_request_shell(channel), SSH_OK);
    return channel;
}

static void stranger_leave(ssh_session session)
{
    ssh_disconnect(session);
    ssh_free(session);
}
