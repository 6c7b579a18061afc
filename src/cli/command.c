#include "cli/command.h"

#include <stdarg.h>
#include <string.h>

const struct command *command_find(const char *name)
{
    for (const struct command *c = commands; c->name != NULL; c++)
        if (strcmp(c->name, name) == 0) return c;
    return NULL;
}

void command_print_usage(const struct command *c, FILE *out)
{
    fprintf(out, "usage: kingscorner %s %s\n%s\n", c->name, c->usage, c->help);
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
    { "play", "[--state DIR] [GAME]", "Plays here, on your own terminal, without a host: corners, grid or cross.",
      command_play, .prints = false },
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
