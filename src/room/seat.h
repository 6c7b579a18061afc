/* A seat of a table, and what its seats are to be when what is on its way is on disk. Data only: seats.c sits people
 * down, change.c plans and applies. */
#pragma once
#include "base/bucket.h"
#include "room/room.h"
#include "store/table.h"

#define CLAIM_MS 500 /* between two changes of a claim to one seat */

/* What is to become of a seat as soon as that is on disk. */
enum change {
    CHANGE_NONE,
    CHANGE_LEFT,     /* its person has left for good */
    CHANGE_LOST,     /* its guest's line is gone: nobody can be known again */
    CHANGE_SIT,      /* who has the claim to it need not wait for the next round */
    CHANGE_CLAIM,    /* somebody has the claim to it from now on */
    CHANGE_UNCLAIM,  /* who had the claim is gone */
    CHANGE_STAND_IN, /* a computer plays for its person */
    CHANGE_AGAIN,    /* the stand-in goes: the person has done something */
    CHANGE_BACK,     /* the stand-in goes: the person has come back */
};

struct seat {
    enum seat_kind kind;   /* by nature; never SEAT_EMPTY */
    struct person who;     /* a computer player has a name only */
    int strength;          /* of a computer player */
    int total;             /* belongs to the seat, whoever holds it (T12) */
    struct member *member; /* the line of the person; NULL: away, or a computer */
    bool stand_in;         /* a computer plays for the person: away too long (T16) or idle too often (P72) */
    struct person heir;    /* who has the claim to it, here or not; name "": nobody */
    bool heir_told;
    int64_t claim_due;  /* no claim to it is written before: coming and going stops nobody's moves */
    int64_t grace_due;  /* when the stand-in sits down, in the table's time (room_time()); NEVER while nobody waits */
    int idle_turns;     /* in a row that the clock has ended */
    enum change change; /* to be written */
    uint64_t wanted;    /* when, counted in room.wanted */
    int left_round;     /* CHANGE_LEFT: the round whose hand was left; 0: between rounds */
    struct bucket notices;
};

struct plan {
    enum { PLAN_STAYS, PLAN_COMPUTER, PLAN_PERSON } to[SEATS_MAX + 1];
    struct person who[SEATS_MAX + 1]; /* of PLAN_COMPUTER a name only */
    int strength[SEATS_MAX + 1];
    int seat;           /* the one that changes; 0: all, a round begins */
    enum change change; /* of that seat */
    bool stand_in;      /* that seat is to have one */
    struct person heir; /* that seat is to have; name "": none */
    bool counts;        /* the points of the hand are counted: its person leaves in mid-round, */
    int points;         /* with these */
};
