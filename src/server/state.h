/* The directory that holds what must outlive the host: the database and the host keys. */
#pragma once
#include "base/err.h"

#include <limits.h>

struct state {
    char dir[PATH_MAX / 2];  /* ends in no '/', unless it is the root */
    char database[PATH_MAX]; /* the file in it */
};

/* configured "" takes $STATE_DIRECTORY (the first of several), else $XDG_STATE_HOME/kingscorner, else
 * ~/.local/state/kingscorner. Makes it with mode 0700 where it is missing, its parents too. false: no such place, or it
 * is not ours alone (another owner, or open to group or others). */
bool state_find(struct state *s, const char *configured, struct err *e);

/* The same for a command that looks after a house: makes nothing, and root may look after anybody's. */
bool state_find_existing(struct state *s, const char *configured, struct err *e);

#define STATE_SENTENCE 1024

/* Does a house without any memory begin here, beside what an older one left: host keys, or the lock of its database?
 * Then its memory is perhaps not where it should be. NULL or a whole sentence. To be asked before the database is
 * opened. */
const char *state_warning(const struct state *s, char sentence[STATE_SENTENCE]);
