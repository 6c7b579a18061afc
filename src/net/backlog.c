#include "net/backlog.h"

#include "base/mem.h"
#include "net/conn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define FIRST_SIZE 1024

/* Adds to *sent what the socket took. false: broken. */
static bool send_some(int fd, const uint8_t *bytes, size_t n, size_t *sent)
{
    while (*sent < n) {
        ssize_t took = send(fd, bytes + *sent, n - *sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (took < 0 && errno == EINTR) continue;
        if (took < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
        *sent += (size_t)took;
    }
    return true;
}

/* Appends n bytes. Returns false, and keeps none, where more than CONN_BACKLOG_MAX would wait. */
static bool keep(struct backlog *b, const uint8_t *bytes, size_t n)
{
    size_t waiting = backlog_waiting(b);
    if (waiting + n > CONN_BACKLOG_MAX) return false;
    if (b->to + n > b->size) {
        if (waiting > 0) memmove(b->bytes, b->bytes + b->from, waiting);
        b->from = 0;
        b->to = waiting;
        while (b->size < waiting + n) b->size = b->size ? 2 * b->size : FIRST_SIZE;
        b->bytes = mem_resize(b->bytes, b->size);
    }
    memcpy(b->bytes + b->to, bytes, n);
    b->to += n;
    return true;
}

bool backlog_write(struct backlog *b, int fd, const uint8_t *bytes, size_t n)
{
    size_t sent = 0;
    if (backlog_empty(b) && !send_some(fd, bytes, n, &sent)) return false;
    return sent == n || keep(b, bytes + sent, n - sent);
}

bool backlog_flush(struct backlog *b, int fd)
{
    if (!send_some(fd, b->bytes, b->to, &b->from)) return false;
    if (backlog_empty(b)) backlog_clear(b);
    return true;
}

void backlog_clear(struct backlog *b)
{
    free(b->bytes);
    *b = (struct backlog){ 0 };
}
