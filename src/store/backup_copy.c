#include "store/backup_copy.h"

#include "store/db.h"
#include "store/migrate.h"
#include "store/steps.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

static bool copy_pages(const struct backup_copy *c, struct err *e)
{
    struct err why;
    struct db *to = db_open_existing(c->to, e);
    if (to == NULL) return false;
    db_silence(to);
    db_silence(c->from);
    bool well = db_copy(to, c->from, c->stop, &why);
    if (!well) err_set(e, "%s cannot be copied to %s: %s.", c->from_name, c->to_name, why.text);
    db_close(to);
    return well;
}

static bool read_facts(struct db *db, struct backup_facts *f)
{
    int64_t version, pages, size;
    bool well = db_number(db, "SELECT count(*) FROM account", &f->accounts) &&
                db_number(db, "SELECT count(*) FROM round", &f->rounds) &&
                db_number(db, "PRAGMA user_version", &version) && db_number(db, "PRAGMA page_count", &pages) &&
                db_number(db, "PRAGMA page_size", &size);
    if (!well) return false;
    f->version = (int)version;
    f->bytes = pages * size;
    return true;
}

/* A fault in the copy was in the original, so the sentence names the original. */
static bool check_copy(const struct backup_copy *c, struct backup_facts *facts, struct err *e)
{
    struct err why;
    struct db *to = db_open_existing(c->to, e);
    if (to == NULL) return false;
    db_silence(to);
    /* The copied pages say that the database has a write-ahead log; such a file cannot be read in a directory that
     * cannot be written. */
    bool single = db_exec(to, "PRAGMA journal_mode = DELETE", &why);
    bool well = migrate_check(to, c->from_name, db_steps, e);
    if (well && !single) well = err_set(e, "%s cannot be written: %s.", c->to_name, why.text);
    if (well && c->newest) well = migrate(to, c->from_name, db_steps, e);
    if (well && !read_facts(to, facts)) well = err_set(e, "%s is damaged (it lacks what a house has).", c->from_name);
    db_close(to);
    return well;
}

bool backup_copy_make(const struct backup_copy *c, struct backup_facts *facts, struct err *e)
{
    return copy_pages(c, e) && check_copy(c, facts, e);
}

bool backup_copy_sync(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool well = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0) close(fd);
    return well;
}

void backup_copy_remove(const char *path)
{
    static const char *const ends[] = { "", "-journal", "-wal", "-shm" };
    char name[PATH_MAX];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (snprintf(name, sizeof name, "%s%s", path, ends[i]) < (int)sizeof name) unlink(name);
}
