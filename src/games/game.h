/* What a game is: read this first. A game is one file that exports one const struct game, listed in
 * catalogue/game_list.h.
 *
 * It is pure: no time, no chance but the deck it is handed, no I/O, no allocation. Its state is plain data without
 * pointers, at most GAME_STATE_MAX bytes, all of it set by deal(): a copy is an assignment, and two states of the same
 * deck and moves are equal byte for byte. Turns, seats, clocks, undo, saving and computer players belong to the room.
 * Seats are 1 to 4; seat 0 is somebody who watches. */
#pragma once
#include "cards/card.h"
#include "cards/deal.h"
#include "term/canvas.h"
#include "term/keys.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct random;
struct text;

#define SEATS_MAX 4
#define GAME_STATE_MAX 2048
#define GAME_VIEW_MAX 256
#define GAME_MOVES_MAX 640 /* more legal moves than any position of any game has */
#define MOVE_TEXT 12       /* the longest move and its NUL */

/* A move is its text (records.md), canonical. */
struct move {
    char text[MOVE_TEXT];
};

/* The most a sentence to a player takes, its NUL included. */
#define WHY_TEXT 160

/* What came of a move that somebody wanted to make. */
struct made {
    struct move move;   /* made: its canonical text */
    char why[WHY_TEXT]; /* refused: memory for the sentence; read what apply() returned, not this */
};

struct move_list {
    int n;
    struct move at[GAME_MOVES_MAX];
};

/* Rules and options as the record's [Rules] tag spells them, parsed; a game without options ignores it. */
struct rules {
    bool last;     /* corners: draw last, else draw first */
    bool mustking; /* (T7) */
    bool kingpile; /* (T4e) */
    int target;    /* 10, 25, 50, 100; 0 for none (T12) */
};

struct result {
    bool over;
    bool won;                  /* patience: won; table: somebody went out */
    bool sure;                 /* patience: won, or sure to be, whatever is played (P13) */
    int left;                  /* patience: cards that have still to be played */
    int seat_out;              /* table: who went out, 0 at an impasse */
    int points[SEATS_MAX + 1]; /* table: penalty points by seat (T11), while it goes on those of the hand held now
                                  (T16); patience: [1] is the counter or the peak hand */
    const char *words;         /* one sentence that says how it ended; a constant */
};

/* What a mind comes to. It knows a hand, and so may its reason: that is for the eyes of this seat, as a hint. What
 * others hear of a move is reason()'s. */
struct thought {
    struct move move;
    char why[WHY_TEXT]; /* the reason in one sentence; true of the position, made of nothing that this seat may not see
                         */
};

/* What the viewer's keys and clicks can come to. */
enum act {
    ACT_NONE,   /* the game does not know this key: the screen may */
    ACT_LOOK,   /* only the view changed (cursor, chosen card) */
    ACT_MOVE,   /* move holds a move to make */
    ACT_REFUSE, /* why holds the sentence why not */
};

struct act_result {
    enum act act;
    struct move move;
    const char *why; /* a constant or a sentence in the view; valid until the next call with that view */
};

/* A line of what happened lately, for a narrow column. */
struct log_line {
    const char *who;   /* who did it, "you" for the viewer; "" when nobody in particular */
    const char *words; /* what, in few words that fit behind any name */
};

/* What the screen tells the drawing besides state and view. */
struct frame_words {
    const char *names[SEATS_MAX + 1]; /* by seat; clean; NULL where nobody sits */
    bool computer[SEATS_MAX + 1], away[SEATS_MAX + 1], loser[SEATS_MAX + 1];
    int totals[SEATS_MAX + 1];  /* the match so far (T12) */
    const char *title;          /* where am I: "Kings Corner  draw last  round 3 of an open table" */
    const char *clock;          /* "0:41" or "" */
    const char *message;        /* what just happened, or why not */
    bool warning;               /* the message is a refusal */
    bool standing;              /* nothing has just happened: what is said of a card in hand goes before the message */
    const struct log_line *log; /* the last plays, newest last */
    int log_n;
    const char *keys; /* keys of the screen itself, for the end of the key line: "c talk  q leave  ?" */
};

struct game {
    const char *id;    /* never renamed: records and statistics are kept under it */
    const char *title; /* shown to players */
    const char *blurb; /* one line for the lobby */
    int seats_min, seats_max;
    bool patience;
    const char *score; /* patience: what its points are: "counter", "peak hand"; NULL: none are kept */
    bool score_low;    /* patience: fewer points are better */
    size_t state_size, view_size;

    /* Reads a [Rules] tag into r; NULL or the sentence why not. rules_text writes it back, canonical. */
    const char *(*rules_parse)(struct rules *r, const char *text);
    void (*rules_text)(const struct rules *r, char *out, size_t size);
    /* The title under these rules: corners is "Kings Corner" with `last`, "Kings in the Corners" with `first`. */
    const char *(*rules_title)(const struct rules *r);

    void (*deal)(void *state, const struct deck *deck, const struct rules *rules, int seats, int dealer);

    /* Makes a move in place: NULL, or the whole sentence why not with the state as it was. text is any NUL-terminated
     * bytes and need not be canonical: "10s@N" is Ts@n, and for people who type, "8d n" is 8d@n. The sentence is a
     * constant or lies in made->why, so it lives as long as made does; made is never NULL. */
    const char *(*apply)(void *state, int seat, const char *text, struct made *made);

    /* All legal moves of the seat to move, in plain byte order; none when over. */
    void (*moves)(const void *state, struct move_list *out);

    int (*to_move)(const void *state); /* the seat to move; the last one to move once it is over */
    void (*result)(const void *state, struct result *out);
    int (*cards_held)(const void *state, int seat); /* how many cards a seat holds, for lists */

    /* Blanks what seat may not see (CARD_HIDDEN); everything below works on a hidden state too. */
    void (*hide)(void *state, int seat);
    void (*census)(const void *state, uint8_t count[CARD_HIDDEN + 1]);

    /* The viewer's own state, of view_size bytes; cleared memory is a new view. state is as hide() left it for seat. */
    struct act_result (*key)(const void *state, int seat, void *view, const struct key *k);
    struct act_result (*mouse)(const void *state, int seat, void *view, const struct mouse *m, int cols, int rows);
    /* Called after the state has changed, so that the view can let go of what is no more. */
    void (*view_update)(const void *state, int seat, void *view);
    /* Points at what a move speaks of, for a hint: takes its card or pile and puts the cursor on its destination, so
     * that Enter makes it. A move without a place lets go of everything; one that seat may not make now changes
     * nothing. */
    void (*show)(const void *state, int seat, void *view, const char *move);
    void (*draw)(const void *state, int seat, const void *view, const struct frame_words *w, struct canvas *c);

    /* Plain mode: topic is "" (the whole position), "now" (in one line what is to be done), "board", "hand", "legal",
     * "points", or a word the game does not know (false). */
    bool (*describe)(const void *state, int seat, const struct frame_words *w, const char *topic, struct text *out);
    /* One move in words for the log: "plays the 8 of diamonds on north". state is the position before it. */
    void (*move_words)(const void *state, int seat, const struct move *m, struct text *out);
    /* The same for a narrow column, to stand behind a name or "you": "8♦ on N", "drew". */
    void (*move_brief)(const void *state, int seat, const struct move *m, struct text *out);

    /* Why a legal move of seat is a good one, in one sentence to whoever asks (T14). seen is the position before it, as
     * hide() left it for the hearer; for a table at large that is hide(state, 0). So no sentence, and no choice among
     * sentences, can depend on a card that the hearer may not see. Each sentence is true of seen, its numbers are
     * counted there. */
    void (*reason)(const void *seen, int seat, const struct move *m, struct text *out);

    json_t *(*json)(const void *state, int ply); /* one line of replay; json_decref() frees it */

    /* A move for the seat to move, from what that seat sees (state is hidden for it). strength 1 to 3; budget in
     * milliseconds of thinking. Runs on a worker thread. Always a legal move. */
    void (*think)(const void *state, int seat, int strength, struct random *random, int budget_ms, struct thought *out);

    /* A patience whose score has a par (S14): the best that a search of the whole deck finds. NULL: there is none. Runs
     * on a worker thread. */
    int (*par)(const struct deck *deck, struct random *random, int budget_ms);
};
