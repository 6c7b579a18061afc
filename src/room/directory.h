/* The directory of the house: which tables know an account, at which a seat is open, which stand still, and how many
 * one network has opened. It is kept as tables change, so nobody walks all tables to find one. Only open tables are in
 * it: from tables_add() to tables_take_out(). */
#pragma once
#include "room/inside.h"

/* Every table must be out before directory_clear(). */
void directory_init(struct directory *d);
void directory_clear(struct directory *d);

/* r is in the directory from now on, and no more. directory_drop() does nothing for a table that is not in it. */
void directory_add(struct room *r);
void directory_drop(struct room *r);

/* That account has come to r, to a seat, with a claim or to watch; 0 is nobody. */
void directory_note(struct room *r, int64_t account);

/* Something may have changed at r: an account has no place there any more, a seat is open or taken, it stands still,
 * its row in the list reads differently. */
void directory_reckon(struct room *r);

/* The table with the lowest id where the account has a seat or a claim; NULL: none. It lives until its lobby closes it.
 */
struct room *directory_room_of(struct lobby *l, int64_t account);

/* A table of that game and rules with people at it and a seat for that account: one with as many seats if there is one,
 * the oldest first. NULL: none. It lives until its lobby closes it. */
struct room *directory_open_table(struct lobby *l, const struct game *game, const struct rules *rules, int seats,
                                  int64_t account);

/* The table that nobody has been at for longest, and that writes nothing just now; NULL: none. It lives until its lobby
 * closes it. */
struct room *directory_oldest(struct lobby *l);

/* How many of the open tables were opened by that customer (origin.h). */
int directory_opened_by(const struct lobby *l, uint64_t customer);
