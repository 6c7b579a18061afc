/* Who may come in: counts and buckets, no sockets and no time of its own. net.c asks at accept and tells of each
 * change.
 *
 * A connection is paid for from the purse of its own origin first, for IPv6 from that of the network the origin is in
 * (origin.h) too; what those refuse costs the house's purse nothing. The fuller the house's purse, the less it is
 * asked what an origin has taken lately; the emptier, the more. So one that calls without pause gets what nobody else
 * wants, and who comes now and then always finds something left for him.
 *
 * The waiting room is for callers who have not logged in. When it is full, somebody of the largest network gives way to
 * who is new, and there of the largest address: first those who are waited for while a person thinks, then the oldest.
 * Of networks with as many, the one goes that came or was asked first.
 *
 * Memory: two tables of fixed size, and a small entry for each origin and network that has a caller now. */
#pragma once
#include "base/heap.h"
#include "net/config.h"

#include <stdbool.h>
#include <stdint.h>

struct limits;
struct count;

/* What limits keeps in the line of each caller that was let in; nobody else looks inside. */
struct standing {
    struct count *count;          /* of its origin */
    uint64_t address, network;    /* whose purses it pays from; network 0: none but its own */
    struct standing *prev, *next; /* those of the same origin in the same case, oldest first; only while unready */
    uint64_t number;              /* in the order they came, or were asked something */
    bool unready, person;
};

/* Every number of `most` is at least 1. Free with limits_free(), whoever is still in. */
struct limits *limits_new(const struct net_limits *most);
void limits_free(struct limits *l);

/* Is there a handshake in the house's purse, which holds one second's worth? false: ask again in a moment. now_ms is
 * monotonic. */
bool limits_may_accept(const struct limits *l, int64_t now_ms);

enum admission {
    ADMISSION_GRANTED,
    ADMISSION_HOUSE_FULL,  /* callers */
    ADMISSION_ORIGIN_FULL, /* callers_per_address */
    ADMISSION_ORIGIN_BUSY, /* unready_per_address */
    ADMISSION_FLOOD,       /* connects_per_address, connects_per_network: not worth an answer */
};

/* May one more come in from origin? After limits_may_accept() said yes. Takes from the purses of the origin and its
 * network; the house's purse pays for limits_enter() alone. */
enum admission limits_judge(struct limits *l, uint64_t origin, int64_t now_ms);

/* One more caller, unready, who was granted. `standing` stays in use until limits_leave(); limits_overfull() is to be
 * asked. */
void limits_enter(struct limits *l, uint64_t origin, struct standing *standing, int64_t now_ms);

/* The whole sentence for the caller and the log, a string constant; NULL when granted. */
const char *admission_why(enum admission a);

/* Who has to leave so that the newest may stay; NULL when there is room for all. It is never the newest. To be asked
 * until NULL comes, and limits_leave() called for each that is named. What he is told is limits_yield_why. */
struct standing *limits_overfull(struct limits *l);
extern const char limits_yield_why[];

/* Whether this unready caller is waited for while a person thinks. */
void limits_person(struct limits *l, struct standing *s, bool person);

/* A caller has become ready, or has left. */
void limits_ready(struct limits *l, struct standing *s);
void limits_leave(struct limits *l, struct standing *s);

/* Of the time of the house, which is one for all: whoever is in has spent so many microseconds of it. The address pays,
 * and of IPv6 the network, which has twice as much; nobody pays for time that passes while he waits. */
void limits_spend(struct limits *l, const struct standing *s, int64_t us, int64_t now_ms);

/* Milliseconds until this caller's address has something to spend again; 0: it has. */
int64_t limits_wait_ms(struct limits *l, const struct standing *s, int64_t now_ms);

/* Callers now, ready or not. */
int limits_callers(const struct limits *l);
