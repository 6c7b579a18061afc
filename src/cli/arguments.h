/* What several commands read from their command line and from files. */
#pragma once
#include "base/err.h"

#include <getopt.h>
#include <stddef.h>
#include <stdint.h>

/* A decimal number from 1 to most, without sign or leading zeros, at the start of text. Returns what follows it; NULL
 * when there is no such number. */
const char *argument_number(const char *text, uint32_t most, uint32_t *out);

/* The file's first `limit` bytes at most, or of standard input when path is "-"; *n is how many. The caller frees them.
 * NULL: it cannot be read, e says why. */
char *argument_file(const char *path, size_t limit, size_t *n, struct err *e);

/* getopt_long() without short options. A value that is empty, as of a shell's variable that is not set, is like one
 * that is missing:
 * ':'. */
int argument_next(int argc, char **argv, const struct option *options);

/* For the `default` of a switch over argument_next(): says what is wrong. Returns false. */
bool argument_refuse(int c, char **argv, struct err *e);

/* Standard output is there to be written to: false when whoever started us had closed it, e says so. */
bool argument_output_open(struct err *e);

/* Everything printed is really out: false when standard output could not take it, e says why. */
bool argument_flush_output(struct err *e);
