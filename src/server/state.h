/* The directory of everything that outlives the host: the database and the host keys. */
#pragma once
#include "base/err.h"

#include <limits.h>

struct state {
    char dir[PATH_MAX / 2];  /* without a '/' at the end, unless it is the root */
    char database[PATH_MAX]; /* the file in it */
};

/* Finds the directory: configured; if that is "", $STATE_DIRECTORY (the first of several), else
 * $XDG_STATE_HOME/kingscorner, else ~/.local/state/kingscorner. Creates it with mode 0700 where it is missing, with its
 * parents. false with a sentence in e: there is no such place, or it has another owner or is open to group or others.
 */
bool state_find(struct state *s, const char *configured, struct err *e);

/* The same for a command on an existing house: creates nothing, and root may use anybody's directory. */
bool state_find_existing(struct state *s, const char *configured, struct err *e);

#define STATE_SENTENCE 1024

/* Warns when a new house would begin where an old one left host keys or the lock of its database: then the database is
 * perhaps in the wrong place. Call it before the database is opened. Returns sentence, which is the caller's and lives
 * as long, with a whole sentence in it; NULL: no warning. */
const char *state_warning(const struct state *s, char sentence[STATE_SENTENCE]);
