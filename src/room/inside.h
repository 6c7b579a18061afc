/* A table, its members and the lobby as the files of room/ see them; nobody else does. The ground that all of them
 * stand on: it knows none of them.
 *
 * A table does its work in room_tick(): whatever happens to it (a move on disk, an answer of a mind, a person gone) is
 * noted as a fact, the room is woken, and the tick looks at all facts once. Nobody calls a clock or a computer player
 * because something has changed: they compare what they know with what is. All upcalls are made at the tick's end, so
 * no caller is ever called back from inside its own call.
 *
 * The host's end can undo nothing that a person was shown: what is to happen is written first, and happens when the
 * store says yes (commit.h). All writes of one table go one at a time, in the order of what happened; each is made of
 * what is true at that moment, again if it is tried again.
 *
 * Answers from other threads find their room by a weak reference and are checked against a serial: what comes for a
 * room that is gone, or for a question that no longer stands, is dropped. */
#pragma once
#include "games/catalogue/record.h"
#include "room/commit.h"
#include "room/env.h"
#include "room/listing.h"
#include "room/log.h"
#include "room/payment.h"
#include "room/room.h"
#include "room/seat.h"
#include "store/table.h"

#include <stddef.h>
#include <sys/queue.h>

#define NOT_READY "One moment: the cards are being brought."
#define SENTENCE (WHY_TEXT + 80) /* bytes of a sentence told to one member: a hint and its reason fit */
#define STAND_IN_STRENGTH 2      /* (T16) */
#define RETRY_MS 1000            /* before what could not be written is tried again */

struct member {
    struct member *next, *next_dead; /* next stays as it was when the member is unlinked: a walk may go on from it */
    struct room *room;
    struct person who;
    const struct member_upcalls *up;
    void *owner;
    uint32_t serial; /* unique in the lobby; never 0 */
    int seat;        /* 0: none */
    int claim;       /* the computer's seat that is this person's from the next round on; 0: none */
    enum pace pace;
    bool ready;       /* for the next round */
    bool opened;      /* the table was made for it */
    bool dead;        /* freed as soon as no walk can be on it */
    const char *over; /* why ended() is due; NULL while it is not */

    /* Hints (hint.c). */
    bool asks_hint, awaits_hint;
    char hint_why[WHY_TEXT]; /* of the last hint, */
    uint32_t hint_turn;      /* for that position of the round */
    int hint_ply;

    /* What the member has not heard yet (deliver.c). */
    uint64_t version_shown, lines_told;
    unsigned banners;       /* by seat */
    char *refusal, *note;   /* allocated; NULL: none */
    const char *wait_words; /* about the disk; NULL: none */
    struct move hint;       /* that the note speaks of; "": none */
};

/* Who makes a move. What a table can hear about its reason: no sentence goes with the move, it is made of what
 * everybody sees. */
enum maker {
    MAKER_PERSON,
    MAKER_CLOCK,    /* in a person's stead whose time is up */
    MAKER_COMPUTER, /* reason: the game's reason() */
    MAKER_HOUSE,    /* ends the turn in a computer player's stead */
};

enum write { WRITE_NONE, WRITE_BEGIN, WRITE_MOVE, WRITE_FINISH, WRITE_SEATS, WRITE_LEAVE };

/* What is on its way to disk, while room.commit is busy. */
struct writing {
    enum write what;

    /* WRITE_FINISH: whom it is for, and the answer. */
    int64_t account[TABLE_SEATS + 1];
    bool banner[TABLE_SEATS + 1];

    /* WRITE_MOVE. */
    int seat;
    struct made made;
    enum maker maker;
    uint32_t by; /* MAKER_PERSON: the member's serial */
};

struct room {
    struct lobby *lobby;
    int64_t id;
    const struct game *game;
    struct rules rules;
    uint64_t opener; /* the customer (origin.h) from whose origin it was opened; ORIGIN_HOUSE: nobody counts it */
    struct weak *self;
    int64_t due;             /* when room_tick() has something to do; set by room_due_at() */
    struct heap_place place; /* among the dues; in none while it is ticked, and when it is closing */
    struct room *next_due;   /* of those that one lobby_tick() ticks */
    struct listing listing;
    uint64_t version;    /* counts what there is to draw again */
    const char *closing; /* NULL, or why the table has broken up; freed when its last member has been told */
    bool opening;        /* nothing of it has ever been on disk */
    bool listed;         /* lists of tables have it; until then it is among the lobby's openings (tables.c) */
    TAILQ_ENTRY(room) opening_link;

    /* Who is here. */
    int seats;
    struct seat seat[SEATS_MAX + 1];
    struct member *members;
    int64_t empty_since; /* monotonic ms since nobody is here; NEVER while somebody is */

    /* The round (round.c), its position and its moves (moves.c). */
    enum room_phase phase;
    bool ready;                /* its first cards are there: until then nothing is told or shown */
    struct round_row now;      /* the round being played or looked at; id 0: it is not kept */
    struct round_row upcoming; /* the round to be begun */
    char seal[DEAL_SEAL_TEXT], key_text[2 * DEAL_KEY_BYTES + 1];
    struct commit commit;
    int ply;
    uint32_t turn;
    int64_t moved_ms;      /* when the last move was made, or when one that failed is tried again */
    uint32_t time_up_turn; /* that ended by the clock, as far as it was told; 0: none */
    char reason[SENTENCE]; /* room_why(); "" */
    struct result result;
    unsigned match_won;
    int64_t between_due;   /* the next round begins at the latest, in the table's time (room_time()); NEVER: off */
    struct record *record; /* of a round that the store does not keep; NULL of any other (record.c) */

    /* What is to be written when nothing is on its way and write_due has come (change.c): a round's begin, its end, and
     * the seats' changes. */
    bool begin_wanted, finish_wanted;
    int64_t write_due;
    uint64_t wanted;    /* changes of seats, ever */
    int64_t table_kept; /* the table's id in the store; 0: it is not there */
    struct plan *plan;  /* of what is on its way; NULL: no seat changes by it */
    struct writing writing;
    bool wait_logged;
    bool house_retries; /* a move of the house's has not been written */

    struct thinking *thinking; /* computer.h */
    struct turn_clock *clock;  /* turn_clock.h */
    struct log log;
};

struct lobby {
    struct lobby_env env;
    struct payments payments;
    struct retries *retries; /* retry.h */
    struct room **rooms;     /* by id */
    struct heap dues;        /* of these, the one that is due first */
    struct directory directory;
    int n, size;
    TAILQ_HEAD(openings, room) openings; /* of these, by id, those that are not listed yet */
    int n_opening;
    struct room **closing; /* broken up, their members not all told yet */
    int n_closing, size_closing;
    struct member *dead;
    int64_t last_id; /* without a store */
    uint32_t last_serial;
    LIST_HEAD(solos, solo) solos;
    struct solo *woken;    /* those with something to do */
    struct heap solo_dues; /* those that the house plays, or that wait for the disk, the one that is due first */
    void *patiences;       /* the one that each account plays of each game: root of tsearch() */
    bool ticking;
    char why[SENTENCE]; /* room_move()'s */
    void (*on_due)(void *arg);
    void *on_due_arg;
    void (*on_list)(void *arg);
    void *on_list_arg;
};

int64_t lobby_now(const struct lobby *l); /* monotonic ms */
uint32_t lobby_serial(struct lobby *l);
int lobby_pace_ms(const struct lobby *l, enum pace pace); /* what it means in this house */
void lobby_moved(struct lobby *l);                        /* something is due earlier: tells on_due */
void lobby_listed(struct lobby *l);                       /* the list of tables reads differently: tells on_list */

void room_due_at(struct room *r, int64_t due); /* monotonic ms; NEVER */
void room_wake(struct room *r);                /* a tick is due */
void room_changed(struct room *r);             /* members draw again */

/* The table's time in ms, which stands still while the disk keeps it waiting; and the monotonic time of such a moment,
 * as things stand. NEVER stays NEVER. */
int64_t room_time(const struct room *r);
int64_t room_until(const struct room *r, int64_t then);
