/* One host at a time on one database. */
#pragma once
#include "base/err.h"

/* Takes the lock on "<path>.lock". path comes from db_files_find(), because the name of a link would be a second lock.
 * A missing file is created (0600) for the owner of the directory, also by root. Returns the descriptor; the caller
 * closes it to release the lock. -1: another process has the lock (errno is EWOULDBLOCK), or the file cannot be opened;
 * e holds a whole sentence. */
int lock_take(const char *path, struct err *e);

/* The same for a file that may have no lock file: creates nothing, and returns -1 with an empty sentence in e when
 * there is none. */
int lock_take_existing(const char *path, struct err *e);
