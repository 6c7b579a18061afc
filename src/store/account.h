/* Accounts: a handle, the keys that prove it, perhaps a password, what its owner prefers, its tally. */
#pragma once
#include "store/store.h"

#define ACCOUNT_HANDLE 17    /* 16 characters and the NUL */
#define ACCOUNT_KEY 32       /* SHA-256 of the public key's blob */
#define PASSWORD_MIN 8       /* bytes */
#define PASSWORD_MAX 128

struct account {
    int64_t id; /* never 0 */
    char handle[ACCOUNT_HANDLE];
    bool has_password, loser; /* loser: wears the big loser's mark (T13) */
    int keys;
    int64_t created_s, seen_s;
    char charset[8]; /* the person's own choice: "utf8", "cp437", "plain"; "" for none */
    int64_t tally;   /* penalty points since the last banner */
};

typedef void account_done(void *arg, enum store_result result, const struct account *account);

/* All of these answer later by done(arg, ...), with account NULL unless the result is STORE_OK. Found accounts are marked
 * as seen now. */
void account_by_key(struct store *s, const uint8_t key[ACCOUNT_KEY], account_done *done, void *arg);
void account_by_handle(struct store *s, const char *handle, account_done *done, void *arg);

/* STORE_NONE, STORE_WRONG, STORE_BUSY (the pool is full) or STORE_OK. Takes as long for an unknown handle as for a known one. */
void account_log_in(struct store *s, const char *handle, const char *password, account_done *done, void *arg);

/* A new account: key, password, or both (NULL for none). handle has passed clean_name_why(). The answer is on disk. */
void account_create(struct store *s, const char *handle, const uint8_t *key, const char *password, account_done *done,
                    void *arg);

void account_add_key(struct store *s, int64_t account, const uint8_t key[ACCOUNT_KEY], store_done *done, void *arg);
void account_set_password(struct store *s, int64_t account, const char *password, store_done *done, void *arg);
void account_set_charset(struct store *s, int64_t account, const char *charset, store_done *done, void *arg);

/* Why a password cannot be taken as a new one, as a sentence; NULL when it can. */
const char *password_why(const char *password);

/* One's own figures for one game and its rules ("corners last"); "" sums up all of them. */
struct figures {
    int64_t rounds, wins, points; /* rounds played to their end or left, rounds won, penalty points in all */
    int64_t matches, matches_won;
    int64_t banners, tally; /* big loser banners ever; points since the last one (T13) */
    int best, worst;        /* points of the best and the worst round; -1 without rounds */
};
typedef void figures_done(void *arg, enum store_result result, const struct figures *f);
void account_figures(struct store *s, int64_t account, const char *kind, figures_done *done, void *arg);
