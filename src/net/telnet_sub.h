/* What stands inside telnet's subnegotiations: terminal types, sizes, character sets, environment. Part of telnet.c,
 * in a file of its own because it is all about words. Pure. */
#pragma once
#include "net/telnet_state.h"

#define TELNET_SUB_REPLY_MAX 128

/* Each writes a payload (without IAC SB option and IAC SE; none holds an IAC) and returns its length. */
size_t telnet_sub_ask_ttype(uint8_t payload[TELNET_SUB_REPLY_MAX]);
size_t telnet_sub_ask_environ(uint8_t payload[TELNET_SUB_REPLY_MAX]);
size_t telnet_sub_ask_charset(uint8_t payload[TELNET_SUB_REPLY_MAX]);

/* Reads the subnegotiation in t->sub, of an agreed option, into t and its caller. Returns the length of the reply's
 * payload, 0 for no reply. Nonsense is ignored. */
size_t telnet_sub_read(struct telnet *t, enum telnet_option option, uint8_t reply[TELNET_SUB_REPLY_MAX]);
