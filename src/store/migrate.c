#include "store/migrate.h"

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

static bool file_is_whole(struct db *db, const char *path, struct err *e)
{
    char what[160] = "it cannot be read";
    struct query q = db_query(db, "PRAGMA quick_check(1)");
    if (query_next(&q)) get_text(&q, what, sizeof what);
    query_end(&q);
    if (strcmp(what, "ok") == 0) return true;
    what[strcspn(what, "\n")] = '\0';
    return err_set(e, "%s is damaged (%s). Bring back a backup; it has not been changed.", path, what);
}

/* Foreign keys are off while a step runs, so that it may rebuild tables; afterwards none may hang in the air. */
static bool step_do(struct db *db, const struct embedded_file *step, int number, struct err *e)
{
    char mark[96];
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d", STORE_APPLICATION, number);
    int64_t hanging = 0;
    if (!db_exec(db, (const char *)step->bytes, e) || !db_exec(db, mark, e)) return false;
    if (!db_number(db, "SELECT count(*) FROM pragma_foreign_key_check", &hanging))
        return err_set(e, "it cannot be checked");
    return hanging == 0 || err_set(e, "%" PRId64 " rows would point nowhere", hanging);
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
    if (version > newest)
        return err_set(e, "%s comes from a newer program (schema %" PRId64 "; this one knows %d).", path, version,
                       newest);
    if (!file_is_whole(db, path, e)) return false;
    for (int number = (int)version + 1; number <= newest; number++) {
        struct err why;
        if (step_run(db, &steps[number - 1], number, &why)) continue;
        return err_set(e, "%s cannot be brought up to date by %s: %s.", path, steps[number - 1].name, why.text);
    }
    return true;
}
