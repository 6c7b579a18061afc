#include "server/serve.h"

#include "base/clean.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/outlet.h"
#include "base/text.h"
#include "net/net.h"
#include "room/lobby.h"
#include "screens/screens.h"
#include "server/auth.h"
#include "server/heartbeat.h"
#include "server/lobby_clock.h"
#include "server/notify.h"
#include "server/pools.h"
#include "server/process.h"
#include "server/signals.h"
#include "server/state.h"
#include "session/session.h"
#include "store/account.h"
#include "store/store.h"

#include <assert.h>
#include <event2/event.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DRAIN_MS 4500 /* of the 5 s that are promised */
#define DRAIN_LOOK_MS 20
#define OWN_THREADS 4     /* of the store and the log */
#define LAST_LINES_MS 400 /* wait for the log and for standard output */

static const char goodbye[] = "The house closes for a moment. Your game is kept, unless you are a guest.\n";

struct host {
    const struct config *config;
    struct clock_house clock;
    struct heartbeat heartbeat;
    struct state state;
    struct notify_sockets sockets;
    struct event_base *base;
    struct pools pools;
    struct store *store;
    struct lobby *lobby;
    struct net *net;
    struct auth auth;
    struct house house;
    struct session_env session_env;
    char title[128];
    struct lobby_clock lobby_clock;
    struct signals signals;
    struct event *alive_timer, *drain_timer;
    int64_t drain_until; /* 0: not draining; in real ms, because the service manager waits in real time */
};

static struct timeval after_ms(int64_t ms)
{
    return (struct timeval){ .tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000 };
}

static void on_alive_timer(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    (void)arg;
    notify_alive();
}

/* --- callers --- */

/* net has logged the address. The strings of a stranger are escaped and stand last. */
static void log_caller(const struct caller *c)
{
    static const char *const transports[] = {
        [TRANSPORT_TELNET] = "telnet",
        [TRANSPORT_RAW] = "plain TCP",
        [TRANSPORT_SSH] = "ssh",
    };
    char client[4 * sizeof c->client], term[4 * sizeof c->term], key[64] = "";
    clean_escape(client, sizeof client, c->client, strlen(c->client));
    clean_escape(term, sizeof term, c->term, strlen(c->term));
    if (c->key_proven)
        sodium_bin2base64(key, sizeof key, c->key, sizeof c->key, sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
    log_event(LOG_INFO, c->address, "in by %s%s%s, %dx%d, term %s, client %s", transports[c->transport],
              c->key_proven ? ", key SHA256:" : "", key, c->cols, c->rows, term[0] != '\0' ? term : "not told",
              client[0] != '\0' ? client : "not told");
}

static void on_open(void *ctx, struct conn *c)
{
    struct host *h = ctx;
    log_caller(&c->caller);
    screens_start(&h->house, &h->session_env, c);
}

static void on_check(void *ctx, uint64_t ticket, const struct caller *caller, const char *user, const char *password)
{
    struct host *h = ctx;
    auth_check(&h->auth, ticket, caller->address, user, password);
}

/* --- draining --- */

/* Ends the loop when all callers have gone and everything is written, or when drain_until has passed. */
static void on_drain_timer(evutil_socket_t fd, short what, void *arg)
{
    struct host *h = arg;
    (void)fd;
    (void)what;
    if (h->net == NULL) return;
    int callers = net_callers(h->net);
    bool jobs = store_pending(h->store) > 0 || lobby_busy(h->lobby);
    bool late = clock_boot_ms(&h->clock.clock) >= h->drain_until;
    if ((callers > 0 || jobs) && !late) {
        struct timeval wait = after_ms(DRAIN_LOOK_MS);
        event_add(h->drain_timer, &wait);
        return;
    }
    if (callers > 0)
        log_event(LOG_NOTICE, NULL, "%d caller%s did not take leave in time", callers, text_word(callers, "", "s"));
    event_base_loopbreak(h->base);
}

static void on_end(void *arg, const char *name)
{
    struct host *h = arg;
    bool again = h->drain_until != 0;
    log_event(LOG_NOTICE, NULL, "%s: %s", name, again ? "closing at once" : "closing");
    h->drain_until = clock_boot_ms(&h->clock.clock) + (again ? 0 : DRAIN_MS);
    if (!again) {
        notify_stopping();
        net_stop_listening(h->net);
        session_end_all(&h->session_env, goodbye, 1);
    }
    event_active(h->drain_timer, EV_TIMEOUT, 0);
}

/* --- building --- */

static void name_house(struct host *h)
{
    char machine[65] = "";
    gethostname(machine, sizeof machine - 1);
    if (h->config->name[0] != '\0')
        snprintf(h->title, sizeof h->title, "%s", h->config->name);
    else
        snprintf(h->title, sizeof h->title, "Kings Corner at %s", machine);
    h->house = (struct house){
        .lobby = h->lobby,
        .store = h->store,
        .name = h->title,
        .version = KINGSCORNER_VERSION,
    };
}

static void add_events(struct host *h)
{
    int64_t alive_ms = notify_alive_ms();
    h->drain_timer = evtimer_new(h->base, on_drain_timer, h);
    h->alive_timer = event_new(h->base, -1, EV_PERSIST, on_alive_timer, h);
    assert(h->drain_timer != NULL && h->alive_timer != NULL);
    struct timeval every = after_ms(alive_ms);
    if (alive_ms > 0) event_add(h->alive_timer, &every);
    lobby_clock_start(&h->lobby_clock, h->base, &h->clock.clock, h->lobby);
    heartbeat_start(&h->heartbeat, h->base, &h->clock);
    signals_open(&h->signals, h->base, on_end, h);
}

/* Fails when the open tables cannot be read from the store. */
static bool build_lobby(struct host *h, struct err *e)
{
    h->lobby = lobby_new(&(struct lobby_env){
        .base = h->base,
        .clock = &h->clock.clock,
        .moves = h->pools.moves,
        .hints = h->pools.hints,
        .pars = h->pools.pars,
        .store = h->store,
        .random = random_system(),
        .pace_ms = h->config->pace_ms,
        .turn_s = h->config->turn_s,
        .grace_s = h->config->grace_s,
        .tables_max = h->config->tables,
        .tables_per_origin = h->config->tables_per_address,
    });
    return lobby_restore(h->lobby, e);
}

/* Sockets that systemd has passed are used instead of the configured addresses. */
static bool build_net(struct host *h, struct err *e)
{
    const struct config *c = h->config;
    const struct net_config net = {
        .ssh = (const char *const *)c->ssh,
        .telnet = (const char *const *)c->telnet,
        .ssh_sockets = h->sockets.count > 0 ? h->sockets.ssh : NULL,
        .telnet_sockets = h->sockets.count > 0 ? h->sockets.telnet : NULL,
        .key_dir = h->state.dir,
        .ssh_default = !c->ssh_chosen,
        .telnet_default = !c->telnet_chosen,
        .rsa_host_key = c->rsa_host_key,
        .old_clients = c->old_clients,
        .telnet_keepalive_nop = c->telnet_keepalive_nop,
        .limits = {
            .handshakes_per_s = c->handshakes_per_s,
            .connects_per_address = c->connects_per_address,
            .connects_per_network = c->connects_per_network,
            .cpu_ms_per_address = c->cpu_ms_per_address,
            .unready = c->unready,
            .unready_per_address = c->unready_per_address,
            .callers = c->callers,
            .callers_per_address = c->callers_per_address,
            .login_s = c->login_s,
            .person_s = c->person_s,
            .silent_s = c->silent_s,
        },
    };
    h->net =
        net_open(h->base, &h->clock.clock, &net, &(struct net_host){ .ctx = h, .open = on_open, .check = on_check }, e);
    h->auth.net = h->net;
    return h->net != NULL;
}

/* Logs the warning, and prints it when the log does not go to the terminal. */
static void warn_of_new_house(const struct host *h)
{
    char sentence[STATE_SENTENCE];
    if (h->config->new_house || state_warning(&h->state, sentence) == NULL) return;
    log_event(LOG_WARNING, NULL, "%s", sentence);
    if (isatty(STDERR_FILENO) || !isatty(STDOUT_FILENO)) return;
    struct outlet *out = outlet_open(STDOUT_FILENO, 4 * OUTLET_LINE_MAX, NULL);
    if (out == NULL) return;
    strcat(sentence, "\n");
    outlet_put(out, sentence, strlen(sentence));
    outlet_close(out, LAST_LINES_MS);
}

/* Has the host an address to listen on, from the configuration or from systemd? Without one nobody could connect, and
 * nobody would see why. */
static bool has_addresses(const struct host *h, struct err *e)
{
    if (h->sockets.count > 0 || h->config->ssh[0] != NULL || h->config->telnet[0] != NULL) return true;
    return err_set(e, "a host without doors: neither ssh nor telnet has an address");
}

static bool build_host(struct host *h, struct err *e)
{
    if (!process_settle(h->config->callers, pools_threads() + OWN_THREADS, e)) return false;
    if (!notify_sockets_take(&h->sockets, e) || !has_addresses(h, e)) return false;
    if (!state_find(&h->state, h->config->state_dir, e)) return false;
    warn_of_new_house(h);
    clock_house_init(&h->clock, &clock_system);
    h->base = event_base_new();
    assert(h->base != NULL);
    session_env_init(&h->session_env, h->base, &h->clock.clock);
    h->session_env.keys_per_s = h->config->keys_per_s;
    h->session_env.keys_burst = h->config->keys_burst;
    h->session_env.idle_s = h->config->idle_s;
    h->session_env.frame_ms = h->config->frame_ms;
    pools_open(&h->pools, h->base);
    h->store = store_open(h->base, &h->clock.clock, h->pools.hashes, h->state.database, e);
    if (h->store == NULL) return false;
    accounts_set_burst(h->store, h->config->accounts_per_address);
    h->auth = (struct auth){ .base = h->base, .store = h->store };
    if (!build_lobby(h, e)) return false;
    name_house(h);
    if (!build_net(h, e)) return false;
    add_events(h);
    return true;
}

/* --- messages for the sysop --- */

static bool any_ip4(const struct host *h, const char *transport)
{
    const char *text;
    for (int k = 0; (text = net_listener(h->net, k)) != NULL; k++)
        if (strncmp(text, transport, strcspn(transport, " ") + 1) == 0 && strstr(text, " 0.0.0.0:") != NULL)
            return true;
    return false;
}

/* Prints how to connect to a listener. An address that means every address becomes the name of the machine, once for
 * IPv4 and IPv6. */
static void print_listener(const struct host *h, struct outlet *out, const char *listener)
{
    char host[65] = "", line[128];
    const char *port = strrchr(listener, ':');
    bool ssh = strncmp(listener, "ssh ", 4) == 0;
    const char *address = strchr(listener, ' ') + 1;
    if (strncmp(address, "0.0.0.0:", 8) == 0)
        gethostname(host, sizeof host - 1);
    else if (address[0] == '[')
        snprintf(host, sizeof host, "%.*s", (int)(port - address - 2), address + 1);
    else
        snprintf(host, sizeof host, "%.*s", (int)(port - address), address);
    if (strcmp(host, "::") == 0) {
        if (any_ip4(h, listener)) return;
        gethostname(host, sizeof host - 1);
    }
    if (ssh)
        snprintf(line, sizeof line, "ssh -p %s play@%s\n", port + 1, host);
    else
        snprintf(line, sizeof line, "telnet %s %s\n", host, port + 1);
    outlet_put(out, line, strlen(line));
}

static void announce(const struct host *h)
{
    const char *text;
    log_event(LOG_NOTICE, NULL, "kingscorner " KINGSCORNER_VERSION ", state in %s, %d table%s kept", h->state.dir,
              lobby_tables(h->lobby), text_word(lobby_tables(h->lobby), "", "s"));
    for (int k = 0; (text = net_listener(h->net, k)) != NULL; k++) log_event(LOG_NOTICE, NULL, "listening on %s", text);
    for (int k = 0; (text = net_fingerprint(h->net, k)) != NULL; k++) log_event(LOG_NOTICE, NULL, "host key %s", text);
    struct outlet *out = outlet_open(STDOUT_FILENO, 4 * OUTLET_LINE_MAX, NULL);
    if (out == NULL) return;
    for (int k = 0; (text = net_listener(h->net, k)) != NULL; k++) print_listener(h, out, text);
    if (!outlet_close(out, LAST_LINES_MS))
        log_event(LOG_WARNING, NULL, "nobody reads standard output, which says how to connect");
}

/* --- taking down --- */

static void free_events(struct host *h)
{
    signals_close(&h->signals);
    if (h->drain_timer != NULL) event_free(h->drain_timer);
    if (h->alive_timer != NULL) event_free(h->alive_timer);
}

/* In the reverse order of build_host(), also when that failed half-way. Visits end before the lobby they use, and their
 * later() calls run; the store answers to the lobby, so it is closed first. */
static void close_host(struct host *h)
{
    if (h->base == NULL) return;
    h->auth.net = NULL;
    if (h->net != NULL) net_close(h->net);
    h->net = NULL; /* a signal may still come */
    event_base_loop(h->base, EVLOOP_NONBLOCK);
    lobby_clock_stop(&h->lobby_clock);
    heartbeat_stop(&h->heartbeat);
    if (h->store != NULL) store_close(h->store);
    lobby_free(h->lobby);
    pools_close(&h->pools);
    session_env_clear(&h->session_env);
    free_events(h);
    event_base_free(h->base);
}

int serve(const struct config *config)
{
    struct host h = { .config = config };
    struct err e;
    int status = 1;
    if (sodium_init() < 0) {
        log_event(LOG_ERR, NULL, "libsodium does not start");
        return 1;
    }
    log_start(&clock_system);
    if (build_host(&h, &e)) {
        announce(&h);
        notify_ready();
        event_base_dispatch(h.base);
        size_t jobs = store_pending(h.store);
        if (jobs > 0)
            log_event(LOG_ERR, NULL, "%zu %s not on disk in time", jobs,
                      text_word((int64_t)jobs, "thing was", "things were"));
        status = jobs > 0;
    } else {
        log_event(LOG_ERR, NULL, "%s", e.text);
    }
    close_host(&h);
    if (status == 0) log_event(LOG_NOTICE, NULL, "closed");
    log_stop(LAST_LINES_MS);
    return status;
}
