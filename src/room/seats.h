/* Who sits where, who is away, who has a claim to a seat, and who plays in an absent person's stead. */
#pragma once
#include "room/inside.h"

void seat_sit(struct room *r, int seat, struct member *m);
/* A person who has gone again before it was on disk that the seat is theirs. */
void seat_sit_absent(struct room *r, int seat, const struct person *who);
void seat_to_computer(struct room *r, int seat, const struct person *who, int strength);
void seat_take_back(struct member *m); /* its person does something: the stand-in goes */

/* A computer's seat that nobody has a claim to, or that this account has just given up; 0: none. */
int seat_open(const struct room *r, int64_t account);

/* An account leaves the round for good before its end: its points are counted, once for a round (T16). A guest has none
 * that are. And has it left the round that is played? */
void round_left(struct room *r, int64_t account);
bool round_closed_to(const struct room *r, int64_t account);

/* Looks at who is here: honours claims, starts and ends grace periods, and wants stand-ins. */
void seats_tick(struct room *r, int64_t now);
int64_t seats_due(const struct room *r); /* monotonic ms; NEVER */

/* Nobody has a seat or a claim any more, here or away: the table breaks up. */
bool seats_abandoned(const struct room *r);
