/* One caller from accept to the end, and what all callers of one net share. The listeners (net.c) make a line through
 * its transport; the transport (telnet_conn.c, ssh_conn.c) tells here when the caller can be shown screens, whom the
 * time runs for and that the line has ended. */
#pragma once
#include "base/heap.h"
#include "net/config.h"
#include "net/limits.h"
#include "net/meter.h"

#include <event2/event.h>

struct clock;
struct lingering;
struct ssh_doors;

struct line_list {
    struct line *first, *last;
};

/* All lines of one net, and what their transports need. A transport reads base, clock, config, host, doors and meter,
 * which live as long as the net; the rest belongs to line.c and net.c. */
struct lines {
    struct event_base *base;
    const struct clock *clock;
    struct net_config config;
    struct net_host host;
    struct ssh_doors *doors; /* NULL: nobody comes by SSH */
    struct meter meter;
    struct limits *limits;
    struct lingering *lingering;
    struct event *deadline;         /* when the first of the dues is due */
    struct heap dues;               /* the unready lines, the next to be cut off first */
    struct line_list unready, open; /* in the order in which they became so */
    void *tickets;                  /* the unready lines by ticket: root of tsearch() */
    uint64_t last_ticket;
};

/* A caller from accept to the end. The transport embeds it first in its own struct and sets conn.ops, conn.caller,
 * lines and fd; line_begin() fills in the rest when accept() has returned. */
struct line {
    struct conn conn; /* first: a conn is its line */
    struct lines *lines;
    int fd;
    bool open; /* the host knows of it */
    const struct transport_ops *transport;
    struct line *prev, *next;      /* of the lines that are open, or of those that are not yet */
    struct heap_place due;         /* among those that are not open yet */
    int64_t due_ms;                /* when it is cut off */
    int64_t machine_ms, person_ms; /* what is left of either time, as of the last change */
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
     * nothing else. Returns the line, whose fd it now owns, or NULL (fd closed). line_open() and line_gone() must not
     * be called from inside: the line is on no list yet. */
    struct line *(*accept)(struct lines *all, int fd, const struct caller *caller);
    /* The answer to net_host.check. NULL for a transport that never asks. */
    void (*answer)(struct line *l, enum verdict verdict, int64_t account);
    /* Ends it at once and frees it: line_gone(), close(fd), closed() is called if it was open. why is a sentence of at
     * most 200 bytes for a caller who has not been shown anything yet, sent by lines_linger(); NULL: no farewell. */
    void (*kill)(struct line *l, const char *why);
    /* The same sentence in the bytes of this transport, for a socket on which nothing was said. Returns its length, at
     * most REFUSAL_MAX. */
    size_t (*refusal)(uint8_t *out, const char *why);
};

/* Of a cleared struct whose base, clock, config and host are set. Free with lines_clear(), when no line is left. */
void lines_init(struct lines *all);
void lines_clear(struct lines *all);

/* For net.c: the line that a transport has accepted is unready from now on. The limits have granted it. origin: see
 * origin.h. */
void line_begin(struct line *l, const struct transport_ops *transport, uint64_t origin);

/* Cuts off the unready lines whose time is over. */
void lines_cut_off_late(struct lines *all);

/* An answer to net_host.check, as net_answer(). */
void lines_answer(struct lines *all, uint64_t ticket, enum verdict verdict, int64_t account);

/* Ends every line of a list, which is one of all->unready and all->open; why as for kill. */
void lines_kill(struct line_list *list, const char *why);

/* The line that a standing is part of: s lives in it. */
struct line *line_of(struct standing *s);

/* --- for transports --- */

/* The caller may be shown screens: moves the line from the unready to the open, then calls host.open(). From the loop's
 * top or an event callback, never from inside a library's callback. */
void line_open(struct line *l);

/* The line has ended: takes it off the lists and counts. The transport then frees it. Does not call closed(). */
void line_gone(struct line *l);

/* Whose time runs from now on: the machine's (login_s in all), or a person's who is asked something (person_s). Of an
 * unready line; a line starts with the machine's. */
void line_person(struct line *l, bool person);

/* A person has answered, and gets person_s again for the next question. */
void line_answered(struct line *l);

/* The line's address pays for what the line has cost just now, in microseconds. */
void line_spend(struct line *l, int64_t us);

/* Milliseconds for which nothing shall be read from a line, because its address has spent its share; 0: read. */
int64_t line_wait_ms(const struct line *l);

/* Sends length last bytes, which may be none, and then lingers (lingering.h). person: the caller's program may read
 * nothing before its person has answered it, so it gets a minute instead of a second. fd is a non-blocking socket,
 * which lines own from here on. */
void lines_linger(struct lines *all, int fd, const void *bytes, size_t length, bool person);
