/* Inside net/: what the listeners (net.c) offer a transport (telnet_conn.c, ssh_conn.c) and what it offers them. Nobody
 * outside this folder includes this. */
#pragma once
#include "net/address.h"
#include "net/limits.h"
#include "net/meter.h"
#include "net/net.h"

#include <event2/event.h>

struct clock;

/* A caller from accept to the end. The transport embeds it first in its own struct and sets conn.ops, conn.caller, net
 * and fd; the rest is net.c's, filled in when accept() has returned. */
struct line {
    struct conn conn; /* first: a conn is its line */
    struct net *net;
    int fd;
    bool open; /* the host knows of it */
    const struct transport_ops *transport;
    struct line *prev, *next;      /* of the lines that are open, or of those that are not yet */
    struct heap_place due;         /* among those that are not open yet */
    int64_t due_ms;                /* when it is cut off */
    int64_t machine_ms, person_ms; /* what is left of either time, as of asked_ms */
    bool person;                   /* the time that runs is a person's */
    struct standing standing;      /* what the limits know of it */
    int64_t accepted_ms;
    uint64_t ticket; /* names this line across net_host.check; unique for ever */
};

#define REFUSAL_MAX 256

/* One way of talking on an accepted socket. */
struct transport_ops {
    const char *name; /* "ssh", "telnet" */
    /* fd is non-blocking and has what socket_tune() set; caller holds the address, the transport, charset_told -1 and
     * nothing else. Returns the line, whose fd it now owns, or NULL (fd closed). net_line_open() and net_line_gone()
     * are not to be called from inside: the line is on no list yet. */
    struct line *(*accept)(struct net *n, int fd, const struct caller *caller);
    /* The answer to net_host.check. NULL where that is never asked. */
    void (*answer)(struct line *l, enum verdict verdict, int64_t account);
    /* Ends it at once and frees it: net_line_gone(), close(fd), closed() is called if it was open. why, a sentence of
     * at most 200 bytes, is told by net_part() to who has not been shown anything yet; NULL: no farewell. */
    void (*kill)(struct line *l, const char *why);
    /* The same sentence in the bytes of this transport, for a socket on which nothing was said. At most REFUSAL_MAX
     * bytes. */
    size_t (*refusal)(uint8_t *out, const char *why);
};

extern const struct transport_ops telnet_transport, ssh_transport;

/* These live as long as n. */
struct event_base *net_base(const struct net *n);
const struct clock *net_clock(const struct net *n);
const struct net_config *net_config(const struct net *n);
const struct net_host *net_host(const struct net *n);
void *net_ssh(const struct net *n); /* what ssh_doors_open() made: the ssh_bind and its keys */

/* The caller may be shown screens: moves the line from the unready to the open, then host.open(). From the loop's top
 * or an event callback, never from inside a library's callback. */
void net_line_open(struct line *l);

/* The line is no more: takes it off the lists and counts. The transport then frees it. Does not call closed(). */
void net_line_gone(struct line *l);

/* Whose time runs from now on: the machine's (login_s in all), or a person's who is asked something (person_s). Of an
 * unready line; a line starts with the machine's. */
void net_line_person(struct line *l, bool person);

/* A person gets person_s again: what was asked so far has been answered. */
void net_line_answered(struct line *l);

/* What work on a line costs is measured with this. Lives as long as n. */
struct meter *net_meter(struct net *n);

/* What a line has cost just now is its address's to pay. */
void net_line_spend(struct line *l, int64_t us);

/* Milliseconds for which nothing shall be read from a line, because its address has spent its share; 0: read. */
int64_t net_line_wait_ms(const struct line *l);

/* Says n last bytes, which may be none, on a socket that is then only waited for until its other end has hung up: for a
 * second, or a minute where a person is asked something and the program does not read meanwhile. fd is non-blocking and
 * not ours any more. */
void net_part(struct net *n, int fd, const void *bytes, size_t length, bool person);

/* Host keys and the ssh_bind, made once. NULL with e set when a key cannot be read or made. ssh_doors_close() frees
 * them. */
void *ssh_doors_open(const struct net_config *config, struct err *e);
void ssh_doors_close(void *doors);
const char *ssh_doors_fingerprint(const void *doors, int k);
