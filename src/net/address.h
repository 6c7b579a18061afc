/* Socket addresses: from the configuration's words, and to the log's. */
#pragma once
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

#define ADDRESS_TEXT 56 /* "[2001:db8::1%eth0]:51234" and its NUL; a longer one is cut */

/* Reads "127.0.0.1:2323", "[::1]:2323" or "*:2323" (any IPv4). The address is numeric: nothing is looked up. The port
 * is 0 to 65535. false with the sentence why not in e. */
bool address_parse(const char *text, struct sockaddr_storage *out, socklen_t *length, struct err *e);

/* The same back in words. An IPv4 caller on an IPv6 socket is written as IPv4. Never fails: what is neither is "?". */
void address_format(const struct sockaddr_storage *address, char out[ADDRESS_TEXT]);
