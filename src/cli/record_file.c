#include "cli/record_file.h"

#include "base/clean.h"
#include "base/text.h"
#include "cli/arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool record_file_read(struct record *r, const char *path, const struct record_watch *watch)
{
    size_t n;
    struct err e;
    struct record_fault fault;
    char *bytes = argument_file(path, RECORD_BYTES_MAX + 1, &n, &e);
    if (bytes == NULL) {
        fprintf(stderr, "%s\n", e.text);
        return false;
    }
    bool read = record_read(r, bytes, n, watch, &fault);
    free(bytes);
    fflush(stdout);
    if (!read) fprintf(stderr, "%s:%d:%d: %s\n", path, fault.line, fault.column, fault.reason);
    return read;
}

void record_name_words(const struct record *r, int seat, struct text *out)
{
    char name[RECORD_NAME];
    clean_line(name, sizeof name, r->names[seat], strlen(r->names[seat]));
    text_add(out, "%s%s", name, r->computer[seat] ? " (computer)" : "");
}

static void table_words(const struct record *r, const struct result *result, struct text *out)
{
    text_add(out, " Points:");
    for (int seat = 1; seat <= r->seats; seat++) {
        text_add(out, seat > 1 ? ", " : " ");
        record_name_words(r, seat, out);
        text_add(out, " %d", result->points[seat]);
    }
    text_add(out, ".");
}

void record_end_words(const struct record *r, const void *state, struct text *out)
{
    struct result result;
    r->game->result(state, &result);
    text_add(out, "%s", result.over ? result.words : "It is not over.");
    if (!r->game->patience)
        table_words(r, &result, out);
    else if (r->game->score != NULL)
        text_add(out, " The %s is %d.", r->game->score, result.points[1]);
}
