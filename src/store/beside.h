/* The files that make up a database: itself and what SQLite and a restore lay beside it. */
#pragma once
#include "base/err.h"

#include <limits.h>
#include <sys/types.h>

#define BESIDE_RESTORED ".restored" /* whole and checked, on its way into the database's place */

/* Where the database really is: symbolic links are followed, and a file that is not there is where its name says.
 * false: a link to nothing, something that is no regular file, a name that is too long. */
bool beside_find(const char *path, char real[PATH_MAX], struct err *e);

/* Bytes of "<path><end>"; -1 when there is no such file. */
off_t beside_size(const char *path, const char *end);

/* Before the database is opened to be written: tells the log of changes that wait beside it, with the times of both
 * files, and of a file that was written after them. false: they belong to a database that is not there any more, and
 * SQLite would throw them away; or the database has a second name (a hard link), which would have a lock and a log of
 * its own. */
bool beside_check(const char *real, struct err *e);
