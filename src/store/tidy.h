/* The write-ahead log is emptied when nobody writes, and who holds it up is told. Without this it would keep the size
 * that it once had, and grow while somebody reads. On the writer's thread: a checkpoint waits for the disk, and for
 * nobody else. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define TIDY_IDLE_MS 2000  /* without a job, and then as often as it takes */
#define TIDY_LOAD_MS 30000 /* at the latest, when there always is one */
#define TIDY_HELD_MS 10000 /* held up for so long it is told */

struct db;

/* Cleared memory is its beginning. */
struct tidy {
    bool held, told;
    int64_t since_ms; /* held up since then */
};

/* Writes what is in the log into the database and makes it empty. Tells the log of the house when a reader has kept it
 * from that for TIDY_HELD_MS, once, and when that is over. now_ms: monotonic. true: nothing is left in it. */
bool tidy_log(struct tidy *t, struct db *db, int64_t now_ms);
