/* All tables of the house, and how people come to them. Owned by the server, lives on the loop's thread. Each table is
 * a struct room; each person at one a struct member; each patience a struct solo (solo.h). */
#pragma once
#include "base/err.h"
#include "games/catalogue/game_list.h"
#include "room/env.h"
#include "room/room.h"

/* Free it with lobby_free(). */
struct lobby *lobby_new(const struct lobby_env *env);

/* Tables end as they stand; nothing more is written. Members that are left are freed untold. Answers of the store or
 * the pool that come later are dropped. */
void lobby_free(struct lobby *l);

/* Tables from the store, each person away. At start only. */
bool lobby_restore(struct lobby *l, struct err *e);

/* When lobby_tick() wants to be called next (monotonic ms, perhaps long past: at once; INT64_MAX: never), and the call.
 * on_due is told whenever that time may have moved; it only sets a timer, for it is told from anywhere. */
int64_t lobby_due(const struct lobby *l);
void lobby_tick(struct lobby *l);
void lobby_set_on_due(struct lobby *l, void (*on_due)(void *arg), void *arg);

/* on_list is told whenever the list of tables may read differently: a table has come or gone, or its room_row() is
 * another. It only makes a note, for it is told from anywhere. NULL: nobody is told. */
void lobby_set_on_list(struct lobby *l, void (*on_list)(void *arg), void *arg);

/* Is something of any table on its way to disk, or still to be written? Walks all tables: for the end of the house. */
bool lobby_busy(const struct lobby *l);

/* A seat now: the table where this person sits already, else an open one of that game and rules with a free or
 * computer's seat and other people at it, else a new one whose other seats are computer players. A seat taken over in
 * mid-round is human from the next round on. Returns NULL with *why set when it cannot be. */
struct member *lobby_quick(struct lobby *l, const struct game *game, const struct rules *rules, int seats,
                           const struct person *who, const struct member_upcalls *up, void *owner, const char **why);

/* To watch a table, with all hands hidden (H69). Not one's own (P65), and not without end: ROOM_WATCHERS_MAX. NULL with
 * *why set when it cannot be. */
struct member *lobby_watch(struct lobby *l, struct room *r, const struct person *who, const struct member_upcalls *up,
                           void *owner, const char **why);

/* The table where an account sits (away or not); NULL for none. It lives until the lobby closes it. */
struct room *lobby_room_of(struct lobby *l, int64_t account);

/* The k-th table, in the order of their ids; NULL past the last. One that is being opened is not among them before it
 * is on disk. It lives until the lobby closes it. */
struct room *lobby_room(struct lobby *l, int k);
int lobby_tables(const struct lobby *l);

/* The table of that id; NULL when there is none, or it is still being opened. It lives until the lobby closes it. */
struct room *lobby_table(struct lobby *l, int64_t id);
