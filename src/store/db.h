/* One SQLite connection with its prepared statements, for one thread at a time. A statement is written where it is
 * used:
 *
 *     struct query q = db_query(db, "SELECT tally, loser FROM account WHERE id = ?");
 *     put_int(&q, id);
 *     if (query_next(&q)) { tally = get_int(&q); loser = get_int(&q); }
 *     return query_end(&q);
 *
 * Values are put, and columns are got, in the order of the statement. After the first error the other calls do nothing,
 * and query_end() returns and logs it. For the store's own files. */
#pragma once
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct db;
struct sqlite3_stmt;

/* Opens the file at path. For writing, a missing file is created, for its owner only (0600). Changes nothing in it.
 * Close it with db_close(); NULL is fine. NULL: it failed, and e says why. */
struct db *db_open(const char *path, bool read_only, struct err *e);
void db_close(struct db *db);

/* Opens an existing file for writing; it keeps its mode. Close it with db_close(). */
struct db *db_open_existing(const char *path, struct err *e);

/* Opens a file for reading that nobody writes meanwhile and that has no log. SQLite makes no file beside it, so it may
 * lie in a directory that cannot be written. Close it with db_close(). */
struct db *db_open_immutable(const char *path, struct err *e);

/* From here on errors are not logged: for a command, which prints one sentence itself. */
void db_silence(struct db *db);

/* Configures a connection for writing, when the file is known to be ours: write-ahead log, every commit waits for the
 * disk, foreign keys. false: it failed, and e says why. */
bool db_use_wal(struct db *db, struct err *e);

/* Commits a write that changes no value. While another process has the file open, SQLite does not read the log anew: a
 * commit that a killed process wrote to the log, but not to the log's index, is not seen now and would be seen once
 * nobody has the file open. This write takes its place in the log. A disk that is full is logged and
 * keeps nobody out. */
void db_overwrite_unseen(struct db *db);

/* Runs several statements without values, which are not kept. false: it failed; e has SQLite's message, and nothing is
 * logged. */
bool db_exec(struct db *db, const char *sql, struct err *e);

/* Runs one statement without values or rows, which is prepared once and kept. false: it failed, which is logged. */
bool db_run(struct db *db, const char *sql);

/* Begins a transaction, which locks for writing at once, or gives one consistent view for reading. */
bool db_begin(struct db *db);
/* false: nothing of the transaction is on the disk. */
bool db_commit(struct db *db);
void db_rollback(struct db *db);
bool db_in_transaction(const struct db *db);

/* It was opened for reading. */
bool db_only_reads(const struct db *db);

struct query {
    struct db *db;
    struct sqlite3_stmt *stmt;
    int put, got; /* values and columns so far */
    int code;     /* of SQLite; the first error stays */
};

/* Begins a statement. sql must live as long as the connection, as a literal does. The same literal cannot be used again
 * before query_end(). */
struct query db_query(struct db *db, const char *sql);

void put_int(struct query *q, int64_t value);
void put_text(struct query *q, const char *text);             /* NULL for NULL; must live until query_end() */
void put_bytes(struct query *q, const void *bytes, size_t n); /* the same */
void put_id(struct query *q, int64_t id);                     /* 0 for NULL */

/* The next row: false at the end, or after an error. */
bool query_next(struct query *q);
int64_t get_int(struct query *q);                       /* 0 for NULL */
void get_text(struct query *q, char *out, size_t size); /* "" for NULL; cut at size */
void get_bytes(struct query *q, void *out, size_t n);   /* zeros for what is missing */

/* Ends the statement. false: something failed, which is logged. */
bool query_end(struct query *q);

/* Runs and ends a statement without rows. */
bool query_do(struct query *q);

/* The number of rows that the last statement changed. */
int db_changes(const struct db *db);

/* Reads one number; 0 for no row or NULL. false: it failed, which is logged. */
bool db_number(struct db *db, const char *sql, int64_t *out);

/* Replaces the content of to by the content of from at this moment; others may write to from meanwhile. Calls stop()
 * after each MiB or so and ends when it returns true. false: e has SQLite's message, and to is useless. */
bool db_copy(struct db *to, struct db *from, bool (*stop)(void), struct err *e);

enum db_log {
    DB_LOG_EMPTY,
    DB_LOG_HELD,  /* somebody still reads from it */
    DB_LOG_FAILED /* it is logged why */
};

/* Writes the whole write-ahead log into the database and truncates it. Waits for the disk, but for no reader. For
 * DB_LOG_HELD it sets *bytes to the size of the log. */
enum db_log db_empty_log(struct db *db, int64_t *bytes);
