/* The one screen with cards on it. A table, a patience and a lesson share all that a player meets: the game's view, the
 * message line, keys and clicks that become moves, typed words that become topics or moves, a question before something
 * is lost. What differs is who answers, and that is a struct play_owner: a table of functions, and rows of commands.
 * The owner's state begins with a struct play, so the pointer to one is a pointer to the other. */
#pragma once
#include "games/game.h"
#include "screens/visit.h"
#include "term/editor.h"

#include <stddef.h>

#define PLAY_MESSAGE 320 /* bytes of the message line */
#define PLAY_LOG 40      /* lines of what happened */
#define PLAY_SAID 8192   /* bytes said at once in plain mode */

struct play;

/* The game as its viewer sees it. */
struct play_game {
    const struct game *game;
    const void *state; /* hidden for that seat; valid until the game changes or the owner is asked again */
    int seat;          /* 0: watches */
    bool on;           /* keys and clicks are the game's now */
    _Alignas(max_align_t) unsigned char seen[GAME_STATE_MAX]; /* memory for state, for an owner that has none */
};

/* What the game draws and describes beside its state. All pointers of frame may point into this struct, to constants,
 * or to what lives until the game changes. */
struct play_words {
    struct frame_words frame;
    struct log_line log[PLAY_LOG];
    char title[128], clock[16], message[PLAY_MESSAGE + 80], keys[128];
    const char *keys_alone; /* the key line while no key of the game works; NULL: the game draws it */
};

/* Something to do by a key, by a typed word, or by both. */
struct play_command {
    const char *word;            /* NULL: by the key only; in any case otherwise */
    char key;                    /* '\0': by the word only */
    void (*run)(struct play *p); /* p->rest is what was typed after the word, "" for a key */
};

/* A question that the next key or line answers. */
struct play_question {
    const char *words, *keys, *other_keys; /* the message line, and both ends of the key line */
    const char *typed;                     /* the question in plain mode */
    const char *stays;                     /* what plain mode says to any other answer */
    struct play_answer {
        char key; /* in either case */
        const char *word;
        bool quits; /* the words that quit mean this answer too */
        void (*run)(struct play *p);
    } answer[3]; /* ended by one without run */
};

/* A line that is typed over the message line. */
struct play_field {
    const char *label, *keys;
    int max, cols;                                     /* bytes; columns, 0: all that the window has */
    bool (*entered)(struct play *p, const char *text); /* not empty; false: the text stays and is typed on */
};

struct play_owner {
    /* The cards can be shown. NULL: always. Until then nothing below is called but `waits` and `go`. */
    bool (*ready)(struct play *p);
    void (*waits)(struct play *p, char *title, size_t size); /* the title line until then */
    const char *waits_keys;                                  /* the key line until then; NULL: none */
    void (*go)(struct play *p);                              /* the person leaves before the cards have come */

    void (*game)(struct play *p, struct play_game *out);
    void (*words)(struct play *p, struct play_words *w); /* w comes with its arrays empty and frame pointing to them */
    void (*seen)(struct play *p);                   /* before each frame: this is what the person sees. May be NULL */
    void (*move)(struct play *p, const char *text); /* canonical from keys, as typed from words */
    void (*hint)(struct play *p);
    void (*leave)(struct play *p); /* asks first where something would be lost */

    bool (*first)(struct play *p, const struct key *k);   /* before the game; true: it was for the owner. May be NULL */
    bool (*unknown)(struct play *p, const struct key *k); /* after everybody; true: it meant something. May be NULL */
    const char *no_paste;                                 /* what is said to a paste; NULL: it means nothing */
    const struct play_command *commands;                  /* beside those of play.c; ended by one without run */

    /* Plain mode. */
    void (*say)(struct play *p, struct text *out);   /* what comes after the title */
    bool (*line)(struct play *p, const char *typed); /* before the words; true: it was for the owner. May be NULL */
    void (*help)(struct play *p, struct text *out);  /* the short help; NULL: the pages */
    bool (*may_be_move)(const char *typed);          /* else the word is unknown; NULL: all is tried as a move */
    const char *play_what;                           /* to the word play without a move, %s: such a move; NULL for
                                                        nothing */
    const char *nothing;                             /* to a topic of which there is nothing to say; NULL for nothing */
};

struct play {
    const struct play_owner *owner;
    struct session *session;
    struct visit *visit;
    char message[PLAY_MESSAGE];        /* what just happened, or why not; "" for nothing */
    bool warning;                      /* the message is a refusal */
    bool silent;                       /* plain mode: nothing is said yet, because something has to be said first */
    int cols, rows;                    /* of the window as last drawn; 0: not yet */
    const struct play_question *asked; /* NULL: no question is open */
    const struct play_field *field;    /* NULL: no line is typed */
    struct editor editor;              /* of that line */
    const char *rest;                  /* of the command that runs */
    _Alignas(max_align_t) unsigned char view[GAME_VIEW_MAX];
};

/* In the owner's enter(): p is zeroed memory. */
void play_begin(struct play *p, const struct play_owner *owner, struct session *s);

/* What happened, or why not (warning): on the message line, or said. words may be NULL: then nothing. */
void play_tell(struct play *p, const char *words, bool warning);

/* A hint: its sentence, and what it speaks of marked in the game's view. */
void play_hinted(struct play *p, const char *words, const struct move *m);

/* The state has changed: the view lets go of what is no more. */
void play_update(struct play *p);

/* Asks a question; a constant. */
void play_ask(struct play *p, const struct play_question *q);

/* Begins to type a line; a constant. */
void play_type(struct play *p, const struct play_field *field);

/* The game's words about a topic (struct game, describe), added to out; false: it does not know the topic. */
bool play_describe(struct play *p, const char *topic, struct text *out);

/* Plain mode: says the lines of out, when there are any, and frees them. */
void play_tell_lines(struct play *p, struct text *out);

/* Commands that more than one owner has: the pace of others' moves, by key to the next one, by word to that one. */
void play_pace(struct play *p);
void play_pace_by_word(struct play *p);

/* For the owner's struct screen. Prompts are constants. */
void play_draw(struct session *s, void *state, struct canvas *c);
bool play_key(struct session *s, void *state, const struct key *k);
bool play_typing(struct session *s, void *state);
void play_say(struct session *s, void *state, struct text *out);
void play_line(struct session *s, void *state, const char *typed);
const char *play_prompt(struct session *s, void *state);
