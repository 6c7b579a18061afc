#include "store/fixture.h"

#include "base/clean.h"

#include "store/guess.h"
#include "store/known.h"
#include "store/secret.h"

#include <pthread.h>
#include <semaphore.h>

static int setup(void **state)
{
    struct fixture *f = *state = calloc(1, sizeof *f);
    fixture_open(f);
    return 0;
}

static int teardown(void **state)
{
    fixture_close(*state);
    free(*state);
    return 0;
}

static const uint8_t *key_of(const char *word)
{
    static uint8_t key[ACCOUNT_KEY];
    memset(key, 0, sizeof key);
    snprintf((char *)key, sizeof key, "%s", word);
    return key;
}

static enum store_result create(struct fixture *f, struct answer *a, const char *handle, const uint8_t *key,
                                const char *password)
{
    account_create(f->store, handle, key, password, "", on_account, a);
    return await(f, a);
}

static enum store_result log_in(struct fixture *f, struct answer *a, const char *handle, const char *password)
{
    account_log_in(f->store, handle, password, "192.0.2.1:40000", on_account, a);
    return await(f, a);
}

static enum store_result by_key(struct fixture *f, struct answer *a, const char *word)
{
    account_by_key(f->store, key_of(word), "192.0.2.1:40000", on_account, a);
    return await(f, a);
}

static enum store_result by_handle(struct fixture *f, struct answer *a, const char *handle)
{
    account_by_handle(f->store, handle, on_account, a);
    return await(f, a);
}

static void a_new_account_is_found_by_key_and_by_handle(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 }, b = { 0 };
    assert_int_equal(create(f, &a, "Ann", key_of("k1"), "open sesame"), STORE_OK);
    assert_string_equal(a.account.handle, "Ann");
    assert_true(a.account.id != 0 && a.account.has_password && !a.account.loser);
    assert_int_equal(a.account.keys, 1);
    assert_int_equal(a.account.created_s, 1000);
    fixture_reopen(f);
    assert_int_equal(by_key(f, &b, "k1"), STORE_OK);
    assert_int_equal(b.account.id, a.account.id);
    assert_int_equal(by_handle(f, &b, "aNN"), STORE_OK);
    assert_int_equal(b.account.id, a.account.id);
    assert_string_equal(b.account.handle, "Ann");
    assert_int_equal(by_key(f, &b, "k2"), STORE_NONE);
    assert_int_equal(by_handle(f, &b, "anna"), STORE_NONE);
}

static void a_handle_or_key_is_taken_once_and_a_refusal_takes_nothing(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    assert_int_equal(create(f, &a, "ann", key_of("k1"), NULL), STORE_OK);
    assert_int_equal(create(f, &a, "ANN", key_of("k2"), NULL), STORE_TAKEN);
    assert_int_equal(create(f, &a, "bea", key_of("k1"), NULL), STORE_TAKEN);
    assert_int_equal(by_key(f, &a, "k2"), STORE_NONE);
    assert_int_equal(by_handle(f, &a, "bea"), STORE_NONE);
    assert_int_equal(create(f, &a, "bea", key_of("k2"), NULL), STORE_OK);
}

static enum store_result log_in_from(struct fixture *f, const char *address, const char *handle, const char *password)
{
    struct answer a = { 0 };
    account_log_in(f->store, handle, password, address, on_account, &a);
    return await(f, &a);
}

static void guessing_passwords_is_braked_and_a_right_one_costs_nothing(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    static const char there[] = "198.51.100.1:40000";
    assert_int_equal(create(f, &a, "ann", NULL, "open sesame"), STORE_OK);
    for (int k = 0; k < 2 * GUESS_ORIGIN_BURST; k++) assert_int_equal(log_in(f, &a, "ann", "open sesame"), STORE_OK);
    for (int k = 0; k < GUESS_ORIGIN_BURST; k++)
        assert_int_equal(log_in_from(f, there, "ann", "open barley"), STORE_WRONG);
    assert_int_equal(log_in_from(f, there, "ann", "open barley"), STORE_GUESSED);
    assert_int_equal(log_in_from(f, there, "ann", "open sesame"), STORE_GUESSED);
    f->clock.ms += GUESS_ORIGIN_INTERVAL_US / 1000;
    assert_int_equal(log_in_from(f, there, "ann", "open sesame"), STORE_OK);
}

/* Twenty wrong passwords from three addresses: the name is braked for strangers, and not for its owner. */
static void strangers(struct fixture *f)
{
    char address[32];
    for (int k = 0; k < GUESS_HANDLE_BURST; k++) {
        snprintf(address, sizeof address, "203.0.113.%d:4000", k % 3);
        assert_int_equal(log_in_from(f, address, "ann", "open barley"), STORE_WRONG);
    }
    assert_int_equal(log_in_from(f, "203.0.113.9:4000", "ann", "open sesame"), STORE_GUESSED);
}

static void strangers_who_guess_do_not_keep_the_owner_out(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    account_create(f->store, "ann", key_of("k1"), "open sesame", "192.0.2.1:40000", on_account, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    fixture_reopen(f);
    strangers(f);
    assert_int_equal(log_in_from(f, "192.0.2.99:7", "ann", "open sesame"), STORE_OK);
    assert_int_equal(log_in_from(f, "192.0.3.1:7", "ann", "open sesame"), STORE_GUESSED);
    account_by_key(f->store, key_of("k1"), "192.0.3.1:7", on_account, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    assert_int_equal(log_in_from(f, "192.0.3.1:7", "ann", "open sesame"), STORE_OK);
    assert_int_equal(kept(f, "SELECT count(*) FROM known_network"), 2);
}

/* What is known lasts for 90 days and eight networks, however the clock on the wall jumps. */
static void a_known_network_is_forgotten_in_time(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    char address[32];
    create(f, &a, "ann", key_of("k1"), NULL);
    create(f, &a, "bea", key_of("k2"), NULL);
    for (int k = 0; k < 2 * KNOWN_MAX; k++) {
        f->clock.s += 60;
        snprintf(address, sizeof address, "192.0.%d.1:7", k);
        account_by_key(f->store, key_of("k1"), address, on_account, &a);
        assert_int_equal(await(f, &a), STORE_OK);
    }
    assert_int_equal(kept(f, "SELECT count(*) FROM known_network"), KNOWN_MAX);
    for (int k = 0; k < KNOWN_DAYS + 2; k++) {
        f->clock.s += INT64_C(86400);
        assert_int_equal(by_key(f, &a, "k2"), STORE_OK);
    }
    assert_int_equal(kept(f, "SELECT count(*) FROM known_network"), 1);
}

/* ann was known in one network, bea in another, when the clock jumps for one start and a visit of each from a third. */
static void jump(struct fixture *f, int64_t to_s)
{
    struct answer a = { 0 };
    int64_t back_s = f->clock.s;
    f->clock.s = to_s;
    fixture_reopen(f);
    for (int k = 0; k < 4; k++) {
        account_by_key(f->store, key_of(k % 2 ? "k1" : "k2"), k < 2 ? "203.0.113.1:7" : "192.0.2.1:7", on_account, &a);
        assert_int_equal(await(f, &a), STORE_OK);
        f->clock.s += 3600;
    }
    fixture_reopen(f);
    f->clock.s = back_s;
    fixture_reopen(f);
}

static void a_clock_that_jumps_and_comes_back_makes_no_network_forgotten(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    const int64_t today_s = 1800000000, year_s = INT64_C(86400) * 365;
    const int64_t wrong_s[] = { 0, today_s + 10 * year_s, 86400 * 3, today_s - year_s, today_s + year_s };
    f->clock.s = today_s;
    account_create(f->store, "ann", key_of("k1"), NULL, "192.0.2.1:7", on_account, &a);
    await(f, &a);
    account_create(f->store, "bea", key_of("k2"), NULL, "192.0.2.1:7", on_account, &a);
    await(f, &a);
    account_by_key(f->store, key_of("k2"), "198.51.100.1:7", on_account, &a);
    await(f, &a);
    for (size_t i = 0; i < sizeof wrong_s / sizeof *wrong_s; i++) {
        jump(f, wrong_s[i]);
        assert_int_equal(kept(f, "SELECT count(*) FROM known_network"), 5);
        assert_int_equal(kept(f, "SELECT count(*) FROM known_network WHERE seen_s >= 1800000000"), i == 0 ? 3 : 5);
    }
    /* Days of the right clock: what the wrong one wrote is not kept for longer. */
    for (int k = 0; k < KNOWN_DAYS + 3; k++) {
        f->clock.s += INT64_C(86400);
        account_by_key(f->store, key_of("k1"), "192.0.2.1:7", on_account, &a);
        assert_int_equal(await(f, &a), STORE_OK);
    }
    assert_int_equal(kept(f, "SELECT count(*) FROM known_network"), 1);
}

static void no_address_is_in_the_file(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    create(f, &a, "ann", key_of("k1"), "open sesame");
    create(f, &a, "bea", key_of("k2"), "open sesame");
    assert_int_equal(log_in(f, &a, "ann", "open sesame"), STORE_OK);
    assert_int_equal(log_in(f, &a, "bea", "open sesame"), STORE_OK);
    assert_int_equal(kept(f, "SELECT count(DISTINCT hash) FROM known_network"), 2);
    assert_int_equal(kept(f, "SELECT count(*) FROM known_network WHERE instr(hash, x'c00002') > 0"), 0);
}

static enum store_result make(struct fixture *f, const char *address, int k, const char *password)
{
    struct answer a = { 0 };
    char handle[ACCOUNT_HANDLE];
    uint8_t key[ACCOUNT_KEY] = { (uint8_t)k, 1 };
    snprintf(handle, sizeof handle, "newcomer%d", k);
    account_create(f->store, handle, password == NULL ? key : NULL, password, address, on_account, &a);
    return await(f, &a);
}

static void one_origin_makes_a_few_accounts_and_then_one_in_ten_minutes(void **state)
{
    struct fixture *f = *state;
    static const char here[] = "192.0.2.1:1", there[] = "192.0.2.2:1";
    for (int k = 0; k < ACCOUNTS_BURST; k++) assert_int_equal(make(f, here, k, NULL), STORE_OK);
    assert_int_equal(make(f, here, 9, NULL), STORE_ENOUGH);
    assert_int_equal(make(f, here, 9, "open sesame"), STORE_ENOUGH);
    assert_int_equal(make(f, there, 9, NULL), STORE_OK);
    f->clock.slept_ms += ACCOUNTS_INTERVAL_US / 1000;
    assert_int_equal(make(f, here, 10, NULL), STORE_OK);
    assert_int_equal(make(f, here, 11, NULL), STORE_ENOUGH);
    assert_int_equal(kept(f, "SELECT count(*) FROM account"), ACCOUNTS_BURST + 2);
}

static void one_customer_with_many_networks_makes_a_few_more(void **state)
{
    struct fixture *f = *state;
    int made = 0;
    for (int k = 0; k < 3 * ACCOUNTS_TIMES * ACCOUNTS_BURST; k++) {
        char address[48];
        snprintf(address, sizeof address, "[2001:db8:1:%x::1]:7", k);
        made += make(f, address, k, NULL) == STORE_OK;
    }
    assert_int_equal(made, ACCOUNTS_TIMES * ACCOUNTS_BURST);
}

static void an_account_that_does_not_come_about_counts_for_nothing(void **state)
{
    struct fixture *f = *state;
    static const char here[] = "192.0.2.1:1";
    assert_int_equal(make(f, here, 0, NULL), STORE_OK);
    for (int k = 0; k < 10; k++) assert_int_equal(make(f, here, 0, "open sesame"), STORE_TAKEN);
    assert_int_equal(make(f, here, 1, NULL), STORE_OK);
}

static void keys_and_passwords_are_changed_a_few_times_a_minute(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    int64_t ann = person(f, "ann");
    for (int k = 0; k < CHANGES_BURST; k++) {
        account_set_password(f->store, ann, "open sesame", "192.0.2.1:1", on_done, &a);
        assert_int_equal(await(f, &a), STORE_OK);
    }
    account_set_password(f->store, ann, "open sesame", "192.0.2.1:1", on_done, &a);
    assert_int_equal(await(f, &a), STORE_ENOUGH);
    account_add_key(f->store, ann, key_of("k9"), on_done, &a);
    assert_int_equal(await(f, &a), STORE_ENOUGH);
    f->clock.slept_ms += CHANGES_INTERVAL_US / 1000;
    account_add_key(f->store, ann, key_of("k9"), on_done, &a);
    assert_int_equal(await(f, &a), STORE_OK);
}

/* Both are asked before either is on the disk. */
static void of_two_who_ask_for_one_handle_at_once_the_first_gets_it(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 }, b = { 0 };
    account_create(f->store, "ann", key_of("k1"), NULL, "", on_account, &a);
    account_create(f->store, "ann", key_of("k2"), NULL, "", on_account, &b);
    assert_int_equal(await(f, &a), STORE_OK);
    if (b.times == 0) await(f, &b);
    assert_int_equal(b.result, STORE_TAKEN);
}

static void coming_in_is_remembered_and_looking_is_not(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    create(f, &a, "ann", key_of("k1"), NULL);
    f->clock.s = 2000;
    by_handle(f, &a, "ann");
    by_key(f, &a, "k1");
    assert_int_equal(a.account.seen_s, 1000); /* the time before this one */
    f->clock.s = 3000;
    by_key(f, &a, "k1");
    assert_int_equal(a.account.seen_s, 2000);
}

static void a_wall_clock_put_right_leaves_nobody_seen_in_the_future(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    create(f, &a, "ann", key_of("k1"), NULL);
    f->clock.s = INT64_C(4102444800);
    by_key(f, &a, "k1");
    f->clock.s = 2000;
    by_key(f, &a, "k1");
    assert_int_equal(a.account.seen_s, INT64_C(4102444800));
    f->clock.s = 2030;
    by_key(f, &a, "k1");
    assert_int_equal(a.account.seen_s, 2000);
    f->clock.s = 3000;
    by_key(f, &a, "k1");
    assert_int_equal(a.account.seen_s, 2000);
}

static void a_password_lets_in_only_when_it_is_the_right_one(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    int64_t id;
    create(f, &a, "ann", NULL, "open sesame");
    id = a.account.id;
    f->clock.s = 2000;
    assert_int_equal(log_in(f, &a, "ann", "open sesamf"), STORE_WRONG);
    assert_int_equal(log_in(f, &a, "ann", ""), STORE_WRONG);
    assert_int_equal(log_in(f, &a, "nobody", "open sesame"), STORE_NONE);
    assert_int_equal(log_in(f, &a, "a-handle-longer-than-any", "open sesame"), STORE_NONE);
    assert_int_equal(log_in(f, &a, "ANN", "open sesame"), STORE_OK);
    assert_int_equal(a.account.id, id);
    assert_int_equal(a.account.seen_s, 1000);
    assert_int_equal(by_handle(f, &a, "ann"), STORE_OK);
    assert_int_equal(a.account.seen_s, 2000);
}

static void an_account_without_a_password_lets_nobody_in_by_one(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    create(f, &a, "ann", key_of("k1"), NULL);
    assert_int_equal(log_in(f, &a, "ann", ""), STORE_WRONG);
    assert_int_equal(log_in(f, &a, "ann", "open sesame"), STORE_WRONG);
}

static void a_password_that_is_too_long_is_not_cut_into_a_right_one(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    char longest[PASSWORD_MAX + 1], longer[PASSWORD_MAX + 2];
    memset(longest, 'x', PASSWORD_MAX);
    longest[PASSWORD_MAX] = '\0';
    snprintf(longer, sizeof longer, "%sx", longest);
    create(f, &a, "ann", NULL, longest);
    assert_int_equal(log_in(f, &a, "ann", longer), STORE_WRONG);
    assert_int_equal(log_in(f, &a, "ann", longest), STORE_OK);
}

static void what_may_become_a_password_is_said_in_a_sentence(void **state)
{
    (void)state;
    char text[PASSWORD_MAX + 2] = "1234567";
    assert_string_equal(password_why(text), "A password has at least 8 characters.");
    assert_null(password_why("12345678"));
    memset(text, 'x', PASSWORD_MAX + 1);
    assert_string_equal(password_why(text), "A password has at most 128 bytes.");
    text[PASSWORD_MAX] = '\0';
    assert_null(password_why(text));
}

static bool file_holds(const char *path, const char *word)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    static char all[1 << 20];
    size_t n = fread(all, 1, sizeof all, file);
    fclose(file);
    return memmem(all, n, word, strlen(word)) != NULL;
}

static void no_password_is_in_the_file(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    create(f, &a, "ann", NULL, "open sesame");
    account_set_password(f->store, a.account.id, "close sesame", "", on_done, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    store_close(f->store);
    f->store = NULL;
    assert_true(file_holds(f->path, "ann"));
    assert_false(file_holds(f->path, "sesame"));
    assert_true(file_holds(f->path, "$argon2id$v=19$m=19456,t=2,p=1$"));
}

static void a_new_password_replaces_the_old_one(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    create(f, &a, "ann", key_of("k1"), NULL);
    account_set_password(f->store, a.account.id, "open sesame", "", on_done, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    account_set_password(f->store, a.account.id, "close sesame", "", on_done, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    assert_int_equal(log_in(f, &a, "ann", "open sesame"), STORE_WRONG);
    assert_int_equal(log_in(f, &a, "ann", "close sesame"), STORE_OK);
    account_set_password(f->store, a.account.id + 1, "open sesame", "", on_done, &a);
    assert_int_equal(await(f, &a), STORE_NONE);
}

static void a_hash_of_weaker_days_is_made_anew_when_its_owner_comes_in(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    char weak[crypto_pwhash_STRBYTES], sql[256];
    create(f, &a, "ann", NULL, "open sesame");
    assert_int_equal(crypto_pwhash_str(weak, "old sesame", 10, 1, 1u << 20), 0);
    snprintf(sql, sizeof sql, "UPDATE account SET password = '%s'", weak);
    tamper(f, sql);
    assert_int_equal(log_in(f, &a, "ann", "oldest sesame"), STORE_WRONG);
    assert_int_equal(kept(f, "SELECT count(*) FROM account WHERE password LIKE '%m=1024,t=1,%'"), 1);
    assert_int_equal(log_in(f, &a, "ann", "old sesame"), STORE_OK);
    assert_int_equal(kept(f, "SELECT count(*) FROM account WHERE password LIKE '$argon2id$%m=19456,t=2,p=1$%'"), 1);
    assert_int_equal(log_in(f, &a, "ann", "old sesame"), STORE_OK);
}

/* Keeps the pool's one thread busy until it is opened. */
struct gate {
    pthread_mutex_t lock;
    sem_t entered;
    int sent, passed;
};

static void wait_at_gate(void *arg)
{
    struct gate *g = arg;
    sem_post(&g->entered);
    pthread_mutex_lock(&g->lock);
    pthread_mutex_unlock(&g->lock);
}

static void through_gate(void *arg, bool ran)
{
    (void)ran;
    ((struct gate *)arg)->passed++;
}

static bool gate_send(struct fixture *f, struct gate *g)
{
    bool sent = pool_submit(f->pool, 0, wait_at_gate, through_gate, g);
    g->sent += sent;
    return sent;
}

static void gate_shut(struct fixture *f, struct gate *g)
{
    *g = (struct gate){ .lock = PTHREAD_MUTEX_INITIALIZER };
    sem_init(&g->entered, 0, 0);
    pthread_mutex_lock(&g->lock);
    assert_true(gate_send(f, g));
    sem_wait(&g->entered);
}

static void gate_open(struct fixture *f, struct gate *g)
{
    pthread_mutex_unlock(&g->lock);
    AWAIT(f->base, g->passed >= g->sent, "%d of %d jobs passed the gate", g->passed, g->sent);
}

/* The unknown handle has to queue for the pool like any other: it takes the same way, so its time says nothing. */
static void a_full_pool_says_busy_to_known_and_unknown_alike(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    struct gate g;
    create(f, &a, "ann", NULL, "open sesame");
    gate_shut(f, &g);
    while (gate_send(f, &g)) continue;
    assert_int_equal(log_in(f, &a, "ann", "open sesame"), STORE_BUSY);
    assert_int_equal(log_in(f, &a, "nobody", "open sesame"), STORE_BUSY);
    assert_int_equal(create(f, &a, "bea", NULL, "open sesame"), STORE_BUSY);
    account_set_password(f->store, 1, "close sesame", "", on_done, &a);
    assert_int_equal(await(f, &a), STORE_BUSY);
    gate_open(f, &g);
    assert_int_equal(by_handle(f, &a, "bea"), STORE_NONE);
}

/* The name is looked up before anything is hashed: it is refused while the pool stands still. */
static void a_name_that_is_taken_costs_no_hash(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    struct gate g;
    create(f, &a, "ann", NULL, "open sesame");
    gate_shut(f, &g);
    while (gate_send(f, &g)) continue;
    for (int k = 0; k < 10; k++) assert_int_equal(create(f, &a, "Ann", NULL, "open sesame"), STORE_TAKEN);
    gate_open(f, &g);
}

static void the_pool_has_two_passwords_of_one_origin_at_most(void **state)
{
    struct fixture *f = *state;
    struct answer a[4] = { { 0 } }, b = { 0 };
    struct gate g;
    gate_shut(f, &g);
    for (int k = 0; k < 4; k++) account_log_in(f->store, "nobody", "open sesame", "192.0.2.1:7", on_account, &a[k]);
    AWAIT(f->base, a[2].times != 0 && a[3].times != 0, "the third and fourth password are not refused");
    assert_int_equal(a[2].result, STORE_BUSY);
    assert_int_equal(a[3].result, STORE_BUSY);
    account_log_in(f->store, "nobody", "open sesame", "192.0.2.2:7", on_account, &b);
    AWAIT(f->base, store_pending(f->store) >= 3, "the store does not take the third password");
    gate_open(f, &g);
    AWAIT(f->base, b.times != 0, "the other origin gets no answer");
    assert_int_equal(a[0].result, STORE_NONE);
    assert_int_equal(b.result, STORE_NONE);
}

static void closing_answers_those_whose_password_is_with_the_pool(void **state)
{
    struct fixture *f = *state;
    struct answer create_a = { 0 }, log_in_a = { 0 };
    struct gate g;
    gate_shut(f, &g);
    account_create(f->store, "ann", NULL, "open sesame", "", on_account, &create_a);
    account_log_in(f->store, "ann", "open sesame", "192.0.2.1:40000", on_account, &log_in_a);
    AWAIT(f->base, store_pending(f->store) >= 2, "the store does not take two passwords");
    store_close(f->store);
    f->store = NULL;
    assert_int_equal(create_a.times, 1);
    assert_int_equal(create_a.result, STORE_BUSY);
    assert_int_equal(log_in_a.times, 1);
    assert_int_equal(log_in_a.result, STORE_BUSY);
    gate_open(f, &g);
    pool_free(f->pool);
    f->pool = NULL;
    assert_int_equal(create_a.times, 1);
    assert_int_equal(log_in_a.times, 1);
    assert_int_equal(kept(f, "SELECT count(*) FROM account"), 0);
}

static enum store_result add_key(struct fixture *f, int64_t account, const char *word)
{
    struct answer a = { 0 };
    account_add_key(f->store, account, key_of(word), on_done, &a);
    return await(f, &a);
}

/* A lost key is not a lost account (H41). */
static void an_account_has_several_keys_and_a_key_one_account(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    int64_t ann = person(f, "ann"), bea = person(f, "bea");
    assert_int_equal(add_key(f, ann, "k2"), STORE_OK);
    assert_int_equal(add_key(f, ann, "k2"), STORE_OK);
    assert_int_equal(add_key(f, bea, "k2"), STORE_TAKEN);
    assert_int_equal(add_key(f, bea + 1, "k3"), STORE_NONE);
    assert_int_equal(by_key(f, &a, "k2"), STORE_OK);
    assert_int_equal(a.account.id, ann);
    assert_int_equal(a.account.keys, 2);
}

static void the_keys_of_an_account_are_bounded(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    int64_t ann = person(f, "ann");
    char word[32];
    for (int i = 1; i < ACCOUNT_KEYS_MAX; i++) {
        snprintf(word, sizeof word, "k%d", i);
        assert_int_equal(add_key(f, ann, word), STORE_OK);
        f->clock.ms += CHANGES_INTERVAL_US / 1000;
    }
    assert_int_equal(add_key(f, ann, "one more"), STORE_TAKEN);
    by_handle(f, &a, "ann");
    assert_int_equal(a.account.keys, ACCOUNT_KEYS_MAX);
}

/* A person's own choice wins over detection, so it has to be kept (H17). */
static void the_choice_of_a_charset_is_kept(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    int64_t ann = person(f, "ann");
    by_handle(f, &a, "ann");
    assert_string_equal(a.account.charset, "");
    account_set_charset(f->store, ann, "cp437", on_done, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    by_handle(f, &a, "ann");
    assert_string_equal(a.account.charset, "cp437");
    account_set_charset(f->store, ann + 1, "utf8", on_done, &a);
    assert_int_equal(await(f, &a), STORE_NONE);
}

static void the_wish_for_the_mouse_is_kept(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    int64_t ann = person(f, "ann");
    by_handle(f, &a, "ann");
    assert_false(a.account.mouse);
    account_set_mouse(f->store, ann, true, on_done, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    by_handle(f, &a, "ann");
    assert_true(a.account.mouse);
    account_set_mouse(f->store, ann + 1, true, on_done, &a);
    assert_int_equal(await(f, &a), STORE_NONE);
}

static void the_speed_of_others_is_kept(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    int64_t ann = person(f, "ann");
    by_handle(f, &a, "ann");
    assert_int_equal(a.account.speed, 1);
    account_set_speed(f->store, ann, 2, on_done, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    by_handle(f, &a, "ann");
    assert_int_equal(a.account.speed, 2);
    account_set_speed(f->store, ann + 1, 0, on_done, &a);
    assert_int_equal(await(f, &a), STORE_NONE);
}

static enum store_result call_oneself(struct fixture *f, const char *handle)
{
    struct answer a = { 0 };
    uint8_t key[ACCOUNT_KEY] = { 0 };
    snprintf((char *)key, sizeof key, "the key of %s", handle);
    account_create(f->store, handle, key, NULL, "", on_account, &a);
    return await(f, &a);
}

/* (H64) */
static void a_name_that_looks_like_somebody_s_is_taken(void **state)
{
    struct fixture *f = *state;
    static const char *const alike[] = { "BiIl", "B1ll", "Bil1", "Bill-", "Bill_", "Bi--ll", "bill", "LiII" };
    assert_int_equal(call_oneself(f, "Bill"), STORE_OK);
    for (size_t i = 0; i + 1 < sizeof alike / sizeof *alike; i++)
        assert_int_equal(call_oneself(f, alike[i]), STORE_TAKEN);
    assert_int_equal(call_oneself(f, "LiII"), STORE_OK);
    assert_int_equal(kept(f, "SELECT count(*) FROM account"), 2);
}

static void looking_alike_opens_no_account_and_old_ones_stay_as_they_are(void **state)
{
    struct fixture *f = *state;
    struct answer a = { 0 };
    person(f, "Bill");
    tamper(f, "INSERT INTO account (handle, created_s, seen_s) VALUES ('B1ll', 0, 0)");
    account_by_handle(f->store, "b1LL", on_account, &a);
    assert_int_equal(await(f, &a), STORE_OK);
    assert_string_equal(a.account.handle, "B1ll");
    account_by_handle(f->store, "bil1", on_account, &a);
    assert_int_equal(await(f, &a), STORE_NONE);
    assert_int_equal(call_oneself(f, "Bi_1l"), STORE_TAKEN);
}

/* The schema has a skeleton of its own: it must be the same for any name. */
static void the_file_s_skeleton_is_that_of_the_program(void **state)
{
    struct fixture *f = *state;
    static const char letters[] = "rrnnvvwmilILo0O1-_aZ9";
    unsigned seed = 20261201;
    sqlite3 *db = outside_open(f);
    for (int i = 0; i < 3000; i++) {
        char name[17] = "", want[NAME_MAX_LENGTH + 1], sql[160];
        int n = 2 + rand_r(&seed) % 15;
        for (int at = 0; at < n; at++) name[at] = letters[(unsigned)rand_r(&seed) % (sizeof letters - 1)];
        clean_skeleton(want, name);
        snprintf(sql, sizeof sql, "INSERT OR IGNORE INTO account (handle, created_s, seen_s) VALUES ('%s', 0, 0)",
                 name);
        outside_exec(db, sql);
        snprintf(sql, sizeof sql, "SELECT skeleton FROM account WHERE handle = '%s'", name);
        assert_string_equal(outside_text(db, sql), want);
    }
    sqlite3_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_new_account_is_found_by_key_and_by_handle, setup, teardown),
        cmocka_unit_test_setup_teardown(a_handle_or_key_is_taken_once_and_a_refusal_takes_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(guessing_passwords_is_braked_and_a_right_one_costs_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(of_two_who_ask_for_one_handle_at_once_the_first_gets_it, setup, teardown),
        cmocka_unit_test_setup_teardown(coming_in_is_remembered_and_looking_is_not, setup, teardown),
        cmocka_unit_test_setup_teardown(a_wall_clock_put_right_leaves_nobody_seen_in_the_future, setup, teardown),
        cmocka_unit_test_setup_teardown(a_password_lets_in_only_when_it_is_the_right_one, setup, teardown),
        cmocka_unit_test_setup_teardown(an_account_without_a_password_lets_nobody_in_by_one, setup, teardown),
        cmocka_unit_test_setup_teardown(a_password_that_is_too_long_is_not_cut_into_a_right_one, setup, teardown),
        cmocka_unit_test(what_may_become_a_password_is_said_in_a_sentence),
        cmocka_unit_test_setup_teardown(no_password_is_in_the_file, setup, teardown),
        cmocka_unit_test_setup_teardown(a_new_password_replaces_the_old_one, setup, teardown),
        cmocka_unit_test_setup_teardown(a_hash_of_weaker_days_is_made_anew_when_its_owner_comes_in, setup, teardown),
        cmocka_unit_test_setup_teardown(strangers_who_guess_do_not_keep_the_owner_out, setup, teardown),
        cmocka_unit_test_setup_teardown(a_known_network_is_forgotten_in_time, setup, teardown),
        cmocka_unit_test_setup_teardown(a_clock_that_jumps_and_comes_back_makes_no_network_forgotten, setup, teardown),
        cmocka_unit_test_setup_teardown(no_address_is_in_the_file, setup, teardown),
        cmocka_unit_test_setup_teardown(one_origin_makes_a_few_accounts_and_then_one_in_ten_minutes, setup, teardown),
        cmocka_unit_test_setup_teardown(one_customer_with_many_networks_makes_a_few_more, setup, teardown),
        cmocka_unit_test_setup_teardown(an_account_that_does_not_come_about_counts_for_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(keys_and_passwords_are_changed_a_few_times_a_minute, setup, teardown),
        cmocka_unit_test_setup_teardown(a_name_that_is_taken_costs_no_hash, setup, teardown),
        cmocka_unit_test_setup_teardown(the_pool_has_two_passwords_of_one_origin_at_most, setup, teardown),
        cmocka_unit_test_setup_teardown(a_full_pool_says_busy_to_known_and_unknown_alike, setup, teardown),
        cmocka_unit_test_setup_teardown(closing_answers_those_whose_password_is_with_the_pool, setup, teardown),
        cmocka_unit_test_setup_teardown(an_account_has_several_keys_and_a_key_one_account, setup, teardown),
        cmocka_unit_test_setup_teardown(the_keys_of_an_account_are_bounded, setup, teardown),
        cmocka_unit_test_setup_teardown(the_choice_of_a_charset_is_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(the_wish_for_the_mouse_is_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(the_speed_of_others_is_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(a_name_that_looks_like_somebody_s_is_taken, setup, teardown),
        cmocka_unit_test_setup_teardown(looking_alike_opens_no_account_and_old_ones_stay_as_they_are, setup, teardown),
        cmocka_unit_test_setup_teardown(the_file_s_skeleton_is_that_of_the_program, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
