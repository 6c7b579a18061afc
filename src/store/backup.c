#include "store/backup.h"

#include "store/db_files.h"
#include "store/db.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The database must exist, and no interrupted restore may wait to replace it. */
static bool check_source(const char *database, char real[PATH_MAX], struct err *e)
{
    if (!db_files_find(database, real, e)) return false;
    if (db_files_size(real, DB_FILES_RESTORED) >= 0)
        return err_set(e, "A restore of %s was cut short: start the host, or restore again.", database);
    off_t size = db_files_size(real, "");
    if (size < 0) return err_set(e, "%s is not there: there is nothing to back up.", database);
    return size > 0 || err_set(e, "%s is empty: there is nothing to back up.", database);
}

/* Finds the directory of the new file. */
static bool find_directory(const char *file, char directory[PATH_MAX], struct err *e)
{
    char copy[PATH_MAX];
    if (snprintf(copy, sizeof copy, "%s", file) >= (int)sizeof copy)
        return err_set(e, "The name of the backup is too long.");
    return realpath(dirname(copy), directory) != NULL || err_set(e, "%s cannot be made: %s.", file, strerror(errno));
}

static bool same_directory(const char *directory, const char *real)
{
    char copy[PATH_MAX];
    struct stat a, b;
    snprintf(copy, sizeof copy, "%s", real);
    return stat(directory, &a) == 0 && stat(dirname(copy), &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static bool check_target(const char *file, const char *real, char directory[PATH_MAX], struct err *e)
{
    struct stat st;
    if (stat(file, &st) == 0 && S_ISDIR(st.st_mode)) return err_set(e, "%s is a directory: name a file in it.", file);
    if (lstat(file, &st) == 0) return err_set(e, "%s is there already, and a backup overwrites nothing.", file);
    if (!find_directory(file, directory, e)) return false;
    if (!same_directory(directory, real)) return true;
    return err_set(e, "%s lies beside the database, where names have a meaning: put it elsewhere.", file);
}

/* Renames, but never over an existing file. Some file systems (on USB sticks) have only the plain rename. */
static bool rename_new(const char *from, const char *to)
{
    struct stat st;
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return true;
    if (errno != EINVAL && errno != ENOSYS) return false;
    if (lstat(to, &st) != 0 && errno == ENOENT) return rename(from, to) == 0;
    errno = EEXIST;
    return false;
}

/* Opens the database for reading; NULL with e set. To read a database with a log, SQLite makes a file beside it. On a
 * read-only file system nobody writes, so a database that was closed can be opened as immutable. */
static struct db *open_source(const char *real, struct err *e)
{
    char directory[PATH_MAX];
    if (db_files_size(real, "-shm") >= 0) return db_open(real, true, e);
    snprintf(directory, sizeof directory, "%s", real);
    if (access(dirname(directory), W_OK) == 0) return db_open(real, true, e);
    if (errno == EROFS && db_files_size(real, "-wal") <= 0) return db_open_immutable(real, e);
    err_set(e, "%s cannot be read where nothing can be written beside it (%s): copy it elsewhere with its log.", real,
            strerror(errno));
    return NULL;
}

bool backup_make(const char *database, const char *file, backup_stop *stop, struct backup_facts *facts, struct err *e)
{
    char real[PATH_MAX], directory[PATH_MAX], temporary[PATH_MAX];
    if (!check_source(database, real, e) || !check_target(file, real, directory, e)) return false;
    if (snprintf(temporary, sizeof temporary, "%s/.kingscorner-XXXXXX", directory) >= (int)sizeof temporary)
        return err_set(e, "The name of the backup is too long.");
    int fd = mkostemp(temporary, O_CLOEXEC);
    if (fd < 0) return err_set(e, "%s cannot be made: %s.", file, strerror(errno));
    struct db *from = open_source(real, e);
    struct backup_copy copy = { .from = from, .from_name = database, .to = temporary, .to_name = file, .stop = stop };
    bool made = from != NULL && backup_copy_make(&copy, facts, e);
    db_close(from);
    if (made && (!backup_copy_sync(temporary) || !rename_new(temporary, file) || !backup_copy_sync(directory)))
        made = err_set(e, "%s cannot be made: %s.", file, strerror(errno));
    if (!made) backup_copy_remove(temporary);
    close(fd);
    return made;
}
