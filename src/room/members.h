/* The people at a table, each with their line, and what the table knows of them at a glance. */
#pragma once
#include "room/inside.h"

/* Owned by the table until its line ends: member_drop(), or member_end() and then ended(). */
struct member *member_new(struct room *r, const struct person *who, const struct member_upcalls *up, void *owner);
void member_drop(struct member *m);                 /* unlinks and frees, now or after the lobby's tick */
void member_end(struct member *m, const char *why); /* it will hear that; seat and claim are given up now */
void members_free_dead(struct lobby *l);            /* those that were dropped while the lobby ticked */

/* One of its sentences, to be said at the tick's end; it takes the place of one that was not said yet. */
void member_say(struct member *m, char **sentence, const char *words);
void member_note(struct member *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
void members_say_wait(struct room *r, const char *words); /* to all; words live for ever */

struct member *member_by_serial(const struct room *r, uint32_t serial); /* it lives until member_free(); NULL: gone */

struct member *seat_claimer(const struct room *r, int seat);  /* lives until member_free(); NULL: nobody has a claim */
bool seat_played_by_computer(const struct room *r, int seat); /* by nature, or in its person's stead */
bool seat_is_idle(const struct room *r, int seat);            /* the clock has ended its turns too often */
int seats_present(const struct room *r, int but); /* people here with a seat or a claim, but for that seat's (0: all) */
