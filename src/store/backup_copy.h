/* One database copied into a new file and judged there: what a backup and a restore have in common. */
#pragma once
#include "store/backup.h"

struct db;

struct copy {
    struct db *from;
    const char *from_name;    /* for the sentences */
    const char *to, *to_name; /* an empty file, and what people know it by */
    bool newest;              /* bring it up to date */
    backup_stop *stop;
};

/* The copy has no log of its own and nothing lies beside it. false: what is in it is of no use. */
bool copy_make(const struct copy *c, struct backup_facts *facts, struct err *e);

/* A file or a directory is on the disk. false with errno. */
bool copy_sync(const char *path);

/* A copy that is of no use, with what SQLite may have laid beside it. */
void copy_remove(const char *path);
