/* What a game is: read this first. A game is a folder, games/x/, that exports one `const struct game x_game`, and one
 * line, GAME(x), in catalogue/games.def. Others read in its struct all that they ask of it.
 *
 * CONTRIBUTING.md has the recipe for a new game. What it has to keep:
 *   - variants: a row of the lobby each. Labels and words begin with letters that no other row has. Options are bytes
 *     of struct rules. Their text begins with a word that tells the variants apart: statistics stand under the id and
 *     that word.
 *   - Pages of help are .txt files in the folder (screens/page.h), pictures are .ans files, 78 columns with SAUCE. The
 *     struct and the pages name them without a folder, so no two files of the house share a name.
 *   - A lesson is a struct lesson (lesson.h) in a file of its own.
 *   - Sentences about a move (reason(), thought.why) end with a full stop and fit into two lines of 37 columns, at a
 *     table with a computer player's name before them ("Jonas: "): that is the message of a window of 40x12.
 *   - The key line, the last row of draw(), is a list "key what  key what", with two blanks between. look_add_key()
 *     makes it (felt/look.h). It names a key only while key() answers it with ACT_MOVE or ACT_LOOK. Names are one
 *     character, a range of two ("a-b": both work), or Enter, Tab, Esc, ←→, ←↑↓→; check_key() in test_contract.c knows
 *     them and takes a new one as a new row.
 *   - tests/games/catalogue/test_contract.c plays every game of the list by chance, test_lesson.c plays its lesson.
 *
 * A game is pure: no time, no chance but the deck it is given, no I/O, no allocation. Its state is plain data without
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
#include <string.h>

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

#define RULES_MAX 8

/* The options of one round. What the bytes mean is the game's own business; those that it does not use are 0, so two
 * rounds have the same options exactly when their bytes are equal. A game without options has all zeros. */
struct rules {
    uint8_t byte[RULES_MAX];
};

static inline bool rules_equal(const struct rules *a, const struct rules *b)
{
    return memcmp(a->byte, b->byte, RULES_MAX) == 0;
}

#define RULES_TEXT 64         /* the longest [Rules] text and its NUL */
#define KIND_TEXT 24          /* the longest text of game_kind() and its NUL */
#define KIND_TEXT_PATIENCE 16 /* ... of a patience */

/* One way in which the house offers a game: a row of the lobby, and a line of the figures. */
struct variant {
    const char *word;    /* chooses the row in plain mode; its first letter is a key, where no label begins with it */
    const char *label;   /* the row; its first letter is a key */
    const char *about;   /* the rest of the row: a few words in small letters */
    const char *rules;   /* the options, as rules_parse() reads them */
    const char *art;     /* the name of a picture for the row; NULL: the house's own */
    const char *figures; /* what the line of the figures is called; NULL: the game's title */
};

/* Pages of help by their names, each list ended by NULL. screens/page.h says how a page is written. */
struct game_help {
    const char *const *rules; /* for somebody who learns the game */
    const char *const *again; /* the same pages for somebody who plays it and looks something up; NULL: as in rules */
    const char *const *keys;  /* of keys, and of words in plain mode */
};

struct lesson;

struct result {
    bool over;
    bool won;                  /* patience: won; table: somebody went out */
    bool sure;                 /* patience: won, or sure to be, whatever is played (P13); it stays true to the end */
    int left;                  /* patience: cards that have still to be played; 0 when it is won */
    int seat_out;              /* table: who went out, 0 at an impasse */
    int points[SEATS_MAX + 1]; /* table: penalty points by seat (T11), while it goes on those of the hand held now
                                  (T16); patience: [1] is the score; with score_low it is final once sure is true */
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
    const char *id;    /* at most 15 bytes, never renamed: records and statistics are kept under it */
    const char *title; /* shown to players */
    const char *blurb; /* one line for the lobby */
    int seats_min, seats_max;
    bool patience;
    const char *score; /* patience: what its points are, a singular noun in small letters: "counter", "peak hand".
                          People read "Counter 12" and "The counter is 12." A table has none: NULL */
    bool score_low;    /* patience: fewer points are better */
    size_t state_size, view_size;

    const struct variant *variants; /* at least one; a row of zeros ends them */
    const char *rules_plain;        /* the options where nobody chose any, as in a simulation; "" when there are none */
    struct game_help help;
    const struct lesson *lesson;   /* NULL: none */
    const char *example;           /* a move as people type it: "9s n" */
    const char *examples;          /* how its moves are typed, in a few phrases for plain mode */
    const char *const *words;      /* words that begin a typed move and are no card, number, place or square */
    const char *const *topics;     /* what describe() knows and plain mode names to somebody who plays */
    const char *const *topics_all; /* ... and to somebody who watches; both end with NULL */
    const char *end_move;          /* the move that ends a turn, and speaks of no card; NULL: there is none */

    /* Reads a [Rules] tag into all bytes of r; NULL or the sentence why not. rules_text writes it back, canonical: at
     * most RULES_TEXT bytes. Its first word, where there is one, tells the variants of a game apart. */
    const char *(*rules_parse)(struct rules *r, const char *text);
    void (*rules_text)(const struct rules *r, char *out, size_t size);
    /* The title under these options. A constant. */
    const char *(*rules_title)(const struct rules *r);
    /* What tells these options from others, to stand after the title: "draw last". A constant. NULL: nothing does. */
    const char *(*rules_words)(const struct rules *r);
    /* The points that end a match (T12); 0: rounds go on for as long as people like. NULL: always 0. */
    int (*target)(const struct rules *r);

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
    /* Draws the whole frame on a blank canvas. */
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
    int (*par)(const struct deck *deck, const struct rules *rules, struct random *random, int budget_ms);
};

/* The points that end a match under these options; 0: there is no match. */
int game_target(const struct game *game, const struct rules *r);

/* What statistics are kept under: the id and, where there are options, a space and their first word. rules_text as
 * rules_text() writes it; out is cut to KIND_TEXT. */
void game_kind(const char *id, const char *rules_text, char out[KIND_TEXT]);
