/* The commands of the program: `kingscorner NAME ...`. One row of the table in command.c each; one file each. */
#pragma once
#include <stdbool.h>
#include <stdio.h>

struct command {
    const char *name;
    const char *usage;                 /* what follows the name, one line */
    const char *help;                  /* one line, with its full stop */
    int (*run)(int argc, char **argv); /* argv[0] is the name; output is flushed for it; returns the exit status: 0
                                          done, 1 no, 2 wrong usage */
    bool names_games;                  /* the games stand at the end of `help` */
    bool prints;                       /* a result, to standard output: without one there is nothing to do */
};

/* NULL name ends the table. */
extern const struct command commands[];

/* NULL when there is no such command. */
const struct command *command_find(const char *name);

/* The ids of all games in one phrase: "corners, grid or cross". */
#define COMMAND_GAMES 160
const char *command_games(char out[COMMAND_GAMES]);

/* The help line of a command, whole, to out. */
void command_print_help(const struct command *c, FILE *out);

/* "usage: kingscorner NAME ..." and the help line of a command to out. */
void command_print_usage(const struct command *c, FILE *out);

/* For wrong usage: says why on standard error, with the usage of the command below. Returns 2, the exit status. */
int command_refuse(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));

int command_serve(int argc, char **argv);
int command_backup(int argc, char **argv);
int command_restore(int argc, char **argv);
int command_play(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_verify(int argc, char **argv);
int command_deal(int argc, char **argv);
int command_sim(int argc, char **argv);
