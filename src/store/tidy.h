/* Empties the write-ahead log when nobody writes, and logs when a reader prevents that. Without this the log would keep
 * its largest size, and grow while somebody reads. It runs on the writer's thread, because a checkpoint waits for the
 * disk. For the store's own files. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define TIDY_IDLE_MS 2000  /* so long without a job; then repeated until the log is empty */
#define TIDY_LOAD_MS 30000 /* at the latest, when there is always a job */
#define TIDY_HELD_MS 10000 /* how long a reader may prevent it before that is logged */

struct db;

/* Zeroed memory is the initial state. */
struct tidy {
    bool held, logged; /* a reader prevents it; that was logged */
    int64_t since_ms;  /* since when */
};

/* Writes the log into the database and empties it. When a reader has prevented that for TIDY_HELD_MS, it logs so, once,
 * and logs when it is over. now_ms is monotonic. true: the log is empty. */
bool tidy_log(struct tidy *t, struct db *db, int64_t now_ms);
