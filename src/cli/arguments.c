#include "cli/arguments.h"

#include "base/mem.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

bool argument_refuse(int c, char **argv, struct err *e)
{
    return err_set(e, c == ':' ? "%s wants a value" : "unknown option %s", argv[optind - 1]);
}

bool argument_flush_output(struct err *e)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return true;
    return err_set(e, "standard output: %s", strerror(errno));
}
