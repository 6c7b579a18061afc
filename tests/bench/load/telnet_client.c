#include "load/telnet_client.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

enum { SE = 240, SB = 250, WILL = 251, WONT = 252, DO = 253, DONT = 254, IAC = 255 };
enum { BINARY = 0, ECHO = 1, SUPPRESS_GO_AHEAD = 3, TERMINAL_TYPE = 24, WINDOW_SIZE = 31 };

#define SUB_MAX 64

struct client {
    struct stream *stream;
    const struct client_upcalls *up;
    void *owner;
    enum { TEXT, COMMAND, OPTION, SUB, SUB_COMMAND } state;
    uint8_t verb, sub[SUB_MAX];
    size_t sub_n;
    bool gone;
    bool answered_will[256], answered_do[256];
};

static void reply(struct client *c, const void *bytes, size_t n)
{
    if (!stream_send(c->stream, bytes, n)) c->gone = true;
}

static void reply_verb(struct client *c, uint8_t verb, uint8_t option)
{
    reply(c, (uint8_t[]){ IAC, verb, option }, 3);
}

static void on_do(struct client *c, uint8_t option)
{
    bool yes = option == TERMINAL_TYPE || option == WINDOW_SIZE || option == SUPPRESS_GO_AHEAD || option == BINARY;
    if (c->answered_do[option]) return;
    c->answered_do[option] = true;
    reply_verb(c, yes ? WILL : WONT, option);
    if (option == WINDOW_SIZE)
        reply(c, (uint8_t[]){ IAC, SB, WINDOW_SIZE, 0, TERMINAL_COLS, 0, TERMINAL_ROWS, IAC, SE }, 9);
}

static void on_will(struct client *c, uint8_t option)
{
    bool yes = option == ECHO || option == SUPPRESS_GO_AHEAD || option == BINARY;
    if (c->answered_will[option]) return;
    c->answered_will[option] = true;
    reply_verb(c, yes ? DO : DONT, option);
}

static void on_option(struct client *c, uint8_t option)
{
    if (c->verb == DO) on_do(c, option);
    if (c->verb == WILL) on_will(c, option);
}

static void on_sub(struct client *c)
{
    static const uint8_t type[] = "\xff\xfa\x18\x00" TERMINAL_NAME "\xff\xf0";
    bool asks_type = c->sub_n >= 2 && c->sub[0] == TERMINAL_TYPE && c->sub[1] == 1;
    if (asks_type) reply(c, type, sizeof type - 1);
}

/* true: it is a byte of text. */
static bool take(struct client *c, uint8_t byte)
{
    switch (c->state) {
    case TEXT:
        if (byte != IAC) return true;
        c->state = COMMAND;
        return false;
    case COMMAND:
        c->verb = byte;
        c->sub_n = 0;
        c->state = byte == SB ? SUB : byte >= WILL && byte <= DONT ? OPTION : TEXT;
        return byte == IAC;
    case OPTION:
        on_option(c, byte);
        c->state = TEXT;
        return false;
    case SUB:
        if (byte == IAC)
            c->state = SUB_COMMAND;
        else if (c->sub_n < SUB_MAX)
            c->sub[c->sub_n++] = byte;
        return false;
    case SUB_COMMAND:
        if (byte == SE) on_sub(c);
        c->state = byte == SE ? TEXT : SUB;
        return false;
    }
    return false;
}

static int telnet_input(struct client *c, uint8_t *bytes, size_t n)
{
    size_t text = 0;
    for (size_t i = 0; i < n; i++)
        if (take(c, bytes[i])) bytes[text++] = bytes[i];
    if (text > 0) c->up->shown(c->owner, bytes, text);
    return c->gone ? -1 : (int)n;
}

static int raw_input(struct client *c, uint8_t *bytes, size_t n)
{
    c->up->shown(c->owner, bytes, n);
    return (int)n;
}

static struct client *open_client(struct stream *stream, void *common, int number, const struct client_upcalls *up,
                                  void *owner)
{
    (void)number;
    (void)common;
    struct client *c = mem_new(sizeof *c);
    *c = (struct client){ .stream = stream, .up = up, .owner = owner };
    return c;
}

static bool type(struct client *c, const uint8_t *bytes, size_t n)
{
    return stream_send(c->stream, bytes, n);
}

static void close_client(struct client *c)
{
    free(c);
}

const struct client_ops telnet_client_ops = {
    .open = open_client,
    .input = telnet_input,
    .type = type,
    .close = close_client,
};

const struct client_ops raw_client_ops = {
    .open = open_client,
    .input = raw_input,
    .type = type,
    .close = close_client,
};
