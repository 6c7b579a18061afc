/* A round from its deck to its points. */
#pragma once
#include "room/inside.h"

void round_prepare(struct room *r); /* dealer and deck of the next round; wants it written */
void round_deal(struct room *r);    /* the cards of r->now; nothing has been played */
void round_seal_note(struct room *r);
void round_begun(struct room *r);    /* r->upcoming is on disk: the seal is told, the cards are there */
void round_over(struct room *r);     /* the position says so: counts it, and wants it written */
void round_finished(struct room *r); /* its end is on disk: marks and banners */

/* Between rounds: prepares the next when the people present are ready, or their time is up. */
void round_tick(struct room *r);
int64_t round_due(const struct room *r); /* monotonic ms; NEVER */
