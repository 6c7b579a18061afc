/* What the service manager hands us and wants to hear (systemd.service(5), sd_notify(3)). Where there is none, every
 * call does nothing; without libsystemd there are no sockets and no watchdog. No call waits but notify_ready(), a
 * second at most: it is made before the loop runs. */
#pragma once
#include "base/err.h"
#include "server/config.h"

#include <stdint.h>

/* Listening sockets handed over, sorted by their names "ssh" and "telnet" (FileDescriptorName=); -1 ends each list. */
struct notify_sockets {
    int count; /* of both; 0: none were handed over, bind the configured addresses */
    int ssh[CONFIG_ADDRESSES + 1], telnet[CONFIG_ADDRESSES + 1];
};

/* false: a socket with another name, more than CONFIG_ADDRESSES of one, or something that does not listen. */
bool notify_sockets_take(struct notify_sockets *s, struct err *e);

void notify_ready(void);
void notify_stopping(void);

/* How often notify_alive() is to be called, in milliseconds; 0: never. It is half of what the manager allows. */
int64_t notify_alive_ms(void);
void notify_alive(void);
