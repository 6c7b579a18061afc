/* Two worlds: states that differ only in what one viewer may not see. Whatever reaches that viewer is the same in both.
 * Also the names of cards: finds them in a text, however they are spelled. Include cmocka.h before. */
#pragma once
#include "games/contract.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* KINGSCORNER_LONG: as many rounds as before a release (script/test --long); else as many as each run has time for. */
static inline int worlds_rounds(int usual)
{
    return getenv("KINGSCORNER_LONG") != NULL ? 10000 : usual;
}

/* The cards that the viewer sees nowhere. What hide() changes are cards and nothing else. */
static inline card_set hidden_cards(const struct game *game, const void *state, int viewer)
{
    union any_state seen;
    const unsigned char *whole = state;
    uint8_t count[CARD_HIDDEN + 1];
    card_set set = 0;
    memcpy(seen.bytes, state, game->state_size);
    game->hide(seen.bytes, viewer);
    for (size_t i = 0; i < game->state_size; i++)
        assert_true(whole[i] == seen.bytes[i] || (card_is(whole[i]) && seen.bytes[i] == CARD_HIDDEN));
    game->census(seen.bytes, count);
    for (card c = 1; c <= CARDS; c++)
        if (count[c] == 0) set |= card_bit(c);
    return set;
}

/* Deals the hidden cards anew to the places that the viewer cannot see, but for those of `stay`. Returns how many lie
 * elsewhere now. */
static inline int other_world(const struct game *game, const void *state, int viewer, card_set stay,
                              struct random *chance, void *out)
{
    card_set hidden = hidden_cards(game, state, viewer);
    card from[CARDS], to[CARDS], at[CARD_HIDDEN + 1];
    unsigned char *bytes = out;
    union any_state seen;
    int n = 0, moved = 0;
    for (card c = 1; c <= CARDS; c++)
        if (hidden & ~stay & card_bit(c)) from[n] = to[n] = c, n++;
    for (int i = n - 1; i > 0; i--) {
        int j = (int)random_below(chance, (uint32_t)i + 1);
        card c = to[i];
        to[i] = to[j];
        to[j] = c;
    }
    for (card c = 0; c <= CARD_HIDDEN; c++) at[c] = c;
    for (int i = 0; i < n; i++) at[from[i]] = to[i], moved += from[i] != to[i];
    memcpy(seen.bytes, state, game->state_size);
    game->hide(seen.bytes, viewer);
    memcpy(bytes, state, game->state_size);
    for (size_t i = 0; i < game->state_size; i++)
        if (bytes[i] != seen.bytes[i]) bytes[i] = at[bytes[i]];
    return moved;
}

/* --- names --- */

/* The rank at the beginning of a name, as a letter, a figure or a word, the longest first. 0: there is none. */
static inline size_t rank_named(const char *text, int *rank)
{
    static const struct {
        const char *text;
        int rank;
    } ranks[] = {
        { "three", 3 }, { "seven", 7 },   { "eight", 8 },   { "queen", QUEEN }, { "four", 4 }, { "five", 5 },
        { "nine", 9 },  { "jack", JACK }, { "king", KING }, { "ace", ACE },     { "two", 2 },  { "six", 6 },
        { "ten", TEN }, { "10", TEN },    { "t", TEN },     { "a", ACE },       { "j", JACK }, { "q", QUEEN },
        { "k", KING },  { "1", ACE },     { "2", 2 },       { "3", 3 },         { "4", 4 },    { "5", 5 },
        { "6", 6 },     { "7", 7 },       { "8", 8 },       { "9", 9 },
    };
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        size_t n = strlen(ranks[i].text);
        if (strncasecmp(text, ranks[i].text, n) != 0) continue;
        *rank = ranks[i].rank;
        return n;
    }
    return 0;
}

/* The suit behind a rank: "♣", " of clubs", " ♣", " clubs"; and "c" behind a letter or figure, for "Kings" is no card.
 */
static inline bool suit_named(const char *text, bool letter, enum suit *suit)
{
    static const char *const words[] = { "spade", "heart", "diamond", "club" }, *const signs[] = { "♠", "♥", "♦", "♣" };
    for (int s = SPADES; s <= CLUBS; s++) {
        const char *at = text + strspn(text, " ");
        *suit = (enum suit)s;
        if (strncmp(at, signs[s], strlen(signs[s])) == 0) return true;
        if (letter && tolower((unsigned char)text[0]) == words[s][0] && !isalnum((unsigned char)text[1])) return true;
        if (strncasecmp(at, "of ", 3) == 0) at += 3;
        if (strncasecmp(at, words[s], strlen(words[s])) == 0) return true;
    }
    return false;
}

/* The set of all cards that a text names. The word "as" is no ace of spades; "As" and "AS" are. */
static inline card_set cards_named(const char *text)
{
    card_set set = 0;
    for (const char *at = text; *at != '\0'; at++) {
        int rank = 0;
        enum suit suit;
        if (!isalnum((unsigned char)at[0]) || (at > text && isalnum((unsigned char)at[-1]))) continue;
        size_t n = rank_named(at, &rank);
        if (n == 0 || !suit_named(at + n, n < 3, &suit)) continue;
        if (at[0] == 'a' && at[1] == 's') continue;
        set |= card_bit(card_of(rank, suit));
    }
    return set;
}
