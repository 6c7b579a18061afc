/* What several commands read from their command line and from files. */
#pragma once
#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

/* A decimal number from 1 to most, without sign or leading zeros, at the start of text. Returns what follows it; NULL
 * when there is no such number. */
const char *argument_number(const char *text, uint32_t most, uint32_t *out);

/* The file's first `limit` bytes at most, or of standard input when path is "-"; *n is how many. The caller frees them.
 * NULL: it cannot be read, e says why. */
char *argument_file(const char *path, size_t limit, size_t *n, struct err *e);

/* For the `default` of a getopt_long() whose short options are ":": says what is wrong. Returns false. */
bool argument_refuse(int c, char **argv, struct err *e);

/* Everything printed is really out: false when standard output could not take it, e says why. */
bool argument_flush_output(struct err *e);
