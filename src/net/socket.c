#include "net/socket.h"

#include "net/address.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define UNSENT_MAX 16384
#define KEEPALIVE_S 60
#define KEEPALIVE_PROBE_S 15
#define KEEPALIVE_PROBES 4
#define FIN_WAIT_S 10 /* how long the kernel waits for the other half of a closed connection */

static void set(int fd, int level, int option, int value)
{
    /* A kernel that does not know one of them does without. */
    (void)setsockopt(fd, level, option, &value, sizeof value);
}

static bool bind_and_listen(int fd, const struct sockaddr_storage *address, socklen_t length)
{
    set(fd, SOL_SOCKET, SO_REUSEADDR, 1);
    if (address->ss_family == AF_INET6) set(fd, IPPROTO_IPV6, IPV6_V6ONLY, 1);
    return bind(fd, (const struct sockaddr *)address, length) == 0 && listen(fd, SOMAXCONN) == 0;
}

/* EADDRNOTAVAIL: the family is there, and switched off. */
static bool is_no_family(int error, const struct sockaddr_storage *address)
{
    if (error == EAFNOSUPPORT || error == EPROTONOSUPPORT || error == EPFNOSUPPORT) return true;
    return error == EADDRNOTAVAIL && address->ss_family == AF_INET6;
}

enum socket_end socket_listen(const char *address, int *fd, struct err *e)
{
    struct sockaddr_storage parsed;
    socklen_t length;
    if (!address_parse(address, &parsed, &length, e)) return SOCKET_FAILED;
    *fd = socket(parsed.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (*fd >= 0 && bind_and_listen(*fd, &parsed, length)) return SOCKET_LISTENS;
    int error = errno;
    err_set(e, "cannot listen on %s: %s", address, strerror(error));
    if (*fd >= 0) close(*fd);
    *fd = -1;
    return is_no_family(error, &parsed) ? SOCKET_NO_FAMILY : SOCKET_FAILED;
}

bool socket_adopt(int fd, struct err *e)
{
    int listening = 0;
    socklen_t length = sizeof listening;
    if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &length) < 0 || !listening)
        return err_set(e, "the inherited descriptor %d is no listening socket", fd);
    if (fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK) < 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) < 0)
        return err_set(e, "the inherited descriptor %d: %s", fd, strerror(errno));
    return true;
}

void socket_tune(int fd)
{
    set(fd, IPPROTO_TCP, TCP_NODELAY, 1);
    set(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, UNSENT_MAX);
    set(fd, IPPROTO_TCP, TCP_KEEPIDLE, KEEPALIVE_S);
    set(fd, IPPROTO_TCP, TCP_KEEPINTVL, KEEPALIVE_PROBE_S);
    set(fd, IPPROTO_TCP, TCP_KEEPCNT, KEEPALIVE_PROBES);
    set(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, (KEEPALIVE_S + KEEPALIVE_PROBES * KEEPALIVE_PROBE_S) * 1000);
    set(fd, IPPROTO_TCP, TCP_LINGER2, FIN_WAIT_S);
    set(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
    set(fd, SOL_SOCKET, SO_OOBINLINE, 1);
}

void socket_abort(int fd)
{
    struct linger at_once = { .l_onoff = 1 };
    (void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(fd);
}
