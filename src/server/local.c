#include "server/local.h"

#include "base/clean.h"
#include "base/clock.h"
#include "base/log.h"
#include "room/lobby.h"
#include "room/names.h"
#include "screens/screens.h"
#include "server/config.h"
#include "server/heartbeat.h"
#include "server/lobby_clock.h"
#include "server/pools.h"
#include "server/process.h"
#include "server/signals.h"
#include "server/state.h"
#include "server/tty.h"
#include "session/session.h"
#include "store/account.h"
#include "store/store.h"

#include <assert.h>
#include <event2/event.h>
#include <fcntl.h>
#include <pwd.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TYPED_PER_S 1000
#define TYPED_BURST 10000
#define FRAME_MS 16
#define SIGNALS 4
#define OWN_THREADS 4     /* of the store and the log */
#define LAST_LINES_MS 400 /* wait for the log to be written */
#define LAST_WRITES_MS 2000
#define LEAVE_MS 3000 /* after a signal, wait for a terminal that accepts no more output */

static const int end_signals[SIGNALS] = { SIGTERM, SIGHUP, SIGINT, SIGQUIT };

/* The account of the person at this machine has this in place of a key. Nobody has a key with this SHA-256. */
static const uint8_t local_key[ACCOUNT_KEY] = "the person at this very machine";

struct home {
    const struct local *local;
    struct clock_house clock;
    struct heartbeat heartbeat;
    struct state state;
    struct event_base *base;
    struct session_env session_env;
    struct pools pools;
    struct store *store;
    struct lobby *lobby;
    struct lobby_clock lobby_clock;
    struct house house;
    struct tty *tty;
    struct event *signal[SIGNALS], *late;
    char handle[24];
    int names; /* names tried so far */
    struct err e;
    bool failed;
};

/* --- the person --- */

static void on_gone(void *arg)
{
    event_base_loopexit(((struct home *)arg)->base, NULL);
}

static void start_visit(struct home *h, const struct account *account)
{
    h->tty = tty_open(h->base, &h->clock.clock, on_gone, h);
    struct conn *conn = tty_conn(h->tty);
    conn->caller.account = account->id;
    snprintf(conn->caller.user, sizeof conn->caller.user, "%s", account->handle);
    screens_start(&h->house, &h->session_env, conn);
}

/* The login name, then player1, player2, ... */
static void next_name(struct home *h)
{
    const struct passwd *user = getpwuid(getuid());
    char name[NAME_MAX_LENGTH + 1] = "";
    if (h->names == 0 && user != NULL) clean_name(name, user->pw_name);
    if (clean_new_name_why(name) == NULL && !computer_is_called(name))
        snprintf(h->handle, sizeof h->handle, "%s", name);
    else
        snprintf(h->handle, sizeof h->handle, "player%d", h->names > 0 ? h->names : ++h->names);
    h->names++;
}

static void start_failed(struct home *h, const char *why)
{
    h->failed = true;
    err_set(&h->e, "%s", why);
    event_base_loopbreak(h->base);
}

static void on_account(void *arg, enum store_result result, const struct account *account)
{
    struct home *h = arg;
    if (result == STORE_OK) {
        start_visit(h, account);
    } else if (result == STORE_NONE || (result == STORE_TAKEN && h->names < 100)) {
        next_name(h);
        account_create(h->store, h->handle, local_key, NULL, "", on_account, h);
    } else {
        start_failed(h, "the account cannot be read");
    }
}

/* --- signals --- */

static void on_signal(evutil_socket_t number, short what, void *arg)
{
    struct home *h = arg;
    struct timeval last = { .tv_sec = LEAVE_MS / 1000 };
    (void)number;
    (void)what;
    event_add(h->late, &last);
    if (h->tty == NULL)
        on_gone(h);
    else
        session_end_all(&h->session_env, "Your game is kept.\n", 1);
}

static void on_late(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    on_gone(arg);
}

static void add_events(struct home *h)
{
    h->late = evtimer_new(h->base, on_late, h);
    for (int i = 0; i < SIGNALS; i++) {
        if (signal_is_ignored(end_signals[i])) continue; /* as under nohup */
        h->signal[i] = evsignal_new(h->base, end_signals[i], on_signal, h);
        assert(h->signal[i] != NULL && h->late != NULL);
        event_add(h->signal[i], NULL);
    }
    lobby_clock_start(&h->lobby_clock, h->base, &h->clock.clock, h->lobby);
    heartbeat_start(&h->heartbeat, h->base, &h->clock);
}

/* --- building and taking down --- */

/* A base that also accepts regular files as standard input; the caller frees it. */
static struct event_base *base_new(void)
{
    struct event_config *config = event_config_new();
    assert(config != NULL);
    event_config_require_features(config, EV_FEATURE_FDS);
    struct event_base *base = event_base_new_with_config(config);
    event_config_free(config);
    assert(base != NULL);
    return base;
}

static bool build_lobby(struct home *h)
{
    struct config usual;
    config_init(&usual);
    h->lobby = lobby_new(&(struct lobby_env){
        .base = h->base,
        .clock = &h->clock.clock,
        .moves = h->pools.moves,
        .hints = h->pools.hints,
        .pars = h->pools.pars,
        .store = h->store,
        .random = random_system(),
        .pace_ms = usual.pace_ms,
        .grace_s = usual.grace_s,
        .tables_max = usual.tables,
    });
    config_clear(&usual);
    return lobby_restore(h->lobby, &h->e);
}

static bool build_home(struct home *h)
{
    clock_house_init(&h->clock, &clock_system);
    h->base = base_new();
    session_env_init(&h->session_env, h->base, &h->clock.clock);
    h->session_env.keys_per_s = TYPED_PER_S;
    h->session_env.keys_burst = TYPED_BURST;
    h->session_env.frame_ms = FRAME_MS;
    pools_open(&h->pools, h->base);
    h->store = store_open(h->base, &h->clock.clock, h->pools.hashes, h->state.database, &h->e);
    if (h->store == NULL || !build_lobby(h)) return false;
    h->house = (struct house){
        .lobby = h->lobby,
        .store = h->store,
        .name = "Kings Corner",
        .version = KINGSCORNER_VERSION,
        .first_game = h->local->game,
    };
    add_events(h);
    account_by_key(h->store, local_key, "", on_account, h);
    return true;
}

/* Runs the loop until the end of the visit is written, at most LAST_WRITES_MS. */
static void write_rest(struct home *h)
{
    int64_t until = clock_mono_ms(&clock_system) + LAST_WRITES_MS;
    while (h->lobby != NULL && lobby_busy(h->lobby) && clock_mono_ms(&clock_system) < until)
        event_base_loop(h->base, EVLOOP_ONCE);
}

/* Like the host's, in the reverse order of build_home(). */
static void close_home(struct home *h)
{
    if (h->tty != NULL) tty_hang_up(h->tty);
    for (int i = 0; i < 2; i++) event_base_loop(h->base, EVLOOP_NONBLOCK); /* the visit ends, then its memory goes */
    write_rest(h);
    lobby_clock_stop(&h->lobby_clock);
    heartbeat_stop(&h->heartbeat);
    if (h->store != NULL) store_close(h->store);
    lobby_free(h->lobby);
    pools_close(&h->pools);
    tty_free(h->tty);
    session_env_clear(&h->session_env);
    for (int i = 0; i < SIGNALS; i++)
        if (h->signal[i] != NULL) event_free(h->signal[i]);
    if (h->late != NULL) event_free(h->late);
    event_base_free(h->base);
}

/* Sends the log to a file, because it must not appear on the screen. Returns a duplicate of the old standard error. */
static int move_log(const struct home *h)
{
    char path[PATH_MAX];
    int before = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (!isatty(STDERR_FILENO)) return before;
    snprintf(path, sizeof path, "%s/play.log", h->state.dir);
    int log = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (log < 0) return before;
    dup2(log, STDERR_FILENO);
    close(log);
    return before;
}

int local_play(const struct local *local)
{
    struct home h = { .local = local };
    umask(077);
    signal(SIGPIPE, SIG_IGN);
    if (sodium_init() < 0 || !process_try_threads(pools_threads() + OWN_THREADS, &h.e) ||
        !state_find(&h.state, local->state_dir, &h.e)) {
        fprintf(stderr, "kingscorner play: %s\n", h.e.text);
        return 1;
    }
    char sentence[STATE_SENTENCE];
    if (state_warning(&h.state, sentence) != NULL) fprintf(stderr, "kingscorner play: %s\n", sentence);
    int errors = move_log(&h);
    log_start(&clock_system);
    h.failed = !build_home(&h);
    if (!h.failed) event_base_dispatch(h.base);
    close_home(&h);
    log_stop(LAST_LINES_MS);
    if (h.failed) dprintf(errors, "kingscorner play: %s\n", h.e.text);
    close(errors);
    return h.failed;
}
