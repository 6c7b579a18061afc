/* The upper half of keys.c: turns what was decoded into keys, or into pieces of a paste. It sees neither bytes nor
 * sequences. */
#pragma once
#include "term/keys_state.h"

#include <stddef.h>

#define TALLY_KINDS_MAX 3

/* Counts the characters of one read; escape sequences do not count. */
struct tally {
    size_t typed, runs; /* characters; the same character several times in a row is one run */
    uint32_t last, kind[TALLY_KINDS_MAX];
    int kinds; /* TALLY_KINDS_MAX: so many or more */
    bool line_end;
};

/* One call of keys_input() or keys_timeout(). */
struct reader {
    struct keys *k;
    int64_t now;
    bool burst, single;  /* single: the read holds one character, or one of two bytes */
    struct tally *tally; /* NULL unless the read is counted only */
    void (*emit)(void *ctx, const struct key *);
    void *ctx;
};

/* Has the read too many characters, or too many kinds of them, to be typed (KEYS_BURST, KEYS_HELD_MAX)? */
bool tally_is_paste(const struct tally *t);

/* Reports one key, with Alt when ESC came before it. During a paste only KEY_PASTE is reported. */
void keys_give(const struct reader *r, struct key key);
void keys_give_code(const struct reader *r, enum key_code code);

/* Reports the n keys of one sequence, but none during a paste. false: n is 0. */
bool keys_give_all(const struct reader *r, const struct key *keys, int n);

/* Reports a typed or pasted character, unless it is no clean_character(). */
void keys_give_character(const struct reader *r, uint32_t ch);

/* Reports KEY_UNREADABLE, but not in a burst. */
void keys_give_unreadable(const struct reader *r);

/* Reports a line end or a tab: as code when it was typed, as a KEY_PASTE of ch in a burst and of bracketed_ch in a
 * bracketed paste. */
void keys_give_space(const struct reader *r, enum key_code code, uint32_t ch, uint32_t bracketed_ch);
