/* Accounts: a handle, the keys that prove it, perhaps a password, what its owner prefers, its tally. The rules of
 * store.h apply. */
#pragma once
#include "store/result.h"

#include <stdbool.h>
#include <stdint.h>

#define ACCOUNT_HANDLE 17   /* 16 characters and the NUL */
#define ACCOUNT_KEY 32      /* SHA-256 of the public key's blob */
#define ACCOUNT_KEYS_MAX 32 /* keys that one account may have */

struct account {
    int64_t id; /* never 0 */
    char handle[ACCOUNT_HANDLE];
    bool has_password, loser; /* loser: wears the big loser's mark (T13) */
    int keys;
    int64_t created_s;
    int64_t seen_s;  /* when its owner last logged in before this time, to the minute */
    char charset[8]; /* the person's own choice: "utf8", "cp437", "plain"; "" for none */
    bool mouse;      /* the person wants clicks and drags */
    int speed;       /* of other players' moves: 0 at once, 1 fast, 2 calm */
    int64_t tally;   /* penalty points since the last banner, 0 to 49 (T13) */
    bool played;     /* has a round to its name */
    bool patience;   /* has an open patience */
    bool settled;    /* no write was under way when it was asked for, which could change `played` or `patience` */
};

/* account is NULL unless result is STORE_OK. It lives during the call. */
typedef void account_done(void *arg, enum store_result result, const struct account *account);

/* Logs in the owner of a proven key, from that address (conn.h's form; "": this very machine). STORE_NONE: nobody has
 * the key. */
void account_by_key(struct store *s, const uint8_t key[ACCOUNT_KEY], const char *address, account_done *done,
                    void *arg);

/* Looks up an account and changes nothing; upper and lower case are the same. STORE_NONE: nobody has the handle. */
void account_by_handle(struct store *s, const char *handle, account_done *done, void *arg);

/* Logs in with a password. handle and password are any strings; address is where the caller comes from, for the rate
 * limit and the log. Answers STORE_OK, STORE_NONE, STORE_WRONG, STORE_GUESSED or STORE_BUSY (also when the pool is
 * full, or has two passwords of this origin). An unknown handle and an account without a password take as long as any
 * other. The caller wipes its own copy of the password. */
void account_log_in(struct store *s, const char *handle, const char *password, const char *address, account_done *done,
                    void *arg);

/* How many accounts one origin may make: ACCOUNTS_BURST at once, then one an interval. A customer of a provider, who
 * may have many origins (origin.h), may make ACCOUNTS_TIMES as many. */
#define ACCOUNTS_BURST 3
#define ACCOUNTS_INTERVAL_US (600 * INT64_C(1000000))
#define ACCOUNTS_TIMES 4

/* Replaces ACCOUNTS_BURST; at least 1, asserted. Call it before the first account is made. */
void accounts_set_burst(struct store *s, int burst);

/* Makes an account with a key, a password, or both (NULL for none). handle has passed clean_name_why(), password
 * password_why(): asserted. STORE_TAKEN: somebody has the handle, one that looks like it (clean_skeleton()), or the
 * key; that is checked first. STORE_ENOUGH: the origin has made too many accounts. A call that fails does not count. */
void account_create(struct store *s, const char *handle, const uint8_t *key, const char *password, const char *address,
                    account_done *done, void *arg);

/* How often the keys and the password of one account may be changed. */
#define CHANGES_BURST 5
#define CHANGES_INTERVAL_US (60 * INT64_C(1000000))

/* Adds a key; STORE_OK also when the account has it already. STORE_TAKEN: the key is somebody else's, or the account
 * has ACCOUNT_KEYS_MAX. STORE_ENOUGH: too many changes. */
void account_add_key(struct store *s, int64_t account, const uint8_t key[ACCOUNT_KEY], store_done *done, void *arg);

/* password has passed password_why(): asserted. STORE_ENOUGH: too many changes. */
void account_set_password(struct store *s, int64_t account, const char *password, const char *address, store_done *done,
                          void *arg);

/* charset: at most 7 bytes, asserted. */
void account_set_charset(struct store *s, int64_t account, const char *charset, store_done *done, void *arg);

void account_set_mouse(struct store *s, int64_t account, bool mouse, store_done *done, void *arg);

/* speed: 0 to 2, asserted. */
void account_set_speed(struct store *s, int64_t account, int speed, store_done *done, void *arg);
