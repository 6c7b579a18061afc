#include "cli/command.h"

#include "base/text.h"
#include "games/catalogue/game_list.h"

#include <stdarg.h>
#include <string.h>

const char *command_games(char out[COMMAND_GAMES])
{
    struct text t;
    text_init(&t, out, COMMAND_GAMES);
    game_ids(&t);
    return out;
}

void command_print_help(const struct command *c, FILE *out)
{
    char games[COMMAND_GAMES];
    if (c->names_games)
        fprintf(out, "%.*s: %s.\n", (int)strlen(c->help) - 1, c->help, command_games(games));
    else
        fprintf(out, "%s\n", c->help);
}

void command_print_usage(const struct command *c, FILE *out)
{
    fprintf(out, "usage: kingscorner %s %s\n", c->name, c->usage);
    command_print_help(c, out);
}

int command_refuse(const struct command *c, const char *format, ...)
{
    va_list args;
    fprintf(stderr, "kingscorner %s: ", c->name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\n");
    command_print_usage(c, stderr);
    return 2;
}
