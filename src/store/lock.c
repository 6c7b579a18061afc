#include "store/lock.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file of root would lock out the host, which runs as another user. A failure here does no harm. */
static void give_to_owner(int fd, const char *name)
{
    struct stat st;
    char *copy = mem_copy(name);
    if (geteuid() == 0 && stat(dirname(copy), &st) == 0 && fchown(fd, st.st_uid, st.st_gid) != 0) errno = 0;
    free(copy);
}

/* The lock is on a file beside the database, because SQLite locks the database itself. The file is never removed:
 * otherwise two hosts could hold locks on an old and a new one. */
static int lock_file(const char *path, int flags, struct err *e)
{
    char *name = mem_new(strlen(path) + sizeof ".lock");
    strcat(strcpy(name, path), ".lock");
    e->text[0] = '\0';
    int fd = open(name, O_RDWR | O_CLOEXEC | flags, 0600);
    if (fd < 0 && ((flags & O_CREAT) != 0 || errno != ENOENT))
        err_set(e, "%s cannot be opened: %s.", name, strerror(errno));
    if (fd >= 0 && (flags & O_CREAT) != 0) give_to_owner(fd, name);
    free(name);
    if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
    err_set(e, "%s is in use by another host.", path);
    close(fd);
    return -1;
}

int lock_take(const char *path, struct err *e)
{
    return lock_file(path, O_CREAT, e);
}

int lock_take_existing(const char *path, struct err *e)
{
    return lock_file(path, 0, e);
}
