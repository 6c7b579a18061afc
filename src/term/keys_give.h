/* The upper half of keys.c: what was read becomes a key, or a piece of a paste. No bytes here, no sequences. */
#pragma once
#include "term/keys.h"

#define TALLY_KINDS_MAX 3

/* What was typed in one read, sequences not counted. */
struct tally {
    size_t typed, runs; /* characters; the same one several times is one run */
    uint32_t last, kind[TALLY_KINDS_MAX];
    int kinds; /* TALLY_KINDS_MAX: that or more */
    bool line_end;
};

/* One call of keys_input() or keys_timeout(). */
struct reader {
    struct keys *k;
    int64_t now;
    bool burst, single;  /* single: the read holds one character, or two of one byte */
    struct tally *tally; /* NULL unless only this is asked for */
    void (*emit)(void *ctx, const struct key *);
    void *ctx;
};

/* Many characters at once, or of several kinds: nobody types so (KEYS_BURST, KEYS_HELD_MAX). */
bool tally_is_paste(const struct tally *t);

/* ESC in front is Alt: one key, whatever follows. In a paste nothing is a key but KEY_PASTE. */
void keys_give(const struct reader *r, struct key key);
void keys_give_code(const struct reader *r, enum key_code code);

/* Keys of one sequence; nothing that is pasted comes so. false: there are none. */
bool keys_give_all(const struct reader *r, const struct key *keys, int n);

/* Typed or pasted as it is; nothing where it is no clean_character(). */
void keys_give_character(const struct reader *r, uint32_t ch);

/* Of a paste such bytes are left out. */
void keys_give_unreadable(const struct reader *r);

/* Line ends and tabs keep apart what they stood between when they come in a paste: ch, one that is bracketed:
 * bracketed_ch. */
void keys_give_space(const struct reader *r, enum key_code code, uint32_t ch, uint32_t bracketed_ch);
