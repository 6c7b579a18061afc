#include "store/restore.h"

#include "base/log.h"
#include "store/db_files.h"
#include "store/db.h"
#include "store/lock.h"
#include "store/migrate.h"
#include "store/steps.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char *const parts[] = { "", "-wal", "-shm", "-journal" };
#define PARTS (sizeof parts / sizeof *parts)
#define PAGE_MIN 512 /* bytes; the size of every page is a multiple (https://sqlite.org/fileformat2.html) */

static void join(char out[PATH_MAX], const char *real, const char *end)
{
    assert(strlen(real) + strlen(end) < PATH_MAX);
    strcpy(stpcpy(out, real), end);
}

/* --- swapping --- */

/* The new name of the old database. It is made from the time of the new one, so that an interrupted restore continues
 * with the same name. */
static void aside_name(char out[PATH_MAX], const char *real, time_t t)
{
    struct tm tm;
    size_t n = strlen(real);
    assert(n + 32 < PATH_MAX);
    memcpy(out, real, n);
    gmtime_r(&t, &tm);
    strftime(out + n, PATH_MAX - n, ".%Y%m%dT%H%M%SZ", &tm);
}

static bool move_part(const char *from, const char *to, const char *end)
{
    char a[PATH_MAX + 16], b[PATH_MAX + 16];
    snprintf(a, sizeof a, "%s%s", from, end);
    snprintf(b, sizeof b, "%s%s", to, end);
    return rename(a, b) == 0 || errno == ENOENT;
}

static bool sync_directory_of(const char *real)
{
    char copy[PATH_MAX];
    snprintf(copy, sizeof copy, "%s", real);
    return backup_copy_sync(dirname(copy));
}

/* Renames the old database with its log, then the new one; or leaves everything as it was. The new database keeps its
 * own name until the end, so a start can see that the renames are not complete. */
static bool swap_databases(const char *real, char aside[PATH_MAX], struct err *e)
{
    char restored[PATH_MAX];
    struct stat st;
    size_t moved = 0;
    join(restored, real, DB_FILES_RESTORED);
    if (stat(restored, &st) != 0) return err_set(e, "%s: %s.", restored, strerror(errno));
    aside_name(aside, real, st.st_mtim.tv_sec);
    while (moved < PARTS && move_part(real, aside, parts[moved])) moved++;
    if (moved == PARTS && rename(restored, real) == 0) {
        if (!sync_directory_of(real))
            return err_set(e, "%s is restored but perhaps not on the disk: %s.", real, strerror(errno));
        if (db_files_size(aside, "") < 0) aside[0] = '\0';
        return true;
    }
    err_set(e, "%s cannot be put in place: %s.", real, strerror(errno));
    while (moved > 0) move_part(aside, real, parts[--moved]);
    return false;
}

/* Is the file with the name of a finished restore a whole database? A restore gives that name to nothing else. */
static bool check_restored(const char *restored, struct err *e)
{
    struct stat st;
    struct err why = { "it is empty" };
    if (lstat(restored, &st) != 0) return err_set(e, "%s: %s.", restored, strerror(errno));
    if (!S_ISREG(st.st_mode))
        return err_set(e, "%s is not what a restore left (it is no regular file): move it away.", restored);
    struct db *db = st.st_size > 0 ? db_open_immutable(restored, &why) : NULL;
    if (db == NULL) return err_set(e, "%s is not what a restore left (%s): move it away.", restored, why.text);
    db_silence(db);
    bool well = migrate_check(db, restored, db_steps, &why);
    db_close(db);
    return well || err_set(e, "%s Move it away: it is not what a restore left.", why.text);
}

/* Sets *found when there was an interrupted restore. */
static bool finish_interrupted(const char *real, bool *found, char aside[PATH_MAX], struct err *e)
{
    char restored[PATH_MAX];
    struct stat st;
    *found = false;
    if (strlen(real) >= PATH_MAX - 32) return true;
    join(restored, real, DB_FILES_RESTORED);
    if (lstat(restored, &st) != 0 && errno == ENOENT) return true;
    *found = true;
    return check_restored(restored, e) && swap_databases(real, aside, e);
}

bool restore_finish(const char *database, struct err *e)
{
    char real[PATH_MAX], aside[PATH_MAX];
    bool found;
    if (!db_files_find(database, real, e) || !finish_interrupted(real, &found, aside, e)) return false;
    if (found && aside[0] != '\0')
        log_event(LOG_NOTICE, NULL,
                  "store: a restore that was cut short is finished: the database before it is kept as %s", aside);
    else if (found)
        log_event(LOG_NOTICE, NULL, "store: a restore that was cut short is finished: there was no database before it");
    return true;
}

/* --- the file --- */

static bool check_file(const char *file, const char *real, char found[PATH_MAX], struct err *e)
{
    struct stat st, own;
    if (realpath(file, found) == NULL || stat(found, &st) != 0) return err_set(e, "%s: %s.", file, strerror(errno));
    if (S_ISDIR(st.st_mode)) return err_set(e, "%s is a directory.", file);
    if (!S_ISREG(st.st_mode)) return err_set(e, "%s is no regular file.", file);
    if (stat(real, &own) == 0 && own.st_dev == st.st_dev && own.st_ino == st.st_ino)
        return err_set(e, "%s is the house's database itself.", file);
    if (access(found, R_OK) != 0) return err_set(e, "%s: %s.", file, strerror(errno));
    return st.st_size > 0 || err_set(e, "%s is empty: no house is in it.", file);
}

/* Has the file neither a log nor a journal beside it? With one, SQLite must read both. */
static bool is_complete(const char *found)
{
    return db_files_size(found, "-wal") <= 0 && db_files_size(found, "-journal") <= 0;
}

/* SQLite reads a file that is cut inside its last page as if zeros followed. If that page is empty, no other check
 * finds it. */
static bool check_end(const char *file, const char *found, struct err *e)
{
    if (!is_complete(found) || db_files_size(found, "") % PAGE_MIN == 0) return true;
    return err_set(e, "%s is damaged (its end is missing).", file);
}

/* Makes an empty file for the copy, with the owner of the database that it replaces. */
static bool make_new_file(const char *place, const char *real, struct err *e)
{
    char directory[PATH_MAX];
    struct stat st;
    snprintf(directory, sizeof directory, "%s", real);
    backup_copy_remove(place);
    int fd = open(place, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool well = fd >= 0 && (stat(real, &st) == 0 || stat(dirname(directory), &st) == 0) && fchmod(fd, 0600) == 0;
    if (well && geteuid() == 0) well = fchown(fd, st.st_uid, st.st_gid) == 0;
    if (!well) err_set(e, "%s cannot be made: %s.", place, strerror(errno));
    if (fd >= 0) close(fd);
    return well;
}

static bool is_free(const char *aside)
{
    for (size_t i = 0; i < PARTS; i++)
        if (db_files_size(aside, parts[i]) >= 0) return false;
    return true;
}

/* Gives the copy a time that makes a free name for the old database, and the name of a finished restore. */
static bool finish_copy(const char *place, const char *real, struct err *e)
{
    char restored[PATH_MAX], aside[PATH_MAX];
    time_t t = time(NULL);
    for (aside_name(aside, real, t); !is_free(aside); aside_name(aside, real, t)) t++;
    struct timespec times[2] = { { .tv_sec = t }, { .tv_sec = t } };
    join(restored, real, DB_FILES_RESTORED);
    if (utimensat(AT_FDCWD, place, times, AT_SYMLINK_NOFOLLOW) == 0 && backup_copy_sync(place) &&
        rename(place, restored) == 0) {
        if (sync_directory_of(real)) return true;
        unlink(restored);
    }
    return err_set(e, "%s cannot be made: %s.", restored, strerror(errno));
}

/* --- the whole restore --- */

static bool copy_file(const char *file, const char *found, const char *place, backup_stop *stop,
                      struct backup_facts *facts, struct err *e)
{
    struct db *from = is_complete(found) ? db_open_immutable(found, e) : db_open(found, true, e);
    if (from == NULL) return false;
    struct backup_copy copy = {
        .from = from, .from_name = file, .to = place, .to_name = place, .newest = true, .stop = stop
    };
    bool made = backup_copy_make(&copy, facts, e) && check_end(file, found, e);
    db_close(from);
    return made;
}

static bool restore(const char *real, const char *file, backup_stop *stop, struct backup_facts *facts,
                    char aside[PATH_MAX], struct err *e)
{
    char found[PATH_MAX], place[PATH_MAX], restored[PATH_MAX];
    if (!check_file(file, real, found, e)) return false;
    int other = lock_take_existing(found, e);
    if (other < 0 && e->text[0] != '\0') return false;
    join(place, real, ".new");
    bool well =
        make_new_file(place, real, e) && copy_file(file, found, place, stop, facts, e) && finish_copy(place, real, e);
    if (!well) backup_copy_remove(place);
    if (other >= 0) close(other);
    if (!well || swap_databases(real, aside, e)) return well;
    join(restored, real, DB_FILES_RESTORED);
    unlink(restored);
    return false;
}

bool restore_run(const char *database, const char *file, backup_stop *stop, struct backup_facts *facts,
                 char aside[PATH_MAX], struct err *e)
{
    char real[PATH_MAX];
    bool found;
    if (!db_files_find(database, real, e)) return false;
    if (strlen(real) >= PATH_MAX - 64) return err_set(e, "The name of the database is too long.");
    errno = 0;
    int lock = lock_take(real, e);
    if (lock < 0) return errno == EWOULDBLOCK ? err_set(e, "%s is in use by a host: stop it first.", database) : false;
    bool well = finish_interrupted(real, &found, aside, e) && restore(real, file, stop, facts, aside, e);
    close(lock);
    return well;
}
