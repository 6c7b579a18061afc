/* A patience as the files of room/ see it. The ground that they stand on, beside inside.h. */
#pragma once
#include "room/inside.h"
#include "room/solo.h"
#include "store/patience.h"

/* What is on its way while solo.commit is busy. */
enum solo_step {
    SOLO_LOADING, /* the unfinished patience is being read */
    SOLO_DEALING, /* another deal is being taken up */
    SOLO_SAVING,  /* a change is on its way to disk */
};

/* What the solo becomes when that is on disk; the position is in solo.commit.next. */
struct solo_change {
    enum solo_step step;
    struct patience_row row;
    int n;               /* moves that will stand */
    struct move move;    /* the last of them, when it is a new one; else "" */
    char told[SENTENCE]; /* to be said then; "" */
    struct move hint;    /* that told speaks of; "": of none */
};

struct solo {
    LIST_ENTRY(solo) link;
    struct solo_place {
        int64_t account;
        const char *kind;
    } place;     /* in the lobby's patiences, while placed */
    bool placed; /* it is the one that this account plays */
    struct heap_place due_place;
    int64_t due; /* while it is among the lobby's solo_dues */
    struct lobby *lobby;
    struct weak *self;
    bool woken, closed;
    struct solo *next_woken;
    const struct game *game;
    struct rules rules;
    char kind[KIND_TEXT]; /* what the store keeps it under */
    struct person who;
    const struct solo_upcalls *up;
    void *owner;
    const char *over; /* why ended() is due; NULL while it is not */
    bool kept, ready;

    /* The deal and the moves that stand (solo_position.c), and what changes them (solo_change.c). */
    struct patience_row row;
    char (*moves)[TABLE_MOVE];
    int n, size;
    struct commit commit;
    struct solo_change change;
    uint32_t position;                    /* counts them */
    unsigned char *view;                  /* solo_state()'s answer, of the game's state size */
    char log[SOLO_LOG][SOLO_LOG_TEXT];    /* of move k at k % SOLO_LOG */
    char brief[SOLO_LOG][SOLO_LOG_BRIEF]; /* the same */

    /* What the person asks for (solo_play.c). */
    bool finishing; /* what is left is played by itself */
    enum pace pace;
    int64_t finish_due; /* the next move of that */
    char why[WHY_TEXT]; /* the last refusal */

    /* Hints and pars (solo_mind.c). */
    bool hint_asked, hint_awaited;
    uint32_t hint_position; /* that it was asked about */
    char reason[WHY_TEXT];  /* "" */
    bool par_awaited;

    /* What the person has not heard yet; "": nothing (solo_tell.c). */
    uint64_t version, version_shown;
    const char *wait_words; /* about the disk; NULL: none */
    char refusal[SENTENCE], note[SENTENCE];
    struct move hint; /* that the note speaks of; "": none */
    int moved_n;      /* how many of the last moves */
};

void solo_wake(struct solo *s);                /* a tick is due */
void solo_due_at(struct solo *s, int64_t due); /* one is due then, or earlier; monotonic ms */
void solo_due_forget(struct solo *s);
bool solo_due_before(const struct heap_place *a, const struct heap_place *b); /* the order of lobby.solo_dues */
