/* What solo.c (a patience and its changes) and solo_mind.c (hints and pars) share. */
#pragma once
#include "room/inside.h"
#include "room/solo.h"
#include "store/patience.h"

#include <sys/queue.h>

/* Keeps late answers from finding a solo that is gone. One reference is the solo's, one each question's. */
struct solo_tie {
    struct solo *solo; /* NULL: gone */
    int refs;
};

enum solo_step {
    SOLO_IDLE,
    SOLO_LOADING, /* the unfinished one is being read */
    SOLO_DEALING, /* another deal is being taken up */
    SOLO_SAVING,  /* a change is on its way to disk */
};

/* What is on its way, and what the solo becomes when it is on disk; the state is in solo.next. */
struct solo_change {
    enum solo_step step;
    bool answered;
    enum store_result result;
    struct patience_row row;
    int n;               /* moves that will stand */
    struct move move;    /* the last of them, when it is a new one; else "" */
    char told[SENTENCE]; /* to be said then; "" */
    struct move hint;    /* ... of that move; "": of none */
};

enum solo_command_kind { SOLO_MOVE, SOLO_UNDO, SOLO_RESTART, SOLO_FINISH, SOLO_DEAL };

struct solo_command {
    enum solo_command_kind kind;
    uint32_t deal;
    char text[32]; /* as typed */
};

struct solo {
    LIST_ENTRY(solo) link;
    struct solo_place {
        int64_t account;
        const struct game *game;
    } place;     /* in the lobby's patiences, while placed */
    bool placed; /* it is the one that this account plays */
    struct heap_place due_place;
    int64_t due; /* while it is among the lobby's solo_dues */
    struct lobby *lobby;
    struct solo_tie *tie;
    bool woken, closed;
    struct solo *next_woken;
    const struct game *game;
    struct person who;
    const struct solo_upcalls *up;
    void *owner;
    const char *over; /* why ended() is due; NULL while it is not */
    bool kept, ready;

    struct patience_row row;
    char (*moves)[TABLE_MOVE];
    int n, size;
    unsigned char *state, *next, *view;   /* each of the game's state size; view is solo_state()'s answer */
    char log[SOLO_LOG][SOLO_LOG_TEXT];    /* of move k at k % SOLO_LOG */
    char brief[SOLO_LOG][SOLO_LOG_BRIEF]; /* the same */
    struct solo_change change;
    struct solo_command queue[QUEUE_MAX];
    int queued;
    bool finishing; /* what is left is played by itself */
    enum pace pace;
    int64_t finish_due; /* the next move of that */

    int64_t wait_since; /* when what is on its way to or from the disk was asked for; NEVER */
    bool wait_told;

    bool hint_asked, hint_awaited;
    uint32_t hint_position; /* that it was asked about */
    char reason[WHY_TEXT];  /* "" */
    bool par_awaited;

    uint32_t position; /* counts them */
    uint64_t version, version_shown;
    char why[WHY_TEXT]; /* the last refusal */

    /* Not yet told; "": none. */
    const char *wait_words; /* about the disk; NULL: none */
    char refusal[SENTENCE], note[SENTENCE];
    struct move hint; /* that the note speaks of; "": none */
    int moved_n;      /* how many of the last moves */
};

struct solo_tie *solo_tie_hold(struct solo *s);
struct solo *solo_tie_drop(struct solo_tie *t); /* the solo, NULL when it is gone */
void solo_wake(struct solo *s);
bool solo_busy(const struct solo *s);

/* The hint counts as help from here on; told is said of m when that is on disk. Nothing is on its way: asserted. */
void solo_mark_hint(struct solo *s, const char *told, const struct move *m);

/* --- solo_wait.c --- */
void solo_due_at(struct solo *s, int64_t due); /* something is to be done then, or earlier */
void solo_due_forget(struct solo *s);
void solo_wait_begin(struct solo *s);          /* something is on its way */
void solo_wait_end(struct solo *s, bool well); /* it has been answered */
void solo_wait_tick(struct solo *s);
void solos_wake_due(struct lobby *l);
bool solo_due_before(const struct heap_place *a, const struct heap_place *b);

/* --- solo_position.c --- */
void solo_deal_into(const struct game *game, uint32_t deal, void *state);
/* Move k, in words of the position before it, to the log. */
void solo_log_move(struct solo *s, int k, const void *before, const struct move *m);
/* The position after the first n moves into s->next. Returns how many of them could be made: all, unless the file is
 * damaged (logged). */
int solo_replay(struct solo *s, int n);
void solo_push_move(struct solo *s, const char text[TABLE_MOVE]);
/* What the end of the game in that state, if it is one, adds to a row. */
void solo_count_end(const struct solo *s, const void *state, struct patience_row *row);
/* Any legal moves to the end, for a game that is sure to be won. */
void solo_play_out(const struct solo *s, void *state);

/* --- solo_mind.c --- */
void solo_hint_tick(struct solo *s);
void solo_par_tick(struct solo *s);
