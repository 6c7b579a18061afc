/* The deck of 52 and the shuffle of records.md: a deck is fixed by a 32-byte key, a patience's key by game and deal
 * number. Everything here is the same on every machine and for ever. Needs sodium_init(). */
#pragma once
#include "cards/card.h"

#include <stdbool.h>
#include <stdint.h>

#define DEAL_KEY_BYTES 32
#define DEAL_SEAL_TEXT 17 /* 16 hex digits and the NUL */

struct deck {
    card c[CARDS]; /* c[0] is dealt first */
};

/* key(game, number) of records.md. */
void deal_key(uint8_t key[DEAL_KEY_BYTES], const char *game, uint32_t number);

/* The deck of a key. */
void deal_deck(struct deck *d, const uint8_t key[DEAL_KEY_BYTES]);

/* The seal shown before the deal: the first 16 hex digits of BLAKE2b-256(key). */
void deal_seal(char seal[DEAL_SEAL_TEXT], const uint8_t key[DEAL_KEY_BYTES]);

/* NULL when d holds 52 different cards, else the sentence why not. */
const char *deck_why(const struct deck *d);
