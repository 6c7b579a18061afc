/* Is this file ours, whole, and of our time? Then it is brought up to date. */
#pragma once
#include "base/embedded.h"
#include "base/err.h"

#include <stdbool.h>

struct db;

/* "KCnr", the application id in the file's header. */
#define STORE_APPLICATION 0x4B436E72

/* Refuses what is not a database of this program, what comes from a newer one and what is damaged, each with a whole
 * sentence in e and nothing changed in the file. Then runs the steps that the file has not had yet, each in a
 * transaction of its own with its number as user_version. steps: in order, named "NNNN_...", NNNN from 0001 without a
 * gap; a row of zeros ends them. path is for the sentences. */
bool migrate(struct db *db, const char *path, const struct embedded_file *steps, struct err *e);

/* Is this a house that this program can read? For a backup: it must be ours (an empty file is not), from step 1 to the
 * newest, whole by every check that SQLite has, with no row that points nowhere and with every column of its version.
 * Changes nothing. false with a whole sentence in e. */
bool migrate_check(struct db *db, const char *path, const struct embedded_file *steps, struct err *e);
