#include "store/migrate.h"

#include "base/text.h"
#include "store/db.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int steps_count(const struct embedded_file *steps)
{
    int n = 0;
    for (; steps[n].name != NULL; n++) assert(atoi(steps[n].name) == n + 1);
    return n;
}

static bool file_is_ours(struct db *db, const char *path, struct err *e)
{
    int64_t application, tables;
    if (!db_number(db, "PRAGMA application_id", &application) ||
        !db_number(db, "SELECT count(*) FROM sqlite_schema", &tables))
        return err_set(e, "%s is damaged or no database at all. Bring back a backup; it has not been changed.", path);
    if (application == STORE_APPLICATION || (application == 0 && tables == 0)) return true;
    return err_set(e, "%s is a database of some other program.", path);
}

/* Runs check, a pragma that returns "ok" or a message. Writes the first line of the message to what. */
static bool is_ok(struct db *db, const char *check, char what[160])
{
    strcpy(what, "it cannot be read");
    struct query q = db_query(db, check);
    if (query_next(&q)) get_text(&q, what, 160);
    query_end(&q);
    what[strcspn(what, "\n")] = '\0';
    return strcmp(what, "ok") == 0;
}

static bool file_is_whole(struct db *db, const char *path, struct err *e)
{
    char what[160];
    if (is_ok(db, "PRAGMA quick_check(1)", what)) return true;
    return err_set(e, "%s is damaged (%s). Bring back a backup; it has not been changed.", path, what);
}

static bool is_newer(const char *path, int64_t version, int newest, struct err *e)
{
    if (version <= newest) return false;
    err_set(e, "%s comes from a newer program (schema %" PRId64 "; this one knows %d).", path, version, newest);
    return true;
}

/* Foreign keys are off while a step runs, so that it can rebuild tables. Afterwards no reference may dangle. */
static bool step_do(struct db *db, const struct embedded_file *step, int number, struct err *e)
{
    char mark[96];
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d", STORE_APPLICATION, number);
    int64_t dangling = 0;
    if (!db_exec(db, (const char *)step->bytes, e) || !db_exec(db, mark, e)) return false;
    if (!db_number(db, "SELECT count(*) FROM pragma_foreign_key_check", &dangling))
        return err_set(e, "it cannot be checked");
    return dangling == 0 || err_set(e, "%" PRId64 " row%s would point nowhere", dangling, text_word(dangling, "", "s"));
}

static bool step_run(struct db *db, const struct embedded_file *step, int number, struct err *e)
{
    if (!db_exec(db, "PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE", e)) return false;
    if (step_do(db, step, number, e) && db_exec(db, "COMMIT", e)) return true;
    db_rollback(db);
    return false;
}

bool migrate(struct db *db, const char *path, const struct embedded_file *steps, struct err *e)
{
    int64_t version;
    int newest = steps_count(steps);
    if (!file_is_ours(db, path, e)) return false;
    if (!db_number(db, "PRAGMA user_version", &version)) return err_set(e, "%s cannot be read.", path);
    if (is_newer(path, version, newest, e)) return false;
    if (!file_is_whole(db, path, e)) return false;
    for (int number = (int)version + 1; number <= newest; number++) {
        struct err why;
        if (step_run(db, &steps[number - 1], number, &why)) continue;
        return err_set(e, "%s cannot be brought up to date by %s: %s.", path, steps[number - 1].name, why.text);
    }
    return true;
}

static bool has_column(struct db *db, const char *table, const char *column, bool *has)
{
    struct query q = db_query(db, "SELECT 1 FROM pragma_table_info(?) WHERE name = ?");
    put_text(&q, table);
    put_text(&q, column);
    *has = query_next(&q);
    return query_end(&q);
}

/* Sets lacks to "table.column" of the first column that model has and db lacks, or to "". */
static bool compare(struct db *db, struct db *model, char lacks[160])
{
    char table[64], column[64];
    bool has = true, well = true;
    struct query q = db_query(
        model, "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'");
    while (well && has && query_next(&q)) {
        get_text(&q, table, sizeof table);
        get_text(&q, column, sizeof column);
        well = has_column(db, table, column, &has);
    }
    lacks[0] = '\0';
    if (!has) snprintf(lacks, 160, "%s.%s", table, column);
    return query_end(&q) && well;
}

/* A file can claim any version; it must then have the columns that the steps make from nothing. */
static bool has_all(struct db *db, const char *path, const struct embedded_file *steps, int version, struct err *e)
{
    struct err why = { "it cannot be read" };
    char lacks[160] = "";
    struct db *model = db_open_existing(":memory:", e);
    if (model == NULL) return false;
    bool well = true;
    for (int number = 1; well && number <= version; number++) well = step_run(model, &steps[number - 1], number, &why);
    well = well && compare(db, model, lacks);
    db_close(model);
    if (!well) return err_set(e, "%s cannot be examined: %s.", path, why.text);
    return lacks[0] == '\0' || err_set(e, "%s is damaged (it lacks %s, which schema %d has).", path, lacks, version);
}

bool migrate_check(struct db *db, const char *path, const struct embedded_file *steps, struct err *e)
{
    int64_t application, tables, version, dangling;
    char what[160];
    if (!db_number(db, "PRAGMA application_id", &application) ||
        !db_number(db, "SELECT count(*) FROM sqlite_schema", &tables))
        return err_set(e, "%s is damaged or no database at all.", path);
    if (application == 0 && tables == 0) return err_set(e, "%s is empty: no house is in it.", path);
    if (application != STORE_APPLICATION) return err_set(e, "%s is a database of some other program.", path);
    if (!db_number(db, "PRAGMA user_version", &version) || version < 1)
        return err_set(e, "%s is damaged (it has no version).", path);
    if (is_newer(path, version, steps_count(steps), e)) return false;
    if (!is_ok(db, "PRAGMA integrity_check(1)", what)) return err_set(e, "%s is damaged (%s).", path, what);
    if (!db_number(db, "SELECT count(*) FROM pragma_foreign_key_check", &dangling) || dangling > 0)
        return err_set(e, "%s is damaged (%" PRId64 " %s nowhere).", path, dangling,
                       text_word(dangling, "row points", "rows point"));
    return has_all(db, path, steps, (int)version, e);
}
