/* The interface to the service manager (systemd.service(5), sd_notify(3)). Without one every call does nothing; without
 * libsystemd there are no sockets and no watchdog. Only notify_ready() waits, a second at most, before the loop runs.
 */
#pragma once
#include "base/err.h"
#include "server/config.h"

#include <stdint.h>

/* The listening sockets that the manager passes, by their names "ssh" and "telnet" (FileDescriptorName=). -1 ends each
 * list. */
struct notify_sockets {
    int count; /* of both lists; 0: none came, so the configured addresses are bound */
    int ssh[CONFIG_ADDRESSES + 1], telnet[CONFIG_ADDRESSES + 1];
};

/* Takes the sockets. false with a sentence in e: a socket has another name or does not listen, or one name has more
 * than CONFIG_ADDRESSES. */
bool notify_sockets_take(struct notify_sockets *s, struct err *e);

/* Report that the house is open, or that it closes. */
void notify_ready(void);
void notify_stopping(void);

/* The interval between calls of notify_alive(), in milliseconds, half of what the manager allows; 0: never. */
int64_t notify_alive_ms(void);

/* Tells the watchdog that the loop runs. */
void notify_alive(void);
