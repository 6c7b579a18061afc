#include "store/db.h"

#include "base/log.h"
#include "base/mem.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STATEMENTS 64        /* more than the whole store has; a full cache is a bug of ours */
#define PAGE_BYTES 4096      /* SQLite's default */
#define COPY_PAGES 256       /* pages between two calls of stop() */
#define BUSY_TIMEOUT_MS 5000 /* waits for an operator's sqlite3 shell on the file */

struct kept {
    const char *sql; /* the literal itself is the key */
    sqlite3_stmt *stmt;
};

struct db {
    sqlite3 *sqlite;
    bool read_only, silent;
    int kept_n;
    struct kept kept[STATEMENTS];
};

/* SQLite would create the file with the mode of the umask; its log and shared memory get the mode of the file. */
static bool file_prepare(const char *path, struct err *e)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    bool ok = fd >= 0 && fchmod(fd, 0600) == 0;
    if (!ok) err_set(e, "%s cannot be opened: %s.", path, strerror(errno));
    if (fd >= 0) close(fd);
    return ok;
}

/* Opens name, which SQLite may read as a URI; path is the name of the file for the sentence. NULL with e set. */
static struct db *open_as(const char *name, const char *path, int flags, struct err *e)
{
    struct db *db = mem_new(sizeof *db);
    db->read_only = (flags & SQLITE_OPEN_READONLY) != 0;
    if (sqlite3_open_v2(name, &db->sqlite, SQLITE_OPEN_NOMUTEX | flags, NULL) != SQLITE_OK) {
        err_set(e, "%s cannot be opened: %s.", path, sqlite3_errmsg(db->sqlite));
        db_close(db);
        return NULL;
    }
    sqlite3_extended_result_codes(db->sqlite, 1);
    sqlite3_busy_timeout(db->sqlite, BUSY_TIMEOUT_MS);
    sqlite3_db_config(db->sqlite, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(db->sqlite, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    /* In KiB. It is small, because few pages are read often, and the system caches the file. */
    sqlite3_exec(db->sqlite, "PRAGMA cache_size = -256", NULL, NULL, NULL);
    return db;
}

struct db *db_open(const char *path, bool read_only, struct err *e)
{
    if (!read_only && !file_prepare(path, e)) return NULL;
    return open_as(path, path, read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE, e);
}

struct db *db_open_existing(const char *path, struct err *e)
{
    return open_as(path, path, SQLITE_OPEN_READWRITE, e);
}

/* Uses a URI (RFC 3986 2.1), because SQLite takes the option immutable there only. */
struct db *db_open_immutable(const char *path, struct err *e)
{
    static const char digits[] = "0123456789ABCDEF", options[] = "?immutable=1";
    char *name = mem_new(sizeof "file:" + 3 * strlen(path) + sizeof options), *to = stpcpy(name, "file:");
    for (const char *at = path; *at != '\0'; at++) {
        unsigned char c = (unsigned char)*at;
        bool plain = c == '/' || c == '.' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (!plain) *to++ = '%', *to++ = digits[c >> 4], c = (unsigned char)digits[c & 15];
        *to++ = (char)c;
    }
    strcpy(to, options);
    struct db *db = open_as(name, path, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, e);
    free(name);
    return db;
}

void db_silence(struct db *db)
{
    db->silent = true;
}

void db_close(struct db *db)
{
    if (db == NULL) return;
    for (int i = 0; i < db->kept_n; i++) sqlite3_finalize(db->kept[i].stmt);
    int code = sqlite3_close(db->sqlite);
    assert(code == SQLITE_OK);
    (void)code;
    free(db);
}

bool db_exec(struct db *db, const char *sql, struct err *e)
{
    if (sqlite3_exec(db->sqlite, sql, NULL, NULL, NULL) == SQLITE_OK) return true;
    return err_set(e, "%s", sqlite3_errmsg(db->sqlite));
}

bool db_use_wal(struct db *db, struct err *e)
{
    struct query q = db_query(db, "PRAGMA journal_mode = WAL");
    char mode[8] = "";
    if (query_next(&q)) get_text(&q, mode, sizeof mode);
    if (!query_end(&q) || strcmp(mode, "wal") != 0) return err_set(e, "no write-ahead log is possible there");
    return db_exec(db, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 1048576", e);
}

void db_overwrite_unseen(struct db *db)
{
    int64_t version;
    if (!db_number(db, "PRAGMA user_version", &version)) return;
    char same[64];
    struct err e;
    snprintf(same, sizeof same, "PRAGMA user_version = %" PRId64, version);
    if (!db_exec(db, same, &e)) log_event(LOG_ERR, NULL, "store: nothing can be written: %s", e.text);
}

/* The prepared statement of a literal, which lives as long as db; NULL: it cannot be prepared. */
static sqlite3_stmt *db_statement(struct db *db, const char *sql)
{
    for (int i = 0; i < db->kept_n; i++)
        if (db->kept[i].sql == sql) return db->kept[i].stmt;
    assert(db->kept_n < STATEMENTS);
    sqlite3_stmt *stmt;
    if (sqlite3_prepare_v3(db->sqlite, sql, -1, SQLITE_PREPARE_PERSISTENT, &stmt, NULL) != SQLITE_OK) return NULL;
    db->kept[db->kept_n++] = (struct kept){ .sql = sql, .stmt = stmt };
    return stmt;
}

struct query db_query(struct db *db, const char *sql)
{
    struct query q = { .db = db, .stmt = db_statement(db, sql) };
    if (q.stmt == NULL) {
        q.code = sqlite3_errcode(db->sqlite);
        if (!db->silent) log_event(LOG_ERR, NULL, "store: %s: %s", sqlite3_errmsg(db->sqlite), sql);
    }
    assert(q.stmt == NULL || !sqlite3_stmt_busy(q.stmt));
    return q;
}

static bool query_is_well(const struct query *q)
{
    return q->code == SQLITE_OK || q->code == SQLITE_ROW || q->code == SQLITE_DONE;
}

/* A value cannot be put when it is one too many (a bug, which SQLite reports) or when there is no memory. */
static void query_put(struct query *q, int code)
{
    if (code != SQLITE_OK) q->code = code;
}

void put_int(struct query *q, int64_t value)
{
    if (query_is_well(q)) query_put(q, sqlite3_bind_int64(q->stmt, ++q->put, value));
}

void put_text(struct query *q, const char *text)
{
    if (query_is_well(q)) query_put(q, sqlite3_bind_text(q->stmt, ++q->put, text, -1, SQLITE_STATIC));
}

void put_bytes(struct query *q, const void *bytes, size_t n)
{
    if (query_is_well(q)) query_put(q, sqlite3_bind_blob64(q->stmt, ++q->put, bytes, n, SQLITE_STATIC));
}

void put_id(struct query *q, int64_t id)
{
    if (id != 0)
        put_int(q, id);
    else if (query_is_well(q))
        query_put(q, sqlite3_bind_null(q->stmt, ++q->put));
}

bool query_next(struct query *q)
{
    if (!query_is_well(q) || q->code == SQLITE_DONE) return false;
    assert(q->put == sqlite3_bind_parameter_count(q->stmt));
    q->got = 0;
    q->code = sqlite3_step(q->stmt);
    return q->code == SQLITE_ROW;
}

int64_t get_int(struct query *q)
{
    return sqlite3_column_int64(q->stmt, q->got++);
}

void get_text(struct query *q, char *out, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(q->stmt, q->got++);
    snprintf(out, size, "%s", text ? text : "");
}

void get_bytes(struct query *q, void *out, size_t n)
{
    const void *bytes = sqlite3_column_blob(q->stmt, q->got);
    size_t have = (size_t)sqlite3_column_bytes(q->stmt, q->got++);
    memset(out, 0, n);
    if (have > 0) memcpy(out, bytes, have < n ? have : n);
}

bool query_end(struct query *q)
{
    if (q->stmt == NULL) return false; /* logged when it could not be prepared */
    if (!query_is_well(q) && !q->db->silent)
        log_event(LOG_ERR, NULL, "store: %s: %s", sqlite3_errmsg(q->db->sqlite), sqlite3_sql(q->stmt));
    sqlite3_reset(q->stmt);
    sqlite3_clear_bindings(q->stmt);
    return query_is_well(q);
}

bool query_do(struct query *q)
{
    bool row = query_next(q);
    assert(!row);
    (void)row;
    return query_end(q);
}

int db_changes(const struct db *db)
{
    return sqlite3_changes(db->sqlite);
}

bool db_run(struct db *db, const char *sql)
{
    struct query q = db_query(db, sql);
    return query_do(&q);
}

bool db_number(struct db *db, const char *sql, int64_t *out)
{
    struct query q = db_query(db, sql);
    *out = query_next(&q) ? get_int(&q) : 0;
    return query_end(&q);
}

bool db_begin(struct db *db)
{
    return db_run(db, db->read_only ? "BEGIN" : "BEGIN IMMEDIATE");
}

bool db_only_reads(const struct db *db)
{
    return db->read_only;
}

bool db_in_transaction(const struct db *db)
{
    return !sqlite3_get_autocommit(db->sqlite);
}

void db_rollback(struct db *db)
{
    if (db_in_transaction(db)) db_run(db, "ROLLBACK");
}

bool db_commit(struct db *db)
{
    if (db_in_transaction(db) && db_run(db, "COMMIT")) return true;
    db_rollback(db);
    return false;
}

/* Sets e to SQLite's message about the last error, with the system's message if the system failed. Returns false. */
static bool copy_error(struct db *db, struct err *e)
{
    int number = sqlite3_system_errno(db->sqlite), code = sqlite3_errcode(db->sqlite) & 0xFF;
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT) return err_set(e, "it is damaged or no database at all");
    return err_set(e, "%s%s%s", sqlite3_errmsg(db->sqlite), number != 0 ? ": " : "",
                   number != 0 ? strerror(number) : "");
}

bool db_copy(struct db *to, struct db *from, bool (*stop)(void), struct err *e)
{
    /* One consistent view: otherwise every write would make the copy start again. */
    if (!db_exec(from, "BEGIN; SELECT count(*) FROM sqlite_schema", e)) return copy_error(from, e);
    sqlite3_backup *copy = sqlite3_backup_init(to->sqlite, "main", from->sqlite, "main");
    bool stopped = false;
    int code = copy != NULL ? SQLITE_OK : SQLITE_ERROR;
    while (code == SQLITE_OK && !(stopped = stop())) code = sqlite3_backup_step(copy, COPY_PAGES);
    sqlite3_backup_finish(copy);
    if (stopped)
        err_set(e, "told to stop");
    else if (code != SQLITE_DONE)
        copy_error(to, e);
    db_rollback(from);
    return !stopped && code == SQLITE_DONE;
}

enum db_log db_empty_log(struct db *db, int64_t *bytes)
{
    int frames = 0, written = 0;
    sqlite3_busy_timeout(db->sqlite, 0);
    int code = sqlite3_wal_checkpoint_v2(db->sqlite, NULL, SQLITE_CHECKPOINT_TRUNCATE, &frames, &written);
    sqlite3_busy_timeout(db->sqlite, BUSY_TIMEOUT_MS);
    if (code == SQLITE_OK) return DB_LOG_EMPTY;
    if ((code & 0xFF) == SQLITE_BUSY || (code & 0xFF) == SQLITE_LOCKED) {
        *bytes = frames > 0 ? (int64_t)frames * PAGE_BYTES : 0;
        return DB_LOG_HELD;
    }
    log_event(LOG_ERR, NULL, "store: the log cannot be emptied: %s", sqlite3_errmsg(db->sqlite));
    return DB_LOG_FAILED;
}
