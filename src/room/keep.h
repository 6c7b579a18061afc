/* The table's writing to the store, and what comes back. What is written is planned (seat.h) and marked as on its way
 * (commit.h) before; the answer is noted in room.commit, and the tick looks at it. */
#pragma once
#include "room/inside.h"

void keep_start(struct room *r, enum write what); /* that is on its way from now on; nothing was */
void keep_done(struct room *r);                   /* it is on disk, or no store keeps it */
void keep_failed(struct room *r);                 /* it is not; it is tried again, or given up */

void keep_begin(struct room *r);
void keep_move(struct room *r);
void keep_finish(struct room *r);
void keep_seats(struct room *r);
void keep_leave(struct room *r, int seat); /* with the plan's points */
void keep_stop(struct room *r);            /* the table is kept no longer, and the room waits for that */

/* The table has broken up: the store is to forget it, and nobody waits for that. */
void keep_close(struct room *r);
