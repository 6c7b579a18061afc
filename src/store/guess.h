/* A rate limit on guessing passwords: each origin and each handle may be wrong a number of times in a row, and once
 * more after an interval. A stranger who guesses must not lock the owner out: a network from which the owner logged in
 * before (known.h) has a limit of its own for this account. For the store's own files. */
#pragma once
#include "base/purse.h"

#include <stdbool.h>
#include <stdint.h>

/* Wrong passwords from one origin, or for one account from a network where its owner is known. */
#define GUESS_ORIGIN_BURST 10
#define GUESS_ORIGIN_INTERVAL_US (20 * INT64_C(1000000))

/* Wrong passwords for one handle from all other places; the owner can still log in with a key. */
#define GUESS_HANDLE_BURST 20
#define GUESS_HANDLE_INTERVAL_US (30 * INT64_C(1000000))

struct guesses {
    struct purses origin, handle, known;
};

/* One attempt, before it is known to be right or wrong. */
struct guess {
    uint64_t origin, handle, known; /* known: 0 when the owner never logged in from there */
    bool by_known;                  /* the token came from known, else from origin and handle */
};

/* Call sodium_init() before. Nothing is allocated. */
void guesses_init(struct guesses *g);

/* An attempt for handle from origin (origin.h). account and network (origin_network()) are 0 unless the owner logged in
 * from there before. */
struct guess guess_new(const struct guesses *g, const char *handle, uint64_t origin, int64_t account, uint64_t network);

/* Takes the tokens for an attempt, at now_ms, monotonic. false: too many were wrong recently, and the password may not
 * be checked. */
bool guess_begin(struct guesses *g, struct guess *try, int64_t now_ms);

/* Gives the tokens back: the password was right, or was not checked. */
void guess_forgive(struct guesses *g, const struct guess *try);
