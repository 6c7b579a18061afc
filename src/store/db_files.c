#include "store/db_files.h"

#include "base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* https://sqlite.org/fileformat2.html#the_write_ahead_log */
#define LOG_HEADER 32
#define FRAME_HEADER 24

bool db_files_find(const char *path, char real[PATH_MAX], struct err *e)
{
    struct stat st;
    if (realpath(path, real) == NULL) {
        if (errno != ENOENT) return err_set(e, "%s cannot be opened: %s.", path, strerror(errno));
        if (lstat(path, &st) == 0) return err_set(e, "%s is a link to a file that is not there.", path);
        return snprintf(real, PATH_MAX, "%s", path) < PATH_MAX || err_set(e, "The name of the database is too long.");
    }
    if (stat(real, &st) != 0) return err_set(e, "%s cannot be opened: %s.", path, strerror(errno));
    if (S_ISDIR(st.st_mode)) return err_set(e, "%s is a directory, not a database.", path);
    return S_ISREG(st.st_mode) || err_set(e, "%s is no regular file.", path);
}

/* stat(2) of "<path><end>". */
static bool stat_beside(const char *path, const char *end, struct stat *st)
{
    char name[PATH_MAX];
    return snprintf(name, sizeof name, "%s%s", path, end) < (int)sizeof name && stat(name, st) == 0;
}

off_t db_files_size(const char *path, const char *end)
{
    struct stat st;
    return stat_beside(path, end, &st) ? st.st_size : -1;
}

static const char *time_words(char out[32], time_t t)
{
    struct tm tm;
    gmtime_r(&t, &tm);
    strftime(out, 32, "%Y-%m-%d %H:%M:%S UTC", &tm);
    return out;
}

/* Has the log a frame that SQLite would replay: one with the salts of the header? */
static bool log_has_frames(const char *real)
{
    char name[PATH_MAX];
    unsigned char h[LOG_HEADER + FRAME_HEADER];
    if (snprintf(name, sizeof name, "%s-wal", real) >= (int)sizeof name) return false;
    int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool whole = fd >= 0 && pread(fd, h, sizeof h, 0) == (ssize_t)sizeof h;
    if (fd >= 0) close(fd);
    return whole && h[0] == 0x37 && h[1] == 0x7F && h[2] == 0x06 && (h[3] & 0xFE) == 0x82 &&
           memcmp(h + 16, h + LOG_HEADER + 8, 8) == 0;
}

static bool is_later(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

bool db_files_check(const char *real, struct err *e)
{
    struct stat db, log;
    char db_time[32], log_time[32];
    if (stat_beside(real, "", &db) && db.st_nlink > 1)
        return err_set(
            e, "%s has another name too (a hard link), by which a second host could use it: remove that name.", real);
    if (!stat_beside(real, "-wal", &log) || log.st_size <= LOG_HEADER) return true;
    if (!stat_beside(real, "", &db) || db.st_size == 0)
        return err_set(
            e, "%s is %s, but its log %s-wal is there: bring back both files or a backup, or put the log elsewhere.",
            real, stat_beside(real, "", &db) ? "empty" : "not there", real);
    if (!log_has_frames(real)) return true;
    time_words(db_time, db.st_mtim.tv_sec);
    time_words(log_time, log.st_mtim.tv_sec);
    log_event(LOG_NOTICE, NULL,
              "store: the last host ended without closing: the log %s-wal (of %s) is played into %s (of %s)", real,
              log_time, real, db_time);
    if (is_later(&db.st_mtim, &log.st_mtim))
        log_event(
            LOG_WARNING, NULL,
            "store: %s (of %s) was written after its log (of %s): if it is a copy that was put there by hand, what "
            "is in the log is now in it; `kingscorner restore` puts a copy in place without that",
            real, db_time, log_time);
    return true;
}
