#include "cli/play_command.h"

#include "cli/arguments.h"
#include "games/catalogue/game_list.h"
#include "server/local.h"
#include "server/tty_keep.h"

#include <string.h>

enum { STATE = 'd', HELP = 'h' };

static const struct option options[] = {
    { "state", required_argument, NULL, STATE },
    { "help", no_argument, NULL, HELP },
    { NULL, 0, NULL, 0 },
};

static int play_local(void *arg)
{
    return local_play(arg);
}

static int run_play(int argc, char **argv)
{
    struct local local = { .state_dir = "" };
    char games[COMMAND_GAMES];
    struct err e;
    opterr = 0;
    for (int c; (c = argument_next(argc, argv, options)) != -1;) {
        switch (c) {
        case STATE: local.state_dir = optarg; break;
        case HELP: command_print_usage(&command_play, stdout); return 0;
        default: argument_refuse(c, argv, &e); return command_refuse(&command_play, "%s", e.text);
        }
    }
    if (argc - optind > 1) return command_refuse(&command_play, "unexpected argument %s", argv[optind + 1]);
    if (optind < argc) local.game = argv[optind];
    if (local.game != NULL && game_find(local.game) == NULL)
        return command_refuse(&command_play, "there is no game \"%s\": %s", local.game, command_games(games));
    return tty_keep(play_local, &local);
}

const struct command command_play = {
    .name = "play",
    .usage = "[--state DIR] [GAME]",
    .help = "Plays here, on your own terminal, without a host.",
    .run = run_play,
    .names_games = true,
    .prints = false,
};
