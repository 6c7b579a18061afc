/* Prepares the text of a configuration file for libconfuse: removes what editors add, and refuses what libconfuse would
 * accept silently or report with a wrong line. */
#pragma once
#include "base/err.h"

#include <stddef.h>

struct config_text_key {
    const char *name;
    int line; /* the line that sets it; 0: none does */
};

/* Replaces a byte order mark, no-break spaces, CR and comments by blanks in text, and finds the lines of the n keys.
 * false with "FILE:LINE: reason" in e: a key that is set twice, a quotation mark that is curly or never closed, a
 * variable of the environment, or a comment that does not begin with '#'. */
bool config_text_prepare(char *text, const char *file, struct config_text_key *keys, size_t n, struct err *e);
