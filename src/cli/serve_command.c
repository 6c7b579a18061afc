#include "cli/serve_command.h"

#include "cli/arguments.h"
#include "server/serve.h"

#include <stdbool.h>
#include <stdlib.h>

enum { CONFIG = 'c', SSH = 's', TELNET = 't', STATE = 'd', NEW = 'n', HELP = 'h' };

static const struct option options[] = {
    { "config", required_argument, NULL, CONFIG },
    { "ssh", required_argument, NULL, SSH },
    { "telnet", required_argument, NULL, TELNET },
    { "state", required_argument, NULL, STATE },
    { "new", no_argument, NULL, NEW },
    { "help", no_argument, NULL, HELP },
    { NULL, 0, NULL, 0 },
};

/* The options of the command line. They take precedence over the file, wherever --config stands; addresses replace
 * those of the file. */
struct wish {
    const char *file, *state;
    char *ssh[CONFIG_ADDRESSES + 1], *telnet[CONFIG_ADDRESSES + 1];
    bool help, new_house;
};

static bool read_options(int argc, char **argv, struct wish *w, struct err *e)
{
    opterr = 0;
    for (int c; (c = argument_next(argc, argv, options)) != -1;) {
        switch (c) {
        case CONFIG: w->file = optarg; break;
        case STATE: w->state = optarg; break;
        case HELP: w->help = true; break;
        case NEW: w->new_house = true; break;
        case SSH:
            if (!config_add_address(w->ssh, optarg, e)) return false;
            break;
        case TELNET:
            if (!config_add_address(w->telnet, optarg, e)) return false;
            break;
        default: return argument_refuse(c, argv, e);
        }
    }
    return optind == argc || err_set(e, "unexpected argument %s", argv[optind]);
}

static void replace_addresses(char *list[CONFIG_ADDRESSES + 1], bool *chosen, char *wish[CONFIG_ADDRESSES + 1])
{
    if (wish[0] == NULL) return;
    *chosen = true;
    config_clear_addresses(list);
    for (int i = 0; wish[i] != NULL; i++) config_add_address(list, wish[i], NULL);
}

static void print_help(void)
{
    command_print_usage(&command_serve, stdout);
    fputs(
        "\n"
        "A database that is empty or missing beside old host keys is warned of: --new says that the house is a new "
        "one.\n\n"
        "SIGTERM, SIGINT (Ctrl-C) and SIGQUIT close the house: everybody is told, everything is on disk. A second one\n"
        "cuts that short. SIGHUP, SIGUSR1 and SIGUSR2 do not: a line in the log, and it stays open. What was ignored "
        "at\n"
        "the start, as under nohup, stays ignored.\n",
        stdout);
}

static int serve_wish(struct wish *w)
{
    struct config config;
    struct err e;
    int status = 1;
    config_init(&config);
    if (w->file != NULL && !config_read(&config, w->file, &e)) {
        fprintf(stderr, "kingscorner serve: %s\n", e.text);
    } else {
        if (w->state != NULL) config_set_text(&config.state_dir, w->state);
        replace_addresses(config.ssh, &config.ssh_chosen, w->ssh);
        replace_addresses(config.telnet, &config.telnet_chosen, w->telnet);
        config.new_house = w->new_house;
        status = serve(&config);
    }
    config_clear(&config);
    return status;
}

static int run_serve(int argc, char **argv)
{
    struct wish wish = { .file = NULL };
    struct err e;
    int status = 0;
    if (!read_options(argc, argv, &wish, &e))
        status = command_refuse(&command_serve, "%s", e.text);
    else if (wish.help)
        print_help();
    else
        status = serve_wish(&wish);
    config_clear_addresses(wish.ssh);
    config_clear_addresses(wish.telnet);
    return status;
}

const struct command command_serve = {
    .name = "serve",
    .usage = "[--config FILE] [--ssh ADDRESS:PORT]... [--telnet ADDRESS:PORT]... [--state DIR] [--new]",
    .help = "Runs the host until it is told to stop.",
    .run = run_serve,
    .prints = false,
};
