#include "cli/arguments.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *argument_number(const char *text, uint32_t most, uint32_t *out)
{
    uint64_t number = 0;
    if (text[0] < '1' || text[0] > '9') return NULL;
    for (; *text >= '0' && *text <= '9'; text++) {
        number = number * 10 + (uint64_t)(*text - '0');
        if (number > most) return NULL;
    }
    *out = (uint32_t)number;
    return text;
}

static char *read_stream(FILE *f, size_t limit, size_t *n)
{
    char *bytes = NULL;
    size_t size = 0;
    *n = 0;
    do {
        size = size == 0 ? 4096 : 2 * size;
        if (size > limit) size = limit;
        bytes = mem_resize(bytes, size);
        *n += fread(bytes + *n, 1, size - *n, f);
    } while (*n == size && size < limit);
    return bytes;
}

char *argument_file(const char *path, size_t limit, size_t *n, struct err *e)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *f = standard ? stdin : fopen(path, "rb");
    char *bytes = f != NULL ? read_stream(f, limit, n) : NULL;
    if (f == NULL || ferror(f)) {
        err_set(e, "%s: %s", path, strerror(errno));
        free(bytes);
        bytes = NULL;
    }
    if (f != NULL && !standard) fclose(f);
    return bytes;
}

int argument_next(int argc, char **argv, const struct option *options)
{
    int c = getopt_long(argc, argv, ":", options, NULL);
    bool empty = c >= 0 && c != '?' && optarg != NULL && optarg[0] == '\0';
    return empty ? ':' : c;
}

/* The kind of value that an option takes, a string constant; the option's name may be abbreviated. */
static const char *wanted(const char *option, size_t n)
{
    static const struct {
        const char *option, *what;
    } values[] = {
        { "--config", "the name of a file" },
        { "--state", "the name of a directory" },
        { "--ssh", "ADDRESS:PORT" },
        { "--telnet", "ADDRESS:PORT" },
    };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        if (strncmp(values[i].option, option, n) == 0) return values[i].what;
    return "a value";
}

bool argument_refuse(int c, char **argv, struct err *e)
{
    const char *word = argv[optind - 1];
    if (c != ':') return err_set(e, "unknown option %s", word);
    if (word[0] == '\0') word = argv[optind - 2]; /* the value is a separate argument */
    size_t n = strcspn(word, "=");
    return err_set(e, "%.*s wants %s", (int)n, word, wanted(word, n));
}

bool argument_output_open(struct err *e)
{
    int flags = fcntl(STDOUT_FILENO, F_GETFL);
    return (flags >= 0 && (flags & O_ACCMODE) != O_RDONLY) || err_set(e, "standard output is closed");
}

bool argument_flush_output(struct err *e)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return true;
    int error = errno;
    return argument_output_open(e) && err_set(e, "standard output: %s", strerror(error));
}
