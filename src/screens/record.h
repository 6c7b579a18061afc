/* The record of a round or a patience, to be read, copied and checked elsewhere. */
#pragma once
#include "session/session.h"

struct record;

/* Shows a record; r may be freed after the call. */
void record_show(struct session *s, const struct record *r);

/* Shows the record of a round that the store keeps, by the round's id. */
void record_show_kept(struct session *s, int64_t round);
