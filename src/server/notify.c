#include "server/notify.h"

#include "base/log.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#define READY_WAIT_S 1 /* before the loop runs */

/* Not sd_notify(), which would block while the manager does not read its socket. The protocol is one datagram to the
 * socket of $NOTIFY_SOCKET; "@" stands for the abstract name space (sd_notify(3)). Returns a descriptor, or -1. */
static int connect_manager(void)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    size_t n = path != NULL ? strlen(path) : 0;
    if (n < 2 || n >= sizeof to.sun_path || (path[0] != '/' && path[0] != '@')) return -1;
    memcpy(to.sun_path, path, n);
    if (path[0] == '@') to.sun_path[0] = '\0';
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &(struct timeval){ .tv_sec = READY_WAIT_S }, sizeof(struct timeval));
    if (connect(fd, (struct sockaddr *)&to, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n)) == 0) return fd;
    close(fd);
    return -1;
}

static bool notify_send(const char *state, int flags)
{
    int fd = connect_manager();
    if (fd < 0) return true;
    bool sent = send(fd, state, strlen(state), flags | MSG_NOSIGNAL) >= 0;
    close(fd);
    return sent;
}

void notify_ready(void)
{
    if (!notify_send("READY=1", 0))
        log_event(LOG_WARNING, NULL, "the service manager was not told that the house is open: %s", strerror(errno));
}

void notify_stopping(void)
{
    notify_send("STOPPING=1", MSG_DONTWAIT);
}

void notify_alive(void)
{
    notify_send("WATCHDOG=1", MSG_DONTWAIT);
}

#ifdef HAVE_SYSTEMD
#include <systemd/sd-daemon.h>

static bool sort_socket(struct notify_sockets *s, int fd, const char *name, int *ssh, int *telnet, struct err *e)
{
    bool is_ssh = strcmp(name, "ssh") == 0;
    int *n = is_ssh ? ssh : telnet;
    if (!is_ssh && strcmp(name, "telnet") != 0)
        return err_set(e, "a socket named \"%.40s\" was handed over: its FileDescriptorName must be ssh or telnet",
                       name);
    if (sd_is_socket(fd, AF_UNSPEC, SOCK_STREAM, 1) <= 0)
        return err_set(e, "the %s socket handed over does not listen", name);
    if (*n == CONFIG_ADDRESSES) return err_set(e, "more than %d %s sockets were handed over", CONFIG_ADDRESSES, name);
    (is_ssh ? s->ssh : s->telnet)[(*n)++] = fd;
    s->count++;
    return true;
}

bool notify_sockets_take(struct notify_sockets *s, struct err *e)
{
    char **names = NULL;
    bool ok = true;
    int ssh = 0, telnet = 0;
    *s = (struct notify_sockets){ .count = 0 };
    int n = sd_listen_fds_with_names(1, &names);
    if (n < 0) return err_set(e, "sockets handed over: %s", strerror(-n));
    for (int i = 0; i < n; i++) {
        ok = ok && sort_socket(s, SD_LISTEN_FDS_START + i, names[i], &ssh, &telnet, e);
        free(names[i]);
    }
    free(names);
    s->ssh[ssh] = s->telnet[telnet] = -1;
    return ok;
}

int64_t notify_alive_ms(void)
{
    uint64_t us = 0;
    return sd_watchdog_enabled(0, &us) > 0 ? (int64_t)(us / 2000) : 0;
}
#else
bool notify_sockets_take(struct notify_sockets *s, struct err *e)
{
    (void)e;
    *s = (struct notify_sockets){ .count = 0, .ssh = { -1 }, .telnet = { -1 } };
    return true;
}

int64_t notify_alive_ms(void)
{
    return 0;
}
#endif
