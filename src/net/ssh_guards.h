/* Two loops in libssh 0.10 that a stranger could hold the whole house in, and how they are closed from outside the library:
 * a GSSAPI request before login looks up names and key tables (tens of seconds), and a channel whose other end takes packets
 * of ten bytes is written to for ever. */
#pragma once
#include "base/err.h"

#include <libssh/libssh.h>
#include <stdbool.h>

/* At start: the library is libssh 0.10.6 or later, and its calls for GSSAPI really end in this program. false with e set. */
bool ssh_guards_check(struct err *e);

/* The smallest packet the other end of a channel may insist on (RFC 4254 5.1 asks for 32768; nobody honest is below this). */
#define SSH_PACKET_LIMIT_MIN 256

/* May this channel be written to? To be asked once the channel is open and before the first write. Fails closed: no also
 * when the library is not laid out as expected. */
bool ssh_guard_channel(ssh_channel channel);
