/* The files of a database: the database itself, and what SQLite and a restore lay beside it. */
#pragma once
#include "base/err.h"

#include <limits.h>
#include <sys/types.h>

#define DB_FILES_RESTORED ".restored" /* whole and checked, to be renamed to the database */

/* Finds where the database really is: follows symbolic links; a file that does not exist is where path says. false with
 * a whole sentence in e: a dangling link, not a regular file, a name that is too long. */
bool db_files_find(const char *path, char real[PATH_MAX], struct err *e);

/* The bytes of the file "<path><end>"; -1 when there is no such file. */
off_t db_files_size(const char *path, const char *end);

/* Checks the files before the database is opened for writing. Logs that a write-ahead log waits beside it, with the
 * times of both files, and that the database is newer than its log. false with a whole sentence in e: the log belongs
 * to a database that is gone, and SQLite would delete it; or the database has a second name (a hard link), which would
 * have a lock and a log of its own. */
bool db_files_check(const char *real, struct err *e);
