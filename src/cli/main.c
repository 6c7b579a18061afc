#include "cli/command.h"

#include "cli/arguments.h"

#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

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
    for (const struct command *c = commands; c->name != NULL; c++) {
        fprintf(out, "  %-8s ", c->name);
        command_print_help(c, out);
    }
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
    struct err e;
    if (c->prints && !argument_output_open(&e)) {
        fprintf(stderr, "kingscorner %s: %s\n", c->name, e.text);
        return 1;
    }
    optind = 0; /* getopt begins anew */
    return c->run(argc, argv);
}

/* Whoever started us may have closed them. The next file or socket would get the number, and what is meant for people
 * would be written into it. Standard output is then one that cannot be written to, so a result that is printed is not
 * taken for one that somebody got. */
static void open_standard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        int mode = fd == STDOUT_FILENO ? O_RDONLY : O_RDWR;
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", mode) != fd) _exit(1); /* the lowest that is free */
    }
}

/* A pipe or a terminal that somebody else has made non-blocking, as some shells and event loops leave it, is opened
 * anew: what is read and written here waits, and the flag is that of the other's description. Where that cannot be, it
 * stays. */
static void wait_on_standard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        char path[] = "/proc/self/fd/0";
        struct stat st;
        int flags = fcntl(fd, F_GETFL);
        bool waits = flags >= 0 && !(flags & O_NONBLOCK);
        if (waits || fstat(fd, &st) != 0 || !(S_ISFIFO(st.st_mode) || isatty(fd))) continue;
        path[sizeof path - 2] = (char)('0' + fd);
        int own = open(path, (flags & O_ACCMODE) | O_NOCTTY | O_CLOEXEC);
        if (own < 0) continue;
        dup2(own, fd);
        close(own);
    }
}

/* A result that nobody got is no success. */
static int check_output(int status)
{
    struct err e;
    if (status != 0 || argument_flush_output(&e)) return status;
    fprintf(stderr, "kingscorner: %s\n", e.text);
    return 1;
}

static int run_line(int argc, char **argv)
{
    if (argc < 1) { /* execve(2) allows it */
        print_help(stderr);
        return 2;
    }
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

int main(int argc, char **argv)
{
    open_standard_descriptors();
    wait_on_standard_descriptors();
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of the call, as a full disk is */
    return check_output(run_line(argc, argv));
}
