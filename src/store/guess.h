/* A brake on guessing passwords: each caller's network and each handle may be wrong so many times in a row, and once more
 * after a while. Fixed memory: who shares a slot with somebody else shares the brake; nobody can choose their slot. */
#pragma once
#include "base/bucket.h"

#include <stdbool.h>
#include <stdint.h>

#define GUESS_SLOTS 1024
#define GUESS_ORIGIN_BURST 10 /* wrong passwords from one IPv4 address, or IPv6 network of 64 bits */
#define GUESS_ORIGIN_INTERVAL_US (20 * INT64_C(1000000))
#define GUESS_HANDLE_BURST 20 /* and for one handle, from anywhere: its owner's key opens the door all the same */
#define GUESS_HANDLE_INTERVAL_US (30 * INT64_C(1000000))

struct guesses {
    uint8_t key[16];
    struct bucket origin[GUESS_SLOTS], handle[GUESS_SLOTS];
};

void guesses_init(struct guesses *g);

/* One try, before it is known whether it is right: false when there were too many wrong ones of late, and it is not to be made.
 * address is "IP:PORT" or "[IP]:PORT"; the port does not count. */
bool guess_begin(struct guesses *g, const char *handle, const char *address, int64_t now_ms);

/* The try was right, or was never made: it counts for nothing. */
void guess_forgive(struct guesses *g, const char *handle, const char *address);
