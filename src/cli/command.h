/* The commands of the program: `kingscorner NAME ...`. One row of the table in command.c each; one file each. */
#pragma once

struct command {
    const char *name;
    const char *usage; /* what follows the name, one line */
    const char *help;  /* one line */
    int (*run)(int argc, char **argv); /* argv[0] is the name; returns the exit status: 0 done, 1 no, 2 wrong usage */
};

/* NULL name ends the table. */
extern const struct command commands[];
