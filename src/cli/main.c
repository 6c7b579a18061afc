#include "cli/command.h"

#include <getopt.h>
#include <sodium.h>
#include <stdio.h>

enum { HELP = 'h', VERSION = 'v' };

static const struct option options[] = {
    { "help", no_argument, NULL, HELP },
    { "version", no_argument, NULL, VERSION },
    { NULL, 0, NULL, 0 },
};

static void print_help(FILE *out)
{
    fputs("usage: kingscorner COMMAND ...\n"
          "       kingscorner --help | --version\n"
          "\n"
          "A card room you reach with ssh. The commands:\n",
          out);
    for (const struct command *c = commands; c->name != NULL; c++) fprintf(out, "  %-8s %s\n", c->name, c->help);
    fputs("\n`kingscorner COMMAND --help` tells more.\n", out);
}

static int run(int argc, char **argv)
{
    const struct command *c = command_find(argv[0]);
    if (c == NULL) {
        fprintf(stderr, "kingscorner: there is no command %s\n", argv[0]);
        print_help(stderr);
        return 2;
    }
    if (sodium_init() < 0) {
        fputs("kingscorner: the system gives no random bytes\n", stderr);
        return 1;
    }
    optind = 0; /* getopt begins anew */
    return c->run(argc, argv);
}

int main(int argc, char **argv)
{
    opterr = 0;
    switch (getopt_long(argc, argv, "+", options, NULL)) {
    case HELP: print_help(stdout); return 0;
    case VERSION: puts("kingscorner " KINGSCORNER_VERSION); return 0;
    case -1: break;
    default:
        fprintf(stderr, "kingscorner: unknown option %s\n", argv[optind - 1]);
        print_help(stderr);
        return 2;
    }
    if (optind == argc) {
        print_help(stderr);
        return 2;
    }
    return run(argc - optind, argv + optind);
}
