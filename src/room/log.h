/* The last lines of what happened at a table, in memory. */
#pragma once
#include "room/room.h"

struct log {
    uint64_t n;           /* lines written ever; line k is at k % ROOM_LOG */
    char *line[ROOM_LOG]; /* each allocated, three strings one after the other: the line, who did it, and what in few
                             words (""s: the line says it all); NULL until written */
};

void log_add(struct log *l, const char *who, const char *brief, const char *line);
void log_clear(struct log *l); /* frees the lines */

/* How many lines are kept, and the k-th of them, oldest first; valid until the next log_add(). */
int log_kept(const struct log *l);
const char *log_nth(const struct log *l, int k);

/* Line number n of all that were ever written, one of those that are kept. It is valid until the next line. */
const char *log_at(const struct log *l, uint64_t n);

/* The k-th line in few words; its strings live as long as log_nth()'s. */
struct log_line log_nth_brief(const struct log *l, int k);
