#include "cli/house_file.h"

#include "cli/arguments.h"
#include "server/config.h"

#include <signal.h>
#include <string.h>
#include <sys/stat.h>

enum { CONFIG = 'c', STATE = 'd', HELP = 'h' };

static const struct option options[] = {
    { "config", required_argument, NULL, CONFIG },
    { "state", required_argument, NULL, STATE },
    { "help", no_argument, NULL, HELP },
    { NULL, 0, NULL, 0 },
};

/* The command line takes precedence over the file, as for `serve`. */
static bool find_state(const char *name, const char *conf, const char *dir, struct state *state)
{
    struct config config;
    struct err e;
    config_init(&config);
    bool well = conf == NULL || config_read(&config, conf, &e);
    if (well && dir != NULL) config_set_text(&config.state_dir, dir);
    well = well && state_find_existing(state, config.state_dir, &e);
    config_clear(&config);
    if (!well) fprintf(stderr, "kingscorner %s: %s\n", name, e.text);
    return well;
}

bool house_file_read(const struct command *command, int argc, char **argv, struct state *state, const char **file,
                     int *status)
{
    const char *conf = NULL, *dir = NULL;
    struct err e;
    *status = 0;
    opterr = 0;
    for (int c; (c = argument_next(argc, argv, options)) != -1;) {
        switch (c) {
        case CONFIG: conf = optarg; break;
        case STATE: dir = optarg; break;
        case HELP: command_print_usage(command, stdout); return false;
        default:
            argument_refuse(c, argv, &e);
            *status = command_refuse(command, "%s", e.text);
            return false;
        }
    }
    *file = optind < argc ? argv[optind] : "";
    if (argc - optind > 1)
        *status = command_refuse(command, "unexpected argument %s", argv[optind + 1]);
    else if ((*file)[0] == '\0')
        *status = command_refuse(command, "a file is wanted");
    else if (strcmp(*file, "-") == 0)
        *status = command_refuse(command, "a database is not read from a pipe or written to one: name a file");
    else if (find_state(command->name, conf, dir, state))
        return true;
    else
        *status = 1;
    return false;
}

static void end_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGHUP);
    sigaddset(set, SIGQUIT);
}

void house_file_settle(void)
{
    sigset_t set;
    umask(077);
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    end_signals(&set);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

bool house_file_stop(void)
{
    sigset_t set, pending;
    end_signals(&set);
    sigpending(&pending);
    return sigandset(&set, &set, &pending) == 0 && !sigisemptyset(&set);
}
