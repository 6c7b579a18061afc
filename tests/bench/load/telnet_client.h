/* A caller by telnet, and one by plain TCP. */
#pragma once
#include "load/client.h"

/* A terminal in character mode: tells its size and type when asked, lets the other side echo and go without GO AHEAD
 * (RFC 854, 857, 858, 1073, 1091); both sides may be BINARY (RFC 856). Each option is answered once. */
extern const struct client_ops telnet_client_ops;

/* Every byte as it is. */
extern const struct client_ops raw_client_ops;
