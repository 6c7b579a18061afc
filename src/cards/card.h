/* A playing card is a small number. Only cards/ knows how rank and suit are packed into it; others call these
 * functions. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef uint8_t card;

/* 1 to 52 are the cards As 2s .. Ks Ah .. Kh Ad .. Kd Ac .. Kc. 0 is no card, so zeroed memory has none. */
#define CARD_NONE 0
#define CARD_HIDDEN 53 /* a card that this viewer may not see */
#define CARDS 52

enum rank { ACE = 1, TEN = 10, JACK, QUEEN, KING };
enum suit { SPADES, HEARTS, DIAMONDS, CLUBS };

static inline card card_of(int rank, enum suit suit)
{
    return (card)(suit * 13 + rank);
}
static inline int card_rank(card c)
{
    return (c - 1) % 13 + 1;
}
static inline enum suit card_suit(card c)
{
    return (enum suit)((c - 1) / 13);
}
static inline bool card_is(card c)
{
    return c >= 1 && c <= CARDS;
}
static inline bool card_red(card c)
{
    return card_suit(c) == HEARTS || card_suit(c) == DIAMONDS;
}

/* May c lie on `on`, being one rank lower and of the other colour (S2, T4)? false unless both are real cards. */
bool card_builds(card c, card on);

/* A set of cards, one bit for each. CARD_NONE and CARD_HIDDEN have bits outside of CARD_SET_ALL. */
typedef uint64_t card_set;
#define CARD_SET_ALL (((card_set)1 << (CARDS + 1)) - 2)
#define CARD_SET_KINGS ((card_set)1 << 13 | (card_set)1 << 26 | (card_set)1 << 39 | (card_set)1 << 52)

static inline card_set card_bit(card c)
{
    return (card_set)1 << c;
}

/* The set of all c for which card_builds(c, on) is true: two cards, or none. on is CARD_NONE to CARD_HIDDEN. */
card_set card_builders(card on);

/* "Ts", the canonical text (doc/records.md, cards); "--" for no card, "??" for a hidden one. A string constant. */
const char *card_text(card c);

/* "10 of spades", "jack of hearts". A string constant. */
const char *card_words(card c);

/* Reads a card at the start of text: Ts or 10s, upper or lower case. Returns how many characters it took; 0 when there
 * is no card, and then *c is unchanged. */
int card_parse(const char *text, card *c);
