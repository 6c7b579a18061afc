/* How a table's seats change, its rounds begin and its points are counted: first on disk, then at the table, then told.
 * One write at a time, in the order of what happened, and each is planned at the moment it is written: a table's row
 * never holds what was true before. */
#pragma once
#include "room/inside.h"

/* Looks at the seats (seats_tick()), and writes what is to be written next, if nothing is on its way. What no store
 * keeps is so at once. */
void change_tick(struct room *r, int64_t now);

/* The store has answered to what change_tick() wrote. */
void change_settle(struct room *r);
