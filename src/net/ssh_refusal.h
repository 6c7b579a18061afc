/* What an SSH caller is told when it is turned away before libssh has to do with it: the greeting and one
 * SSH_MSG_DISCONNECT, in the clear as everything is before keys are exchanged (RFC 4253 4.2, 6, 11.1). OpenSSH and
 * PuTTY show the sentence. Pure. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SSH_GREETING "SSH-2.0-KingsCorner" /* libssh puts "SSH-2.0-" in front of SSH_BANNER */
#define SSH_BANNER "KingsCorner"
#define SSH_REFUSAL_MAX 256 /* bytes; holds a sentence of 200 */

/* Returns how many bytes were written. why is at most 200 bytes of plain ASCII. greeted: the greeting has been sent
 * already. */
size_t ssh_refusal(uint8_t out[SSH_REFUSAL_MAX], const char *why, bool greeted);
