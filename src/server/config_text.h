/* The text of a configuration file before libconfuse reads it: what editors add is taken away, and what libconfuse
 * takes without a word, or tells of a wrong line, is refused here. */
#pragma once
#include "base/err.h"

#include <stddef.h>

struct config_text_key {
    const char *name;
    int line; /* on which it is set; 0: it is not */
};

/* Blanks a byte order mark, no-break spaces, CR and comments in text, and finds the lines of the n keys. false with
 * "FILE:LINE: reason" in e: a key that is set twice, a quotation mark that is never closed or is a curly one, a
 * variable of the environment, or a comment that begins with anything but '#'. */
bool config_text_prepare(char *text, const char *file, struct config_text_key *keys, size_t n, struct err *e);
