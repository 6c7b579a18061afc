/* Inside the table's screen: what its drawing, its keys and its plain half share. Only table*.c includes this. */
#pragma once
#include "room/room.h"
#include "screens/visit.h"
#include "term/editor.h"

#include <stddef.h>

enum table_mode {
    TABLE_PLAYING,
    TABLE_TALKING, /* a line for the others is being typed */
    TABLE_LEAVING, /* q was pressed: really? */
};

#define TABLE_WAITS "You play from the next round on; until then you watch."
#define TABLE_MESSAGE (ROOM_LOG_TEXT + 1)

struct table {
    struct session *session;
    struct visit *visit;
    enum table_mode mode;
    struct editor talk;
    char message[TABLE_MESSAGE];
    bool warning;
    int cols, rows;     /* of the window as last drawn; 0: not yet */
    bool shown;         /* the cards are there, and the room has told what comes before them: the deck's seal */
    bool watches;       /* came to watch; else, without a seat, one is claimed from the next round on */
    int seat;           /* the viewer's, as the view below knows it */
    int result_seen;    /* the round whose result has been on the screen; keys typed before begin no other */
    uint32_t turn;      /* as the person has seen it: moves are made for that one (T8) */
    uint32_t turn_told; /* plain mode: whose beginning was said last */
    bool moment_said;   /* plain mode: no seat was promised yet */
    int round_counted;  /* plain mode: the round whose points were said last */
    _Alignas(max_align_t) unsigned char view[GAME_VIEW_MAX];
};

static inline struct room *table_room(const struct table *t)
{
    return member_room(t->visit->member);
}

/* What the game's drawing and describing want to know of the room. Pointers live until the room changes. */
struct table_words {
    struct frame_words frame;
    struct log_line log[ROOM_LOG];
    char title[128], clock[16], standing[TABLE_MESSAGE + 80], keys[128];
};
void table_words(const struct table *t, struct table_words *w);

/* What happened, or why not: on the message line, or said. */
void table_tell(struct table *t, const char *words, bool warning);

/* May the person play now? */
bool table_is_my_turn(const struct table *t);

/* A move for the turn the person has seen; refused with a sentence when it cannot be. */
void table_move(struct table *t, const char *text);

/* Ready for the next round. */
void table_next(struct table *t);

/* What the house would play here; the reason of that, or why a computer player made the last move (T14). */
void table_hint(struct table *t);
void table_why(struct table *t);

/* The record of the round that is over; before that the deck's seal, for the record tells every card. */
void table_record(struct table *t);
void table_seal(struct table *t);

/* Away to the lobby: asks when there is something to lose. Then keep the seat, or leave for good. */
void table_ask_leave(struct table *t);
bool table_may_keep(const struct table *t);
void table_keep(struct table *t);
void table_leave(struct table *t);

/* struct screen's key. */
bool table_key(struct session *s, void *state, const struct key *k);

/* Back to the lobby before the cards are there: the seat is kept where it is on disk already. */
void table_go(struct table *t);

/* --- plain mode --- */
const char *table_prompt(struct session *s, void *state);
void table_say(struct session *s, void *state, struct text *out);
void table_line(struct session *s, void *state, const char *line);

/* Something has happened at the table. */
void table_say_event(struct table *t, const char *words);

/* The room has changed: says whose turn it is now, and the points when the round is over. */
void table_announce(struct table *t);
