#include "store/known.h"

#include "store/db.h"

#include <sodium.h>
#include <string.h>

#define DAY_S (24 * 60 * 60)
#define HASH_BYTES 16

/* Two accounts in one network have different hashes, so the database does not reveal who lives with whom. */
static void network_hash(uint8_t hash[HASH_BYTES], const uint8_t key[KNOWN_KEY_BYTES], int64_t account,
                         uint64_t network)
{
    uint8_t both[16];
    for (int i = 0; i < 8; i++) {
        both[i] = (uint8_t)((uint64_t)account >> 8 * i);
        both[8 + i] = (uint8_t)(network >> 8 * i);
    }
    crypto_generichash(hash, HASH_BYTES, both, sizeof both, key, KNOWN_KEY_BYTES);
}

bool known_key_get(struct db *db, uint8_t key[KNOWN_KEY_BYTES])
{
    struct query q = db_query(db, "SELECT value FROM secret WHERE name = 'network'");
    bool found = query_next(&q);
    if (found) get_bytes(&q, key, KNOWN_KEY_BYTES);
    return query_end(&q) && found;
}

bool known_find(struct db *db, const uint8_t key[KNOWN_KEY_BYTES], int64_t account, uint64_t network, int64_t now_s,
                enum known *out)
{
    uint8_t hash[HASH_BYTES];
    *out = KNOWN_NOT;
    if (network == 0) return true;
    network_hash(hash, key, account, network);
    struct query q = db_query(db, "SELECT seen_s FROM known_network WHERE account_id = ? AND hash = ? AND seen_s > ?");
    put_int(&q, account);
    put_bytes(&q, hash, sizeof hash);
    put_int(&q, now_s - KNOWN_DAYS * DAY_S);
    if (query_next(&q)) {
        int64_t seen_s = get_int(&q);
        *out = seen_s > now_s - DAY_S && seen_s <= now_s ? KNOWN_TODAY : KNOWN_ONCE;
    }
    return query_end(&q);
}

/* Sets *trusted: did somebody log in within some days before now, by the same clock? A clock that has just jumped, to
 * 1970 or years ahead, has no such days. */
static bool clock_is_trusted(struct db *db, int64_t now_s, bool *trusted)
{
    struct query q = db_query(db, "SELECT 1 FROM known_network WHERE seen_s BETWEEN ? AND ? LIMIT 1");
    put_int(&q, now_s - KNOWN_GAP_DAYS * DAY_S);
    put_int(&q, now_s - DAY_S);
    *trusted = query_next(&q);
    return query_end(&q);
}

static bool delete_old(struct db *db, int64_t now_s)
{
    struct query q = db_query(db, "UPDATE known_network SET seen_s = ?1 WHERE seen_s > ?1");
    put_int(&q, now_s);
    if (!query_do(&q)) return false;
    q = db_query(db, "DELETE FROM known_network WHERE seen_s <= ?");
    put_int(&q, now_s - KNOWN_DAYS * DAY_S);
    return query_do(&q);
}

bool known_forget(struct db *db, int64_t now_s)
{
    bool trusted;
    return clock_is_trusted(db, now_s, &trusted) && (!trusted || delete_old(db, now_s));
}

bool known_remember(struct db *db, const uint8_t key[KNOWN_KEY_BYTES], int64_t account, uint64_t network, int64_t now_s)
{
    uint8_t hash[HASH_BYTES];
    if (network == 0) return true;
    network_hash(hash, key, account, network);
    /* First, because the row that is written now may be the one that proves the days before. */
    if (!known_forget(db, now_s)) return false;
    struct query q = db_query(db, "INSERT INTO known_network (account_id, hash, seen_s) VALUES (?, ?, ?) "
                                  "ON CONFLICT DO UPDATE SET seen_s = max(seen_s, excluded.seen_s)");
    put_int(&q, account);
    put_bytes(&q, hash, sizeof hash);
    put_int(&q, now_s);
    if (!query_do(&q)) return false;
    q = db_query(db, "DELETE FROM known_network WHERE account_id = ?1 AND hash <> ?2 AND hash NOT IN (SELECT hash FROM "
                     "known_network WHERE account_id = ?1 AND hash <> ?2 ORDER BY seen_s DESC LIMIT ?3)");
    put_int(&q, account);
    put_bytes(&q, hash, sizeof hash);
    put_int(&q, KNOWN_MAX - 1);
    return query_do(&q);
}
