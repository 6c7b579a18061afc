/* A house for tests: the real sessions, lobby and store (in a directory of its own, or none), a clock that the test
 * moves, and callers in memory. */
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "await.h"
#include "base/clock.h"
#include "base/pool.h"
#include "games/catalogue/game_list.h"
#include "room/lobby.h"
#include "screens/fake_conn.h"
#include "screens/screens.h"
#include "screens/visit.h"
#include "store/account.h"
#include "store/store.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct test_house {
    char dir[64], path[96];
    struct event_base *base;
    struct clock_fake clock;
    struct session_env env;
    struct pool *pool;
    struct house house;
};

struct caller_in_test {
    struct test_house *h;
    struct fake_conn line;
};

static inline void house_tables(struct test_house *h)
{
    h->house.lobby = lobby_new(&(struct lobby_env){
        .base = h->base,
        .clock = &h->clock.clock,
        .store = h->house.store,
        .random = random_seeded(5),
        .pace_ms = 100,
        .turn_s = 60,
        .grace_s = 90,
        .tables_max = 20,
    });
}

static inline void house_open(struct test_house *h, bool with_store)
{
    struct err e = { "" };
    assert_true(sodium_init() >= 0);
    *h = (struct test_house){ .dir = "/tmp/kingscorner-test-XXXXXX", .base = event_base_new() };
    clock_fake_init(&h->clock, 1000000, 1700000000);
    session_env_init(&h->env, h->base, &h->clock.clock);
    h->env.keys_per_s = h->env.keys_burst = 1000000;
    h->env.frame_ms = 0;
    h->pool = pool_new(h->base, &(struct pool_size){ .threads = 1, .queue = 16 });
    h->house.name = "Kings Corner at cards.test";
    h->house.version = "0.1";
    if (with_store) {
        assert_non_null(mkdtemp(h->dir));
        snprintf(h->path, sizeof h->path, "%s/house.db", h->dir);
        h->house.store = store_open(h->base, &h->clock.clock, h->pool, h->path, &e);
        assert_string_equal(e.text, "");
    }
    house_tables(h);
}

/* Does everything that is due now. */
static inline void house_run(struct test_house *h)
{
    for (int i = 0; i < 6; i++) {
        for (int n = 0; lobby_due(h->house.lobby) <= h->clock.ms; n++) {
            assert_true(n < 10000);
            lobby_tick(h->house.lobby);
        }
        if (h->house.store != NULL) AWAIT(h->base, store_pending(h->house.store) == 0, "the store does not write");
        event_base_loop(h->base, EVLOOP_NONBLOCK);
    }
}

/* Lets time pass, and does at each moment what is due. */
static inline void house_pass(struct test_house *h, int64_t ms)
{
    int64_t end = h->clock.ms + ms;
    house_run(h);
    for (int64_t due; (due = lobby_due(h->house.lobby)) <= end;) {
        if (due > h->clock.ms) h->clock.ms = due;
        house_run(h);
    }
    h->clock.ms = end;
    house_run(h);
}

static inline void house_close(struct test_house *h)
{
    static const char *const ends[] = { "", "-wal", "-shm", "-journal", ".lock" };
    house_run(h);
    assert_null(h->house.visits);
    assert_null(h->env.first);
    lobby_free(h->house.lobby);
    if (h->house.store != NULL) store_close(h->house.store);
    pool_free(h->pool);
    session_env_clear(&h->env);
    event_base_free(h->base);
    if (h->path[0] == '\0') return;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char name[128];
        snprintf(name, sizeof name, "%s%s", h->path, ends[i]);
        unlink(name);
    }
    assert_int_equal(rmdir(h->dir), 0);
}

/* --- callers --- */

static inline void caller_init(struct caller_in_test *c, struct test_house *h)
{
    c->h = h;
    fake_conn_init(&c->line, h->base);
}

static inline void caller_enter(struct caller_in_test *c)
{
    screens_start(&c->h->house, &c->h->env, &c->line.conn);
    house_run(c->h);
}

/* A guest by ssh in an xterm. */
static inline void caller_guest(struct caller_in_test *c, struct test_house *h)
{
    caller_init(c, h);
    caller_enter(c);
}

/* A guest without single keys, who gets plain mode. */
static inline void caller_plain(struct caller_in_test *c, struct test_house *h)
{
    caller_init(c, h);
    c->line.conn.caller.character_mode = c->line.conn.caller.we_echo = false;
    c->line.conn.caller.term[0] = '\0';
    caller_enter(c);
}

static inline void caller_telnet(struct caller_in_test *c, struct test_house *h)
{
    caller_init(c, h);
    c->line.conn.caller.transport = TRANSPORT_TELNET;
    c->line.conn.caller.charset_told = -1;
    strcpy(c->line.conn.caller.term, "XTERM-256COLOR");
    caller_enter(c);
}

static inline struct session *session_of(struct caller_in_test *c)
{
    return c->line.conn.owner;
}

static inline struct visit *visit_in(struct caller_in_test *c)
{
    return session_visitor(session_of(c));
}

/* The name of the screen on top; "" when the visit is over. */
static inline const char *where(struct caller_in_test *c)
{
    if (c->line.closed) return "";
    const struct screen *top = session_top(session_of(c), NULL);
    return top ? top->name : "";
}

static inline void type(struct caller_in_test *c, const char *keys)
{
    if (!c->line.closing && !c->line.closed)
        c->line.conn.up->input(c->line.conn.owner, (const uint8_t *)keys, strlen(keys));
    house_run(c->h);
}

/* How many rows of the lobby lead to games. */
static inline int rows_of_games(void)
{
    struct game_row of;
    int n = 0;
    while (game_row_at(n, &of)) n++;
    return n;
}

/* The number that the menu of the lobby gives to the row of that word. */
static inline int row_number(const char *word)
{
    struct game_row of;
    for (int k = 0; game_row_at(k, &of); k++)
        if (strcmp(of.variant->word, word) == 0) return k + 1;
    fail_msg("no row has the word %s", word);
    return 0;
}

/* Sends each key in a read of its own, as fingers do. */
static inline void type_slowly(struct caller_in_test *c, const char *keys)
{
    for (char one[2] = ""; *keys != '\0'; keys++) {
        one[0] = *keys;
        type(c, one);
    }
}

/* Types a line in plain mode, or into a form. It is no paste. */
static inline void type_line(struct caller_in_test *c, const char *text)
{
    type_slowly(c, text);
    type(c, "\r");
}

/* Presses Escape, and lets the time pass after which it is one. */
static inline void type_escape(struct caller_in_test *c)
{
    struct key escape = { .code = KEY_ESCAPE };
    void *state;
    const struct screen *top = session_top(session_of(c), &state);
    top->key(session_of(c), state, &escape);
    house_run(c->h);
}

static inline void draw_top(void *caller, struct canvas *canvas)
{
    struct caller_in_test *c = caller;
    void *state;
    const struct screen *top = session_top(session_of(c), &state);
    assert_non_null(top);
    top->draw(session_of(c), state, canvas);
    c->h->env.common->draw(session_of(c), canvas);
}

/* The frame of the screen on top as text, at a size; valid until the next call. */
static inline const char *frame_at(struct caller_in_test *c, int cols, int rows)
{
    static char text[64 * 1024];
    struct text out;
    struct canvas *canvas = canvas_new(cols, rows);
    draw_top(c, canvas);
    text_init(&out, text, sizeof text);
    canvas_dump(canvas, &out);
    canvas_free(canvas);
    return text;
}

static inline bool shows(struct caller_in_test *c, const char *words)
{
    return strstr(frame_at(c, 80, 24), words) != NULL;
}

/* Do the last lines of a window of that size hold the whole sentence? Line ends count as spaces. */
static inline bool reads(struct caller_in_test *c, int cols, int rows, const char *words)
{
    char flat[64 * 1024];
    size_t n = 0;
    for (const char *p = frame_at(c, cols, rows); *p != '\0'; p++) {
        bool blank = *p == ' ' || *p == '\n';
        if (!blank || (n > 0 && flat[n - 1] != ' ')) flat[n++] = blank ? ' ' : *p;
    }
    flat[n] = '\0';
    return strstr(flat, words) != NULL;
}

/* Has the caller got these bytes since the last hear_no_more()? */
static inline bool heard(const struct caller_in_test *c, const char *words)
{
    return strstr(c->line.out.buf, words) != NULL;
}

static inline void hear_no_more(struct caller_in_test *c)
{
    text_clear(&c->line.out);
}

/* Waits until the screen of that name is on top; the store or the pool may have to answer first. */
static inline void await_screen(struct caller_in_test *c, const char *name)
{
    AWAIT(c->h->base, strcmp(where(c), name) == 0, "still at %s, not at %s\n%s", where(c), name, frame_at(c, 80, 24));
    house_run(c->h);
}

static inline void await_words(struct caller_in_test *c, const char *words)
{
    AWAIT(c->h->base, session_plain(session_of(c)) ? heard(c, words) : shows(c, words), "%s is not there: %s\n%s",
          words, where(c), frame_at(c, 80, 24));
    house_run(c->h);
}

static inline void caller_drop(struct caller_in_test *c)
{
    if (!c->line.closed) fake_drop(&c->line);
    house_run(c->h);
    assert_true(c->line.closed);
    fake_conn_clear(&c->line);
}

#define assert_where(c, name) assert_string_equal(where(c), name)
#define assert_shows(c, words)                                                                                         \
    do {                                                                                                               \
        if (!shows(c, words)) fail_msg("not shown: %s\n%s", words, frame_at(c, 80, 24));                               \
    } while (0)
#define assert_heard(c, words)                                                                                         \
    do {                                                                                                               \
        if (!heard(c, words)) fail_msg("not said: %s\n%s", words, (c)->line.out.buf);                                  \
    } while (0)
