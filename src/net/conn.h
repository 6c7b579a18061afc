/* One caller on the wire: telnet, SSH and plain TCP are used by one small table of functions. net owns the struct. The
 * owner, who gets it by net_host.open, sets the upcalls and may keep the pointer until closed() was called. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum transport { TRANSPORT_TELNET, TRANSPORT_RAW, TRANSPORT_SSH };

/* The numbers of enum charset (term/charset.h), which net cannot include. */
enum charset_told { CHARSET_TOLD_NONE = -1, CHARSET_TOLD_UTF8, CHARSET_TOLD_CP437, CHARSET_TOLD_ASCII };

/* What a caller's side has told of itself. Every string has passed clean_word() and ends in NUL. A slow telnet client
 * may still change cols, rows, character_mode and we_echo after open. */
struct caller {
    enum transport transport;
    char address[56]; /* "203.0.113.5:51234", "[2001:db8::1]:51234"; for the log */
    char user[33];    /* SSH user name: a suggestion, nothing more; "" for telnet */
    char client[65];  /* SSH version, or the first TTYPE answer */
    char term[41], lang[33], colorterm[17];
    bool no_color;
    bool character_mode; /* a pty, or telnet with ECHO and SGA agreed: each key comes at once */
    bool we_echo;        /* the caller's side does not show what is typed: we do */
    int mtts;            /* what a MUD client says of itself, bits; 0 when not told */
    int charset_told;    /* enum charset_told, by telnet's CHARSET */
    int cols, rows;      /* of the terminal, unchecked; 0: not told */
    bool key_proven;
    uint8_t key[32]; /* SHA-256 of the proven public key */
    int64_t account; /* proven by password during SSH login; 0 for none */
};

struct conn;

struct conn_ops {
    void (*write)(struct conn *c, const void *bytes, size_t n);
    bool (*ready)(const struct conn *c);
    void (*close_later)(struct conn *c, int status);
    void (*hide_typing)(struct conn *c, bool hide);
    void (*eight_bit)(struct conn *c);
    void (*hold)(struct conn *c, bool on);
    void (*use_lines)(struct conn *c);
};

/* Why a transport asks for the end of a visit whose caller can still be written to. */
enum conn_end {
    CONN_END_INPUT,   /* the input is over: nothing more will be typed, and the owner has all that was typed */
    CONN_END_SIGNAL,  /* the caller's side passed on a signal that means leave */
    CONN_END_SILENT,  /* never a byte came from it (H19) */
    CONN_END_BACKLOG, /* more than CONN_BACKLOG_MAX would wait to be sent (H43) */
    CONN_END_SHARE,   /* it takes more than its share of the host's time */
    CONN_END_FLOOD,   /* more than CONN_HELD_MAX was typed and could not be left waiting at the sender */
};

struct conn_upcalls {
    void (*input)(void *owner, const uint8_t *bytes, size_t n); /* text as typed; telnet commands are gone */
    void (*resize)(void *owner, int cols, int rows);            /* as the caller's side says, unclamped */
    void (*ready)(void *owner);                                 /* conn_ready() has become true */
    void (*closed)(void *owner);                                /* last call: forget the conn */
    /* The owner writes its last words (at most CONN_FAREWELL_MAX bytes, for which there is always room) and calls
     * conn_close_later(), both before this returns. Not called once conn_close_later() was. */
    void (*ending)(void *owner, enum conn_end why);
    void (*asked)(void *owner); /* telnet's Are You There: the owner shows something (RFC 854) */
};

struct conn {
    const struct conn_ops *ops;
    const struct conn_upcalls *up; /* never NULL after open */
    void *owner;
    struct caller caller;
};

/* Takes all n bytes, at most CONN_WRITE_MAX a call. Write a frame only when conn_ready(); a few short lines more do no
 * harm. When more than CONN_BACKLOG_MAX would wait, last words included, this write and the following ones are left out
 * whole, and ending() is called from the loop's top. Earlier writes are sent to their end, so no escape sequence is
 * cut.
 */
#define CONN_BACKLOG_MAX (256 * 1024)
#define CONN_FAREWELL_MAX (16 * 1024)
#define CONN_WRITE_MAX (CONN_BACKLOG_MAX - CONN_FAREWELL_MAX)
static inline void conn_write(struct conn *c, const void *bytes, size_t n)
{
    c->ops->write(c, bytes, n);
}

/* Everything written so far has been handed to the kernel, and the caller's window is open. */
static inline bool conn_ready(const struct conn *c)
{
    return c->ops->ready(c);
}

/* Sends what was written, then ends the connection (SSH: exit-status, EOF, close; at most 1 s), then closed() is
 * called, never from inside this call. status: 0 normal, 1 kicked, idle or shutdown, 2 usage. Input is no longer
 * reported. */
static inline void conn_close_later(struct conn *c, int status)
{
    c->ops->close_later(c, status);
}

/* Around a password: the caller's side shall not show what is typed (telnet line mode: WILL ECHO). */
static inline void conn_hide_typing(struct conn *c, bool hide)
{
    c->ops->hide_typing(c, hide);
}

/* The owner cannot take more input for now, or can again. What comes meanwhile waits at the sender, except a chunk that
 * is already on its way. The end of the input comes when all before it was taken. */
#define CONN_HELD_MAX (256 * 1024)
static inline void conn_hold(struct conn *c, bool on)
{
    c->ops->hold(c, on);
}

/* The caller's side edits and shows lines by itself, whatever it has agreed to: telnet gives ECHO back (H16), others
 * need nothing. Changes character_mode and we_echo. */
static inline void conn_use_lines(struct conn *c)
{
    c->ops->use_lines(c);
}

/* UTF-8 or CP437 will be sent: telnet agrees on BINARY, others need nothing. */
static inline void conn_eight_bit(struct conn *c)
{
    c->ops->eight_bit(c);
}
