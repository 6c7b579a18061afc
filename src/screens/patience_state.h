/* Inside the patience's screen: its state, which only patience*.c include. The session owns it. */
#pragma once
#include "room/solo.h"
#include "screens/play.h"
#include "store/patience.h"

struct ticket;

struct patience {
    struct play play;
    const struct game *game;
    struct game_row of; /* that game in its variant */
    struct solo *solo;  /* NULL: it has ended */
    struct ticket *ticket;
    uint32_t deal;     /* the one that a question is about; 0: by chance */
    uint32_t position; /* as looked at last; UINT32_MAX: not yet */
    uint32_t drawn;    /* the position on the screen: keys typed before the end was seen begin nothing */
    bool figures_come; /* the figures below are this account's; they are asked for when the game is over */
    struct patience_figures figures;
};

/* The patience of that play: a patience's state begins with it. */
static inline struct patience *patience_of(struct play *p)
{
    return (struct patience *)p;
}

static inline bool patience_is_over(const struct patience *p)
{
    struct result r;
    solo_result(p->solo, &r);
    return r.over;
}
