/* All patiences of the house: those with something to do are looked at, each once. */
#pragma once
#include "room/inside.h"

void solos_init(struct lobby *l);
int64_t solos_due(const struct lobby *l); /* monotonic ms; INT64_MIN: at once; NEVER */
void solos_tick(struct lobby *l);
void solos_drop_all(struct lobby *l); /* nobody hears of it */
