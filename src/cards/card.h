/* A playing card is a small number. Only cards/ knows how ranks and suits are packed into it; everybody else asks. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef uint8_t card;

/* 1 to 52 are the cards As 2s .. Ks Ah .. Kh Ad .. Kd Ac .. Kc; 0 is no card, so cleared memory holds none. */
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

/* One rank lower and the other colour (S2, T4): may c lie on `on`? Both are real cards. */
bool card_builds(card c, card on);

/* A set of cards: a bit for each, so CARD_NONE and CARD_HIDDEN are in none that is made of cards. */
typedef uint64_t card_set;
#define CARD_SET_ALL (((card_set)1 << (CARDS + 1)) - 2)
#define CARD_SET_KINGS ((card_set)1 << 13 | (card_set)1 << 26 | (card_set)1 << 39 | (card_set)1 << 52)

static inline card_set card_bit(card c)
{
    return (card_set)1 << c;
}

/* The cards for which card_builds(c, on) is true: two, or none. on is CARD_NONE to CARD_HIDDEN. */
card_set card_builders(card on);

/* "Ts", the canonical text of records.md; "--" for none, "??" for hidden. A string constant. */
const char *card_text(card c);

/* "10 of spades", "jack of hearts". A string constant. */
const char *card_words(card c);

/* Reads a card at the start of text: Ts, 10s, either case. Returns the characters taken, 0 when there is none. */
int card_parse(const char *text, card *c);
