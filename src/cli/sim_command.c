#include "cli/sim_command.h"

#include "base/clock.h"
#include "cli/arguments.h"
#include "cli/sim_report.h"
#include "cli/sim_run.h"
#include "games/catalogue/game_list.h"
#include "server/process.h"

#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define PROGRESS_MS 200
#define BUDGET_MS_MAX 60000

enum { RULES = 'r', PLAYERS = 'p', MIND = 'm', DEALS = 'd', THREADS = 't', BUDGET = 'b', JSON = 'j', HELP = 'h' };

static const struct option options[] = {
    { "rules", required_argument, NULL, RULES },
    { "players", required_argument, NULL, PLAYERS },
    { "mind", required_argument, NULL, MIND },
    { "deals", required_argument, NULL, DEALS },
    { "threads", required_argument, NULL, THREADS },
    { "budget", required_argument, NULL, BUDGET },
    { "json", no_argument, NULL, JSON },
    { "help", no_argument, NULL, HELP },
    { NULL, 0, NULL, 0 },
};

struct wish {
    const char *rules; /* NULL: the default of the game */
    uint32_t players;  /* 0: the fewest that the game takes, or one for each --mind */
    int strength[SEATS_MAX];
    int minds;
    uint32_t first, last, threads, budget_ms;
    bool json, help;
};

/* --- options --- */

static bool read_number(uint32_t *out, const char *text, uint32_t most, const char *what, struct err *e)
{
    const char *rest = argument_number(text, most, out);
    return (rest != NULL && *rest == '\0') || err_set(e, "%s is a number from 1 to %u", what, (unsigned)most);
}

static bool read_deals(struct wish *w, const char *text, struct err *e)
{
    const char *rest = argument_number(text, UINT32_MAX, &w->first);
    w->last = w->first;
    if (rest != NULL && strncmp(rest, "..", 2) == 0) rest = argument_number(rest + 2, UINT32_MAX, &w->last);
    return (rest != NULL && *rest == '\0' && w->first <= w->last) ||
           err_set(e, "deals are A..B, or one number A, from 1 to 4294967295");
}

static bool add_mind(struct wish *w, const char *name, struct err *e)
{
    int strength = sim_strength(name);
    if (strength < 0) return err_set(e, "there is no mind %s: random, beginner, regular or expert", name);
    if (w->minds == SEATS_MAX) return err_set(e, "there are at most %d players", SEATS_MAX);
    w->strength[w->minds++] = strength;
    return true;
}

static bool read_option(struct wish *w, int c, char **argv, struct err *e)
{
    switch (c) {
    case RULES: w->rules = optarg; return true;
    case PLAYERS: return read_number(&w->players, optarg, SEATS_MAX, "players", e);
    case MIND: return add_mind(w, optarg, e);
    case DEALS: return read_deals(w, optarg, e);
    case THREADS: return read_number(&w->threads, optarg, SIM_THREADS_MAX, "threads", e);
    case BUDGET: return read_number(&w->budget_ms, optarg, BUDGET_MS_MAX, "budget", e);
    case JSON: w->json = true; return true;
    case HELP: w->help = true; return true;
    default: return argument_refuse(c, argv, e);
    }
}

static bool read_options(struct wish *w, int argc, char **argv, struct err *e)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *w = (struct wish){ .first = 1, .last = 1000, .budget_ms = 20 };
    w->threads = cores < 1 ? 1 : cores > SIM_THREADS_MAX ? SIM_THREADS_MAX : (uint32_t)cores;
    opterr = 0;
    for (int c; (c = argument_next(argc, argv, options)) != -1;)
        if (!read_option(w, c, argv, e)) return false;
    return w->help || argc - optind == 1 || err_set(e, "one game is wanted");
}

/* Seats the minds in the order of the options; the last one takes the seats that are left. */
static bool plan_seats(struct sim_plan *plan, const struct wish *w, struct err *e)
{
    const struct game *game = plan->game;
    plan->seats = w->players > 0 ? (int)w->players : w->minds > game->seats_min ? w->minds : game->seats_min;
    if (plan->seats < game->seats_min || plan->seats > game->seats_max)
        return err_set(e, "%s takes %d to %d players", game->id, game->seats_min, game->seats_max);
    if (w->minds > plan->seats) return err_set(e, "there are more minds than players");
    for (int seat = 1; seat <= plan->seats; seat++) {
        int named = seat <= w->minds ? seat : w->minds;
        plan->strength[seat] = named > 0 ? w->strength[named - 1] : SIM_RANDOM;
    }
    return true;
}

static bool plan_make(struct sim_plan *plan, const struct wish *w, const char *id, struct err *e)
{
    *plan =
        (struct sim_plan){ .game = game_find(id), .first = w->first, .last = w->last, .budget_ms = (int)w->budget_ms };
    if (plan->game == NULL) return err_set(e, "there is no game %s", id);
    const char *rules = w->rules != NULL ? w->rules : plan->game->rules_plain;
    const char *why = plan->game->rules_parse(&plan->rules, rules);
    if (why != NULL) return err_set(e, "%s", why);
    return plan_seats(plan, w, e);
}

/* --- playing --- */

/* Ctrl-C is read from a descriptor; the threads inherit the mask and do not get the signal. */
static int open_interrupts(sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, before);
    int fd = signalfd(-1, &set, SFD_CLOEXEC);
    assert(fd >= 0);
    return fd;
}

static void close_interrupts(int fd, const sigset_t *before)
{
    struct signalfd_siginfo taken;
    struct pollfd ready = { .fd = fd, .events = POLLIN };
    while (poll(&ready, 1, 0) > 0)
        if (read(fd, &taken, sizeof taken) <= 0) break;
    close(fd);
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

static void show_progress(const struct sim_run *run, const struct sim_plan *plan, double seconds)
{
    int64_t games = sim_run_games(run);
    fprintf(stderr, "\r%lld of %lld, %.0f a second ", (long long)games, (long long)plan->last - plan->first + 1,
            seconds > 0 ? (double)games / seconds : 0);
}

static double seconds_since(int64_t start_ms)
{
    return (double)(clock_mono_ms(&clock_system) - start_ms) / 1000;
}

/* Waits until all is played or the user stops it; returns true for a stop. */
static bool wait_for_run(struct sim_run *run, const struct sim_plan *plan, int interrupts, int64_t start_ms)
{
    bool terminal = isatty(STDERR_FILENO), interrupted = false;
    struct pollfd fds[] = { { .fd = sim_run_fd(run), .events = POLLIN }, { .fd = interrupts, .events = POLLIN } };
    while (!(fds[0].revents & POLLIN)) {
        if (poll(fds, 2, terminal ? PROGRESS_MS : -1) < 0) continue;
        if (terminal) show_progress(run, plan, seconds_since(start_ms));
        if (!interrupted && fds[1].revents & POLLIN) {
            interrupted = true;
            sim_run_stop(run);
            fds[1].fd = -1;
        }
    }
    if (terminal) fprintf(stderr, "\r%60s\r", "");
    return interrupted;
}

static int simulate(const struct sim_plan *plan, int threads, bool json)
{
    sigset_t before;
    struct sim_tally tally;
    struct sim_report report = { .plan = plan, .tally = &tally };
    int interrupts = open_interrupts(&before);
    int64_t start_ms = clock_mono_ms(&clock_system);
    struct sim_run *run = sim_run_new(plan, threads);
    report.interrupted = wait_for_run(run, plan, interrupts, start_ms);
    report.seconds = seconds_since(start_ms);
    sim_run_free(run, &tally);
    close_interrupts(interrupts, &before);
    (json ? sim_print_json : sim_print_words)(&report, stdout);
    return 0;
}

/* The options of each game that has some, and what it is played with when nobody chose any. */
static void print_options_of_games(void)
{
    for (const struct game *const *g = game_list; *g != NULL; g++)
        if ((*g)->rules_plain[0] != '\0') printf("; %s: \"%s\" without it", (*g)->id, (*g)->rules_plain);
}

static const char help[] =
    "  --players N      how many sit at a table; without it one for each mind, but as many as the game needs\n"
    "  --mind NAME      random, beginner, regular or expert; once for each seat, the last one for the seats left\n"
    "  --deals A[..B]   deals by number, one or from A to B; 1..1000 without it\n"
    "  --threads N      without it one for each core; the figures are the same with any number\n"
    "  --budget MS      what a thought may cost: a measure of work, not of time (20)\n"
    "  --json           one object of JSON in place of words\n"
    "\n"
    "Shares come with Wilson's interval of 95 %, means with what they may be off by. At a table whoever has the\n"
    "lowest points has won the round, alone or shared. Tables have no deal numbers in play: there a deal is the\n"
    "deck that `kingscorner deal GAME NUMBER` prints, for simulations only. Ctrl-C ends it with what it has.\n";

static int run_sim(int argc, char **argv)
{
    struct wish wish;
    struct sim_plan plan;
    struct err e;
    if (!read_options(&wish, argc, argv, &e)) return command_refuse(&command_sim, "%s", e.text);
    if (wish.help) {
        command_print_usage(&command_sim, stdout);
        printf("\n  --rules TEXT     rules as a record's [Rules] has them");
        print_options_of_games();
        printf("\n%s", help);
        return 0;
    }
    if (!plan_make(&plan, &wish, argv[optind], &e)) return command_refuse(&command_sim, "%s", e.text);
    if (!process_try_threads((int)wish.threads, &e)) {
        fprintf(stderr, "kingscorner sim: %s\n", e.text);
        return 1;
    }
    return simulate(&plan, (int)wish.threads, wish.json);
}

const struct command command_sim = {
    .name = "sim",
    .usage = "GAME [--rules TEXT] [--players N] [--mind NAME]... [--deals A[..B]] [--threads N] [--budget MS] [--json]",
    .help = "Plays deals by number with computer players and counts what comes of it.",
    .run = run_sim,
    .prints = true,
};
