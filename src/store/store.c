#include "store/store.h"

#include "base/clock.h"
#include "base/inbox.h"
#include "base/mem.h"
#include "store/db_files.h"
#include "store/db.h"
#include "store/inside.h"
#include "store/lock.h"
#include "store/migrate.h"
#include "store/restore.h"
#include "store/secret.h"
#include "store/steps.h"
#include "store/worker.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WRITER_QUEUE 16384
#define READER_QUEUE 1024

static struct db *open_writer(const char *path, struct err *e)
{
    if (!restore_finish(path, e) || !db_files_check(path, e)) return NULL;
    struct db *db = db_open(path, false, e);
    if (db == NULL) return NULL;
    struct err why;
    bool well = migrate(db, path, db_steps, e);
    if (well && !db_use_wal(db, &why)) well = err_set(e, "%s cannot be used: %s.", path, why.text);
    if (well) db_overwrite_unseen(db);
    if (well) return db;
    db_close(db);
    return NULL;
}

static bool last_id(struct db *db, int64_t *id)
{
    return db_number(db, "SELECT max(id) FROM (SELECT id FROM card_table UNION ALL SELECT id FROM round)", id);
}

struct store *store_open(struct event_base *base, const struct clock *clock, struct pool *pool, const char *name,
                         struct err *e)
{
    char path[PATH_MAX];
    if (sodium_init() < 0) {
        err_set(e, "libsodium cannot be used on this machine.");
        return NULL;
    }
    struct db *writer = NULL, *reader = NULL, *pages = NULL;
    int64_t id = 0;
    int lock = db_files_find(name, path, e) ? lock_take(path, e) : -1;
    if (lock >= 0) writer = open_writer(path, e);
    if (writer != NULL) reader = db_open(path, true, e);
    if (reader != NULL) pages = db_open(path, true, e);
    uint8_t known_key[KNOWN_KEY_BYTES];
    if (pages == NULL || !last_id(writer, &id) || !known_key_get(writer, known_key) ||
        !known_forget(writer, clock_wall_s(clock))) {
        if (pages != NULL) err_set(e, "%s cannot be read.", path);
        db_close(pages);
        db_close(reader);
        db_close(writer);
        if (lock >= 0) close(lock);
        return NULL;
    }
    struct store *s = mem_new(sizeof *s);
    *s = (struct store){ .clock = clock, .pool = pool, .path = mem_copy(path), .lock = lock, .last_id = id };
    s->inbox = inbox_new(base);
    /* The system's clock, because the clock that tests move belongs to the loop's thread. */
    s->writer = worker_new(writer, s->inbox, &clock_system, WRITER_QUEUE, WORKER_BATCH_JOBS);
    worker_keep_tidy(s->writer);
    s->reader = worker_new(reader, s->inbox, &clock_system, READER_QUEUE, 1);
    s->pages = worker_new(pages, s->inbox, &clock_system, READER_QUEUE, 1);
    guesses_init(&s->guesses);
    purses_init(&s->made_by_origin);
    purses_init(&s->made_by_customer);
    purses_init(&s->changes);
    memcpy(s->known_key, known_key, sizeof known_key);
    LIST_INIT(&s->hashing);
    return s;
}

static bool has_unanswered_jobs(const struct store *s)
{
    return worker_unanswered(s->writer) > 0 || worker_unanswered(s->reader) > 0 || worker_unanswered(s->pages) > 0 ||
           !LIST_EMPTY(&s->hashing);
}

void store_close(struct store *s)
{
    if (s == NULL) return;
    while (has_unanswered_jobs(s)) {
        secrets_give_up(s);
        worker_drain(s->reader);
        worker_drain(s->pages);
        worker_drain(s->writer);
        inbox_deliver(s->inbox);
    }
    /* The readers first: the last connection removes the log, and only the writer can do that. */
    worker_free(s->reader);
    worker_free(s->pages);
    worker_free(s->writer);
    inbox_free(s->inbox);
    close(s->lock);
    free(s->path);
    free(s);
}

size_t store_pending(const struct store *s)
{
    return worker_unanswered(s->writer) + secrets_waiting(s) + s->names_asked;
}

int64_t store_next_id(struct store *s)
{
    return ++s->last_id;
}
