/* A backup becomes the database of the house again. For commands and for the start: everything here may block, and says
 * what went wrong in one whole sentence. */
#pragma once
#include "store/backup_copy.h"

#include <limits.h>

/* Puts the content of file in place of database, which no host may use meanwhile. Reads file together with a log beside
 * it and changes neither; checks the copy and migrates it before anything changes. Renames the old database and its log
 * and writes the new name to aside ("" when there was none). The new database has mode 0600 and the owner of the old
 * one, or of the directory. false: the old database is where it was. */
bool restore_run(const char *database, const char *file, backup_stop *stop, struct backup_facts *facts,
                 char aside[PATH_MAX], struct err *e);

/* Finishes a restore that was interrupted between its renames, and logs the name of the old database; without such a
 * restore it does nothing. The caller holds the lock. false: it failed, or the file with the name of a finished restore
 * is none (not a regular file, not a whole database of this program). */
bool restore_finish(const char *database, struct err *e);
