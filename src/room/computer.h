/* Computer players. They think on a pool, and an answer counts only for the very position, and the very player, it was
 * asked about. Whatever becomes of it, a legal move is always at hand. */
#pragma once
#include "room/inside.h"

/* Of a thought nothing but the move is kept: it knows a hand. */
struct thinking {
    enum { THINK_NOT, THINK_ASKED, THINK_READY } step;
    uint32_t serial;
    uint32_t turn; /* the position that it is about, */
    int ply;
    int strength;       /* and who thinks */
    int64_t answer_due; /* the move is not made before */
    int64_t deadline;   /* of THINK_ASKED: then the fallback is played */
    int64_t ask_due;    /* of THINK_NOT: the pool was full, ask again then */
    int asks;           /* that found it full */
    struct move move;   /* of THINK_READY */
    int actions;        /* of computer players in this turn (P46) */
};

struct thinking *thinking_new(void); /* free() it */

/* Looks at whose turn it is; asks for a thought, or makes the move when it is time for it. */
void computer_tick(struct room *r, int64_t now);
int64_t computer_due(const struct room *r); /* monotonic ms; NEVER */
