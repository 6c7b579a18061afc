/* The deck of 52 cards and the shuffle of doc/records.md. A key of 32 bytes determines a deck; game and deal number
 * determine the key of a patience. Every machine gives the same results, for ever. Call sodium_init() before. */
#pragma once
#include "cards/card.h"

#include <stdint.h>

#define DEAL_KEY_BYTES 32
#define DEAL_SEAL_DIGITS 32
#define DEAL_SEAL_OLD 16  /* digits of a seal in old records, before seals had 128 bits */
#define DEAL_SEAL_BRIEF 8 /* digits that are shown where space is scarce */
#define DEAL_SEAL_TEXT (DEAL_SEAL_DIGITS + 1)

struct deck {
    card c[CARDS]; /* c[0] is dealt first */
};

/* Computes key(game, number) of doc/records.md. game is an id of at most 40 characters. */
void deal_key(uint8_t key[DEAL_KEY_BYTES], const char *game, uint32_t number);

/* Computes the deck of a key. */
void deal_deck(struct deck *d, const uint8_t key[DEAL_KEY_BYTES]);

/* Computes the seal that is shown before the deal: the first 32 hex digits of BLAKE2b-256(key). With 128 bits nobody
 * can find two decks for one seal. */
void deal_seal(char seal[DEAL_SEAL_TEXT], const uint8_t key[DEAL_KEY_BYTES]);
