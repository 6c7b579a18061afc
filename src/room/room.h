/* A table: one game's state, its seats, its clock, its talk. The room owns turns, saving and computer players; games
 * own the rules, screens only show and ask. What members see is always on disk already: a move is applied to a copy,
 * sent to the store, and the copy becomes the state when the store says so. */
#pragma once
#include "games/game.h"

#include <stdbool.h>
#include <stdint.h>

struct lobby;
struct member;
struct record;
struct room;

#define PERSON_NAME 17
#define ROOM_LOG 40       /* lines kept of what happened */
#define ROOM_CHAT_MAX 200 /* bytes of one line of talk */
#define ROOM_LOG_TEXT 240 /* a name and a line of talk fit */
#define ROOM_WATCHERS_MAX 30

/* To one whose claim to a seat is not on disk yet: nothing is promised. */
#define NOT_PROMISED "One moment: your seat is being written down."

struct person {
    int64_t account; /* 0: a guest, of whom nothing is kept */
    char name[PERSON_NAME];
    bool loser;      /* wears the mark */
    uint64_t origin; /* who pays for what is dear (origin.h); ORIGIN_HOUSE: nobody has to */
};

/* Told to the owner of a member, only ever from lobby_tick(): never from inside a call that anybody made. */
struct member_upcalls {
    void (*changed)(void *owner);                  /* draw again */
    void (*told)(void *owner, const char *line);   /* one event in one line (plain mode says it; the log has it too) */
    void (*refused)(void *owner, const char *why); /* a move that had to wait turned out not to be possible */
    void (*banner)(void *owner, const char *name, int seat); /* a big loser at this table (T13) */
    void (*ended)(void *owner, const char *why); /* the member is gone: taken over by another line of the same person,
                                                    or the table broke up; forget the pointer */
    void (*hinted)(void *owner, const char *line,
                   const struct move *m); /* a hint in words, and the move it speaks of */
};

enum room_phase {
    ROOM_PLAYING, /* a round is on */
    ROOM_BETWEEN, /* the round is over: points are shown; the next starts when the people present say so (room_next) */
};

/* How the moves of others come to a person: at once, one by one at the house's own pace (pace_ms), or at half of it. */
enum pace { PACE_OFF, PACE_FAST, PACE_CALM };
#define PACE_CALM_TIMES 2

/* What a seat is right now; name lives as long as nobody else takes the seat. */
struct seat_info {
    const char *name; /* NULL: nobody */
    bool computer;    /* a computer player, by nature or in an absent person's stead */
    bool person, away, loser;
    int total; /* (T12) */
    int cards;
};

/* --- looking: pointers are constants or live as long as r --- */
int64_t room_id(const struct room *r);
const struct game *room_game(const struct room *r);
const struct rules *room_rules(const struct room *r);
enum room_phase room_phase(const struct room *r);
int room_round(const struct room *r);
int room_seats(const struct room *r);
struct seat_info room_seat(const struct room *r, int seat);
int room_watchers(const struct room *r);

/* What a list says of the table, as a number: another one when that has changed. As of the table's last tick. */
uint64_t room_row(const struct room *r);

/* The seat an account has, or has a claim to from the next round on; 0: none. With room_seat().away: is another line of
 * it there? */
int room_seat_of(const struct room *r, int64_t account);

/* Is a line of that account at the table? */
bool room_has_line(const struct room *r, int64_t account);

/* Fills out, of the game's state_size, with the state as a seat may see it. seat 0 watches. */
void room_state(const struct room *r, int seat, void *out);

/* The seat that is to move; 0 while nobody is. */
int room_to_move(const struct room *r);

/* Are the first cards there? Until they are on disk nothing of the table is shown or told, and nothing below can be
 * asked but to go. */
bool room_ready(const struct room *r);

/* Counts the turns of the table: a move is made for the turn its maker saw. */
uint32_t room_turn(const struct room *r);

/* Milliseconds left for this turn, or between rounds for those who are not ready yet; -1 without a clock. */
int64_t room_clock_ms(const struct room *r);

/* The last lines of what happened, oldest first; valid until the next call. */
int room_log(const struct room *r, const char *lines[ROOM_LOG]);

/* The same lines in few words, for a narrow column. */
int room_log_brief(const struct room *r, struct log_line lines[ROOM_LOG]);

/* The seal of the deck being played; its key once the round is over, else NULL. Hex text, valid until the next round.
 */
const char *room_seal(const struct room *r);
const char *room_key(const struct room *r);

/* The record of the round that is over. One that the store keeps is found there (finished_round_read) by this id, 0 for
 * none; of any other the table has it until the next round, else NULL. */
int64_t room_round_kept(const struct room *r);
const struct record *room_record(const struct room *r);

/* --- being there: the room lives longer than its member --- */
struct room *member_room(const struct member *m);
bool member_opened(const struct member *m); /* the table was made for it */
int member_seat(const struct member *m);    /* 0: watching, or waiting for the next round */

/* Waits for the next round, and its seat then is on disk: it can be told. */
bool member_promised(const struct member *m);

/* At first PACE_FAST. The calmest wish of those who play, or wait to, is the table's: its computer players wait so long
 * after every move, whoever made it, and nobody's clock runs meanwhile. */
void member_set_pace(struct member *m, enum pace pace);

/* The line dropped or the person went to the lobby: the seat is kept (T16), but not a guest's, who cannot be known
 * again. Frees m. */
void member_away(struct member *m);

/* The person leaves for good; in mid-round with the points of the hand (T16). Frees m. */
void member_leave(struct member *m);

/* --- doing: NULL, or the whole sentence why not --- */

/* A move for the turn the member saw (room_turn); a late one is refused, never made in somebody else's turn (T8). While
 * the one before is on its way to disk it waits in a short queue. The sentence is valid until the next
 * call. */
const char *room_move(struct member *m, uint32_t turn, const char *text);

/* Ready for the next round; it begins when every person present is, or the time of a turn after the first said so. The
 * sentence is a constant. */
const char *room_next(struct member *m);

/* Says something to the table; text is cleaned here. At most one line in 700 ms, five at once. The sentence is a
 * constant. */
const char *room_say(struct member *m, const char *text);

/* What the strongest computer player would do here, and why (T14), one question at a time. Answered by hinted(), or by
 * told() when there is no hint. The sentence is a constant. */
const char *room_hint(struct member *m);

/* Why the last move of a computer player in this round was made, from what everybody sees: the same for all who ask.
 * NULL when there is nothing to say. Valid until the next call. */
const char *room_why(const struct room *r);

/* The reason of the hint that was given to this member, while it speaks of the position that is there; else as
 * room_why(). It lives until the next hint. */
const char *member_why(const struct member *m);
