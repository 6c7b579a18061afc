/* What the files of room/ share and nobody else sees.
 *
 * A table does its work in room_tick(): whatever happens to it (a move on disk, a thought come back, a person gone) is
 * noted, the room is woken, and the tick looks at everything once. All upcalls are made there too, at its end, so no
 * caller is ever called back from inside its own call.
 *
 * Nothing that is told can be undone by the host's end: what is to happen is written first, and happens when the store
 * says yes. All writes of one table go through struct writing, one at a time, in the order of what happened; each is
 * made of what is true at that moment, again if it is tried again.
 *
 * Answers from other threads find their room by id and are checked against a serial: what comes for a room that is
 * gone, or for a question that no longer stands, is dropped. */
#pragma once
#include "base/bucket.h"
#include "base/heap.h"
#include "base/purse.h"
#include "games/catalogue/record.h"
#include "room/directory.h"
#include "room/lobby.h"
#include "store/finished_round.h"
#include "store/store.h"
#include "store/table.h"

#include <stddef.h>
#include <sys/queue.h>

#define NOT_READY "One moment: the cards are being brought."
#define NEVER INT64_MAX
#define SENTENCE (WHY_TEXT + 80) /* bytes of a sentence told to one member: a hint and its reason fit */
#define QUEUE_MAX 8              /* moves that wait while one is on its way to disk */
#define STAND_IN_STRENGTH 2      /* (T16) */
#define WAIT_WORDS "The house waits for its disk. Nothing is lost: the game goes on by itself."
#define WAIT_OVER "The disk answers again: the game goes on."
#define WAIT_MS 1000  /* for the disk, before it is told and time stands still */
#define CLAIM_MS 500  /* between two changes of a claim to one seat */
#define RETRY_MS 1000 /* before what could not be written is tried again */

/* What is to become of a seat as soon as that is on disk. */
enum change {
    CHANGE_NONE,
    CHANGE_LEFT,     /* its person has left for good */
    CHANGE_LOST,     /* its guest's line is gone: nobody can be known again */
    CHANGE_SIT,      /* who has the claim to it need not wait for the next round */
    CHANGE_CLAIM,    /* somebody has the claim to it from now on */
    CHANGE_UNCLAIM,  /* who had is gone */
    CHANGE_STAND_IN, /* a computer plays for its person */
    CHANGE_AGAIN,    /* ... and no more: the person has done something */
    CHANGE_BACK,     /* ... or has come back */
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
    int64_t grace_due;  /* when the stand-in sits down; NEVER while nobody waits */
    int idle_turns;     /* in a row that the clock has ended */
    enum change change; /* to be written */
    uint32_t wanted;    /* change: its place among those of the table */
    int left_round;     /* CHANGE_LEFT: the round whose hand was left; 0: between rounds */
    struct bucket notices;
};

struct member {
    struct member *next, *next_dead; /* next stays as it was when the member is unlinked: a walk may go on from it */
    struct room *room;
    struct person who;
    const struct member_upcalls *up;
    void *owner;
    uint32_t serial; /* unique in the lobby */
    int seat;        /* 0: none */
    int claim;       /* the computer's seat that is this person's from the next round on; 0: none */
    enum pace pace;
    bool ready;  /* for the next round */
    bool opened; /* the table was made for it */
    bool asks_hint, awaits_hint;
    char hint_why[WHY_TEXT]; /* of the last hint, */
    uint32_t hint_turn;      /* for that position of the round */
    int hint_ply;
    bool dead;        /* freed as soon as no walk can be on it */
    const char *over; /* why ended() is due; NULL while it is not */

    /* Not yet told. */
    uint64_t version_shown, lines_told;
    unsigned banners;       /* by seat */
    char *refusal, *note;   /* allocated; NULL: none */
    const char *wait_words; /* about the disk; NULL: none */
    struct move hint;       /* that the note speaks of; "": none */
};

/* What a table can hear about why a move was made. No sentence goes with the move: it is made of what everybody sees.
 */
enum explain {
    EXPLAIN_NOT,   /* a person's move, or the clock's: what was said before stands */
    EXPLAIN_GAME,  /* a computer player's: the game's reason() */
    EXPLAIN_HOUSE, /* the house ended the turn in a computer player's stead */
};

enum write { WRITE_NONE, WRITE_BEGIN, WRITE_MOVE, WRITE_FINISH, WRITE_SEATS, WRITE_LEAVE };

/* What the seats are to be when what is on its way is on disk. */
struct plan {
    enum { PLAN_STAYS, PLAN_COMPUTER, PLAN_PERSON } to[SEATS_MAX + 1];
    struct person who[SEATS_MAX + 1]; /* of PLAN_COMPUTER a name only */
    int strength[SEATS_MAX + 1];
    int seat;           /* the one that changes; 0: all, a round begins */
    enum change change; /* of that seat */
    bool stand_in;      /* that seat is to have one */
    struct person heir; /* that seat is to have; name "": none */
    bool counts;        /* WRITE_LEAVE, or another leaving in mid-round: */
    int points;         /* ... with these */
};

struct writing {
    enum write what;
    uint32_t serial; /* whose answer is waited for */
    bool answered;
    enum store_result result;

    /* WRITE_FINISH: whom it is for, and the answer. */
    int64_t account[TABLE_SEATS + 1];
    bool banner[TABLE_SEATS + 1];

    /* WRITE_MOVE: the move being made. */
    int seat;
    struct made made;
    struct member *by; /* NULL: the house or a computer player */
    enum explain explain;
};

struct queued_move {
    struct member *by;
    uint32_t turn;
    char text[32]; /* as typed, so it may be longer than canonical */
};

struct thinking {
    enum { THINK_NOT, THINK_ASKED, THINK_READY } step;
    uint32_t serial;
    int64_t answer_due; /* the move is not made before */
    int64_t deadline;   /* of THINK_ASKED: then the fallback is played */
    int64_t ask_due;    /* of THINK_NOT: the pool was full, ask again then */
    int asks;           /* that found it full */
    struct move move;   /* of THINK_READY. Of a thought nothing else is kept: it knows a hand */
    int actions;        /* of computer players in this turn (P46) */
};

struct room {
    struct lobby *lobby;
    int64_t id;
    const struct game *game;
    struct rules rules;
    uint64_t opener; /* the customer (origin.h) from whose origin it was opened; ORIGIN_HOUSE: nobody counts it */
    int seats;
    struct seat seat[SEATS_MAX + 1];
    struct member *members;
    const char *closing;     /* NULL, or why the table has broken up; freed when its last member has been told */
    int64_t due;             /* when room_tick() has something to do; set by room_due_at() */
    struct heap_place place; /* among the dues; in none while it is ticked, and when it is closing */
    struct room *next_due;   /* of those that one lobby_tick() ticks */
    int64_t empty_since;     /* monotonic ms since nobody is here; NEVER while somebody is */
    struct listing listing;

    enum room_phase phase;
    struct round_row now;      /* the round being played or looked at; id 0: it is not kept */
    struct round_row upcoming; /* the round to be begun */
    char seal[DEAL_SEAL_TEXT], key_text[2 * DEAL_KEY_BYTES + 1];
    int64_t table_kept; /* the table's id in the store; 0: it is not there */
    int ply;
    uint32_t turn;
    unsigned char *state; /* of the game's size. What members see: on disk */
    unsigned char *next;  /* what it becomes once that is on disk; NULL unless WRITE_MOVE is on its way */
    struct result result;
    unsigned match_won;
    struct record *record; /* of a round that the store does not keep; NULL of any other */

    struct writing writing;
    uint32_t wanted;   /* the place of the last change that was wanted */
    struct plan *plan; /* of what is on its way; NULL: no seat changes by it */
    bool begin_wanted,
        finish_wanted; /* to be written, as are the seats' changes, when nothing is on its way and write_due has come */
    int64_t write_due;
    bool ready;   /* its first cards are there: until then nothing is told or shown */
    bool opening; /* nothing of it has ever been on disk: no list has it, but the lobby's openings */
    TAILQ_ENTRY(room) opening_link;
    int64_t wait_since;   /* when what is not on disk yet was to be; NEVER: everything is */
    int64_t wait_counted; /* so far the waiting has been added to the deadlines */
    bool wait_told, wait_logged;
    bool house_retries;        /* a move of the house's has not been written */
    struct queued_move *queue; /* QUEUE_MAX of them while one waits, else NULL */
    int queued;

    int64_t turn_due; /* the clock of the turn (T17); NEVER: off */
    bool warned, timed_out, time_up_told;
    int64_t between_due; /* the next round begins at the latest; NEVER: off */
    int64_t moved_ms;    /* when the last move was made */
    struct thinking thinking;
    char reason[SENTENCE]; /* room_why(); "" */

    uint64_t version;    /* counts what there is to draw again */
    uint64_t lines;      /* written to the log ever; line n is at n % ROOM_LOG */
    char *log[ROOM_LOG]; /* each allocated, three strings one after the other: the line, shorter than ROOM_LOG_TEXT, who
                            did it, and what in few words (""s: the line is all there is); NULL until written */
};

/* Keeps late answers from finding a lobby that is gone. One reference is the lobby's, one each job's. */
struct tie {
    struct lobby *lobby; /* NULL: gone */
    int refs;
};

/* What has its price (payment.c). */
enum due { DUE_HINT, DUE_DEAL, DUE_TABLE, DUES };

struct lobby {
    struct lobby_env env;
    struct purses paid[DUES]; /* by origin */
    struct purses talked;     /* by person */
    struct tie *tie;
    struct room **rooms; /* by id */
    struct heap dues;    /* of these, the one that is due first */
    struct directory directory;
    int n, size;
    TAILQ_HEAD(openings, room) openings; /* of these, by id, those that no list has yet */
    int n_opening;
    struct room **closing; /* broken up, their members not all told yet */
    int n_closing, size_closing;
    struct member *dead;
    STAILQ_HEAD(errands, errand) errands; /* writes to be tried again, oldest first */
    int64_t last_id;                      /* without a store */
    uint32_t last_serial;
    LIST_HEAD(solos, solo) solos;
    struct solo *woken;    /* those with something to do */
    struct heap solo_dues; /* those that the house plays, or that wait for the disk, the one that is due first */
    void *patiences;       /* the one that each account plays of each game: root of tsearch() */
    bool ticking;
    _Alignas(max_align_t) unsigned char view[GAME_STATE_MAX]; /* room_state()'s answer */
    char why[SENTENCE];                                       /* room_move()'s */
    void (*on_due)(void *arg);
    void *on_due_arg;
    void (*on_list)(void *arg);
    void *on_list_arg;
};

/* --- lobby.c --- */
int64_t lobby_now(const struct lobby *l);
uint32_t lobby_serial(struct lobby *l);
struct room *lobby_find(struct lobby *l, int64_t id); /* NULL: gone or closing */
void lobby_add(struct lobby *l, struct room *r);
void lobby_take_out(struct lobby *l, struct room *r); /* from the open tables to the closing ones */
void lobby_forget(struct room *r);                    /* it is neither due nor found any more */
void lobby_opened(struct lobby *l, struct room *r);   /* it is no longer opening, if it was */
void lobby_listed(struct lobby *l);                   /* the list of tables reads differently: tells on_list */
void lobby_moved(struct lobby *l);                    /* something is due earlier: tells on_due */
struct tie *tie_hold(struct lobby *l);
void tie_drop(struct tie *t);

/* --- room.c --- */
/* An open table without people, before its first round; computer players sit on all its seats. */
struct room *room_new(struct lobby *l, int64_t id, const struct game *game, const struct rules *rules, int seats);
void room_free(struct room *r); /* with its members, untold */
void room_close(struct room *r, const char *why);
void room_tick(struct room *r);
void room_wake(struct room *r);
void room_due_at(struct room *r, int64_t due); /* monotonic ms; NEVER */
void room_changed(struct room *r);             /* members draw again */
int room_to_move(const struct room *r);        /* 0 while nobody is */
bool room_busy(const struct room *r);          /* something is on its way to disk, or has to get there first */
void write_start(struct room *r, enum write what);
/* Makes a move, or sends it on its way. NULL or why not. Nothing is on its way: asserted. */
const char *move_make(struct room *r, int seat, const char *text, struct member *by, enum explain explain);
/* The move that ends the turn: the game's end_move where it is legal, else the first legal move, which brings it
 * nearer. */
struct move move_ending_turn(const struct room *r);

/* --- round.c --- */
void round_prepare(struct room *r); /* seats, dealer and deck of the next round; wants it written */
void round_deal(struct room *r);    /* the cards of r->now; nothing has been played */
void round_begun(struct room *r);   /* it is on disk: the seal is told, the cards are there */
void round_seal_note(struct room *r);
void round_over(struct room *r); /* the state says so */
void round_finished(struct room *r, const struct writing *w);
bool round_won_by(const struct room *r, int seat);
bool round_sheds_mark(const struct room *r, int seat);       /* (T13) */
void round_left(struct room *r, int64_t account);            /* for good, before its end */
bool round_closed_to(const struct room *r, int64_t account); /* it has left the round that is played */
void round_tick(struct room *r, int64_t now);
int64_t round_due(const struct room *r);

/* --- room_record.c: what the store does not keep is remembered until the next round --- */
void record_begin(struct room *r);
void record_move(struct room *r, const struct move *m);
void record_forget(struct room *r);

/* --- seats.c --- */
bool seat_played_by_computer(const struct room *r, int seat);
void seat_sit(struct room *r, int seat, struct member *m);
/* A person who has gone again before it was on disk that the seat is theirs. */
void seat_sit_absent(struct room *r, int seat, const struct person *who);
void seat_to_computer(struct room *r, int seat, const struct person *who, int strength);
bool seat_is_idle(const struct room *r, int seat);
void seat_take_back(struct member *m); /* an idle person is there again */
void seats_reckon(struct room *r);     /* somebody came or went */
/* With nobody else left to wait for, a newcomer need not wait for the next round. Has anybody a claim? */
bool claims_honour(struct room *r);
void seats_tick(struct room *r, int64_t now);
int64_t seats_due(const struct room *r);
int seats_present(const struct room *r, int but); /* people here with a seat or a claim, but for that seat's */
/* A computer's seat that nobody has a claim to, or that this account has just given up; 0: none. */
int seat_open(const struct room *r, int64_t account);
struct member *seat_claimer(const struct room *r, int seat); /* NULL: nobody here has a claim to it */
struct member *member_new(struct room *r, const struct person *who, const struct member_upcalls *up, void *owner);
void member_drop(struct member *m);                 /* unlinks and frees, now or after the tick */
void member_end(struct member *m, const char *why); /* it will be told */

/* --- change.c --- */
void change_want(struct room *r, int seat, enum change c); /* change_tick() brings it about */
bool change_wanted(const struct room *r);                  /* of any seat */
bool change_keeps(const struct room *r, int seat);         /* its person is not about to lose it */
/* Writes what is to be written next, if nothing is on its way. What no store keeps is so at once. */
void change_tick(struct room *r, int64_t now);
/* The store has said yes to what change_tick() wrote. */
void change_done(struct room *r);
void change_forget(struct room *r); /* the plan of what is on its way: the store has said no */

/* --- wait.c --- */
void wait_begin(struct room *r);             /* something is on its way */
void wait_end(struct room *r, bool written); /* it is there; or it was refused and is not tried again */
bool wait_is_long(const struct room *r);
void wait_count(struct room *r); /* adds what has been waited to all deadlines: before one is looked at, or set */
int64_t wait_uncounted(const struct room *r); /* ms; what the deadlines that are set lack */
const char *wait_words(const struct room *r); /* for one who comes meanwhile; NULL */
void wait_tick(struct room *r);
int64_t wait_due(const struct room *r);

/* --- turn_clock.c --- */
void turn_clock_start(struct room *r);           /* a turn begins */
void turn_clock_reckon(struct room *r);          /* it may have to run now, or no more */
void turn_clock_moved(struct room *r, int seat); /* the house's move of that seat is on disk */
void turn_clock_tick(struct room *r, int64_t now);
int64_t turn_clock_due(const struct room *r);

/* --- computer.c --- */
void computer_tick(struct room *r, int64_t now);
int64_t computer_due(const struct room *r);
void computer_forget(struct room *r); /* what it thinks about no longer stands */
void hint_tick(struct room *r);
/* "Hint: the house plays the 8 of hearts on north." and why, and last "To type: 8h n." state as the seat sees it. */
void hint_words(const struct game *game, const void *state, int seat, const struct thought *t, struct text *out);
int pace_ms(const struct lobby *l, enum pace pace); /* what it means in this house */
/* A computer player of that strength (0: of any) who is not at the table yet, nor about to be; returns its strength. */
int computer_pick(const struct room *r, int strength, struct person *who);

/* --- payment.c --- */
void payments_init(struct lobby *l);
/* NULL, or the whole sentence why not now. */
const char *pay(struct lobby *l, enum due due, const struct person *who);
bool pay_for_talk(struct lobby *l, const struct person *who);

/* --- talk.c --- */
void room_note(struct room *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* With what a narrow column says in its place: who ("" for nobody) and brief words. */
void room_note_brief(struct room *r, const char *who, const char *brief, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void member_free(struct member *m); /* that no list holds any more */

/* One of its sentences, to be told at the tick's end; it takes the place of one not yet told. */
void member_say(struct member *m, char **sentence, const char *words);
void member_note(struct member *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A seat's comings and goings, few of them (H67). */
bool room_notice(struct room *r, int seat, const char *format, ...) __attribute__((format(printf, 3, 4)));
void room_deliver(struct room *r);

/* --- keep.c --- */
void keep_begin(struct room *r);
void keep_move(struct room *r);
void keep_finish(struct room *r);
void keep_seats(struct room *r);
void keep_leave(struct room *r, int seat); /* with the plan's points */
void keep_stop(struct room *r);            /* the table is kept no longer: the room waits for that */
/* The last word about a table: needs no answer and is tried again for a while when the store is busy. */
void keep_close(struct room *r);
void keep_tick(struct lobby *l, int64_t now);
int64_t keep_due(const struct lobby *l);
void keep_drop_all(struct lobby *l);

/* --- solo.c --- */
void solos_init(struct lobby *l);
int64_t solos_due(const struct lobby *l); /* monotonic ms, INT64_MIN: at once, NEVER */
void solos_tick(struct lobby *l);
void solos_drop_all(struct lobby *l);
