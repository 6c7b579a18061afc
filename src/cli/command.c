#include "cli/command.h"

#include "base/text.h"
#include "games/catalogue/game_list.h"

#include <stdarg.h>
#include <string.h>

const struct command *command_find(const char *name)
{
    for (const struct command *c = commands; c->name != NULL; c++)
        if (strcmp(c->name, name) == 0) return c;
    return NULL;
}

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

int command_refuse(const char *name, const char *format, ...)
{
    va_list args;
    fprintf(stderr, "kingscorner %s: ", name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\n");
    command_print_usage(command_find(name), stderr);
    return 2;
}

const struct command commands[] = {
    { "serve", "[--config FILE] [--ssh ADDRESS:PORT]... [--telnet ADDRESS:PORT]... [--state DIR] [--new]",
      "Runs the host until it is told to stop.", command_serve, .prints = false },
    { "backup", "[--config FILE] [--state DIR] FILE",
      "Writes the house's database to a new file, whole and checked, also while the host runs.", command_backup,
      .prints = true },
    { "restore", "[--config FILE] [--state DIR] FILE",
      "Puts a backup in place of the house's database and keeps that one; the host must not run.", command_restore,
      .prints = true },
    { "play", "[--state DIR] [GAME]", "Plays here, on your own terminal, without a host.", command_play,
      .names_games = true, .prints = false },
    { "replay", "[--json] FILE",
      "Tells a record move by move; with --json each position as a line of JSON. FILE - is standard input.",
      command_replay, .prints = true },
    { "verify", "FILE", "Checks a record: its seal, deck, moves and result. FILE - is standard input.", command_verify,
      .prints = true },
    { "deal", "GAME NUMBER | --key HEX",
      "Prints the deck of a deal, or of a key with its seal; tables have numbers in simulations only.", command_deal,
      .prints = true },
    { "sim", "GAME [--rules TEXT] [--players N] [--mind NAME]... [--deals A[..B]] [--threads N] [--budget MS] [--json]",
      "Plays deals by number with computer players and counts what comes of it.", command_sim, .prints = true },
    { .name = NULL },
};
