/* One SQLite connection with its prepared statements, for one thread at a time. A statement is written where it is
 * used:
 *
 *     struct query q = db_query(db, "SELECT tally, loser FROM account WHERE id = ?");
 *     put_int(&q, id);
 *     if (query_next(&q)) { tally = get_int(&q); loser = get_int(&q); }
 *     return query_end(&q);
 *
 * Values are put and columns got in the order of the statement. The first error sticks, makes the rest do nothing and
 * comes out of query_end(), which logs it. Only the store's own files include this. */
#pragma once
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct db;
struct sqlite3_stmt;

/* Opens the file at path, which must exist unless it is to be written: then it is created, for its owner only (0600).
 * Changes nothing in it. NULL with e set when it cannot. */
struct db *db_open(const char *path, bool read_only, struct err *e);
void db_close(struct db *db);

/* The same for writing, but the file is there and keeps its mode. */
struct db *db_open_existing(const char *path, struct err *e);

/* For reading a file that nobody writes meanwhile and that has no log: nothing is made beside it, so it may lie where
 * nothing can be written. */
struct db *db_open_immutable(const char *path, struct err *e);

/* From here on nothing is logged: for a command, which has one sentence to say. */
void db_silence(struct db *db);

/* For a connection that writes, once the file is known to be ours: write-ahead log, every commit on the disk before it
 * counts, foreign keys. */
bool db_use_wal(struct db *db, struct err *e);

/* Several statements without values, each prepared for this once. false with e set to SQLite's words; nothing is
 * logged. */
bool db_exec(struct db *db, const char *sql, struct err *e);

/* One statement without values or rows, prepared once and kept. false: it failed, which is logged. */
bool db_run(struct db *db, const char *sql);

/* A transaction: for writing at once, or one view of everything for reading. */
bool db_begin(struct db *db);
/* false: none of it is on the disk. */
bool db_commit(struct db *db);
void db_rollback(struct db *db);
bool db_in_transaction(const struct db *db);

struct query {
    struct db *db;
    struct sqlite3_stmt *stmt;
    int put, got; /* values and columns so far */
    int code;     /* SQLite's; the first that is no success stays */
};

/* sql must live as long as the connection: a literal. Until query_end() the same literal cannot be used again. */
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

/* Gives the statement back. false: something failed, which is logged. */
bool query_end(struct query *q);

/* For a statement without rows: runs it and ends it. */
bool query_do(struct query *q);

/* How many rows the last statement changed. */
int db_changes(const struct db *db);

/* One number; 0 for no row or NULL. false as query_end(). */
bool db_number(struct db *db, const char *sql, int64_t *out);

/* Puts all that is in from, as it is at this moment, in place of what is in to, while others go on writing from. Asks
 * stop() after every MiB or so and ends when it says yes. false with SQLite's words in e; then to is of no use. */
bool db_copy(struct db *to, struct db *from, bool (*stop)(void), struct err *e);

enum db_log {
    DB_LOG_EMPTY,
    DB_LOG_HELD,  /* somebody reads in it */
    DB_LOG_FAILED /* logged */
};

/* Writes the whole write-ahead log into the database and cuts it to nothing; waits for the disk but for no reader.
 * *bytes: what is in it when it is held. */
enum db_log db_empty_log(struct db *db, int64_t *bytes);
