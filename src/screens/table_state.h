/* Inside the table's screen: its state, which only table*.c include. The session owns it. */
#pragma once
#include "room/room.h"
#include "screens/play.h"

#define TABLE_WAITS "You play from the next round on; until then you watch."
#define TABLE_KEY_COLS 64 /* narrower windows have no room for a deck's key or seal */

struct table {
    struct play play;
    bool watches;       /* came to watch; others without a seat claim one from the next round on */
    int seat;           /* the viewer's, as the view knows it */
    int result_seen;    /* the round whose result has been on the screen; keys typed before begin no other */
    uint32_t turn;      /* as the person has seen it: moves are made for that one (T8) */
    uint32_t turn_told; /* plain mode: the turn whose beginning was said last */
    bool moment_said;   /* plain mode: it was said that no seat is promised yet */
    int round_counted;  /* plain mode: the round whose points were said last */
};

/* The table of that play: a table's state begins with it. */
static inline struct table *table_of(struct play *p)
{
    return (struct table *)p;
}

static inline struct member *table_member(const struct table *t)
{
    return t->play.visit->member;
}

static inline struct room *table_room(const struct table *t)
{
    return member_room(table_member(t));
}

static inline bool table_is_narrow(const struct table *t)
{
    return t->play.cols > 0 && t->play.cols < TABLE_KEY_COLS;
}
