/* A database copied into a new file and checked there: the common part of a backup and a restore. */
#pragma once
#include "base/err.h"

#include <stdint.h>

struct db;

/* What a copy holds, for people to judge it by. */
struct backup_facts {
    int64_t accounts, rounds, bytes;
    int version; /* of its schema */
};

/* Called now and then while pages are copied; true stops the copy. */
typedef bool backup_stop(void);

struct backup_copy {
    struct db *from;
    const char *from_name;    /* for the sentences */
    const char *to, *to_name; /* an empty file, and the name that people know it by */
    bool newest;              /* migrate the copy to the newest schema */
    backup_stop *stop;
};

/* Makes the copy: one file without a log. false: the copy is useless, and e holds a whole sentence. */
bool backup_copy_make(const struct backup_copy *c, struct backup_facts *facts, struct err *e);

/* Waits until a file or a directory is on the disk. false: it failed, see errno. */
bool backup_copy_sync(const char *path);

/* Removes a useless copy and the files that SQLite may have made beside it. */
void backup_copy_remove(const char *path);
