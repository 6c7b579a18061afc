/* A protocol's client side: what the terminal's bytes are wrapped in. One for each connection. */
#pragma once
#include "load/stream.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TERMINAL_NAME "xterm-256color"
#define TERMINAL_COLS 80
#define TERMINAL_ROWS 24

struct client;

/* Where what the host shows goes. */
struct client_upcalls {
    void (*shown)(void *owner, const uint8_t *bytes, size_t n);
};

struct client_ops {
    /* Connected: says what is to be said first. common is what all clients of the kind share. NULL: the
     * connection is gone. number: which caller it is. */
    struct client *(*open)(struct stream *stream, void *common, int number, const struct client_upcalls *up,
                           void *owner);
    /* Takes what came. Returns how many bytes were used, -1: the end. */
    int (*input)(struct client *c, uint8_t *bytes, size_t n);
    /* Keys typed. false: the end. */
    bool (*type)(struct client *c, const uint8_t *bytes, size_t n);
    void (*close)(struct client *c);
};
