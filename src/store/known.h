/* The networks from which the owner of an account logged in before. The database has only a hash of account and network
 * by a key of this house, for KNOWN_DAYS after the last login, and no address. For the store's own files. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct db;

#define KNOWN_DAYS 90
#define KNOWN_GAP_DAYS 30 /* the clock is not trusted when nobody logged in during so many days before it */
#define KNOWN_MAX 8       /* networks of an account, the latest ones */
#define KNOWN_KEY_BYTES 32

/* Reads the key of the house, which was made with the database. false: it is missing. */
bool known_key_get(struct db *db, uint8_t key[KNOWN_KEY_BYTES]);

enum known {
    KNOWN_NOT,
    KNOWN_ONCE,  /* within KNOWN_DAYS */
    KNOWN_TODAY, /* within a day, so nothing has to be written */
};

/* Sets *out to when the owner logged in from network (origin_network(); 0 is nobody's) before now_s, wall-clock
 * seconds. false: SQLite failed, which is logged. */
bool known_find(struct db *db, const uint8_t key[KNOWN_KEY_BYTES], int64_t account, uint64_t network, int64_t now_s,
                enum known *out);

/* The owner logs in from network now. Deletes old networks of this account and of all others. false: SQLite failed. */
bool known_remember(struct db *db, const uint8_t key[KNOWN_KEY_BYTES], int64_t account, uint64_t network,
                    int64_t now_s);

/* Deletes networks that are older than KNOWN_DAYS. If the clock was in the future once, its times are set to now_s, so
 * that nothing is kept for longer. Does nothing while the clock is not trusted: when nobody logged in between a day and
 * KNOWN_GAP_DAYS before now_s. In a house without visits for so long only known_find() applies KNOWN_DAYS. false:
 * SQLite failed. */
bool known_forget(struct db *db, int64_t now_s);
