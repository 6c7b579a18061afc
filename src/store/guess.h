/* A brake on guessing passwords: each caller's origin and each handle may be wrong so many times in a row, and once
 * more after a while. A stranger who guesses must not keep the owner out: a network from which the owner came in before
 * (known.h) pays from a bucket that is of this account and this network alone. */
#pragma once
#include "base/purse.h"

#include <stdbool.h>
#include <stdint.h>

#define GUESS_ORIGIN_BURST                                                                                             \
    10 /* wrong passwords from one origin, or for one account from a network that it is known in */
#define GUESS_ORIGIN_INTERVAL_US (20 * INT64_C(1000000))
#define GUESS_HANDLE_BURST                                                                                             \
    20 /* and for one handle, from anywhere else: its owner's key opens the door all the same                          \
        */
#define GUESS_HANDLE_INTERVAL_US (30 * INT64_C(1000000))

struct guesses {
    struct purses origin, handle, known;
};

/* One try, while it is not known whether it is right. */
struct guess {
    uint64_t origin, handle, known; /* known: 0 where the owner never came in from here */
    bool by_known;                  /* which of them have paid */
};

void guesses_init(struct guesses *g);

/* origin as of origin.h; account and network (known_network_number()) are 0 unless the owner came in from there before.
 */
struct guess guess_new(const struct guesses *g, const char *handle, uint64_t origin, int64_t account, uint64_t network);

/* Before it is tried: false when there were too many wrong ones of late, and it is not to be made. now_ms is monotonic.
 */
bool guess_begin(struct guesses *g, struct guess *try, int64_t now_ms);

/* The try was right, or was never made: it counts for nothing. */
void guess_forgive(struct guesses *g, const struct guess *try);
