/* Two loops in libssh 0.10 that a stranger could hold the whole house in, and how they are closed from outside the
 * library: a GSSAPI request before login looks up names and key tables (tens of seconds), and a channel whose other end
 * takes packets of ten bytes is written to for ever. */
#pragma once
#include "base/err.h"

#include <libssh/server.h>
#include <stdbool.h>

/* At start: the library is libssh 0.10.6 or later, and its calls for GSSAPI really end in this program. false with e
 * set. */
bool ssh_guards_check(struct err *e);

/* The smallest packet the other end of a channel may insist on (RFC 4254 5.1 asks for 32768; nobody honest is below
 * this). */
#define SSH_PACKET_LIMIT_MIN 256

/* May this channel be written to? To be asked once the channel is open and before the first write. Fails closed: no
 * also when the library is not laid out as expected. */
bool ssh_guard_channel(ssh_channel channel);

/* Is the signature that a publickey request is made with, or is going to be made with, other than RSA with SHA-1?
 * libssh has no getter for its algorithm, and an option that lets it judge makes it keep silent instead of refusing.
 * Fails closed for RSA keys when the library is not laid out as expected. Call it for publickey requests only. */
bool ssh_guard_signature(ssh_message m);
