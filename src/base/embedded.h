/* A file that travels inside the program. */
#pragma once
#include <stddef.h>

struct embedded_file {
    const char *name;
    const unsigned char *bytes; /* a NUL stands behind the last */
    size_t length;
};
