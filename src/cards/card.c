#include "cards/card.h"

#include <string.h>

bool card_builds(card c, card on)
{
    return card_is(c) && card_is(on) && card_rank(c) + 1 == card_rank(on) && card_red(c) != card_red(on);
}

/* A table and no calculation, because every list of moves asks for eight places. */
#define BUILDER(rank, suit) (card_set)1 << (13 * (suit) + rank - 1)
#define BUILDERS(rank, one, other) BUILDER(rank, one) | BUILDER(rank, other)
#define BUILDERS_OF(one, other)                                                                                        \
    0, BUILDERS(2, one, other), BUILDERS(3, one, other), BUILDERS(4, one, other), BUILDERS(5, one, other),             \
        BUILDERS(6, one, other), BUILDERS(7, one, other), BUILDERS(8, one, other), BUILDERS(9, one, other),            \
        BUILDERS(TEN, one, other), BUILDERS(JACK, one, other), BUILDERS(QUEEN, one, other), BUILDERS(KING, one, other)

static const card_set builders[CARD_HIDDEN + 1] = {
    0, /* no card */
    BUILDERS_OF(HEARTS, DIAMONDS),
    BUILDERS_OF(SPADES, CLUBS),
    BUILDERS_OF(SPADES, CLUBS),
    BUILDERS_OF(HEARTS, DIAMONDS),
};

card_set card_builders(card on)
{
    return builders[on <= CARD_HIDDEN ? on : CARD_NONE];
}

#define RANKS_OF(s) "A" s, "2" s, "3" s, "4" s, "5" s, "6" s, "7" s, "8" s, "9" s, "T" s, "J" s, "Q" s, "K" s
#define WORDS_OF(s)                                                                                                    \
    "ace of " s, "2 of " s, "3 of " s, "4 of " s, "5 of " s, "6 of " s, "7 of " s, "8 of " s, "9 of " s, "10 of " s,   \
        "jack of " s, "queen of " s, "king of " s

static const char texts[CARD_HIDDEN + 1][3] = {
    "--", RANKS_OF("s"), RANKS_OF("h"), RANKS_OF("d"), RANKS_OF("c"), "??"
};

static const char *const words[CARD_HIDDEN + 1] = {
    "no card", WORDS_OF("spades"), WORDS_OF("hearts"), WORDS_OF("diamonds"), WORDS_OF("clubs"), "hidden card",
};

const char *card_text(card c)
{
    return texts[c <= CARD_HIDDEN ? c : CARD_NONE];
}

const char *card_words(card c)
{
    return words[c <= CARD_HIDDEN ? c : CARD_NONE];
}

/* The index of a letter, upper or lower case, in a list of capitals; -1 when it is not in the list, or the NUL. */
static int index_of(const char *capitals, char letter)
{
    if (letter >= 'a' && letter <= 'z') letter = (char)(letter - 'a' + 'A');
    const char *at = letter != '\0' ? strchr(capitals, letter) : NULL;
    return at != NULL ? (int)(at - capitals) : -1;
}

int card_parse(const char *text, card *c)
{
    int taken = text[0] == '1' && text[1] == '0' ? 2 : 1;
    int rank = taken == 2 ? TEN : index_of("A23456789TJQK", text[0]) + 1;
    if (rank == 0) return 0;
    int suit = index_of("SHDC", text[taken]);
    if (suit < 0) return 0;
    *c = card_of(rank, (enum suit)suit);
    return taken + 1;
}
