#include "load/stream.h"

#include "base/mem.h"
#include "load/now.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static bool stand_at(const struct stream *s, uint32_t address)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(address) };
    setsockopt(s->fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &(int){ 1 }, sizeof(int));
    return bind(s->fd, (struct sockaddr *)&at, sizeof at) == 0;
}

bool stream_open(struct stream *s, uint32_t from, int port)
{
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    *s = (struct stream){ .fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0) };
    if (s->fd < 0 || (from != 0 && !stand_at(s, from))) return false;
    setsockopt(s->fd, IPPROTO_TCP, TCP_NODELAY, &(int){ 1 }, sizeof(int));
    setsockopt(s->fd, SOL_SOCKET, SO_TIMESTAMPNS, &(int){ 1 }, sizeof(int));
    return connect(s->fd, (struct sockaddr *)&to, sizeof to) == 0 || errno == EINPROGRESS;
}

void stream_close(struct stream *s)
{
    if (s->fd >= 0) close(s->fd);
    free(s->in.at);
    free(s->out.at);
    *s = (struct stream){ .fd = -1 };
}

bool stream_connected(const struct stream *s)
{
    int error = 0;
    socklen_t size = sizeof error;
    return getsockopt(s->fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
}

/* How many bytes the kernel took; -1: the connection is gone. */
static ssize_t push(const struct stream *s, const void *bytes, size_t n)
{
    ssize_t sent = send(s->fd, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT);
    return sent < 0 && errno == EAGAIN ? 0 : sent;
}

static void append(struct bytes *b, const void *bytes, size_t n)
{
    b->at = mem_resize(b->at, b->n + n);
    memcpy(b->at + b->n, bytes, n);
    b->n += n;
}

bool stream_send(struct stream *s, const void *bytes, size_t n)
{
    ssize_t sent = s->out.n > 0 ? 0 : push(s, bytes, n);
    if (sent < 0) return false;
    if ((size_t)sent < n) append(&s->out, (const uint8_t *)bytes + sent, n - (size_t)sent);
    return true;
}

bool stream_flush(struct stream *s)
{
    if (s->out.n == 0) return true;
    ssize_t sent = push(s, s->out.at, s->out.n);
    if (sent < 0) return false;
    s->out.n -= (size_t)sent;
    memmove(s->out.at, s->out.at + sent, s->out.n);
    return true;
}

static int64_t arrival(struct msghdr *m)
{
    for (struct cmsghdr *c = CMSG_FIRSTHDR(m); c != NULL; c = CMSG_NXTHDR(m, c)) {
        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SO_TIMESTAMPNS) continue;
        struct timespec t;
        memcpy(&t, CMSG_DATA(c), sizeof t);
        return (int64_t)t.tv_sec * NS_PER_S + t.tv_nsec;
    }
    return now_real();
}

int stream_receive(const struct stream *s, void *buf, size_t size, int64_t *arrived_ns)
{
    char control[128];
    struct iovec to = { buf, size };
    struct msghdr m = { .msg_iov = &to, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control };
    ssize_t n = recvmsg(s->fd, &m, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
    if (n <= 0) return -1;
    *arrived_ns = arrival(&m);
    return (int)n;
}

struct bytes stream_join(struct stream *s, const uint8_t *bytes, size_t n)
{
    if (s->in.n == 0) return (struct bytes){ (uint8_t *)bytes, n };
    append(&s->in, bytes, n);
    return s->in;
}

void stream_keep(struct stream *s, struct bytes whole, size_t used)
{
    size_t left = whole.n - used;
    if (whole.at == s->in.at) {
        memmove(s->in.at, s->in.at + used, left);
        s->in.n = left;
    } else if (left > 0) {
        append(&s->in, whole.at + used, left);
    }
    if (left > 0 || s->in.at == NULL) return;
    free(s->in.at);
    s->in = (struct bytes){ 0 };
}
