/* Checks that a file is ours, whole, and not too new; then brings its schema up to date. For the store's own files. */
#pragma once
#include "base/embedded.h"
#include "base/err.h"

#include <stdbool.h>

struct db;

/* "KCnr", the application id in the header of the file. */
#define STORE_APPLICATION 0x4B436E72

/* Refuses a file that is no database of this program, comes from a newer one or is damaged, and changes nothing in it:
 * false with a whole sentence in e. Otherwise runs the steps that the file lacks, each in a transaction of its own with
 * its number as user_version. steps are in order and named "NNNN_...", with NNNN from 0001 without a gap; a row of
 * zeros ends them. path is for the sentences. */
bool migrate(struct db *db, const char *path, const struct embedded_file *steps, struct err *e);

/* Checks a backup: it must be ours (an empty file is not), of a version from step 1 to the newest, whole by every check
 * that SQLite has, without dangling references, and with every column of its version. Changes nothing. false with a
 * whole sentence in e. */
bool migrate_check(struct db *db, const char *path, const struct embedded_file *steps, struct err *e);
