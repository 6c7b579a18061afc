#include "load/ssh_client.h"

#include "base/mem.h"
#include "load/ssh_numbers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW (1u << 20) /* bytes the host may send before we give it more room */
#define PACKET_SIZE 32768
#define VERSION_LINE_MAX 255
#define NAME_SIZE 64

enum state {
    AWAITS_VERSION,
    AWAITS_KEXINIT,
    AWAITS_REPLY,
    AWAITS_NEWKEYS,
    AWAITS_SERVICE,
    AWAITS_LOGIN,
    AWAITS_CHANNEL,
    OPEN
};

struct client {
    struct stream *stream;
    struct ssh_common *common;
    const struct client_upcalls *up;
    void *owner;
    int number;
    enum state state;
    struct ssh_kex *kex;
    struct ssh_direction out, in;
    uint8_t id[SSH_HASH];
    uint32_t channel, shown;
};

static bool send_packet(struct client *c, const struct packet *p)
{
    uint8_t sealed[SSH_SEALED_MAX];
    return stream_send(c->stream, sealed, ssh_seal(&c->common->cipher, &c->out, p, sealed));
}

/* --- login --- */

static bool on_kexinit(struct client *c, const struct reader *payload)
{
    struct packet p = { 0 };
    c->kex->host_init_n = (size_t)(payload->end - payload->at);
    c->kex->host_init = mem_new(c->kex->host_init_n);
    memcpy(c->kex->host_init, payload->at, c->kex->host_init_n);
    packet_byte(&p, SSH_KEX_ECDH_INIT);
    packet_string(&p, c->common->kex.own_public, sizeof c->common->kex.own_public);
    c->state = AWAITS_REPLY;
    return send_packet(c, &p);
}

static bool on_reply(struct client *c, struct reader *r)
{
    struct packet p = { 0 };
    if (!ssh_kex_reply(&c->common->kex, c->kex, r, &c->out, &c->in, c->id)) return false;
    packet_byte(&p, SSH_NEWKEYS);
    bool sent = send_packet(c, &p);
    c->out.on = true;
    ssh_kex_free(c->kex);
    c->kex = NULL;
    c->state = AWAITS_NEWKEYS;
    return sent;
}

static bool on_newkeys(struct client *c)
{
    struct packet p = { 0 };
    c->in.on = true;
    packet_byte(&p, SSH_SERVICE_REQUEST);
    packet_text(&p, "ssh-userauth");
    c->state = AWAITS_SERVICE;
    return send_packet(c, &p);
}

/* The text, followed by the caller's number where each caller has its own. */
static void name_of(const struct client *c, const char *text, char out[NAME_SIZE])
{
    if (c->common->own)
        snprintf(out, NAME_SIZE, "%s%d", text, c->number);
    else
        snprintf(out, NAME_SIZE, "%s", text);
}

static EVP_PKEY *own_key(const struct client *c, uint8_t public_key[32])
{
    char name[NAME_SIZE];
    uint8_t secret[SSH_HASH];
    size_t n = 32;
    name_of(c, c->common->key, name);
    EVP_Digest(name, strlen(name), secret, NULL, EVP_sha256(), NULL);
    EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, secret, sizeof secret);
    EVP_PKEY_get_raw_public_key(key, public_key, &n);
    return key;
}

static bool sign(EVP_PKEY *key, const struct packet *p, uint8_t signature[64])
{
    size_t n = 64;
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    bool done =
        EVP_DigestSignInit(ctx, NULL, NULL, NULL, key) == 1 && EVP_DigestSign(ctx, signature, &n, p->at, p->n) == 1;
    EVP_MD_CTX_free(ctx);
    return done;
}

/* RFC 4252 7: the client signs the session's id and the request so far. */
static bool add_key(const struct client *c, struct packet *request)
{
    struct packet blob = { 0 }, to_sign = { 0 }, signature = { 0 };
    uint8_t public_key[32], raw[64];
    EVP_PKEY *key = own_key(c, public_key);
    packet_byte(request, 1);
    packet_text(request, "ssh-ed25519");
    packet_text(&blob, "ssh-ed25519");
    packet_string(&blob, public_key, sizeof public_key);
    packet_string(request, blob.at, blob.n);
    packet_string(&to_sign, c->id, sizeof c->id);
    packet_raw(&to_sign, request->at, request->n);
    bool done = sign(key, &to_sign, raw);
    EVP_PKEY_free(key);
    packet_text(&signature, "ssh-ed25519");
    packet_string(&signature, raw, sizeof raw);
    packet_string(request, signature.at, signature.n);
    return done;
}

static bool ask_login(struct client *c)
{
    struct packet p = { 0 };
    char user[NAME_SIZE];
    name_of(c, c->common->user, user);
    packet_byte(&p, SSH_USERAUTH_REQUEST);
    packet_text(&p, user);
    packet_text(&p, "ssh-connection");
    packet_text(&p, c->common->key ? "publickey" : "password");
    if (c->common->key == NULL) {
        packet_byte(&p, 0);
        packet_text(&p, "guest");
    } else if (!add_key(c, &p)) {
        return false;
    }
    c->state = AWAITS_LOGIN;
    return send_packet(c, &p);
}

/* --- the channel --- */

static bool open_channel(struct client *c)
{
    struct packet p = { 0 };
    packet_byte(&p, SSH_CHANNEL_OPEN);
    packet_text(&p, "session");
    packet_u32(&p, 0);
    packet_u32(&p, WINDOW);
    packet_u32(&p, PACKET_SIZE);
    c->state = AWAITS_CHANNEL;
    return send_packet(c, &p);
}

static void start_request(struct packet *p, const struct client *c, const char *what)
{
    packet_byte(p, SSH_CHANNEL_REQUEST);
    packet_u32(p, c->channel);
    packet_text(p, what);
    packet_byte(p, 0);
}

static bool open_shell(struct client *c, struct reader *r)
{
    struct packet terminal = { 0 }, language = { 0 }, shell = { 0 };
    read_u32(r);
    c->channel = read_u32(r);
    start_request(&terminal, c, "pty-req");
    packet_text(&terminal, TERMINAL_NAME);
    packet_u32(&terminal, TERMINAL_COLS);
    packet_u32(&terminal, TERMINAL_ROWS);
    packet_u32(&terminal, 0);
    packet_u32(&terminal, 0);
    packet_text(&terminal, "");
    start_request(&language, c, "env");
    packet_text(&language, "LANG");
    packet_text(&language, "en_US.UTF-8");
    start_request(&shell, c, "shell");
    c->state = OPEN;
    return !r->short_of && send_packet(c, &terminal) && send_packet(c, &language) && send_packet(c, &shell);
}

static bool on_data(struct client *c, struct reader *r)
{
    size_t n;
    read_u32(r);
    const uint8_t *bytes = read_string(r, &n);
    if (r->short_of) return false;
    c->shown += (uint32_t)n;
    if (c->shown > WINDOW / 2) {
        struct packet p = { 0 };
        packet_byte(&p, SSH_CHANNEL_WINDOW_ADJUST);
        packet_u32(&p, c->channel);
        packet_u32(&p, c->shown);
        c->shown = 0;
        if (!send_packet(c, &p)) return false;
    }
    c->up->shown(c->owner, bytes, n);
    return true;
}

static bool on_global_request(struct client *c, struct reader *r)
{
    size_t n;
    struct packet no = { 0 };
    read_string(r, &n);
    if (read_byte(r) == 0) return true;
    packet_byte(&no, SSH_REQUEST_FAILURE);
    return send_packet(c, &no);
}

/* --- reading --- */

static bool on_packet(struct client *c, struct reader payload)
{
    struct reader r = payload;
    switch (read_byte(&r)) {
    case SSH_KEXINIT: return c->state == AWAITS_KEXINIT && on_kexinit(c, &payload);
    case SSH_KEX_ECDH_REPLY: return c->state == AWAITS_REPLY && on_reply(c, &r);
    case SSH_NEWKEYS: return c->state == AWAITS_NEWKEYS && on_newkeys(c);
    case SSH_SERVICE_ACCEPT: return c->state == AWAITS_SERVICE && ask_login(c);
    case SSH_USERAUTH_SUCCESS: return c->state == AWAITS_LOGIN && open_channel(c);
    case SSH_CHANNEL_OPEN_CONFIRMATION: return c->state == AWAITS_CHANNEL && open_shell(c, &r);
    case SSH_CHANNEL_DATA: return c->state == OPEN && on_data(c, &r);
    case SSH_GLOBAL_REQUEST: return on_global_request(c, &r);
    case SSH_DISCONNECT:
    case SSH_USERAUTH_FAILURE:
    case SSH_CHANNEL_OPEN_FAILURE:
    case SSH_CHANNEL_FAILURE:
    case SSH_CHANNEL_EOF:
    case SSH_CHANNEL_CLOSE: return false;
    default: return true;
    }
}

/* Bytes of the line, its end included; 0 when that has not come, -1 when it is wrong. */
static int take_version(struct client *c, const uint8_t *bytes, size_t n)
{
    const uint8_t *end = memchr(bytes, '\n', n);
    if (end == NULL) return n > VERSION_LINE_MAX ? -1 : 0;
    size_t length = (size_t)(end - bytes);
    if (length > 0 && bytes[length - 1] == '\r') length--;
    if (length > VERSION_LINE_MAX || length < 4 || memcmp(bytes, "SSH-", 4) != 0) return -1;
    memcpy(c->kex->host_version, bytes, length);
    c->state = AWAITS_KEXINIT;
    return (int)(end - bytes) + 1;
}

static int take_packet(struct client *c, uint8_t *bytes, size_t n)
{
    struct reader payload;
    int used = ssh_unseal(&c->common->cipher, &c->in, bytes, n, &payload);
    return used > 0 && !on_packet(c, payload) ? -1 : used;
}

static int ssh_input(struct client *c, uint8_t *bytes, size_t n)
{
    size_t used = 0;
    while (used < n) {
        bool version = c->state == AWAITS_VERSION;
        int took = version ? take_version(c, bytes + used, n - used) : take_packet(c, bytes + used, n - used);
        if (took < 0) return -1;
        if (took == 0) break;
        used += (size_t)took;
    }
    return (int)used;
}

/* --- the rest --- */

static struct client *ssh_open(struct stream *stream, void *common, int number, const struct client_upcalls *up,
                               void *owner)
{
    static const char version[] = SSH_VERSION_TEXT "\r\n";
    struct client *c = mem_new(sizeof *c);
    *c = (struct client){ .stream = stream, .common = common, .up = up, .owner = owner, .number = number };
    c->kex = ssh_kex_new();
    if (stream_send(stream, version, sizeof version - 1) && send_packet(c, &c->kex->own_init)) return c;
    ssh_client_ops.close(c);
    return NULL;
}

static bool ssh_type(struct client *c, const uint8_t *bytes, size_t n)
{
    struct packet p = { 0 };
    packet_byte(&p, SSH_CHANNEL_DATA);
    packet_u32(&p, c->channel);
    packet_string(&p, bytes, n);
    return send_packet(c, &p);
}

static void ssh_close(struct client *c)
{
    ssh_kex_free(c->kex);
    free(c);
}

const struct client_ops ssh_client_ops = {
    .open = ssh_open,
    .input = ssh_input,
    .type = ssh_type,
    .close = ssh_close,
};

void ssh_common_init(struct ssh_common *c, const char *user, const char *key, bool own)
{
    *c = (struct ssh_common){ .user = user, .key = key, .own = own };
    ssh_cipher_init(&c->cipher);
    ssh_kex_common_init(&c->kex);
}

void ssh_common_clear(struct ssh_common *c)
{
    ssh_kex_common_clear(&c->kex);
    ssh_cipher_clear(&c->cipher);
}
