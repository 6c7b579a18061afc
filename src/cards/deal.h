/* The deck of 52 and the shuffle of records.md: a deck is fixed by a 32-byte key, a patience's key by game and deal
 * number. Everything here is the same on every machine and for ever. Needs sodium_init(). */
#pragma once
#include "cards/card.h"

#include <stdbool.h>
#include <stdint.h>

#define DEAL_KEY_BYTES 32
#define DEAL_SEAL_DIGITS 32
#define DEAL_SEAL_OLD 16  /* digits of a seal in records made before seals had 128 bits */
#define DEAL_SEAL_BRIEF 8 /* where there is little room */
#define DEAL_SEAL_TEXT (DEAL_SEAL_DIGITS + 1)

struct deck {
    card c[CARDS]; /* c[0] is dealt first */
};

/* key(game, number) of records.md. */
void deal_key(uint8_t key[DEAL_KEY_BYTES], const char *game, uint32_t number);

/* The deck of a key. */
void deal_deck(struct deck *d, const uint8_t key[DEAL_KEY_BYTES]);

/* The seal shown before the deal: the first 32 hex digits of BLAKE2b-256(key), 128 bits, so that nobody finds two decks
 * for one seal. */
void deal_seal(char seal[DEAL_SEAL_TEXT], const uint8_t key[DEAL_KEY_BYTES]);

/* NULL when d holds 52 different cards, else the sentence why not. */
const char *deck_why(const struct deck *d);
