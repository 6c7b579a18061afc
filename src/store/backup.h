/* The house's memory as one file elsewhere, and such a file as the house's memory again. For commands: everything here
 * may block, and says what went wrong in one whole sentence. */
#pragma once
#include "base/err.h"

#include <limits.h>
#include <stdint.h>

/* What a copy holds, for people to judge it by. */
struct backup_facts {
    int64_t accounts, rounds, bytes;
    int version; /* of its schema */
};

/* Asked now and then while pages are copied; true ends it. */
typedef bool backup_stop(void);

/* Writes all that is in database at this moment to file, while a host may go on with it. file (0600, one file without a
 * log) appears under its name when it is whole, checked and on the disk; what is there already is never overwritten. It
 * may not lie in the database's own directory, where names have a meaning. false: nothing was made. */
bool backup_make(const char *database, const char *file, backup_stop *stop, struct backup_facts *facts, struct err *e);

/* Puts what is in file in place of database, which no host may use meanwhile. file is read together with a log beside
 * it and stays as it is; the copy is checked and brought up to date before anything changes. The old database goes with
 * its log under a name of its own into aside ("" when there was none). The new one has mode 0600 and the owner of the
 * old one, or of the directory. false: the old one is where it was. */
bool backup_restore(const char *database, const char *file, backup_stop *stop, struct backup_facts *facts,
                    char aside[PATH_MAX], struct err *e);

/* A restore that was cut short in the middle of its renames is brought to its end, which the log tells with the name of
 * the old database; without one it does nothing. The caller holds the lock. false: it cannot be, or what has the name
 * of a finished restore is none (no regular file, no whole house of this program). */
bool backup_finish(const char *database, struct err *e);
