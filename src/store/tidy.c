#include "store/tidy.h"

#include "base/log.h"
#include "store/db.h"

#include <inttypes.h>

static void log_is_held(struct tidy *t, int64_t bytes, int64_t now_ms)
{
    if (!t->held) *t = (struct tidy){ .held = true, .since_ms = now_ms };
    if (t->logged || now_ms - t->since_ms < TIDY_HELD_MS) return;
    t->logged = true;
    log_event(LOG_WARNING, NULL,
              "store: somebody has been reading in the database for %" PRId64
              " s, a sqlite3 shell perhaps: its log cannot be emptied and "
              "grows (%" PRId64 " kB)",
              (now_ms - t->since_ms) / 1000, bytes / 1024);
}

bool tidy_log(struct tidy *t, struct db *db, int64_t now_ms)
{
    int64_t bytes = 0;
    switch (db_empty_log(db, &bytes)) {
    case DB_LOG_EMPTY: break;
    case DB_LOG_HELD: log_is_held(t, bytes, now_ms); return false;
    case DB_LOG_FAILED: return false;
    }
    if (t->logged)
        log_event(LOG_NOTICE, NULL, "store: the reader has gone after %" PRId64 " s, the log is empty",
                  (now_ms - t->since_ms) / 1000);
    *t = (struct tidy){ .held = false };
    return true;
}
