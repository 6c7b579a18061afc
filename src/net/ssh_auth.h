/* The login of one SSH caller (RFC 4252, RFC 4256). Requests are taken from libssh's queue and may be answered later:
 * while the host thinks about a name or a password, the request is held and nothing else is read. Everybody gets in as
 * a guest; a key gives an identity, and a name that belongs to an account asks for its password. */
#pragma once
#include "net/net.h"

#include <libssh/server.h>

struct ssh_line;

#define SSH_PROBES_MAX 25   /* keys offered without a signature: free, up to here (H22) */
#define SSH_WRONG_MAX 6     /* wrong passwords */
#define SSH_REQUESTS_MAX 80 /* requests of any kind */
#define SSH_PASSWORD_MAX 1024
#define SSH_RSA_BITS_MIN 2048

enum ssh_prompt { PROMPT_NONE, PROMPT_EMPTY, PROMPT_PASSWORD };
enum ssh_question { QUESTION_NONE, QUESTION_NAME, QUESTION_PASSWORD };

/* Starts as all zeros. */
struct ssh_auth {
    ssh_message held;           /* waits for the host's answer; ours to free */
    enum ssh_question question; /* what the host was asked about the held request */
    bool answered;
    enum verdict verdict;
    int64_t account;
    enum ssh_prompt prompt; /* what the caller was asked, keyboard-interactive */
    char user[33];          /* of the request at hand */
    int requests, probes, wrong;
    bool asked;        /* a request to log in has come: whatever is waited for now, a person may have to do with it */
    uint64_t taken_in; /* bytes in packets that had been read when the last request was taken */
    uint64_t replied_out; /* packets that had been sent when it was answered */
    const char *why;      /* after LOGIN_FAILED: the sentence for the caller */
};

enum ssh_login { LOGIN_GOES_ON, LOGIN_AWAITS, LOGIN_DONE, LOGIN_FAILED };

/* Answers what has been asked so far. LOGIN_AWAITS: the host was asked, call again after ssh_auth_answer(). LOGIN_DONE:
 * line.conn.caller holds user, key and account. Calls libssh: see whether the session lives afterwards. */
enum ssh_login ssh_auth_step(struct ssh_line *s);

/* Notes the host's answer. */
void ssh_auth_answer(struct ssh_auth *a, enum verdict verdict, int64_t account);

/* After login, when the channel is expected: what was asked in one breath with the request that was granted needs no
 * answer any more (RFC 4252 5.1). Calls libssh. */
void ssh_auth_drop_rest(struct ssh_line *s);

/* Frees what is held. Before the session is freed. */
void ssh_auth_clear(struct ssh_auth *a);
