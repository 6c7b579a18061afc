/* One command of the program, `kingscorner NAME ...`: each file *_command.c defines one, and commands.c lists them. */
#pragma once
#include <stdbool.h>
#include <stdio.h>

struct command {
    const char *name;
    const char *usage; /* what follows the name, one line */
    const char *help;  /* one line, with its full stop */
    bool names_games;  /* the ids of the games are added to help */
    bool prints;       /* writes its result to standard output, and is useless without it */

    /* argv[0] is the name. Returns the exit status: 0 done, 1 failed, 2 wrong usage. main() flushes the output. */
    int (*run)(int argc, char **argv);
};

/* Writes the ids of all games to out as one phrase, with commas and an "or". Returns out, which is the caller's and
 * lives as long. */
#define COMMAND_GAMES 160
const char *command_games(char out[COMMAND_GAMES]);

/* Writes the whole help line of a command to out. */
void command_print_help(const struct command *c, FILE *out);

/* Writes "usage: kingscorner NAME ..." and the help line to out. */
void command_print_usage(const struct command *c, FILE *out);

/* For wrong usage: prints the reason and the usage on standard error. Returns 2, the exit status. */
int command_refuse(const struct command *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
