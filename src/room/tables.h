/* The lobby's lists of tables: those that are open, by id, and those that have broken up. */
#pragma once
#include "room/inside.h"

struct room *tables_find(struct lobby *l, int64_t id); /* it lives until the lobby closes it; NULL: gone or closing */
struct room *tables_listed(const struct lobby *l, int k); /* the k-th of those that are listed; NULL past the last */
void tables_add(struct lobby *l, struct room *r);
void tables_list(struct lobby *l, struct room *r); /* lists of tables have it from now on, unless it is opening */
void tables_forget(struct room *r);                /* it is neither due nor found any more */
void tables_take_out(struct lobby *l,
                     struct room *r); /* from the open tables to the closing ones, if it is not there yet */
