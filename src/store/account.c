#include "store/account.h"

#include "base/clean.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/origin.h"
#include "store/db.h"
#include "store/inside.h"
#include "store/job.h"
#include "store/secret.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct account_job {
    struct job job;
    account_done *done;
    struct account account; /* first the question, then the account that was found */
    const char *sql;        /* sets number */
    int64_t number;
    bool has_key;
    uint8_t key[ACCOUNT_KEY];
    char hash[crypto_pwhash_STRBYTES];   /* of the password; "" for none */
    char better[crypto_pwhash_STRBYTES]; /* a new hash that replaces hash; "" for none */
    struct secret *secret;               /* the password, while its hash is looked up */
    char address[56];                    /* of the caller */
    uint64_t origin;                     /* of address; ORIGIN_HOUSE has no limits */
    char claimed[ACCOUNT_HANDLE];        /* the handle as the caller wrote it */
    enum known known;                    /* did the owner log in from there before? */
    bool tried;                          /* guess has taken its tokens */
    struct guess guess;
};

static struct account_job *account_job_of(struct job *j)
{
    return (struct account_job *)j;
}

static void answer_account(struct job *j)
{
    struct account_job *a = account_job_of(j);
    a->done(j->arg, j->result, j->result == STORE_OK ? &a->account : NULL);
    free(a);
}

static struct account_job *account_job_new(struct store *s, enum store_result (*run)(struct job *j, struct db *db),
                                           account_done *done, void *arg)
{
    struct account_job *a = job_new(s, sizeof *a, run, answer_account, arg);
    a->done = done;
    a->account.settled = worker_unanswered(s->writer) == 0;
    return a;
}

static void set_address(struct account_job *a, const char *address)
{
    snprintf(a->address, sizeof a->address, "%s", address);
    a->origin = origin_number(a->address);
}

/* --- on the threads of the store --- */

#define ACCOUNT_COLUMNS                                                                                                \
    "SELECT id, handle, password IS NOT NULL, loser, created_s, seen_s, charset, mouse, speed, tally, "                \
    "(SELECT count(*) FROM account_key k WHERE k.account_id = a.id), "                                                 \
    "EXISTS (SELECT 1 FROM score s WHERE s.account_id = a.id), "                                                       \
    "EXISTS (SELECT 1 FROM patience p WHERE p.account_id = a.id AND p.open = 1) FROM account a "

static enum store_result fetch(struct query *q, struct account *a)
{
    bool found = query_next(q);
    if (found) {
        a->id = get_int(q);
        get_text(q, a->handle, sizeof a->handle);
        a->has_password = get_int(q);
        a->loser = get_int(q);
        a->created_s = get_int(q);
        a->seen_s = get_int(q);
        get_text(q, a->charset, sizeof a->charset);
        a->mouse = get_int(q);
        a->speed = (int)get_int(q);
        a->tally = get_int(q);
        a->keys = (int)get_int(q);
        a->played = get_int(q);
        a->patience = get_int(q);
    }
    if (!query_end(q)) return STORE_FAILED;
    return found ? STORE_OK : STORE_NONE;
}

static enum store_result fetch_by_id(struct db *db, int64_t id, struct account *a)
{
    struct query q = db_query(db, ACCOUNT_COLUMNS "WHERE id = ?");
    put_int(&q, id);
    return fetch(&q, a);
}

static enum store_result fetch_by_key(struct db *db, const uint8_t key[ACCOUNT_KEY], struct account *a)
{
    struct query q = db_query(db, ACCOUNT_COLUMNS "WHERE id = (SELECT account_id FROM account_key WHERE hash = ?)");
    put_bytes(&q, key, ACCOUNT_KEY);
    return fetch(&q, a);
}

static enum store_result fetch_by_handle(struct db *db, const char *handle, struct account *a)
{
    struct query q = db_query(db, ACCOUNT_COLUMNS "WHERE handle = ?");
    put_text(&q, handle);
    return fetch(&q, a);
}

#define SEEN_STEP_S 60 /* precision of seen_s, so that not every login costs a write */

/* After a wall clock was years ahead, a time in the future is replaced. */
static bool seen_is_old(int64_t seen_s, int64_t now_s)
{
    return seen_s <= now_s - SEEN_STEP_S || seen_s > now_s;
}

static bool mark_seen(struct db *db, int64_t id, int64_t now_s)
{
    struct query q = db_query(db, "UPDATE account SET seen_s = ?1 WHERE id = ?2 AND (seen_s <= ?3 OR seen_s > ?1)");
    put_int(&q, now_s);
    put_int(&q, id);
    put_int(&q, now_s - SEEN_STEP_S);
    return query_do(&q);
}

static bool is_known(struct account_job *a, struct db *db)
{
    return known_find(db, a->job.store->known_key, a->account.id, origin_network(a->origin), a->job.now_s, &a->known);
}

static enum store_result run_by_key(struct job *j, struct db *db)
{
    struct account_job *a = account_job_of(j);
    enum store_result result = fetch_by_key(db, a->key, &a->account);
    return result == STORE_OK ? store_result_of(is_known(a, db)) : result;
}

static enum store_result run_by_handle(struct job *j, struct db *db)
{
    struct account_job *a = account_job_of(j);
    char handle[ACCOUNT_HANDLE];
    memcpy(handle, a->account.handle, sizeof handle);
    return fetch_by_handle(db, handle, &a->account);
}

static bool set_hash(struct db *db, int64_t id, const char *hash)
{
    struct query q = db_query(db, "UPDATE account SET password = ? WHERE id = ?");
    put_text(&q, hash);
    put_int(&q, id);
    return query_do(&q);
}

/* Only if the password was not changed since its hash was read. */
static bool set_better_hash(struct db *db, const struct account_job *a)
{
    struct query q = db_query(db, "UPDATE account SET password = ? WHERE id = ? AND password = ?");
    put_text(&q, a->better);
    put_int(&q, a->account.id);
    put_text(&q, a->hash);
    return query_do(&q);
}

/* Records a login by the right password or a proven key. */
static enum store_result run_logged_in(struct job *j, struct db *db)
{
    struct account_job *a = account_job_of(j);
    enum store_result result = fetch_by_id(db, a->account.id, &a->account);
    if (result != STORE_OK) return result;
    bool well = mark_seen(db, a->account.id, j->now_s) && (a->better[0] == '\0' || set_better_hash(db, a));
    well = well && (a->known == KNOWN_TODAY ||
                    known_remember(db, j->store->known_key, a->account.id, origin_network(a->origin), j->now_s));
    return store_result_of(well);
}

/* For an unknown handle the hash stays "", and its password is checked like any other. */
static enum store_result run_find_hash(struct job *j, struct db *db)
{
    struct account_job *a = account_job_of(j);
    struct query q = db_query(db, "SELECT id, password FROM account WHERE handle = ?");
    put_text(&q, a->account.handle);
    if (query_next(&q)) {
        a->account.id = get_int(&q);
        get_text(&q, a->hash, sizeof a->hash);
    }
    return store_result_of(query_end(&q) && (a->account.id == 0 || is_known(a, db)));
}

static bool insert_key(struct db *db, int64_t account, const uint8_t key[ACCOUNT_KEY], int64_t now_s)
{
    struct query q = db_query(db, "INSERT INTO account_key (hash, account_id, added_s) VALUES (?, ?, ?)");
    put_bytes(&q, key, ACCOUNT_KEY);
    put_int(&q, account);
    put_int(&q, now_s);
    return query_do(&q);
}

static bool insert_account(struct db *db, const struct account_job *a)
{
    struct query q = db_query(db, "INSERT INTO account (handle, password, created_s, seen_s) VALUES (?, ?, ?, ?)");
    put_text(&q, a->account.handle);
    put_text(&q, a->hash[0] ? a->hash : NULL);
    put_int(&q, a->job.now_s);
    put_int(&q, a->job.now_s);
    return query_do(&q);
}

/* An account whose handle looks like this one; old accounts may look alike. */
static enum store_result fetch_by_skeleton(struct db *db, const char *handle, struct account *a)
{
    char skeleton[NAME_MAX_LENGTH + 1];
    clean_skeleton(skeleton, handle);
    struct query q = db_query(db, ACCOUNT_COLUMNS "WHERE skeleton = ? LIMIT 1");
    put_text(&q, skeleton);
    return fetch(&q, a);
}

/* STORE_OK: nobody has the handle or the key. */
static enum store_result run_is_free(struct job *j, struct db *db)
{
    struct account_job *a = account_job_of(j);
    struct account other;
    enum store_result result = fetch_by_skeleton(db, a->account.handle, &other);
    if (result == STORE_NONE && a->has_key) result = fetch_by_key(db, a->key, &other);
    return result == STORE_NONE ? STORE_OK : result == STORE_OK ? STORE_TAKEN : result;
}

/* The writer does one job after another, so the name stays free between the check and the insert. */
static enum store_result run_create(struct job *j, struct db *db)
{
    struct account_job *a = account_job_of(j);
    enum store_result result = run_is_free(j, db);
    if (result != STORE_OK) return result;
    int64_t id;
    if (!insert_account(db, a) || !db_number(db, "SELECT last_insert_rowid()", &id)) return STORE_FAILED;
    if (a->has_key && !insert_key(db, id, a->key, j->now_s)) return STORE_FAILED;
    if (!known_remember(db, j->store->known_key, id, origin_network(a->origin), j->now_s)) return STORE_FAILED;
    return fetch_by_id(db, id, &a->account);
}

static enum store_result run_add_key(struct job *j, struct db *db)
{
    struct account_job *a = account_job_of(j);
    struct account owner;
    enum store_result result = fetch_by_id(db, a->account.id, &a->account);
    if (result != STORE_OK) return result;
    result = fetch_by_key(db, a->key, &owner);
    if (result == STORE_OK) return owner.id == a->account.id ? STORE_OK : STORE_TAKEN;
    if (result != STORE_NONE) return result;
    if (a->account.keys >= ACCOUNT_KEYS_MAX) return STORE_TAKEN;
    return store_result_of(insert_key(db, a->account.id, a->key, j->now_s));
}

static enum store_result run_set_password(struct job *j, struct db *db)
{
    struct account_job *a = account_job_of(j);
    if (!set_hash(db, a->account.id, a->hash)) return STORE_FAILED;
    return db_changes(db) == 1 ? STORE_OK : STORE_NONE;
}

static enum store_result run_set_charset(struct job *j, struct db *db)
{
    struct account_job *a = account_job_of(j);
    struct query q = db_query(db, "UPDATE account SET charset = ? WHERE id = ?");
    put_text(&q, a->account.charset);
    put_int(&q, a->account.id);
    if (!query_do(&q)) return STORE_FAILED;
    return db_changes(db) == 1 ? STORE_OK : STORE_NONE;
}

static enum store_result run_set_number(struct job *j, struct db *db)
{
    struct account_job *a = account_job_of(j);
    struct query q = db_query(db, a->sql);
    put_int(&q, a->number);
    put_int(&q, a->account.id);
    if (!query_do(&q)) return STORE_FAILED;
    return db_changes(db) == 1 ? STORE_OK : STORE_NONE;
}

/* --- on the loop's thread --- */

/* Most owners were here shortly before; then nothing has to be written. */
static void answer_found(struct job *j)
{
    struct account_job *a = account_job_of(j);
    j->answer = answer_account;
    bool news = seen_is_old(a->account.seen_s, j->now_s) || (a->known != KNOWN_TODAY && origin_network(a->origin) != 0);
    if (j->result == STORE_OK && news) {
        j->run = run_logged_in;
        job_write(j);
    } else {
        j->answer(j);
    }
}

void account_by_key(struct store *s, const uint8_t key[ACCOUNT_KEY], const char *address, account_done *done, void *arg)
{
    struct account_job *a = account_job_new(s, run_by_key, done, arg);
    set_address(a, address);
    memcpy(a->key, key, ACCOUNT_KEY);
    a->job.answer = answer_found;
    job_read(&a->job);
}

/* A string that is too long is nobody's handle, and must not become one because it is cut. */
static void set_handle(struct account_job *a, const char *handle)
{
    if (strnlen(handle, ACCOUNT_HANDLE) < ACCOUNT_HANDLE) strcpy(a->account.handle, handle);
}

void account_by_handle(struct store *s, const char *handle, account_done *done, void *arg)
{
    struct account_job *a = account_job_new(s, run_by_handle, done, arg);
    set_handle(a, handle);
    job_read(&a->job);
}

static void answer_log_in(struct job *j)
{
    struct account_job *a = account_job_of(j);
    char claimed[4 * ACCOUNT_HANDLE];
    clean_escape(claimed, sizeof claimed, a->claimed, strlen(a->claimed));
    if (j->result == STORE_WRONG || j->result == STORE_NONE)
        log_event(LOG_NOTICE, a->address, "wrong password, for the name of %s", claimed);
    else if (a->tried)
        guess_forgive(&j->store->guesses, &a->guess);
    answer_account(j);
}

static void on_checked(struct job *j, const struct secret *x)
{
    struct account_job *a = account_job_of(j);
    if (x->well) {
        memcpy(a->better, x->hash, sizeof a->better);
        j->run = run_logged_in;
        job_write(j);
        return;
    }
    j->result = a->account.id != 0 ? STORE_WRONG : STORE_NONE;
    j->answer(j);
}

/* A network where the owner is known has a limit of its own, so that other people's guesses do not lock the owner out.
 */
static bool may_try(struct account_job *a)
{
    struct store *s = a->job.store;
    int64_t known = a->known != KNOWN_NOT ? a->account.id : 0;
    a->guess = guess_new(&s->guesses, a->claimed, a->origin, known, origin_network(a->origin));
    a->tried = guess_begin(&s->guesses, &a->guess, clock_boot_ms(s->clock));
    return a->tried;
}

static void answer_hash(struct job *j)
{
    struct account_job *a = account_job_of(j);
    struct secret *x = a->secret;
    j->answer = answer_log_in;
    if (j->result == STORE_OK && !may_try(a)) j->result = STORE_GUESSED;
    if (j->result == STORE_OK) {
        secret_check(x, origin_customer(a->origin), a->hash, j, on_checked);
    } else {
        secret_free(x);
        j->answer(j);
    }
}

void account_log_in(struct store *s, const char *handle, const char *password, const char *address, account_done *done,
                    void *arg)
{
    struct account_job *a = account_job_new(s, run_find_hash, done, arg);
    set_handle(a, handle);
    set_address(a, address);
    memcpy(a->claimed, a->account.handle, sizeof a->claimed);
    a->secret = secret_new(password);
    a->job.answer = answer_hash;
    job_read(&a->job);
}

static void on_hashed(struct job *j, const struct secret *x)
{
    struct account_job *a = account_job_of(j);
    if (x->well) {
        memcpy(a->hash, x->hash, sizeof a->hash);
        job_write(j);
    } else {
        j->result = STORE_BUSY; /* not enough memory for the hash */
        j->answer(j);
    }
}

void accounts_set_burst(struct store *s, int burst)
{
    assert(burst >= 1);
    s->accounts_burst = burst;
}

/* Takes a token from both purses, or from neither. */
static bool pay_for_account(struct account_job *a)
{
    struct store *s = a->job.store;
    int64_t now = clock_boot_ms(s->clock);
    int burst = s->accounts_burst > 0 ? s->accounts_burst : ACCOUNTS_BURST;
    if (a->origin == ORIGIN_HOUSE) return true;
    if (purse_take(&s->made_by_origin, a->origin, now, ACCOUNTS_INTERVAL_US, burst, 1) == 0) return false;
    if (purse_take(&s->made_by_customer, origin_customer(a->origin), now, ACCOUNTS_INTERVAL_US / ACCOUNTS_TIMES,
                   ACCOUNTS_TIMES * burst, 1) > 0)
        return true;
    purse_give_back(&s->made_by_origin, a->origin, ACCOUNTS_INTERVAL_US, 1);
    return false;
}

static void answer_created(struct job *j)
{
    struct account_job *a = account_job_of(j);
    if (j->result != STORE_OK && a->origin != ORIGIN_HOUSE) {
        purse_give_back(&j->store->made_by_origin, a->origin, ACCOUNTS_INTERVAL_US, 1);
        purse_give_back(&j->store->made_by_customer, origin_customer(a->origin), ACCOUNTS_INTERVAL_US / ACCOUNTS_TIMES,
                        1);
    }
    answer_account(j);
}

static void create_failed(struct account_job *a, enum store_result result)
{
    if (a->secret != NULL) secret_free(a->secret);
    a->job.result = result;
    answer_account(&a->job);
}

/* The name is free, which was cheap to check. The account takes its token before the expensive hash. */
static void answer_free(struct job *j)
{
    struct account_job *a = account_job_of(j);
    j->store->names_asked--;
    if (j->result != STORE_OK || !pay_for_account(a)) {
        create_failed(a, j->result != STORE_OK ? j->result : STORE_ENOUGH);
        return;
    }
    j->run = run_create;
    j->answer = answer_created;
    if (a->secret != NULL)
        secret_hash(a->secret, origin_customer(a->origin), j, on_hashed);
    else
        job_write(j);
}

void account_create(struct store *s, const char *handle, const uint8_t *key, const char *password, const char *address,
                    account_done *done, void *arg)
{
    assert(clean_name_why(handle) == NULL && (password == NULL || password_why(password) == NULL));
    struct account_job *a = account_job_new(s, run_is_free, done, arg);
    set_handle(a, handle);
    set_address(a, address);
    a->has_key = key != NULL;
    if (key != NULL) memcpy(a->key, key, ACCOUNT_KEY);
    if (password != NULL) a->secret = secret_new(password);
    a->job.answer = answer_free;
    s->names_asked++;
    job_read(&a->job);
}

static struct account_job *change_job_new(struct store *s, int64_t account,
                                          enum store_result (*run)(struct job *j, struct db *db), store_done *done,
                                          void *arg)
{
    struct account_job *a = job_new_plain(s, sizeof *a, run, done, arg);
    a->account.id = account;
    return a;
}

static bool may_change(struct store *s, int64_t account)
{
    int64_t now = clock_boot_ms(s->clock);
    return purse_take(&s->changes, (uint64_t)account, now, CHANGES_INTERVAL_US, CHANGES_BURST, 1) > 0;
}

void account_add_key(struct store *s, int64_t account, const uint8_t key[ACCOUNT_KEY], store_done *done, void *arg)
{
    struct account_job *a = change_job_new(s, account, run_add_key, done, arg);
    memcpy(a->key, key, ACCOUNT_KEY);
    if (may_change(s, account))
        job_write(&a->job);
    else
        job_refuse(&a->job, STORE_ENOUGH);
}

void account_set_password(struct store *s, int64_t account, const char *password, const char *address, store_done *done,
                          void *arg)
{
    assert(password_why(password) == NULL);
    struct account_job *a = change_job_new(s, account, run_set_password, done, arg);
    set_address(a, address);
    if (may_change(s, account))
        secret_hash(secret_new(password), origin_customer(a->origin), &a->job, on_hashed);
    else
        job_refuse(&a->job, STORE_ENOUGH);
}

void account_set_charset(struct store *s, int64_t account, const char *charset, store_done *done, void *arg)
{
    struct account_job *a = change_job_new(s, account, run_set_charset, done, arg);
    assert(strlen(charset) < sizeof a->account.charset);
    strcpy(a->account.charset, charset);
    job_write(&a->job);
}

static void set_number(struct store *s, int64_t account, const char *sql, int64_t number, store_done *done, void *arg)
{
    struct account_job *a = change_job_new(s, account, run_set_number, done, arg);
    a->sql = sql;
    a->number = number;
    job_write(&a->job);
}

void account_set_mouse(struct store *s, int64_t account, bool mouse, store_done *done, void *arg)
{
    set_number(s, account, "UPDATE account SET mouse = ? WHERE id = ?", mouse, done, arg);
}

void account_set_speed(struct store *s, int64_t account, int speed, store_done *done, void *arg)
{
    assert(speed >= 0 && speed <= 2);
    set_number(s, account, "UPDATE account SET speed = ? WHERE id = ?", speed, done, arg);
}
