/* Who may come in: counts and a token bucket, no sockets and no time of its own. net.c asks at accept and tells of
 * each change. Memory: one small entry for each origin that has a caller now. */
#pragma once
#include "net/address.h"
#include "net/net.h"

#include <stdbool.h>
#include <stdint.h>

struct limits;

/* Every number of `most` is at least 1. Free with limits_free(), whoever is still in. */
struct limits *limits_new(const struct net_limits *most);
void limits_free(struct limits *l);

/* Is there a handshake in the bucket, which holds one second's worth? false: ask again in a moment. now_ms is monotonic. */
bool limits_may_accept(const struct limits *l, int64_t now_ms);

enum admission {
    ADMISSION_GRANTED,
    ADMISSION_HOUSE_FULL,  /* callers */
    ADMISSION_ORIGIN_FULL, /* callers_per_address */
    ADMISSION_DOOR_FULL,   /* unready */
    ADMISSION_ORIGIN_BUSY, /* unready_per_address */
};

/* One more caller, unready, from origin; after limits_may_accept() said yes. Takes a handshake from the bucket,
 * refused or not. When granted it is counted until limits_leave(). */
enum admission limits_enter(struct limits *l, const struct origin *origin, int64_t now_ms);

/* The whole sentence for the caller and the log; NULL when granted. */
const char *admission_why(enum admission a);

/* A caller that was granted has become ready, or has left (ready: it had become so). */
void limits_ready(struct limits *l, const struct origin *origin);
void limits_leave(struct limits *l, const struct origin *origin, bool ready);

/* Callers now, ready or not. */
int limits_callers(const struct limits *l);
