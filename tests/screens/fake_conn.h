/* A caller in memory, for tests of sessions and screens. It keeps the bytes that the session writes, sends typed bytes,
 * stops reading on demand, and closes like real callers: never from inside a call. */
#pragma once
#include "base/later.h"
#include "base/text.h"
#include "net/conn.h"

#include <event2/event.h>
#include <string.h>

struct fake_conn {
    struct conn conn;
    struct event_base *base;
    struct text out; /* everything written */
    bool stuck;      /* does not read: not ready */
    bool closing, closed, hidden, eight_bit, held;
    int status;
};

static inline void fake_write(struct conn *c, const void *bytes, size_t n)
{
    text_put(&((struct fake_conn *)c)->out, bytes, n);
}

static inline bool fake_ready(const struct conn *c)
{
    return !((const struct fake_conn *)c)->stuck;
}

static inline void fake_closed(void *arg)
{
    struct fake_conn *f = arg;
    if (f->closed) return;
    f->closed = true;
    f->conn.up->closed(f->conn.owner);
}

static inline void fake_close_later(struct conn *c, int status)
{
    struct fake_conn *f = (struct fake_conn *)c;
    f->closing = true;
    f->status = status;
    later(f->base, fake_closed, f);
}

static inline void fake_hide_typing(struct conn *c, bool hide)
{
    ((struct fake_conn *)c)->hidden = hide;
}

static inline void fake_eight_bit(struct conn *c)
{
    ((struct fake_conn *)c)->eight_bit = true;
}

static inline void fake_hold(struct conn *c, bool on)
{
    ((struct fake_conn *)c)->held = on;
}

static inline void fake_use_lines(struct conn *c)
{
    c->caller.character_mode = c->caller.we_echo = false;
}

/* A caller at 80x24 of xterm's kind by SSH; change f->conn.caller before the session is made. */
static inline void fake_conn_init(struct fake_conn *f, struct event_base *base)
{
    static const struct conn_ops ops = {
        .write = fake_write,
        .ready = fake_ready,
        .close_later = fake_close_later,
        .hide_typing = fake_hide_typing,
        .eight_bit = fake_eight_bit,
        .hold = fake_hold,
        .use_lines = fake_use_lines,
    };
    *f = (struct fake_conn){ .base = base };
    f->conn.ops = &ops;
    f->conn.caller = (struct caller){
        .transport = TRANSPORT_SSH,
        .address = "192.0.2.1:40000",
        .term = "xterm-256color",
        .lang = "C.UTF-8",
        .character_mode = true,
        .we_echo = true,
        .cols = 80,
        .rows = 24,
    };
    text_init_growing(&f->out, 4 * 1024 * 1024);
}

static inline void fake_conn_clear(struct fake_conn *f)
{
    text_free(&f->out);
}

/* Runs the loop until nothing is due. */
static inline void fake_run(struct fake_conn *f)
{
    for (int i = 0; i < 8; i++) event_base_loop(f->base, EVLOOP_NONBLOCK);
}

static inline void fake_type(struct fake_conn *f, const char *keys)
{
    if (!f->closing && !f->closed) f->conn.up->input(f->conn.owner, (const uint8_t *)keys, strlen(keys));
    fake_run(f);
}

/* Cuts the connection. */
static inline void fake_drop(struct fake_conn *f)
{
    later(f->base, fake_closed, f);
    fake_run(f);
}
