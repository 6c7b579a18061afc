/* One host at a time on one database. */
#pragma once
#include "base/err.h"

/* Takes the lock on "<path>.lock", where path is what db_files_find() found: the name of a link would be a second lock.
 * The file is made (0600) where it is missing: it belongs to whom the directory belongs, also when root makes it.
 * Returns its descriptor, whose close() gives the lock back; -1 with a whole sentence in e: another process has it
 * (errno is EWOULDBLOCK), or the file cannot be opened. */
int lock_take(const char *path, struct err *e);

/* The lock of a file that a host may or may not have used: -1 with an empty sentence in e when there is no lock file.
 * Makes nothing. */
int lock_take_existing(const char *path, struct err *e);
