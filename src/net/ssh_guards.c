/* See ssh_auth.c. */
#define SSH_SUPPRESS_DEPRECATED
#include "net/ssh_guards.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define GSS_COMPLETE 0u
#define GSS_FAILURE (13u << 16)

struct gss_OID_set_desc {
    size_t count;
    void *elements;
};

/* RFC 2744 5.17. libssh asks this first of all when a caller wants gssapi-with-mic, whatever methods it was told to
 * offer. Defined here it hides the library's own, and with no mechanism at hand libssh refuses at once. libssh frees
 * the set. */
uint32_t gss_indicate_mechs(uint32_t *minor, struct gss_OID_set_desc **mechanisms);
uint32_t gss_indicate_mechs(uint32_t *minor, struct gss_OID_set_desc **mechanisms)
{
    *minor = 0;
    *mechanisms = calloc(1, sizeof **mechanisms);
    return *mechanisms != NULL ? GSS_COMPLETE : GSS_FAILURE;
}

/* A dynamic call resolves to this program only when the linker has exported the name. */
static bool gssapi_ends_here(void)
{
    void *found = dlsym(RTLD_DEFAULT, "gss_indicate_mechs");
    return found == NULL || found == (void *)(uintptr_t)gss_indicate_mechs;
}

bool ssh_guards_check(struct err *e)
{
    if (ssh_version(SSH_VERSION_INT(0, 10, 6)) == NULL)
        return err_set(e, "libssh is %s, but 0.10.6 or later is needed.", ssh_version(0));
    if (!gssapi_ends_here())
        return err_set(
            e, "This program was linked so that strangers could block it with GSSAPI requests; it will not listen.");
    return true;
}

/* The head of struct ssh_channel_struct of libssh 0.10, which has no getter for the limit. */
struct channel_head {
    ssh_session session;
    uint32_t local_channel, local_window;
    int local_eof;
    uint32_t local_packet_max;
    uint32_t remote_channel, remote_window;
    int remote_eof;
    uint32_t remote_packet_max;
};

static bool is_laid_out_as_expected(ssh_channel channel, const struct channel_head *head)
{
    return head->session == ssh_channel_get_session(channel) && head->remote_window == ssh_channel_window_size(channel);
}

bool ssh_guard_channel(ssh_channel channel)
{
    /* From 0.11 on the limit is used as it is, and a limit of 0 is refused. */
    if (strncmp(ssh_version(0), "0.10.", 5) != 0) return true;
    struct channel_head head;
    memcpy(&head, (const void *)channel, sizeof head);
    return is_laid_out_as_expected(channel, &head) && head.remote_packet_max >= SSH_PACKET_LIMIT_MIN;
}

/* The head of struct ssh_message_struct: what libssh has getters for, and between them the algorithm. */
struct message_head {
    ssh_session session;
    int type;
    char *user;
    int method;
    char *password;
    ssh_key key;
    char *algorithm;
    enum ssh_publickey_state_e state;
};

/* From 0.12 on: one key more. */
struct message_head_12 {
    ssh_session session;
    int type;
    char *user;
    int method;
    char *password;
    ssh_key key, host_key;
    char *algorithm;
    enum ssh_publickey_state_e state;
};

static struct message_head head_of(ssh_message m)
{
    struct message_head head;
    if (ssh_version(SSH_VERSION_INT(0, 12, 0)) == NULL) {
        memcpy(&head, (const void *)m, sizeof head);
        return head;
    }
    struct message_head_12 newer;
    memcpy(&newer, (const void *)m, sizeof newer);
    return (struct message_head){ newer.session,  newer.type, newer.user,      newer.method,
                                  newer.password, newer.key,  newer.algorithm, newer.state };
}

static bool is_message_as_expected(ssh_message m, const struct message_head *head)
{
    return head->type == ssh_message_type(m) && head->user == ssh_message_auth_user(m) &&
           head->method == ssh_message_subtype(m) && head->key == ssh_message_auth_pubkey(m) &&
           head->state == ssh_message_auth_publickey_state(m);
}

bool ssh_guard_signature(ssh_message m)
{
    struct message_head head = head_of(m);
    if (ssh_key_type(ssh_message_auth_pubkey(m)) != SSH_KEYTYPE_RSA) return true;
    if (!is_message_as_expected(m, &head) || head.algorithm == NULL) return false;
    return strcmp(head.algorithm, "rsa-sha2-512") == 0 || strcmp(head.algorithm, "rsa-sha2-256") == 0;
}
