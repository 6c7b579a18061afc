/* A patience of one person: one game, one deal, the moves that stand. Games know nothing of undo, dealing again or
 * saving: that is done here. The position is always what the deal and the moves give, so undo plays the rest again
 * (P78). What is shown is on disk already: a change is made on a copy, sent to the store, and becomes the position when
 * the store says so (G15). Guests play in memory only. An account has one patience of each game open; a second line
 * takes it over. */
#pragma once
#include "games/catalogue/game_list.h"
#include "room/room.h"

#include <stdbool.h>
#include <stdint.h>

struct record;
struct solo;
struct text;

#define SOLO_LOG 12
#define SOLO_LOG_TEXT 100
#define SOLO_LOG_BRIEF 24
#define SOLO_DEAL_MAX UINT32_MAX /* deals are numbered from 1 */

/* Told to the owner, only ever from lobby_tick(): never from inside a call that anybody made. Each may close the solo.
 */
struct solo_upcalls {
    void (*changed)(void *owner);                  /* draw again */
    void (*moved)(void *owner, const char *words); /* a move that was made, in words: "places the 10 of spades on b2" */
    void (*told)(void *owner, const char *line);   /* what came of an undo, or why there is no hint */
    void (*refused)(void *owner, const char *why); /* what had to wait turned out not to be possible */
    void (*ended)(void *owner, const char *why);   /* taken over by another line, or it cannot be read: it is gone */
    void (*hinted)(void *owner, const char *line,
                   const struct move *m); /* a hint in words, and the move it speaks of */
};

/* deal 0: the unfinished one of that game, where there is one, else a new one by chance. Nothing can be asked but
 * solo_ready() until that says yes. solo_close() ends it, unless ended() did. */
struct solo *solo_open(struct lobby *l, const struct game_row *what, const struct person *who, uint32_t deal,
                       const struct solo_upcalls *up, void *owner);

/* The person goes; an account finds everything as it stands. A game that is sure to be won counts as won (P13). */
void solo_close(struct solo *s);

/* --- looking --- */
bool solo_ready(const struct solo *s);
uint32_t solo_deal_number(const struct solo *s);
uint32_t solo_position(const struct solo *s); /* counts the positions: another one is to be looked at */
int solo_plies(const struct solo *s);         /* moves that stand */
const void *solo_state(struct solo *s);       /* as the person may see it; valid until the next call */
void solo_result(const struct solo *s, struct result *out);
void solo_record(const struct solo *s,
                 struct record *out);  /* the deal and the moves that stand; record_clear() frees it */
int solo_par(const struct solo *s);    /* -1: not known, or the game has none (S14) */
bool solo_clean(const struct solo *s); /* no help was used in this deal */
void solo_help_words(const struct solo *s, struct text *out); /* the help that was used: "undo and hints"; "" (P9) */

/* Something is there that a new deal would give up: a card was played, and it is not over, nor sure to be won. */
bool solo_unfinished(const struct solo *s);

/* Is there a move that solo_undo() would take back? */
bool solo_may_undo(const struct solo *s);

/* The last moves in words, oldest first; valid until something changes. */
int solo_log(const struct solo *s, const char *lines[SOLO_LOG]);

/* The same in few words, for a narrow column. */
int solo_log_brief(const struct solo *s, struct log_line lines[SOLO_LOG]);

/* --- doing: NULL, or the whole sentence why not, valid until the next call. What comes while something is on its way
 * to disk waits, a few of them. --- */
const char *solo_move(struct solo *s, const char *text);
const char *solo_undo(struct solo *s);    /* the last move; not of a game that is won (P26) */
const char *solo_restart(struct solo *s); /* the same deal from its beginning: all its moves are dropped */
const char *solo_finish(struct solo *s);  /* plays what is left of a game that is sure to be won (G12), move by move */
const char *solo_deal(struct solo *s, uint32_t deal); /* another deal; 0: by chance */

/* How the moves of solo_finish() come; at first PACE_OFF. */
void solo_set_pace(struct solo *s, enum pace pace);

/* What the house would play here and why, one question at a time. Answered by hinted(), which is help, or by
 * told() when there is no hint. The sentence is a constant. */
const char *solo_hint(struct solo *s);

/* The reason of the last hint for this position; NULL when there was none. Valid until the position changes. */
const char *solo_why(const struct solo *s);

/* --- for lists --- */
struct solo_glance {
    struct game_row of;
    bool unfinished; /* there is one, with cards played and not over */
    uint32_t deal;
    int left; /* cards that have still to be played */
};

/* How an account's patience of that game stands. done is called once, later; g has `of`, and zeros when nothing is
 * there or it cannot be read. Needs a store. */
void solo_look(struct lobby *l, const struct game_row *what, int64_t account,
               void (*done)(void *arg, const struct solo_glance *g), void *arg);
