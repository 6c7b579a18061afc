/* Networks from which the owner of an account came in before. What is kept is a hash of account and network by a key of
 * this house, for KNOWN_DAYS after the last time; nothing else in the books knows an address. For the store's own
 * files. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct db;

#define KNOWN_DAYS 90
#define KNOWN_GAP_DAYS 30 /* a clock that finds nobody in so many days before it is not believed */
#define KNOWN_MAX 8       /* of an account: the ones that were seen last */
#define KNOWN_KEY_BYTES 32

/* The house's key, made with the database. false: it is not there. */
bool known_key_get(struct db *db, uint8_t key[KNOWN_KEY_BYTES]);

enum known {
    KNOWN_NOT,
    KNOWN_ONCE,  /* within KNOWN_DAYS */
    KNOWN_TODAY, /* and within a day: there is nothing to write */
};

/* Did the owner come in from that network (origin_network(); 0 is nobody's) before now_s, wall-clock seconds? false:
 * SQLite refused. */
bool known_find(struct db *db, const uint8_t key[KNOWN_KEY_BYTES], int64_t account, uint64_t network, int64_t now_s,
                enum known *out);

/* The owner came in from there now. Forgets what is too old, of this account and of any other. */
bool known_remember(struct db *db, const uint8_t key[KNOWN_KEY_BYTES], int64_t account, uint64_t network,
                    int64_t now_s);

/* Forgets what is older than KNOWN_DAYS. A clock that once stood in the future must not make anything be kept for
 * longer: what is said to have been seen later than now_s was seen now. Does nothing while the clock cannot be
 * believed: when nobody was seen from a day to KNOWN_GAP_DAYS before now_s. In a house that nobody visits so long,
 * known_find() alone keeps to KNOWN_DAYS. */
bool known_forget(struct db *db, int64_t now_s);
