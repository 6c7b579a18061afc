/* Accounts: a handle, the keys that prove it, perhaps a password, what its owner prefers, its tally. */
#pragma once
#include "store/store.h"

#define ACCOUNT_HANDLE 17   /* 16 characters and the NUL */
#define ACCOUNT_KEY 32      /* SHA-256 of the public key's blob */
#define ACCOUNT_KEYS_MAX 32 /* keys that one account may have */
#define PASSWORD_MIN 8      /* bytes */
#define PASSWORD_MAX 128

struct account {
    int64_t id; /* never 0 */
    char handle[ACCOUNT_HANDLE];
    bool has_password, loser; /* loser: wears the big loser's mark (T13) */
    int keys;
    int64_t created_s;
    int64_t seen_s;  /* the last time before this one that its owner came in, to the minute */
    char charset[8]; /* the person's own choice: "utf8", "cp437", "plain"; "" for none */
    bool mouse;      /* wants clicks and drags */
    int speed;       /* of other players' moves: 0 at once, 1 fast, 2 calm */
    int64_t tally;   /* penalty points since the last banner, 0 to 49 (T13) */
};

/* account is NULL unless result is STORE_OK, and lives during the call. */
typedef void account_done(void *arg, enum store_result result, const struct account *account);

/* Whose proven key this is, and that its owner came in now from that address (conn.h's form; "": this very machine).
 * STORE_NONE: nobody's. */
void account_by_key(struct store *s, const uint8_t key[ACCOUNT_KEY], const char *address, account_done *done,
                    void *arg);

/* Only looks; upper and lower case are the same. STORE_NONE: nobody's. */
void account_by_handle(struct store *s, const char *handle, account_done *done, void *arg);

/* Any two strings, and the address they come from (for the brake and the log). STORE_NONE, STORE_WRONG, STORE_GUESSED,
 * STORE_BUSY (also: the pool is full, or has two passwords of this origin) or STORE_OK: its owner came in now. Takes as
 * long for an unknown handle, or one without a password, as for a known one. The caller wipes its own copy of the
 * password. */
void account_log_in(struct store *s, const char *handle, const char *password, const char *address, account_done *done,
                    void *arg);

/* How many accounts one origin may make: so many at once, then one an interval. A customer of a provider who has many
 * origins (origin.h) may make ACCOUNTS_TIMES as many. */
#define ACCOUNTS_BURST 3
#define ACCOUNTS_INTERVAL_US (600 * INT64_C(1000000))
#define ACCOUNTS_TIMES 4

/* Another number than ACCOUNTS_BURST, at least 1; before the first account is made. */
void accounts_set_burst(struct store *s, int burst);

/* A new account: key, password, or both (NULL for none). handle has passed clean_name_why(), password password_why().
 * STORE_TAKEN: the handle, one that looks like it (clean_skeleton()), or the key is somebody's, which is looked up
 * before anything else is done. STORE_ENOUGH: see above; an account that did not come about counts for nothing. */
void account_create(struct store *s, const char *handle, const uint8_t *key, const char *password, const char *address,
                    account_done *done, void *arg);

/* How often an account's keys and password may be changed. */
#define CHANGES_BURST 5
#define CHANGES_INTERVAL_US (60 * INT64_C(1000000))

/* STORE_OK too when the account has that key already. STORE_TAKEN: it is somebody else's, or the account has
 * ACCOUNT_KEYS_MAX. STORE_ENOUGH: too many changes of late. */
void account_add_key(struct store *s, int64_t account, const uint8_t key[ACCOUNT_KEY], store_done *done, void *arg);

/* password has passed password_why(). STORE_ENOUGH: too many changes of late. */
void account_set_password(struct store *s, int64_t account, const char *password, const char *address, store_done *done,
                          void *arg);

/* charset: at most 7 bytes. */
void account_set_charset(struct store *s, int64_t account, const char *charset, store_done *done, void *arg);

void account_set_mouse(struct store *s, int64_t account, bool mouse, store_done *done, void *arg);

/* speed: 0 to 2, asserted. */
void account_set_speed(struct store *s, int64_t account, int speed, store_done *done, void *arg);

/* Why a password cannot be taken as a new one, as a sentence; NULL when it can. */
const char *password_why(const char *password);

/* One's own figures for one game and its rules ("corners last"); "" sums up all of them. */
struct figures {
    int64_t rounds, wins; /* played to their end or left; won */
    int64_t points;       /* penalty points in all, for good (T13) */
    int64_t matches, matches_won;
    int64_t banners, tally; /* big loser banners ever; points since the last one: of all kinds together (T13) */
    int best, worst;        /* points of the best and the worst round; -1 without rounds */
};
typedef void figures_done(void *arg, enum store_result result, const struct figures *f);

/* f is NULL unless result is STORE_OK. A kind that was never played has zeros. STORE_NONE: there is no such account. */
void account_figures(struct store *s, int64_t account, const char *kind, figures_done *done, void *arg);
