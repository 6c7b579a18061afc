#include "cli/arguments.h"
#include "cli/commands.h"

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
    for (size_t i = 0; commands[i] != NULL; i++) {
        fprintf(out, "  %-8s ", commands[i]->name);
        command_print_help(commands[i], out);
    }
    fputs("\n`kingscorner COMMAND --help` tells more.\n", out);
}

static int run_command(int argc, char **argv)
{
    const struct command *c = commands_find(argv[0]);
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
    optind = 0; /* getopt starts again */
    return c->run(argc, argv);
}

/* Opens the standard descriptors that our parent has closed. Otherwise the next file or socket would get the number,
 * and messages would be written into it. Standard output becomes read-only, so that a printed result fails and is not
 * taken for delivered. */
static void open_standard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        int mode = fd == STDOUT_FILENO ? O_RDONLY : O_RDWR;
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", mode) != fd)
            _exit(1); /* open(2) takes the lowest free number */
    }
}

/* Opens a pipe or a terminal again that another program has made non-blocking, as some shells and event loops do. Our
 * reads and writes then block, and the flag of the other program stays. If it cannot be opened, nothing changes. */
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

/* A result that could not be written is a failure. */
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
    return run_command(argc - optind, argv + optind);
}

int main(int argc, char **argv)
{
    open_standard_descriptors();
    wait_on_standard_descriptors();
    signal(SIGXFSZ, SIG_IGN); /* a write beyond the file size limit then fails like one on a full disk */
    return check_output(run_line(argc, argv));
}
