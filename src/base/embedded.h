/* A file that is linked into the program. */
#pragma once
#include <stddef.h>

struct embedded_file {
    const char *name;
    const unsigned char *bytes; /* followed by a NUL */
    size_t length;              /* without the NUL */
};
