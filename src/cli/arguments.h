/* What several commands read from their command line and from files. */
#pragma once
#include "base/err.h"

#include <getopt.h>
#include <stddef.h>
#include <stdint.h>

/* Reads a decimal number from 1 to most, without sign or leading zeros, at the start of text. Returns the rest, within
 * text; NULL when there is no such number. */
const char *argument_number(const char *text, uint32_t most, uint32_t *out);

/* Reads at most the first limit bytes of a file, or of standard input when path is "-", and sets *n to their number.
 * The caller frees them. NULL: it failed, and e says why. */
char *argument_file(const char *path, size_t limit, size_t *n, struct err *e);

/* getopt_long() without short options. An empty value, as from an unset variable of a shell, counts as missing: ':'. */
int argument_next(int argc, char **argv, const struct option *options);

/* For the `default` of a switch over argument_next(): sets e to what is wrong. Returns false. */
bool argument_refuse(int c, char **argv, struct err *e);

/* false: standard output was closed by our parent, and e says so. */
bool argument_output_open(struct err *e);

/* Flushes standard output. false: something could not be written, and e says why. */
bool argument_flush_output(struct err *e);
