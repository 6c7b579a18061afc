/* A copy of the database as one file elsewhere. For commands: everything here may block, and says what went wrong in
 * one whole sentence. restore.h is the way back. */
#pragma once
#include "store/backup_copy.h"

/* Writes the content of database at this moment to file; a host may use database meanwhile. file (0600, one file
 * without a log) gets its name when it is whole, checked and on the disk. An existing file is never overwritten. file
 * may not lie in the directory of the database, where names have a meaning. false: nothing was made. */
bool backup_make(const char *database, const char *file, backup_stop *stop, struct backup_facts *facts, struct err *e);
