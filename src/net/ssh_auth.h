/* The login of one SSH caller (RFC 4252, RFC 4256). Requests are taken from libssh's queue and may be answered later:
 * while the host thinks about a name or a password, the request is held and nothing else is read. Everybody gets in as
 * a guest; a key gives an identity, and a name that belongs to an account asks for its password. */
#pragma once
#include "net/ssh_line.h"

#define SSH_PROBES_MAX 25   /* keys offered without a signature: free, up to here (H22) */
#define SSH_WRONG_MAX 6     /* wrong passwords */
#define SSH_REQUESTS_MAX 80 /* requests of any kind */
#define SSH_PASSWORD_MAX 1024

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
