/* Inside the patience's screen: what its drawing, its keys and its plain half share. Only patience*.c includes this. */
#pragma once
#include "base/text.h"
#include "room/solo.h"
#include "screens/ticket.h"
#include "screens/visit.h"
#include "store/patience.h"
#include "term/editor.h"

#include <stddef.h>

enum patience_mode {
    PATIENCE_PLAYING,
    PATIENCE_RESTARTING, /* r was pressed: really? */
    PATIENCE_DEALING,    /* another deal, though this one is unfinished: really? */
    PATIENCE_NAMING,     /* the number of a deal is being typed */
    PATIENCE_LEAVING,    /* a guest's game would be gone: really? */
};

#define PATIENCE_MESSAGE 240

struct patience {
    struct session *session;
    struct visit *visit;
    const struct game *game;
    struct solo *solo; /* NULL: it has ended */
    struct ticket *ticket;
    enum patience_mode mode;
    struct editor number;
    uint32_t deal; /* PATIENCE_DEALING: which; 0: by chance */
    char message[PATIENCE_MESSAGE];
    bool warning;
    int cols, rows;    /* of the window as last drawn; 0: not yet */
    uint32_t position; /* as looked at last */
    uint32_t drawn;    /* as it was on the screen last: keys typed before the end was seen begin nothing */
    bool figures_there;
    struct patience_figures figures; /* asked for when the game is over */
    _Alignas(max_align_t) unsigned char view[GAME_VIEW_MAX];
};

/* What happened, or why not: on the message line, or said. NULL: nothing. */
void patience_tell(struct patience *p, const char *words, bool warning);

/* What the game's drawing and describing want to know. Pointers live until the solo changes. */
struct patience_words {
    struct frame_words frame;
    struct log_line log[SOLO_LOG];
    char title[128], end[PATIENCE_MESSAGE], keys[128];
};
void patience_words(struct patience *p, struct patience_words *w);

bool patience_is_over(const struct patience *p);

/* How it ended: the score, the par, the help that was used, and the figures when they are there. */
void patience_end_words(const struct patience *p, struct text *out);

/* Asks that question where something would be lost, else the answer is yes. */
void patience_ask(struct patience *p, enum patience_mode mode, bool loses);

/* Doing; each asks first where something would be lost. deal 0: by chance. */
void patience_move(struct patience *p, const char *text);
void patience_undo(struct patience *p);
void patience_ask_restart(struct patience *p);
void patience_ask_deal(struct patience *p, uint32_t deal);
void patience_ask_leave(struct patience *p);
void patience_why(struct patience *p);
void patience_record(struct patience *p);

/* The answer to what was asked. */
void patience_answer(struct patience *p, bool yes);

/* "617": the number of a deal; 0 when it is none, which has been told. */
uint32_t patience_number(struct patience *p, const char *text);

/* struct screen's key. */
bool patience_key(struct session *s, void *state, const struct key *k);

/* --- plain mode --- */
void patience_say(struct session *s, void *state, struct text *out);
void patience_line(struct session *s, void *state, const char *line);
const char *patience_prompt(struct session *s, void *state);

/* Another position: all of it when it is the first, else what is to be done now, or how it ended. */
void patience_announce(struct patience *p, bool first);
