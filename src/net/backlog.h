/* What was written to a socket and the kernel would not take yet. Costs nothing while it is empty. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Starts as all zeros. */
struct backlog {
    uint8_t *bytes;
    size_t from, to, size; /* bytes[from..to) wait; size are allocated */
};

/* Sends at once what the non-blocking socket takes, behind what waits already, and keeps the rest. false: the
 * connection is broken, or more than CONN_BACKLOG_MAX would wait. */
bool backlog_write(struct backlog *b, int fd, const uint8_t *bytes, size_t n);

/* Sends what the socket takes. false: the connection is broken. */
bool backlog_flush(struct backlog *b, int fd);

static inline size_t backlog_waiting(const struct backlog *b)
{
    return b->to - b->from;
}

static inline bool backlog_empty(const struct backlog *b)
{
    return b->from == b->to;
}

void backlog_clear(struct backlog *b);
