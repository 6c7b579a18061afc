/* One TCP connection to a port of this machine, non-blocking: what cannot be sent at once waits here, what was not used
 * of the input stays. Made for an edge-triggered epoll: read and flush until there is no more. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
    uint8_t *at;
    size_t n;
};

struct stream {
    int fd;           /* below 0: closed */
    struct bytes out; /* waits for the kernel */
    struct bytes in;  /* the start of something whose end has not come */
};

/* Begins to connect, from that address of the loopback, or 0 for any; false when that fails at once. */
bool stream_open(struct stream *s, uint32_t from, int port);
void stream_close(struct stream *s);

/* Connected? false: refused. */
bool stream_connected(const struct stream *s);

/* Both return false when the connection is gone. */
bool stream_send(struct stream *s, const void *bytes, size_t n);
bool stream_flush(struct stream *s);

/* Bytes read into buf; 0: no more for now; -1: the connection is gone. *arrived_ns: when the kernel got them, on the
 * real clock. */
int stream_receive(const struct stream *s, void *buf, size_t size, int64_t *arrived_ns);

/* Puts n bytes behind what was left over, and shows the whole; valid until stream_keep(). */
struct bytes stream_join(struct stream *s, const uint8_t *bytes, size_t n);
/* Keeps the end of what stream_join() has shown. */
void stream_keep(struct stream *s, struct bytes whole, size_t used);
