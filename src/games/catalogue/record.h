/* Records: one text for saved games, replays, bug reports and export (records.md). The reader takes bytes of strangers:
 * it refuses what is not exactly a record, says where and why in one sentence, and its memory is bounded by the limit
 * on the record's length. */
#pragma once
#include "games/game.h"

#define RECORD_BYTES_MAX (1u << 20)
#define RECORD_NAME 64  /* a name of [Seats] and its NUL */
#define RECORD_TEXT 256 /* a value of [Site], [Date], [Totals] or [Result] and its NUL */
#define RECORD_ROUND_MAX 1000000

/* How a record names its cards. */
enum record_cards { RECORD_DECK, RECORD_DEAL, RECORD_KEY };

struct record {
    const struct game *game;
    enum record_cards cards;
    uint32_t deal;               /* RECORD_DEAL */
    uint8_t key[DEAL_KEY_BYTES]; /* RECORD_KEY */
    int seal;                    /* RECORD_KEY: so many digits of the seal stand beside it, DEAL_SEAL_DIGITS or
                                    DEAL_SEAL_OLD; 0: none */
    struct deck deck;            /* always */
    struct rules rules;          /* table games, and the next four too */
    int seats;                   /* 1 for a patience */
    int dealer;
    char names[SEATS_MAX + 1][RECORD_NAME];
    bool computer[SEATS_MAX + 1];
    int round;                                                      /* 0: not told */
    char site[RECORD_TEXT], date[RECORD_TEXT], totals[RECORD_TEXT]; /* "": not told */
    char result[RECORD_TEXT]; /* as the words of struct result tell it once it is over; "": not told */
    struct move *moves;       /* canonical */
    int n, size;              /* moves, and room for moves */
};

/* A record of nothing. record_clear() frees what record_add() and record_read() allocate. */
void record_init(struct record *r);
void record_clear(struct record *r);

void record_add(struct record *r, const struct move *move);

struct record_fault {
    int line, column; /* from 1, in characters */
    char reason[256]; /* a sentence; valid UTF-8 without controls */
};

/* Is shown each position as it is read: after the deal (ply 0) and after each move. state is the game's, whole, and
 * valid for the call. */
struct record_watch {
    void (*position)(void *ctx, const struct record *r, const void *state, int ply);
    void *ctx;
};

/* Reads a whole record of n bytes into r, which need not be initialised, and makes its moves. watch may be NULL. false:
 * refused, *fault says where and why, and r holds nothing; positions before the fault have been shown. Of a file longer
 * than RECORD_BYTES_MAX hand over RECORD_BYTES_MAX + 1 bytes. */
bool record_read(struct record *r, const char *bytes, size_t n, const struct record_watch *watch,
                 struct record_fault *fault);

/* Writes the record, canonical: tags in a fixed order, the moves in lines of at most 77 columns. Values must be free of
 * quotes and controls: such characters are left out. */
void record_write(const struct record *r, struct text *out);

/* Deals the record's cards into state (of game->state_size) and makes the first n of its moves. NULL, or why one of
 * them cannot be made (it lives as long as *made, as with apply). */
const char *record_replay(const struct record *r, void *state, int n, struct made *made);
